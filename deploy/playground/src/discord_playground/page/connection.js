// The line between one side of the page and the playground.
import * as api from "./api.js";
import { Away, Refusal } from "./api.js";

const PATIENCE = [250, 500, 1000, 2000, 4000];
// What is larger goes by POST: it keeps nothing else waiting, and what is too large is told so, and not cut off.
const LARGE = 1_000_000;

/** One person's line to the playground. It opens itself again for as long as it is wanted. */
export class Connection {
  #socket = null;
  #tries = 0;
  #timer = 0;
  #asked = new Map();
  #next = 1;
  #wanted = true;

  constructor({ as, wire = false, hear, state }) {
    this.as = as;
    this.wire = wire;
    this.hear = hear;
    this.state = state;
    this.#open();
  }

  #open() {
    const address = new URL("/playground/watch", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("as", this.as);
    if (this.wire) address.searchParams.set("wire", "1");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#heard(JSON.parse(data));
    socket.onclose = () => this.#lost();
  }

  #heard(event) {
    if (event.type === "act_result") {
      const { resolve, reject } = this.#asked.get(event.id) ?? {};
      this.#asked.delete(event.id);
      if (event.status === 200) resolve?.(event.answer);
      else reject?.(new Refusal(event.answer?.error ?? `The playground answered ${event.status}.`));
      return;
    }
    if (event.type === "view") {
      this.#tries = 0;
      this.state({ open: true });
    }
    this.hear(event);
  }

  async #lost() {
    for (const { reject } of this.#asked.values()) reject(new Refusal("The connection broke before the playground answered."));
    this.#asked.clear();
    if (!this.#wanted) return;
    const wait = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)];
    this.state({ open: false, tries: this.#tries });
    this.#timer = setTimeout(() => this.#open(), wait * (0.8 + Math.random() * 0.4));
    // A browser does not say why a socket was refused; a question that can be answered does.
    if (this.#tries > 1) {
      const problem = await api.see(this.as).then(() => null, (error) => (error instanceof Away ? null : error.message));
      if (this.#wanted && this.#socket?.readyState !== WebSocket.OPEN && problem) this.state({ open: false, tries: this.#tries, problem });
    }
  }

  async act(body) {
    const act = { as: this.as, ...body };
    const text = JSON.stringify({ act, id: this.#next });
    if (text.length > LARGE) return api.act(act);
    if (this.#socket?.readyState !== WebSocket.OPEN) throw new Refusal("Not connected to the playground just now; it will try again by itself.");
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#socket.send(text);
    });
  }

  close() {
    this.#wanted = false;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }
}
