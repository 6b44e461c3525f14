// What a row can still become: a list of whole rows, each with its class, its cards and what it is worth.
import { shownCards, tidy } from "./cards.js";
import { make } from "./elements.js";
import { word } from "./words.js";

const alike = (one, other) => one.length === other.length && [...one].sort().join() === [...other].sort().join();

function drawPick(pick, { own, focused, take }) {
  const properties = { type: "button", class: "pick", "aria-current": own ? "true" : null, autofocus: focused, data: { token: pick.token } };
  const worth = pick.worth === null ? null : make("span", { class: "pick-worth" }, pick.worth);
  const label = make("span", { class: "pick-label" }, pick.label);
  return make("li", {}, make("button", { ...properties, on: { click: () => take(pick) } }, label, shownCards(tidy(pick.cards)), worth));
}

/** The list of a row; `laid` are the cards in it now, `taps` has pick(row, pick) and empty(row). */
export function drawPicks(row, picks, { laid, taps }) {
  const note = word(picks.some(({ worth }) => worth !== null) ? "picks-note" : "picks-note-classes");
  const head = make("div", { class: "picks-head" }, make("h2", { class: "line heading" }, row.title), make("p", { class: "line small" }, note));
  const own = picks.findIndex(({ cards }) => alike(cards, laid));
  const take = (pick) => taps.pick(row.row, pick);
  const items = picks.map((pick, place) => drawPick(pick, { own: place === own, focused: place === Math.max(0, own), take }));
  const list = make("ol", { class: "picks" }, items);
  const clear = make("button", { type: "button", class: "button", data: { empties: row.row }, on: { click: () => taps.empty(row.row) } }, word("empty-row"));
  return [head, list, laid.length ? make("div", { class: "buttons" }, clear) : null];
}
