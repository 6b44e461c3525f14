// What opens above the page: a private screen, the form of a button, the name at the entrance, short lines.
import { make } from "./elements.js";
import { drawBlocks, drawButtons } from "./screen.js";
import { word } from "./words.js";

const SHOWN = 4000;

function closer(dialog) {
  const shut = { type: "button", class: "shut", "aria-label": word("close"), on: { click: () => dialog.close() } };
  return make("button", shut, "✕");
}

function open(dialog, ...content) {
  dialog.replaceChildren(make("div", { class: "sheet" }, ...content));
  if (!dialog.open) dialog.showModal();
}

/** A click beside the sheet closes it. */
export function closesBeside(dialog) {
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

/** Show what the page has drawn itself, with a way to close it. */
export function showSheet(dialog, ...content) {
  open(dialog, closer(dialog), ...content);
}

export function showScreen(dialog, screen, press) {
  const body = make("div", { class: "sheet-body", data: { kind: screen.kind } }, drawBlocks(screen));
  const buttons = drawButtons(screen.buttons, (button, element) => press(button, element));
  open(dialog, closer(dialog), body, buttons);
  dialog.querySelector(".sheet-body").scrollTop = 0;
}

function choice(field) {
  const options = field.choices.map(([value, text]) => make("option", { value, selected: value === field.value }, text));
  return make("select", { name: field.name }, options);
}

function input(field) {
  const own = field.name === "number";
  const limits = { maxlength: field.longest, inputmode: "numeric", pattern: own ? "[0-9０-９]{1,32}" : null };
  return make("input", { name: field.name, value: field.value, required: own, ...limits });
}

/** Ask for a button's fields; `done(values)` resolves with the answer, and a refused form stays open with the reason. */
export function askFields(dialog, button, done) {
  const fields = button.fields.map((field) =>
    make("label", {}, make("span", {}, field.label), field.choices.length ? choice(field) : input(field)));
  const problem = make("p", { class: "problem", role: "alert" });
  const submit = make("button", { type: "submit", class: "button success" }, word("apply"));
  const heard = async (event) => {
    event.preventDefault();
    submit.disabled = true;
    const answer = await done(Object.fromEntries(new FormData(form)));
    submit.disabled = false;
    problem.textContent = answer.ok ? "" : (answer.toast ?? "");
    if (answer.ok && dialog.contains(form)) dialog.close();
  };
  const title = make("h2", { class: "line heading" }, button.text);
  const form = make("form", { class: "fields", on: { submit: heard } }, title, fields, problem, submit);
  open(dialog, closer(dialog), form);
  form.querySelector("input, select")?.focus();
}

/** Ask for the name at the entrance, until the server has taken one; `enter(name)` resolves with its answer. */
export function askName(dialog, room, enter) {
  const problem = make("p", { class: "problem", role: "alert" });
  const heard = async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    const answer = await enter(form.elements.name.value);
    button.disabled = false;
    problem.textContent = answer.ok ? "" : (answer.toast ?? "");
    if (answer.ok) dialog.close();
  };
  const field = make("input", { name: "name", maxlength: 60, required: true, autocomplete: "nickname", enterkeyhint: "go" });
  const submit = make("button", { type: "submit", class: "button success" }, word("enter"));
  const label = make("label", {}, make("span", {}, word("your-name")), field);
  const form = make("form", { class: "fields", on: { submit: heard } },
    make("h2", { class: "line heading" }, room), make("p", { class: "line small" }, word("name-note")), label, problem, submit);
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  open(dialog, form);
  field.focus();
}

/** A short line above the buttons, gone after four seconds. */
export function toast(text, kind = "") {
  if (!text) return;
  const root = document.querySelector("#toasts");
  const line = make("p", { class: `toast ${kind}` }, text);
  root.replaceChildren(line);
  setTimeout(() => line.remove(), SHOWN);
}
