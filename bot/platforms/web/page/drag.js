// Cards can be dragged too: a pointer that moves a few pixels takes the card along, and drops it on a row or the hand.

const FAR = 7;
let held = null;

function begin(event, card) {
  const rect = card.getBoundingClientRect();
  const ghost = card.cloneNode(true);
  ghost.className = "card dragged";
  ghost.removeAttribute("data-key");
  for (const [name, value] of Object.entries({ left: rect.left, top: rect.top, width: rect.width, height: rect.height })) {
    ghost.style.setProperty(name, `${value}px`);
  }
  document.body.append(ghost);
  card.classList.add("lifted");
  card.setPointerCapture?.(event.pointerId);
  return ghost;
}

function under(x, y) {
  const element = document.elementFromPoint(x, y);
  const row = element?.closest("#hand [data-row]");
  const card = element?.closest(".playable");
  return row ? { element: row, row: row.dataset.row, card: card ? Number(card.dataset.index) : null } : null;
}

function follow(event) {
  if (!held || event.pointerId !== held.pointer) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  if (!held.ghost && Math.hypot(x, y) < FAR) return;
  held.ghost ??= begin(event, held.card);
  held.ghost.style.setProperty("transform", `translate(${x}px, ${y}px) scale(1.08)`);
  const target = under(event.clientX, event.clientY);
  if (held.over !== target?.element) held.over?.classList.remove("over");
  held.over = target?.element ?? null;
  held.over?.classList.add("over");
}

function release(event, drop) {
  if (!held || event.pointerId !== held.pointer) return;
  const { card, ghost, over } = held;
  held = null;
  over?.classList.remove("over");
  card.classList.remove("lifted");
  if (!ghost) return;
  ghost.remove();
  addEventListener("click", (click) => click.stopPropagation(), { capture: true, once: true });
  setTimeout(() => dispatchEvent(new Event("click")), 0);
  const target = event.type === "pointerup" ? under(event.clientX, event.clientY) : null;
  if (target) drop(Number(card.dataset.index), target);
}

/** Make the cards of `root` draggable; `drop(index, {row, card})` is told where one was let go. */
export function drag(root, { drop }) {
  root.addEventListener("pointerdown", (event) => {
    const card = event.target.closest(".playable");
    if (!card || event.button || held) return;
    held = { card, pointer: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, over: null };
  });
  addEventListener("pointermove", follow);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, (event) => release(event, drop));
}
