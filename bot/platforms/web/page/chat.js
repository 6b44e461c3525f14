// The room's messages: boards with their buttons, and what people say.
import { make } from "./elements.js";
import { nextStep, stepOf } from "./reveal.js";
import { drawBlocks, drawButtons, revealOf } from "./screen.js";

const NEAR = 80;
const MOST = 200;

/** `press(button, element, screen)` is called for buttons; `footer(screen)` adds what the page says itself. */
export class Chat {
  last = 0;
  #list;
  #frame;
  #latest;
  #hooks;
  #messages = new Map();
  #timers = new Map();
  #stuck = true;

  constructor({ list, frame, latest }, hooks) {
    this.#list = list;
    this.#frame = frame;
    this.#latest = latest;
    this.#hooks = hooks;
    latest.addEventListener("click", () => this.toEnd());
    frame.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#stuck && !this.revealing && this.toEnd()).observe(frame);
  }

  /** A new message, or a known one that has changed. */
  take(message) {
    const known = this.#messages.get(message.number);
    const stick = this.#nearEnd() || (message.own && !known);
    const opened = known?.screen && message.screen && !revealOf(known.screen) && revealOf(message.screen);
    this.#messages.set(message.number, { ...message, element: known?.element });
    this.last = Math.max(this.last, message.number);
    this.#draw(message.number);
    this.#trim();
    if (stick && !this.revealing) this.toEnd();
    if (opened) this.#keepInView(message.number);
    this.#offerEnd();
  }

  /** Draw all again, as after a change of language or a check that has ended. */
  redraw(matches = () => true) {
    const stick = this.#nearEnd();
    for (const [number, message] of this.#messages) if (matches(message)) this.#draw(number);
    if (stick && !this.revealing) this.toEnd();
  }

  /** The newest screen whose table can still change, or null. */
  newest(matches) {
    const found = [...this.#messages.values()].filter(({ screen }) => screen && matches(screen));
    return found.sort((a, b) => b.number - a.number)[0]?.screen ?? null;
  }

  toEnd() {
    this.#frame.scrollTo({ top: this.#frame.scrollHeight });
    this.#offerEnd();
  }

  #scrolled() {
    this.#stuck = this.#nearEnd();
    this.#offerEnd();
  }

  #nearEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.#frame;
    return scrollHeight - scrollTop - clientHeight < NEAR;
  }

  /** While rows are turned over the board stays where it is, though the next opening comes below it. */
  get revealing() {
    return this.#timers.size > 0;
  }

  #offerEnd() {
    const message = [...this.#messages.values()].filter(({ screen }) => screen).at(-1);
    const heading = message?.element?.querySelector(".heading")?.textContent ?? "";
    this.#latest.hidden = this.#nearEnd() || this.revealing || !heading;
    this.#latest.textContent = `↓ ${heading}`;
  }

  #draw(number) {
    const message = this.#messages.get(number);
    const fresh = message.screen ? this.#board(message) : this.#line(message);
    const focused = document.activeElement?.closest?.("#messages [data-token]")?.dataset.token;
    if (message.element) message.element.replaceWith(fresh);
    else this.#insert(fresh, number);
    message.element = fresh;
    if (focused) fresh.querySelector(`[data-token="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  #insert(fresh, number) {
    const later = [...this.#list.children].find((one) => Number(one.dataset.number) > number);
    this.#list.insertBefore(fresh, later ?? null);
  }

  #board({ number, screen }) {
    const press = (button, element) => this.#hooks.press(button, element, screen);
    const reveal = revealOf(screen);
    const step = reveal ? stepOf(reveal) : 3;
    const quiet = step < 3;
    this.#schedule(number, quiet ? nextStep(reveal, step) : null);
    const buttons = quiet ? [] : drawButtons(screen.buttons, press);
    const footer = quiet ? [] : this.#hooks.footer(screen);
    const blocks = drawBlocks(screen, { kept: (value) => this.#hooks.kept(screen, value), step });
    const kind = `board ${screen.kind}${reveal ? " with-reveal" : ""}${screen.ping ? " ping" : ""}`;
    return make("li", { class: kind, data: { number, kind: screen.kind } }, make("article", {}, blocks, footer, buttons));
  }

  #line({ number, author, text, own }) {
    const name = author ? make("bdi", { class: "author" }, author) : null;
    return make("li", { class: `said${own ? " own" : ""}`, data: { number } }, name, make("p", {}, text ?? ""));
  }

  /** Draw the next step of a reveal in time; its first one brings the board into view. */
  #schedule(number, wait) {
    const begun = this.#timers.has(number);
    clearTimeout(this.#timers.get(number));
    this.#timers.delete(number);
    if (wait === null) return;
    if (!begun) this.#keepInView(number);
    this.#timers.set(number, setTimeout(() => this.#turn(number), wait));
  }

  #turn(number) {
    this.#draw(number);
    this.#keepInView(number);
    if (!this.#timers.has(number)) this.#hooks.revealed();
    this.#offerEnd();
  }

  /** From here on the board is what is looked at, not the end, however the frame's size changes. */
  #keepInView(number) {
    this.#stuck = false;
    requestAnimationFrame(() => {
      const element = this.#messages.get(number)?.element;
      if (element) this.#frame.scrollTo({ top: element.offsetTop - this.#frame.offsetTop - 8 });
    });
  }

  #trim() {
    const surplus = [...this.#messages.keys()].sort((a, b) => a - b).slice(0, -MOST);
    for (const number of surplus) {
      this.#messages.get(number).element?.remove();
      this.#messages.delete(number);
    }
  }
}
