// A screen of the server, drawn: lines, hashes, the reveal, buttons. Names are put in as text.
import { countdown } from "./clock.js";
import { shownCard, shownCards } from "./cards.js";
import { make } from "./elements.js";
import { drawReveal } from "./reveal.js";
import { argument, verb } from "./tokens.js";
import { word } from "./words.js";

const TAGS = { heading: "h2", strong: "p", body: "p", small: "p" };

function drawPart(part) {
  if (typeof part === "string") return part;
  if ("name" in part) return make("bdi", { class: "name" }, part.name);
  if ("when" in part) return countdown(part.when);
  return make("span", { class: "cards inline" }, part.cards.map(shownCard));
}

export function drawLine(line) {
  const text = make(TAGS[line.style] ?? "p", { class: `line ${line.style}` }, line.parts.map(drawPart));
  if (line.cards.length) text.append(shownCards(line.cards, { class: "cards beside" }));
  return text;
}

/** All digits of a value that people compare, in eights so that it wraps; `kept` says that this browser has noted it. */
function drawHash({ label, value }, kept) {
  const digits = value.match(/.{1,8}/g) ?? [];
  const code = make("code", {}, digits.flatMap((eight) => [eight, make("wbr")]));
  const mark = kept(value) ? make("span", { class: "kept" }, word("kept")) : null;
  return make("p", { class: "line hash" }, make("span", {}, label), " ", code, " ", mark);
}

function drawBlock(block, kept, step) {
  if (block.line) return drawLine(block.line);
  if (block.hash) return drawHash(block.hash, kept);
  if (block.reveal) return drawReveal(block.reveal, step);
  return null;
}

export const revealOf = (screen) => screen.blocks.find((block) => block.reveal)?.reveal ?? null;

/** While rows are still being turned over (`step` 0 to 2), the lines that tell the end are left out. */
export function drawBlocks(screen, { kept = () => false, step = 3 } = {}) {
  if (step === 3) return screen.blocks.map((block) => drawBlock(block, kept, step)).filter(Boolean);
  const row = word(`row-${["special", "front", "middle"][step]}`);
  const heading = make("h2", { class: "line heading" }, word("revealing", { row }));
  const shown = screen.blocks.filter((block) => block.hash || block.reveal);
  return [heading, ...shown.map((block) => drawBlock(block, kept, step))];
}

const safeLink = (link) => /^(https?:\/\/|\/(?!\/))/.test(link);

function drawButton(button, press) {
  const look = `button ${button.look}`;
  if (button.link && safeLink(button.link)) {
    const download = button.link.startsWith("/") ? "" : null;
    return make("a", { class: look, href: button.link, target: "_blank", rel: "noopener noreferrer", download }, button.text);
  }
  const data = { token: button.token, verb: verb(button.token) };
  const properties = { type: "button", class: look, data, disabled: !button.enabled };
  const caption = data.verb === "suggest" ? make("small", {}, word(`suggest-${argument(button.token)}`)) : null;
  return make("button", { ...properties, on: { click: (event) => press(button, event.currentTarget) } }, button.text, caption);
}

/** Rows of buttons; `press(button, element)` is called with the button's description. */
export function drawButtons(rows, press) {
  const full = rows.filter((row) => row.length);
  return full.map((row) => make("div", { class: "buttons", role: "group" }, row.map((button) => drawButton(button, press))));
}
