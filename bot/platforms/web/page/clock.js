// The server's clock, and every countdown on the page.
import { make } from "./elements.js";
import { language, word } from "./words.js";

const FAR = 600_000;
let offset = 0;
let best = Infinity;

/** Set the clock by an answer of the server; `trip` is how long it took, the shortest one counts. */
export function setClock(serverNow, trip = Infinity) {
  if (trip > best && best !== Infinity) return;
  best = trip;
  offset = serverNow + (trip === Infinity ? 0 : trip / 2) - Date.now();
}

export const now = () => Date.now() + offset;

function clockTime(moment) {
  return new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hour12: false }).format(moment - offset);
}

/** What is left, "0:58"; what is more than ten minutes away is told by the time of day. */
export function remaining(moment) {
  const left = moment - now();
  if (Math.abs(left) > FAR) return clockTime(moment);
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function countdown(moment) {
  const element = make("time", { class: "when", data: { when: moment }, title: clockTime(moment) }, remaining(moment));
  element.dateTime = new Date(moment).toISOString();
  return element;
}

const SPOKEN = new Set([60, 30, 10]);
let spoken = 0;

/** Draw all countdowns; `speak` reads out the seconds left of the deadline that matters at 60, 30 and 10 only. */
function tick(deadline, speak) {
  for (const element of document.querySelectorAll("time.when")) {
    const moment = Number(element.dataset.when);
    const text = remaining(moment);
    if (element.textContent !== text) element.textContent = text;
    element.classList.toggle("soon", moment - now() < 20_000 && moment > now());
  }
  const seconds = deadline === null ? 0 : Math.ceil((deadline - now()) / 1000);
  if (SPOKEN.has(seconds) && seconds !== spoken) speak(word("seconds-left", { seconds }));
  spoken = seconds;
}

export function startClock(deadlineNow, speak) {
  setInterval(() => tick(deadlineNow(), speak), 250);
}
