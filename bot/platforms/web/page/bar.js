// The bar of my hand: what it is and how long there is time; folded after a round, the coach's line.
import { countdown } from "./clock.js";
import { make } from "./elements.js";
import { word } from "./words.js";

const textOf = ({ parts }) => parts.map((part) => (typeof part === "string" ? part : part.name ?? "")).join("");

function titleOf(screen, { panel, folded }) {
  const lines = screen.blocks.filter((block) => block.line).map(({ line }) => line);
  const heading = lines.find(({ style }) => style === "heading");
  const said = lines.find(({ style }) => style !== "heading");
  if (!panel && folded && said) return textOf(said);
  return heading ? textOf(heading) : word(panel ? "my-hand" : "coach");
}

function timeOf(panel) {
  if (!panel) return null;
  return panel.deadline ? countdown(panel.deadline) : make("span", { class: "when" }, word("no-limit"));
}

/** The button above the panel that folds and unfolds it; `turn` is called. */
export function drawBar(screen, { panel, folded, turn }) {
  const arrow = make("span", { class: "arrow", "aria-hidden": "true" });
  const title = make("span", { class: "bar-title" }, titleOf(screen, { panel, folded }));
  const properties = { type: "button", class: "bar", "aria-expanded": String(!folded), on: { click: turn } };
  return make("button", properties, title, timeOf(panel), arrow);
}
