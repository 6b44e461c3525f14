// The socket to the room: opens again by itself, and keeps a press until the server has answered it.

const SLOWEST = 8000;
const BEAT = 15_000;

/** Random hex, also on plain http, where there is no `crypto.randomUUID`. */
export function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function randomId() {
  const hex = randomHex(16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** `hello()` is the first message; `heard(message)` gets all others; `state(name)` is told joining, open, lost or over. */
export class Link {
  #socket = null;
  pinged = 0;
  #waiting = new Map();
  #pause = 0;
  #timer = null;
  #over = false;
  #welcomed = false;
  #heardAt = 0;
  #hello;
  #heard;
  #state;

  constructor({ hello, heard, state }) {
    this.#hello = hello;
    this.#heard = heard;
    this.#state = state;
    setInterval(() => this.#beat(), BEAT);
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => document.hidden || this.open());
  }

  open() {
    if (this.#over || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    clearTimeout(this.#timer);
    const url = new URL(`${location.pathname.replace(/\/$/, "")}/socket`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.search = url.hash = "";
    const socket = new WebSocket(url);
    this.#socket = socket;
    this.#welcomed = false;
    socket.addEventListener("open", () => this.#put(this.#hello()));
    socket.addEventListener("message", ({ data }) => socket === this.#socket && this.#take(JSON.parse(data)));
    socket.addEventListener("close", () => socket === this.#socket && this.#lost());
  }

  /** Send something that is answered under its id; resolves with the answer, after however many reconnects. */
  ask(message) {
    const asked = { id: randomId(), ...message };
    return new Promise((resolve) => {
      this.#waiting.set(asked.id, { asked, resolve });
      if (this.#welcomed) this.#put(asked);
    });
  }

  get unanswered() {
    return this.#waiting.size;
  }

  #put(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #take(message) {
    this.#heardAt = Date.now();
    if (message.type === "answer") {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      waiting?.resolve(message);
      return;
    }
    if (message.type === "bye") this.#bye(message);
    this.#heard(message);
    if (message.type === "welcome") this.#ready();
  }

  #ready() {
    this.#pause = 0;
    this.#state("open");
    if (this.#welcomed) return;
    this.#welcomed = true;
    for (const { asked } of this.#waiting.values()) this.#put(asked);
    this.#ping();
  }

  #ping() {
    this.pinged = Date.now();
    this.#put({ type: "ping" });
  }

  #bye({ reason, text }) {
    if (reason === "restart") return;
    this.#over = true;
    this.#state("over", { reason, text });
  }

  #lost() {
    this.#socket = null;
    this.#welcomed = false;
    if (this.#over) return;
    this.#state("lost");
    this.#pause = Math.min(SLOWEST, this.#pause * 1.7 + 400);
    this.#timer = setTimeout(() => this.open(), this.#pause * (0.7 + Math.random() * 0.6));
  }

  #beat() {
    if (!this.#socket) return;
    if (this.#welcomed && Date.now() - this.#heardAt > 3 * BEAT) this.#socket.close();
    else this.#ping();
  }
}
