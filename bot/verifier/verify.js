// Check fair-deal proofs as fair-deal.md describes them: in a page `import { fault } from "./verify.js"`,
// in a terminal `node verify.js < proof.json` (Node 20). Uses WebCrypto where it is (https, localhost), else sha256.js.

export const VERSION = "shisanzhi/fair-deal/1";
const CONTEXT = ["host", "table", "serial", "round", "rules", "deck", "aside", "hand", "deals", "opened", "prev"];
const encoder = new TextEncoder();

const webCrypto = {
  async sha256(message) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", message));
  },
  async hmac(key, message) {
    const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
  },
};
const { sha256, hmac } = globalThis.crypto?.subtle ? webCrypto : await import("./sha256.js");

const suit = (letter) => [..."23456789TJQKA"].map((rank) => rank + letter);
const pack = ["s", "h", "d", "c"].flatMap(suit);
export const DECKS = new Map([
  [52, pack],
  [65, [...pack, ...suit("s")]],
  [68, [...pack, ...suit("s"), "Xx", "Xx", "Xx"]],
]);

class Malformed extends Error {}

const demand = (condition) => {
  if (!condition) throw new Malformed();
};

/** The bytes that stand for a list of texts and natural numbers: length (four bytes, big-endian), then the text. */
export function frame(label, ...fields) {
  const texts = fields.map((field) => {
    demand(typeof field === "string" ? /^[ -~]*$/.test(field) : Number.isSafeInteger(field) && field >= 0);
    return encoder.encode(String(field));
  });
  texts.unshift(encoder.encode(`${VERSION}/${label}`));
  const bytes = new Uint8Array(texts.reduce((size, text) => size + 4 + text.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const text of texts) {
    view.setUint32(at, text.length);
    bytes.set(text, at + 4);
    at += 4 + text.length;
  }
  return bytes;
}

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function fromHex(text) {
  demand(typeof text === "string" && /^([0-9a-f]{2})*$/.test(text));
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export const digest = async (label, ...fields) => toHex(await sha256(frame(label, ...fields)));

/** The bytes of one named stream, without end. */
export async function* stream(secret, closed, name) {
  const key = await hmac(fromHex(secret), frame("key", closed));
  for (let counter = 0; ; counter += 1) yield* await hmac(key, frame("stream", name, counter));
}

/** A number below `bound`, each equally likely. */
export async function draw(source, bound) {
  const ceiling = Math.floor(256 / bound) * bound;
  for (;;) {
    const { value } = await source.next();
    if (value < ceiling) return value % bound;
  }
}

export async function shuffle(cards, source) {
  const mixed = [...cards];
  for (let place = mixed.length - 1; place > 0; place -= 1) {
    const other = await draw(source, place + 1);
    [mixed[place], mixed[other]] = [mixed[other], mixed[place]];
  }
  return mixed;
}

async function dealt({ context, secret, closed }, number) {
  const cards = await shuffle(DECKS.get(context.deck), stream(secret, closed, `deal/${number}`));
  const take = (count) => cards.splice(0, count).join(" ");
  return { aside: take(context.aside), hands: context.seats.map(() => take(context.hand)), rest: cards.join(" ") };
}

function madeFrom(rows, hand) {
  const left = hand.split(" ");
  const played = rows.split("/").map((row) => row.split(" "));
  const sizes = played.map((row) => row.length).join();
  return sizes === "3,5,5" && played.flat().every((card) => {
    const place = left.indexOf(card);
    return place >= 0 && left.splice(place, 1).length === 1;
  });
}

const canonical = (deal) => JSON.stringify([Object.keys(deal ?? {}).sort(), deal?.aside, deal?.hands, deal?.rest]);

function wellFormed({ v, context, secret, people, cuts, seals, openings }) {
  const { serial, deck, aside, hand, deals, prev, seats } = context;
  const numbers = [serial, deck, aside, hand, deals, ...cuts.map(({ seat }) => seat)];
  numbers.push(...[...seals, ...openings].flatMap(({ deal, seat }) => [deal, seat]));
  demand(numbers.every(Number.isSafeInteger) && Array.isArray(seats) && Array.isArray(people));
  return v === VERSION && DECKS.has(deck) && seats.length >= 1 && seats.length <= 4 && people.length === seats.length &&
    hand >= 1 && aside >= 0 && aside + hand * seats.length <= deck && deals >= 1 && deals <= 64 && serial >= 1 &&
    /^[0-9a-f]{64}$/.test(secret) && (serial === 1) === (prev === "");
}

const follows = ({ context }, before) =>
  context.prev === before.digest && context.serial === before.context.serial + 1 &&
  context.host === before.context.host && context.table === before.context.table;

async function peopleMatch({ context, people }) {
  const named = await Promise.all(people.map(({ id, salt }) => (id === "" ? null : digest("who", id, salt))));
  return named.every((who, seat) => who === null || who === context.seats[seat]);
}

const cutsInOrder = ({ context, cuts }) =>
  cuts.every(({ seat }, n) => (n === 0 || cuts[n - 1].seat < seat) && Boolean(context.seats[seat]));

async function dealsMatch(record) {
  const numbers = [...Array(record.context.deals).keys()];
  const own = await Promise.all(numbers.map((number) => dealt(record, number)));
  const given = record.deals;
  return Array.isArray(given) && given.length === own.length &&
    own.every((one, number) => canonical(one) === canonical(given[number]));
}

const at = ({ deal, seat }) => `${deal}/${seat}`;

async function sealsMatch({ context, closed, seals, sealed }) {
  demand(seals.every(({ deal, seat }) => deal < context.deals && seat in context.seats));
  let link = await digest("sealed", closed);
  for (const { deal, seat, seal } of seals) link = await digest("sealed", link, deal, seat, seal);
  const computers = seals.filter(({ seat }) => context.seats[seat] === "").map(at);
  return link === sealed && new Set(computers).size === computers.length;
}

async function openingsMatch({ closed, deals, seals, openings, outcome }) {
  const last = new Map(seals.map((entry) => [at(entry), entry.seal]));
  const due = outcome.startsWith("void:") ? [] : [...last.keys()];
  const given = openings.map(at);
  if (given.length !== due.length || !due.every((place) => given.includes(place))) return false;
  const sound = await Promise.all(openings.map(async (opening) => {
    const { deal, seat, rows, declare, salt } = opening;
    return madeFrom(rows, deals[deal].hands[seat]) &&
      last.get(at(opening)) === (await digest("seal", closed, deal, seat, rows, declare, salt));
  }));
  return sound.every(Boolean);
}

async function* checks(record, before) {
  const { context, commitment, cuts, closed, secret, sealed, outcome } = record;
  yield ["form", wellFormed(record)];
  yield ["chain", !before || follows(record, before)];
  yield ["people", await peopleMatch(record)];
  const fixed = CONTEXT.map((name) => context[name]);
  yield ["commitment", commitment === (await digest("commitment", secret, ...fixed, ...context.seats))];
  yield ["cuts", cutsInOrder(record)];
  const fields = cuts.flatMap(({ seat, event, number }) => [seat, event, number]);
  yield ["closed", closed === (await digest("closed", commitment, ...fields))];
  yield ["deals", await dealsMatch(record)];
  yield ["sealed", await sealsMatch(record)];
  yield ["openings", await openingsMatch(record)];
  yield ["digest", record.digest === (await digest("record", closed, secret, sealed, outcome))];
}

/** The name of the first check that fails, or null. */
export async function fault(record, before = null) {
  try {
    for await (const [name, holds] of checks(record, before)) if (!holds) return name;
    return null;
  } catch (error) {
    if (error instanceof Malformed || error instanceof TypeError) return "form";
    throw error;
  }
}

/** The eight letters and digits by which people recognise a value: base32 of its first 40 bits. */
export function tag(value) {
  const bits = fromHex(value.slice(0, 10)).reduce((text, byte) => text + byte.toString(2).padStart(8, "0"), "");
  return bits.match(/.{5}/g).map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[parseInt(five, 2)]).join("");
}

async function main() {
  const { readFileSync } = await import("node:fs");
  const proof = JSON.parse(readFileSync(0, "utf8"));
  if (proof.length === 0) process.exitCode = 1;
  for (const [n, record] of proof.entries()) {
    const failed = await fault(record, proof[n - 1] ?? null);
    if (failed) process.exitCode = 1;
    if (failed) {
      console.log(`record ${n + 1}: FAILED at ${failed}`);
      continue; // texts of a broken record may hold anything, terminal commands too
    }
    const cuts = record.cuts.map(({ seat, event, number }) => `(${seat}, '${event}', '${number}')`);
    console.log(`deal ${record.context.serial}: verified, ${record.outcome}`);
    console.log(["  cuts      ", ...cuts].join(" "));
    for (const name of ["commitment", "closed", "sealed"]) {
      console.log(`  ${name.padEnd(11)}${tag(record[name])}  ${record[name]}`);
    }
  }
}

if (typeof process !== "undefined" && process.argv?.[1]?.endsWith("verify.js")) await main();
