// My hand: tap cards and a row, two cards to swap; what the server says wins over what is shown ahead of it.
import { drawBar } from "./bar.js";
import { sorted } from "./cards.js";
import { drawHand } from "./panel.js";
import { heldOf, placeOf, roomIn, ROWS, rowsOf } from "./draft.js";
import { drag } from "./drag.js";
import { calm, narrow } from "./elements.js";
import { drawPicks } from "./picks.js";
import { argument, exchange, picked, verb } from "./tokens.js";
import { word } from "./words.js";

const LINGER = 500;

/** Which deal a hand is of: the table and the serial of its presses. */
const dealt = (panel) => panel.rows[0].token.split(".").slice(2, 4).join(".");
const picksOf = (screen) => screen?.blocks.find((block) => block.panel)?.panel.picks ?? {};

/**
 * `send(token, fields, button)` presses and resolves with the answer; `tell(text)` shows a line for a moment;
 * `open(...content)` shows a list as a sheet, `shut()` puts it away if it is still there.
 */
export class Hand {
  screen = null;
  panel = null;
  folded = false;
  #root;
  #send;
  #tell;
  #open;
  #shut;
  #hushed = false;
  #moves = [];
  #chosen = new Set();
  #aim = "";
  #shown = 0;

  constructor(root, { send, tell, open, shut }) {
    this.#root = root;
    this.#send = send;
    this.#tell = tell;
    this.#open = open;
    this.#shut = shut;
    drag(root, { drop: (index, target) => this.#dropped(index, target) });
    document.addEventListener("keydown", (event) => this.#key(event));
    this.show(null);
  }

  /** The server's newest word on my hand; null: I hold no cards. */
  show(screen) {
    const panel = screen?.blocks.find((block) => block.panel)?.panel ?? null;
    const fresh = panel && (!this.panel || dealt(this.panel) !== dealt(panel));
    const sent = panel?.submitted && this.panel && !this.panel.submitted;
    const [coach, coached] = [screen && !panel, this.screen && !this.panel];
    this.screen = screen;
    this.panel = panel;
    this.#moves = this.#moves.filter((move) => !move.answered);
    if (!panel || fresh || sent) this.#forget();
    if (!panel || fresh || panel.still) this.#shut();
    this.#shown += 1;
    if (fresh) this.folded = panel.submitted && narrow();
    if (sent || (coach && !coached)) this.folded = narrow();
    this.draw();
    return fresh;
  }

  get deadline() {
    return this.panel && !this.panel.submitted ? this.panel.deadline : null;
  }

  /** The arrangement as card texts by row, once all thirteen stand. */
  arrangement() {
    if (!this.panel) return null;
    const rows = rowsOf(this.panel, this.#moves);
    if (this.panel.rows.some((row) => rows[row.row].length !== row.size)) return null;
    return ROWS.map((row) => rows[row].map((index) => this.panel.cards[index].card));
  }

  draw() {
    const focused = document.activeElement?.closest?.("#hand [data-key]")?.dataset.key;
    const before = this.#places();
    const screen = this.#hushed && !this.panel ? null : this.screen;
    document.body.dataset.hand = screen ? (this.folded ? "folded" : "open") : "none";
    this.#root.dataset.kind = this.panel ? "hand" : (screen?.kind ?? "");
    const turn = () => this.fold(!this.folded);
    const bar = screen ? drawBar(screen, { panel: this.panel, folded: this.folded, turn }) : "";
    this.#root.replaceChildren(bar, drawHand({ ...this.#view(), screen }, this));
    this.#glide(before);
    if (focused) this.#root.querySelector(`[data-key="${focused}"]`)?.focus({ preventScroll: true });
  }

  /** While rows are turned over, the coach says nothing yet. */
  hush(hushed) {
    if (this.#hushed === hushed) return;
    this.#hushed = hushed;
    if (!this.panel) this.draw();
  }

  fold(folded) {
    this.folded = folded;
    this.draw();
  }

  // --- what was tapped -------------------------------------------------------------------------------------------

  tapCard(index) {
    const rows = rowsOf(this.panel, this.#moves);
    const place = placeOf(rows, index);
    const others = [...this.#chosen].filter((other) => other !== index);
    if (this.#chosen.has(index)) return this.#tapAgain(index, place);
    if (place === "" && this.#aim && !others.length) return this.#aimed([index], rows);
    if (others.length === 1 && this.#swaps(rows, others[0], index)) return this.swap(others[0], index);
    if (place !== "" && others.length && others.every((other) => placeOf(rows, other) === "")) return this.tapRow(place);
    this.#chosen.add(index);
    this.draw();
  }

  tapRow(name) {
    const rows = rowsOf(this.panel, this.#moves);
    const cards = [...this.#chosen].filter((index) => placeOf(rows, index) !== name);
    if (!cards.length) {
      this.#aim = this.#aim === name || roomIn(this.panel, rows, name) === 0 ? "" : name;
      this.#chosen.clear();
      return this.draw();
    }
    if (cards.length > roomIn(this.panel, rows, name)) return this.#tell(word("row-full", { row: word(`row-${name}`) }));
    this.put(cards, name);
  }

  /** The title of a row: chosen cards go there, or else what the row can become is asked for and shown. */
  async tapTitle(name) {
    const row = this.panel.rows.find((one) => one.row === name);
    if (this.#chosen.size || !row.list) return this.tapRow(name);
    this.#aim = "";
    this.draw();
    const { serial } = this.panel;
    const answer = await this.#send(row.list, {}, null, null);
    const picks = picksOf(answer.screen)[name] ?? [];
    if (!answer.ok || this.panel?.serial !== serial || this.panel.still) return;
    if (!picks.length) return this.#tell(word("no-picks", { row: row.title }));
    const laid = rowsOf(this.panel, this.#moves)[name].map((index) => this.panel.cards[index].card);
    this.#open(drawPicks(row, picks, { laid, taps: this }));
  }

  /** Fill a row with one of its picks. */
  pick(name, { token }) {
    this.#shut();
    this.#forget();
    this.#move({ kind: "fill", cards: picked(token), row: name }, token, {});
  }

  empty(name) {
    this.#shut();
    const cards = rowsOf(this.panel, this.#moves)[name];
    const token = this.panel.cards[cards[0]]?.tokens.hand;
    this.#forget();
    if (token) this.#move({ kind: "move", cards, row: "" }, token, { cards: cards.join(",") });
  }

  put(cards, name) {
    this.#forget();
    const row = this.panel.rows.find((one) => one.row === name);
    this.#move({ kind: "move", cards, row: name }, row.token, { cards: cards.join(",") });
  }

  takeOut(index) {
    this.#forget();
    const token = this.panel.cards[index].tokens.hand;
    if (token) this.#move({ kind: "move", cards: [index], row: "" }, token, {});
  }

  swap(a, b) {
    const from = placeOf(rowsOf(this.panel, this.#moves), a);
    this.#forget();
    this.#move({ kind: "swap", a, b, from }, exchange(this.panel.rows[0].token, a), { cards: String(b) });
  }

  press(button, element) {
    this.#send(button.token, {}, element, button);
  }

  // --- inside ----------------------------------------------------------------------------------------------------

  #view() {
    const panel = this.panel;
    if (!panel) return { panel: null };
    const rows = rowsOf(panel, this.#moves);
    const cards = panel.cards.map((one) => one.card);
    const held = sorted(heldOf(panel, rows), cards, this.#order());
    const view = { panel, rows, held, chosen: this.#chosen, aim: this.#aim };
    return { ...view, ahead: this.#moves.length > 0 };
  }

  /** The order of the hand: the other one than its button offers. */
  #order() {
    const button = this.screen.buttons.flat().find(({ token }) => verb(token) === "sort");
    return button && argument(button.token) === "suit" ? "rank" : "suit";
  }

  #tapAgain(index, place) {
    if (place !== "") return this.takeOut(index);
    this.#chosen.delete(index);
    this.draw();
  }

  #swaps(rows, a, b) {
    const [from, to] = [placeOf(rows, a), placeOf(rows, b)];
    if (from === to) return false;
    if (from !== "" ) return true;
    return roomIn(this.panel, rows, to) === 0;
  }

  #aimed(cards, rows) {
    const name = this.#aim;
    const full = roomIn(this.panel, rows, name) <= cards.length;
    this.put(cards, name);
    const next = ROWS.filter((row) => row !== name).reverse().find((row) => roomIn(this.panel, rows, row) > 0);
    this.#aim = full ? (next ?? "") : name;
    this.draw();
  }

  #forget() {
    this.#chosen.clear();
    this.#aim = "";
  }

  async #move(move, token, fields) {
    this.#moves.push(move);
    this.draw();
    const shown = this.#shown;
    const answer = await this.#send(token, fields);
    move.answered = true;
    if (!answer.ok || this.#shown > shown) this.#settle(move);
    else setTimeout(() => this.#settle(move), LINGER);
  }

  #settle(move) {
    if (!this.#moves.includes(move)) return;
    this.#moves = this.#moves.filter((one) => one !== move);
    this.draw();
  }

  #dropped(index, { row, card }) {
    if (!this.panel) return;
    const rows = rowsOf(this.panel, this.#moves);
    const from = placeOf(rows, index);
    if (row === "") return from === "" ? undefined : this.takeOut(index);
    if (row === from && card === null) return undefined;
    if (roomIn(this.panel, rows, row) > 0 && row !== from) return this.put([index], row);
    if (card !== null && card !== index && row !== from) return this.swap(index, card);
    return undefined;
  }

  #places() {
    const cards = this.#root.querySelectorAll(".playable");
    return new Map([...cards].map((card) => [card.dataset.key, card.getBoundingClientRect()]));
  }

  #glide(before) {
    if (calm() || !before.size) return;
    for (const card of this.#root.querySelectorAll(".playable")) {
      const old = before.get(card.dataset.key);
      const rect = card.getBoundingClientRect();
      if (!old?.width || !rect.width) continue;
      const [x, y] = [old.left - rect.left, old.top - rect.top];
      if (Math.hypot(x, y) < 2) continue;
      card.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: 170, easing: "ease-out" });
    }
  }

  #key(event) {
    if (!this.panel || this.folded || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
    const row = ROWS[["1", "2", "3"].indexOf(event.key)];
    const onCard = event.target.closest(".playable");
    if (row && !this.panel.still) this.tapRow(row);
    else if (event.key === "Enter" && (onCard || event.target === document.body)) this.#pressVerb("submit");
    else if (event.key.toLowerCase() === "s") this.#pressVerb("sort");
    else if (event.key.toLowerCase() === "u") this.#pressVerb("undo");
    else if (event.key.startsWith("Arrow")) this.#step(event.key, onCard);
    else return;
    event.preventDefault();
  }

  #pressVerb(name) {
    const button = this.screen.buttons.flat().find((one) => verb(one.token) === name && one.enabled);
    if (button) this.press(button, this.#root.querySelector(`[data-token="${button.token}"]`));
  }

  #step(key, from) {
    const cards = [...this.#root.querySelectorAll(".playable")];
    if (!cards.length) return;
    if (!from) return cards.find((card) => card.closest(".held"))?.focus() ?? cards[0].focus();
    const at = cards.indexOf(from);
    if (key === "ArrowLeft" || key === "ArrowRight") return cards[at + (key === "ArrowLeft" ? -1 : 1)]?.focus();
    const here = from.getBoundingClientRect();
    const up = key === "ArrowUp";
    const away = (card) => {
      const rect = card.getBoundingClientRect();
      const rows = (up ? here.top - rect.top : rect.top - here.top);
      return rows < here.height / 2 ? Infinity : rows * 3 + Math.abs(rect.left - here.left);
    };
    const nearest = cards.reduce((best, card) => (away(card) < away(best) ? card : best), from);
    nearest.focus();
  }
}
