// Elements made by hand: text goes in as text, never as markup.

/** An element with properties (`on` for listeners, `data` for data-*, null ones left out) and children. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [kind, heard] of Object.entries(value)) element.addEventListener(kind, heard);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "class") element.className = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Use a symbol of the card drawings, which `loadCards` has put into the page. */
export function drawing(symbol) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("viewBox", "0 0 100 140");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#c-${symbol}`);
  svg.append(use);
  return svg;
}

export async function loadCards() {
  const answer = await fetch("/art/cards.svg");
  const parsed = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const sprite = document.importNode(parsed.documentElement, true);
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.prepend(sprite);
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const narrow = () => matchMedia("(max-width: 899px)").matches;
