// What this browser keeps of each deal, so that the record can be compared with it: the commitment as it was first
// seen, the own cut before it is sent, the own hand, the arrangement that was accepted, the digest of the record.

import { randomHex } from "./link.js";

const PREFIX = "shisanzhi/fair/";
const MOST = 400;

/** The token of the room; a database that begins anew makes another one, so its deals are never mixed up with ours. */
export const room = () => location.pathname.split("/")[2];

const keyOf = ({ table, serial }) => `${PREFIX}${room()}/${table}/${serial}`;

/** The deal that a screen's evidence is about, {table: "t42", serial: 18}, or null. */
export function dealOf(evidence) {
  const { table, serial } = evidence?.context ?? evidence ?? {};
  return table && serial ? { table: typeof table === "number" ? `t${table}` : table, serial } : null;
}

export function noted(deal) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(deal))) ?? {};
  } catch {
    return {};
  }
}

export function note(deal, parts) {
  const kept = { ...noted(deal), ...parts, at: Date.now() };
  try {
    localStorage.setItem(keyOf(deal), JSON.stringify(kept));
  } catch {
    tidy(MOST / 4);
  }
  return kept;
}

/** Keep a commitment when it is first seen; false when another one was noted for this deal before. */
export function noteOpening(deal, evidence) {
  const before = noted(deal);
  if (before.commitment) return before.commitment === evidence.commitment;
  note(deal, { commitment: evidence.commitment, uncut: !evidence.closed });
  tidy(MOST);
  return true;
}

/** The page's own share of the shuffle: kept before it is sent, and the same nonce however often it is pressed. */
export function noteCut(deal, number) {
  const { cut, nonce = `web:${randomHex(16)}` } = noted(deal);
  const made = { event: cut?.event ?? nonce, number: number.normalize("NFKC").trim() };
  if (!cut) note(deal, { cut: made, nonce });
  return { ...made, first: !cut };
}

/** A cut that was refused is none: whoever presses what is not theirs to press, or too late, is not in the record. */
export function noteAnswer(deal, { event, number, first }, ok) {
  const { cut } = noted(deal);
  if (ok && !cut) note(deal, { cut: { event, number } });
  if (!ok && first && cut?.number === number) note(deal, { cut: undefined });
}

function tidy(most) {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const age = (key) => JSON.parse(localStorage.getItem(key)).at ?? 0;
  if (keys.length > most) keys.sort((a, b) => age(a) - age(b)).slice(0, keys.length - most).forEach((key) => localStorage.removeItem(key));
}
