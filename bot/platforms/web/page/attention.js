// The title says when it is my turn, as long as nobody looks at the page.
import { now } from "./clock.js";
import { word } from "./words.js";

const LATE = 20_000;
let shown = "";
let turn = false;

/** `state()` is {title, called, deadline}: called when a screen asks for me. */
export function startAttention(state) {
  setInterval(() => {
    const { title, called, deadline } = state();
    const left = deadline === null ? Infinity : deadline - now();
    const wanted = (called && document.hidden) || (left > 0 && left < LATE);
    turn = wanted && !turn;
    const text = turn ? `(${word("your-turn")}) ${title}` : title;
    if (text !== shown) document.title = shown = text;
  }, 1000);
}
