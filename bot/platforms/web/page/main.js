// The room's page: joins the parts, and keeps what is needed to check each deal.
import { startAttention } from "./attention.js";
import { Chat } from "./chat.js";
import { check } from "./check.js";
import { setClock, startClock } from "./clock.js";
import { loadCards, make } from "./elements.js";
import { Hand } from "./hand.js";
import { Link } from "./link.js";
import { dealOf, note, noteAnswer, noteCut, noted, noteOpening } from "./notes.js";
import { askFields, askName, closesBeside, showScreen, showSheet, toast } from "./sheet.js";
import { argument, shared, verb } from "./tokens.js";
import { learn, word } from "./words.js";

const at = (id) => document.querySelector(`#${id}`);
const MENU = [["open", "/shisanzhi start"], ["daily", "/daily"], ["rules", "/rules"], ["rank", "/rank"], ["me", "/me"], ["help", "/help"]];

const me = { person: "", name: null, room: "", called: false };
const deals = new Map();
const verdicts = new Map();

const link = new Link({ hello, heard, state: showState });
const chat = new Chat(
  { list: at("messages"), frame: at("chat"), latest: at("latest") },
  { press, footer, kept: (screen, value) => noted(dealOf(screen.evidence) ?? {}).commitment === value, revealed },
);
const hand = new Hand(at("hand"), {
  send: pressHand,
  tell: toast,
  open: (...content) => showSheet(at("sheet"), ...content),
  shut: () => at("sheet").querySelector(".picks") && at("sheet").close(),
});

function hello() {
  const language = localStorage.getItem("shisanzhi/language") ?? navigator.language;
  return { type: "hello", name: null, language, after: chat.last };
}

// --- what the server says -------------------------------------------------------------------------------------------

const HEARD = {
  welcome(message) {
    Object.assign(me, { person: message.person, name: message.name, room: message.room });
    setClock(message.now);
    learn(message.words, message.language);
    dress(message);
    if (message.name === null && !at("entrance").open) {
      askName(at("entrance"), message.room, (name) => link.ask({ type: "name", name }));
    }
  },
  message(message) {
    const { screen } = message;
    if (screen) regard(screen);
    chat.take({ ...message, own: message.author !== null && message.author === me.name });
    hand.hush(chat.revealing);
    offerTable();
    verify();
  },
  hand({ screen }) {
    hand.hush(chat.revealing);
    const dealt = hand.show(screen);
    if (screen) noteHand();
    if (dealt && document.hidden) me.called = true;
  },
  people({ names }) {
    at("people").textContent = names.join(" · ");
    at("people").title = names.join("\n");
  },
  pong({ now }) {
    setClock(now, Date.now() - link.pinged);
  },
};

function heard(message) {
  HEARD[message.type]?.(message);
}

function revealed() {
  hand.hush(chat.revealing);
  verify();
}

/** Keep a new commitment before anything can be pressed; a changed one is told at once. */
function regard(screen) {
  const deal = dealOf(screen.evidence);
  if (screen.ping) me.called = true;
  if (!deal) return;
  deals.set(`${deal.table}/${deal.serial}`, deal);
  if (screen.evidence.commitment && !noteOpening(deal, screen.evidence)) {
    verdicts.set(`${deal.table}/${deal.serial}`, { state: "bad", failed: ["commitment"] });
  }
}

function noteHand() {
  const deal = ownDeal();
  if (deal && hand.panel) note(deal, { hand: hand.panel.cards.map(({ card }) => card).join(" ") });
}

function ownDeal() {
  const token = hand.panel?.rows[0]?.token ?? "";
  return deals.get(`t${parseInt(token.split(".")[2], 36)}/${hand.panel?.serial}`) ?? null;
}

// --- what I press ---------------------------------------------------------------------------------------------------

function press(button, element, screen = null) {
  if (button.fields.length) return askFields(at("sheet"), button, (values) => send(button, values, { element, screen }));
  return send(button, {}, { element, screen });
}

async function send(button, values, { element, screen }) {
  const fields = { ...values };
  const deal = dealOf(screen?.evidence);
  const cut = deal && ["cut", "stake"].includes(verb(button.token)) ? noteCut(deal, values.number ?? shared(button.token)) : null;
  if (cut) fields.event = cut.event;
  element?.setAttribute("aria-busy", "true");
  const answer = await ask({ type: "press", token: button.token, fields });
  element?.removeAttribute("aria-busy");
  if (verb(button.token) === "hand") hand.fold(false);
  if (cut) noteAnswer(deal, cut, answer.ok);
  if (cut) chat.redraw((message) => message.screen?.evidence?.context?.serial === deal.serial);
  return answer;
}

async function pressHand(token, fields, element = null, button = null) {
  if (button?.fields.length) return press(button, element);
  const deal = ownDeal();
  const rows = verb(token) === "submit" ? hand.arrangement()?.map((row) => row.join(" ")).join("/") : null;
  element?.setAttribute("aria-busy", "true");
  const answer = await ask({ type: "press", token, fields });
  element?.removeAttribute("aria-busy");
  if (answer.ok && deal && !asksBack(answer)) noteChoice(deal, token, rows);
  return answer;
}

/** Whether the answer is a question about what was sent, so that it does not count yet. */
const asksBack = ({ screen }) => Boolean(screen?.blocks.some(({ panel }) => panel?.asks));

/** What I have sent last: rows, or a special that is declared instead of them. */
function noteChoice(deal, token, rows) {
  if (rows) note(deal, { rows, declare: null });
  if (verb(token) === "declare") note(deal, { rows: null, declare: argument(token) });
}

async function ask(message) {
  const answer = await link.ask(message);
  toast(answer.toast, answer.ok ? "" : "bad");
  if (answer.screen?.kind === "hand") hand.show(answer.screen);
  else if (answer.screen?.kind === "picks") return answer;
  else if (answer.screen) showScreen(at("sheet"), answer.screen, press);
  else if (answer.ok && at("sheet").open) at("sheet").close();
  return answer;
}

const say = (text) => ask({ type: "say", text });

// --- the page's own check -------------------------------------------------------------------------------------------

/** Check the newest ended deals that have not been checked yet. */
async function verify() {
  const screen = chat.newest(({ evidence }) => evidence.digest && dealOf(evidence) && !verdicts.has(name(evidence)));
  if (!screen) return;
  verdicts.set(name(screen.evidence), { state: "running", failed: [] });
  const verdict = await check(dealOf(screen.evidence), me.person).catch(() => ({ state: "missing", failed: [] }));
  verdicts.set(name(screen.evidence), verdict);
  chat.redraw((message) => message.screen && name(message.screen.evidence) === name(screen.evidence));
  await verify();
}

function name(evidence) {
  const deal = dealOf(evidence);
  return deal ? `${deal.table}/${deal.serial}` : "";
}

/** What the page itself says below a board: its own nonce, and how its check has ended. */
function footer(screen) {
  const deal = dealOf(screen.evidence);
  if (!deal) return [];
  const verdict = verdicts.get(name(screen.evidence));
  const { cut } = noted(deal);
  const nonce = cut ? make("p", { class: "line nonce" }, word("nonce"), " ", make("code", {}, cut.event)) : null;
  return [nonce, verdict && verdict.state !== "running" ? drawVerdict(verdict, deal) : null].filter(Boolean);
}

function drawVerdict({ state, failed, own }, { serial }) {
  const key = { sound: own ? "checked" : "checked-seen", alone: "checked-alone", bad: "check-failed", missing: "check-missing" }[state];
  const parts = failed.map((part) => word(`part-${part}`)).join(word("separator"));
  return make("p", { class: `line verdict ${state}`, role: "note", data: { serial, state } }, word(key, { parts }));
}

// --- the frame ------------------------------------------------------------------------------------------------------

function dress({ room, language, languages }) {
  at("room").textContent = room;
  at("menu").setAttribute("aria-label", word("menu"));
  at("menu").replaceChildren(...MENU.map(([key, text]) =>
    make("button", { type: "button", class: "chip", data: { menu: key }, on: { click: () => say(text) } }, word(key))));
  at("messages").setAttribute("aria-label", word("messages"));
  at("messages").dataset.empty = word("nothing-yet");
  at("hand").setAttribute("aria-label", word("my-hand"));
  at("say").elements.text.placeholder = word("say-hint");
  at("say").elements.text.setAttribute("aria-label", word("say-label"));
  at("say").querySelector("button").textContent = word("send");
  at("language").setAttribute("aria-label", word("language"));
  at("language").replaceChildren(...languages.map(([tag, own]) => make("option", { value: tag, selected: tag === language }, own)));
  hand.draw();
  chat.redraw();
  offerTable();
}

/** 開桌 stands in the menu as long as the room has no table that can be joined; an empty room says so. */
function offerTable() {
  const table = chat.newest(({ kind }) => ["lobby", "cutting", "arranging", "match"].includes(kind));
  const open = Boolean(table?.buttons.flat().some(({ token }) => verb(token) === "leave"));
  const button = at("menu").querySelector('[data-menu="open"]');
  if (button) button.hidden = open;
}

/** The line on top: reconnecting, or why the page has stopped; before the first welcome the server brings the words. */
function showState(state, { reason = "", text = "" } = {}) {
  document.body.dataset.state = state;
  const said = { lost: () => (me.person ? word("lost") : ""), over: () => text || word(reason.replace(/^web\//, "")) };
  at("signal").textContent = said[state]?.() ?? "";
}

function listen() {
  closesBeside(at("sheet"));
  at("say").addEventListener("submit", async (event) => {
    event.preventDefault();
    const input = at("say").elements.text;
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    const answer = await say(text);
    if (!answer.ok && !input.value) input.value = text;
  });
  at("language").addEventListener("change", async (event) => {
    localStorage.setItem("shisanzhi/language", event.target.value);
    await ask({ type: "language", language: event.target.value });
  });
  document.addEventListener("visibilitychange", () => (me.called = false));
  matchMedia("(max-width: 899px)").addEventListener("change", () => hand.draw());
}

await loadCards();
listen();
startClock(() => hand.deadline, (text) => (at("spoken").textContent = text));
startAttention(() => ({ title: me.room || "shisanzhi", called: me.called, deadline: hand.deadline }));
link.open();
