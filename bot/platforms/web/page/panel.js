// How my hand looks: three rows with their class, faults in words, the cards in hand, the buttons.
import { backCard, tidy } from "./cards.js";
import { drawing, make } from "./elements.js";
import { drawButtons, drawLine } from "./screen.js";
import { verb } from "./tokens.js";
import { cardName, word } from "./words.js";

function cardLabel(card, place) {
  return place === "" ? cardName(card) : word("card-in", { card: cardName(card), row: word(`row-${place}`) });
}

function playable(index, place, { panel, chosen }, taps) {
  const { card } = panel.cards[index];
  if (panel.still) return make("span", { class: "card", role: "img", "aria-label": cardName(card) }, drawing(card));
  const properties = {
    type: "button",
    class: "card playable",
    "aria-label": cardLabel(card, place),
    "aria-pressed": String(chosen.has(index)),
    data: { key: `c${index}`, index },
  };
  const tap = (event) => {
    event.stopPropagation();
    taps.tapCard(index);
  };
  return make("button", { ...properties, on: { click: tap } }, drawing(card));
}

/** A full row is tidied; before, cards stay as they were put. */
function order(indexes, row, panel) {
  if (indexes.length < row.size) return indexes;
  const left = [...indexes];
  const take = (card) => left.splice(left.findIndex((index) => panel.cards[index].card === card), 1)[0];
  return tidy(indexes.map((index) => panel.cards[index].card)).map(take);
}

function drawRow(row, view, taps) {
  const { panel, rows, aim, chosen, ahead } = view;
  const cards = rows[row.row];
  const same = !ahead || (cards.length === row.cards.length && cards.every((index) => row.cards.includes(index)));
  const count = `${cards.length}/${row.size}`;
  const title = make("span", { class: "row-name" }, row.title, " ", make("small", {}, count));
  const label = make("span", { class: "row-class" }, same && cards.length === row.size ? (row.label ?? "") : "");
  const tap = () => panel.still || taps.tapRow(row.row);
  const head = drawRowHead(row, view, taps, [title, label]);
  const slots = Array.from({ length: Math.max(0, row.size - cards.length) }, () => make("li", { class: "slot", "aria-hidden": "true" }));
  const list = make("ol", { class: "row-cards" }, order(cards, row, panel).map((index) => make("li", {}, playable(index, row.row, view, taps))), slots);
  const ready = chosen.size > 0 && cards.length < row.size;
  const kind = `row${aim === row.row ? " aim" : ""}${ready ? " ready" : ""}`;
  return make("li", { class: kind, data: { row: row.row }, on: { click: tap } }, head, list);
}

/** The row's title: opens what the row can become, where there is such a list, or else aims at the row. */
function drawRowHead(row, { panel, aim }, taps, texts) {
  if (panel.still) return make("span", { class: "row-head" }, texts);
  const tap = (event) => {
    event.stopPropagation();
    taps.tapTitle(row.row);
  };
  const listed = Boolean(row.list);
  const means = listed ? { class: "row-head listed", "aria-haspopup": "dialog" } : { class: "row-head", "aria-pressed": String(aim === row.row) };
  return make("button", { type: "button", ...means, data: { key: `r${row.row}` }, on: { click: tap } }, texts);
}

/** What is wrong, all at once; that cards are still missing stands last and is no fault yet. */
function drawFaults(panel) {
  const missing = panel.rows.some((row) => row.cards.length < row.size) ? panel.faults.length - 1 : -1;
  const lines = panel.faults.map((fault, place) => make("li", { class: place === missing ? "missing" : "" }, fault));
  return make("ul", { class: missing === 0 ? "faults only-missing" : "faults", role: "status" }, lines);
}

function drawPanel(view, taps) {
  const { panel, rows, held, screen } = view;
  const list = make("ol", { class: "rows" }, panel.rows.map((row) => drawRow(row, view, taps)));
  const faults = drawFaults(panel);
  const state = linesOf(screen, { behind: true });
  const started = Object.values(rows).some((cards) => cards.length);
  const hint = started || panel.still ? null : make("p", { class: "hint" }, hintOf(view));
  const said = state.length || !panel.asks ? make("div", { class: "state" }, state.map(drawLine)) : null;
  const below = panel.faults.length ? faults : (hint ?? said);
  const cards = held.map((index) => make("li", {}, playable(index, "", view, taps)));
  const lines = Math.ceil(panel.cards.length / 7);
  const rest = make("ol", { class: "held", data: { row: "", lines }, "aria-label": word("held") }, cards);
  return [panel.still && !started ? null : list, below, panel.still && !held.length ? null : rest];
}

/** How to begin, by what this table offers. */
function hintOf({ panel, screen }) {
  if (!panel.rows.some((row) => row.list)) return word("hint");
  return word(screen.buttons.flat().some(({ token }) => verb(token) === "suggest") ? "hint-suggest" : "hint-picks");
}

/** The lines in front of the panel (all where there is none) or behind it; the heading and the deadline stand in the bar. */
function linesOf(screen, { behind }) {
  const at = screen.blocks.findIndex((block) => block.panel);
  const here = (place) => (at < 0 ? !behind : place > at === behind);
  const lines = screen.blocks.filter((block, place) => block.line && here(place)).map(({ line }) => line);
  const ofTime = (part) => (typeof part === "object" ? "when" in part : part === word("no-limit"));
  const timely = ({ parts }) => !behind && parts.some(ofTime);
  return lines.filter((line) => line.style !== "heading" && !timely(line));
}

function drawEmpty() {
  const fan = make("div", { class: "fan", "aria-hidden": "true" }, [backCard(), backCard(), backCard()]);
  return make("div", { class: "empty" }, fan, make("p", {}, word("no-hand")));
}

/** The whole panel below its bar; `taps` has tapCard, tapRow and press. */
export function drawHand(view, taps) {
  if (!view.screen) return drawEmpty();
  const lines = linesOf(view.screen, { behind: false });
  const texts = lines.length ? make("div", { class: "hand-lines" }, lines.map(drawLine)) : null;
  const buttons = drawButtons(view.screen.buttons, (button, element) => taps.press(button, element));
  if (!view.panel) return make("div", { class: "hand-body" }, texts, buttons, drawEmpty());
  return make("div", { class: `hand-body${view.panel.submitted ? " submitted" : ""}` }, texts, drawPanel(view, taps), buttons);
}
