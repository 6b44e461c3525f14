// The page's own check of a record: computed anew by the verifier, then compared with what this browser noted.
import { fault } from "/verifier/verify.js";
import { note, noted, room } from "./notes.js";

const sortedCards = (text) => text.split(" ").sort().join(" ");
const sameRows = (a, b) => a.split("/").map(sortedCards).join("/") === b.split("/").map(sortedCards).join("/");

function ownSeat(record, kept, me) {
  const named = record.people.findIndex(({ id }) => id === me);
  if (named >= 0) return named;
  return record.cuts.find(({ event }) => event && event === kept.cut?.event)?.seat ?? -1;
}

/** Which of the noted values the record contradicts. */
function contradictions(record, kept, seat) {
  const cut = record.cuts.find((one) => one.seat === seat);
  const opening = record.openings.find((one) => one.seat === seat);
  const hand = record.deals[0]?.hands[seat] ?? "";
  const pairs = [
    ["commitment", kept.commitment && kept.commitment !== record.commitment],
    ["cut", kept.cut && (cut?.event !== kept.cut.event || (kept.cut.number && cut.number !== kept.cut.number))],
    ["hand", kept.hand && sortedCards(kept.hand) !== sortedCards(hand)],
    ["arrangement", opening && ((kept.rows && !sameRows(kept.rows, opening.rows)) || (kept.declare && kept.declare !== opening.declare))],
  ];
  return pairs.filter(([, broken]) => broken).map(([name]) => name);
}

async function fetched(deal) {
  const answer = await fetch(`/proof/${room()}/${deal.table}?serial=${deal.serial}`, { cache: "no-store" });
  if (!answer.ok) return null;
  const records = await answer.json();
  return records.find((record) => record.context?.serial === deal.serial && record.secret) ?? null;
}

/** {state: "sound" | "alone" | "bad" | "missing", failed}: "alone" is sound, but nothing was noted to compare it with. */
export async function check(deal, me) {
  const record = await fetched(deal);
  if (!record) return { state: "missing", failed: [] };
  const kept = noted(deal);
  const before = noted({ ...deal, serial: deal.serial - 1 }).digest ?? null;
  const broken = await fault(record);
  const failed = broken ? [broken] : contradictions(record, kept, ownSeat(record, kept, me));
  if (!broken && before && record.context.prev !== before) failed.push("chain");
  if (record.context.table !== deal.table) failed.push("form");
  if (!failed.length) note(deal, { digest: record.digest });
  const compared = kept.commitment && kept.uncut;
  return { state: failed.length ? "bad" : compared ? "sound" : "alone", failed, own: Boolean(kept.cut), outcome: record.outcome };
}
