// The showdown: a strip a player, rows turned over by the server's clock, then who won what from whom.
import { backCard, shownCard, tidy } from "./cards.js";
import { now } from "./clock.js";
import { calm, make } from "./elements.js";
import { word } from "./words.js";

const BEATS = { rows: 1500, specials: 1000 };
const MARGIN = 30;
const ROWS = ["front", "middle", "back"];

/** Whether specials are shown before the first row; they take a part of the time that all rows have. */
const first = (reveal) => reveal.strips.some((strip) => strip.special) && reveal.strips.some((strip) => strip.rows.length);

const beat = (reveal) => (first(reveal) ? BEATS.specials : BEATS.rows);

/** How many rows lie open now, 1 to 3; 0 while only specials do. */
export function stepOf(reveal) {
  if (!reveal.steps || calm() || !reveal.strips.some((strip) => strip.rows.length)) return 3;
  const least = first(reveal) ? 0 : 1;
  return Math.min(3, Math.max(least, least + Math.floor((now() - reveal.at) / beat(reveal))));
}

/** Milliseconds from this step until the next row is turned over, null when all lie open. */
export function nextStep(reveal, step) {
  const beats = first(reveal) ? step + 1 : step;
  return step === 3 ? null : Math.max(0, reveal.at + beats * beat(reveal) - now()) + MARGIN;
}

const sign = (points) => (points.startsWith("+") ? "plus" : points === "0" || points === "—" ? "even" : "minus");

function drawRow(row, place, step, fresh) {
  const open = place < step;
  const turning = open && fresh && place === step - 1;
  const cards = make("span", { class: `cards${turning ? " turn" : ""}` }, tidy(row.cards).map((card) => (open ? shownCard(card) : backCard())));
  const crown = open && row.best ? make("span", { class: "crown", role: "img", "aria-label": word("best") }, "👑") : null;
  const label = make("span", { class: "class" }, crown, open ? row.label : "\u00a0");
  return make("li", { class: `shown-row${open && row.best ? " best" : ""}`, data: { row: row.row } }, cards, label);
}

/** The cards of a special in the groups that prove it, in place of rows. */
function drawSpecial({ special, groups }) {
  const cards = groups.map((group) => make("span", { class: "cards" }, group.map(shownCard)));
  return [make("p", { class: "special" }, special), make("div", { class: "groups" }, cards)];
}

function drawStrip(strip, step, fresh) {
  const mark = strip.mark ? make("span", { class: "mark" }, strip.mark) : null;
  const done = step === 3;
  const total = make("span", { class: "total" }, done ? word("total", { points: strip.match_points }) : "");
  const points = make("span", { class: `points ${done ? sign(strip.points) : ""}` }, done ? strip.points : "");
  const head = make("div", { class: "strip-head" }, make("bdi", { class: "name" }, strip.name), mark, total, points);
  const rows = ROWS.map((name) => strip.rows.find((row) => row.row === name)).filter(Boolean);
  if (strip.special) return make("li", { class: "strip" }, head, drawSpecial(strip));
  return make("li", { class: "strip" }, head, make("ol", { class: "strip-rows" }, rows.map((row, place) => drawRow(row, place, step, fresh))));
}

function drawMatrix({ strips, matrix }) {
  const name = (strip, scope) => make("th", { scope }, make("bdi", {}, strip.name));
  const head = make("tr", {}, make("td"), strips.map((strip) => name(strip, "col")), make("th", { scope: "col" }, word("sum")));
  const cell = (points, kind = "") => make("td", { class: `${sign(points)} ${kind}` }, points);
  const body = strips.map((strip, from) =>
    make("tr", {}, name(strip, "row"), matrix[from].map((points) => cell(points)), cell(strip.points, "sum")));
  return make("table", { class: "matrix" }, make("caption", { class: "unseen" }, word("matrix")), make("thead", {}, head), make("tbody", {}, body));
}

export function drawReveal(reveal, step) {
  const fresh = reveal.steps && now() - reveal.at < 3 * BEATS.rows + 600;
  const strips = make("ol", { class: "strips" }, reveal.strips.map((strip) => drawStrip(strip, step, fresh)));
  const matrix = step === 3 && reveal.matrix.length ? drawMatrix(reveal) : null;
  return make("div", { class: "reveal", data: { step } }, strips, matrix);
}
