// The messages of a channel, drawn as they come and kept where one reads.
import { busy } from "./components.js";
import { dots, h, soon } from "./element.js";
import { icon } from "./icon.js";
import { failures, follows, row } from "./message.js";
import { place, remembered, restored } from "./staying.js";
import { order } from "./store.js";
import { formatted, sameDay } from "./timestamp.js";

const NEAR = 48;
const FAR_ABOVE = 600;
const MOST = 600;
const KEPT = 300;

/**
 * The messages of one channel. It stays at the newest unless its reader went up, and keeps elements whose message did
 * not change.
 */
export class Log {
  #channel = null;
  #rows = new Map();
  #drawn = null;
  #fetching = false;
  #missed = 0;
  #marked = new Set();
  #unreadFrom = null;
  stuck = true;

  /** @param pane `{store, around, history(channel, before), read(channel), dismiss(interaction), welcome(channel)}` */
  constructor(pane) {
    this.pane = pane;
    this.start = h("div.start", {});
    this.list = h("div.rows", { role: "log", "aria-live": "polite", "aria-relevant": "additions" });
    this.pending = h("div.pending", { role: "status" });
    this.scroller = h("div.scroller", { onscroll: () => this.#scrolled() }, h("div.spring", {}), this.start, this.list, this.pending);
    this.jump = h("button.jump", { type: "button", hidden: true, onclick: () => this.bottom() });
    this.element = h("section.log", {}, this.scroller, this.jump);
    this.list.addEventListener("focusin", (event) => this.#rove(event.target.closest(".message")));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.draw = soon(() => this.#draw());
    this.state = soon(() => this.#state());
    const grown = new ResizeObserver(() => this.stuck && this.#toBottom());
    for (const element of [this.scroller, this.list, this.pending]) grown.observe(element);
  }

  show(channel) {
    this.#channel = channel.id;
    this.#rows.clear();
    this.#drawn = null;
    this.#missed = 0;
    this.#unreadFrom = this.#firstUnread(channel);
    this.stuck = true;
    this.list.setAttribute("aria-busy", "true");
    this.list.setAttribute("aria-label", `Messages in ${this.pane.store.name(channel)}`);
    this.list.replaceChildren();
    this.#draw();
    this.#state();
    this.#toBottom();
    this.list.removeAttribute("aria-busy");
  }

  /** Everything is told anew, as after a change of language. */
  again() {
    this.#rows.clear();
    this.#drawn = null;
    this.draw();
    this.state();
  }

  heard({ channel, message } = {}) {
    if (channel && channel !== this.#channel) return;
    if (message && !this.stuck && message.author.id !== this.pane.store.me.id) this.#missed++;
    if (message && message.author.id === this.pane.store.me.id) this.stuck = true;
    this.draw();
  }

  get messages() {
    return this.pane.store.messages.get(this.#channel) ?? [];
  }

  rowOf(id) {
    return this.#rows.get(id)?.element ?? null;
  }

  #firstUnread(channel) {
    const others = this.messages.filter((message) => message.author.id !== this.pane.store.me.id);
    return channel.unread ? (others.at(-channel.unread)?.id ?? null) : null;
  }

  #draw() {
    // Whoever reads the newest need not carry all that came before.
    if (this.stuck && this.messages.length > MOST) this.pane.store.trim(this.#channel, KEPT);
    const { messages } = this;
    if (messages === this.#drawn || !this.#channel) return;
    const first = this.list.firstElementChild;
    const { scrollHeight, scrollTop } = this.scroller;
    const above = Boolean(this.#drawn?.length && messages.length && order(messages[0].id, this.#drawn[0].id) < 0);
    const hadFocus = this.list.contains(document.activeElement) ? remembered(document.activeElement) : null;
    if (above) this.list.setAttribute("aria-busy", "true");

    const keep = new Map();
    const elements = [];
    let before = null;
    for (const message of messages) {
      const newDay = !before || !sameDay(Date.parse(before.timestamp), Date.parse(message.timestamp));
      const unread = message.id === this.#unreadFrom;
      const grouped = !newDay && !unread && follows(message, before);
      if (newDay || unread) elements.push(this.#divider(message, newDay, unread));
      const known = this.#rows.get(message.id);
      const same = known && known.grouped === grouped && (known.message === message || JSON.stringify(known.message) === JSON.stringify(message));
      // What is being typed into an open editor outlives a change of its message.
      const kept = same || (known && this.pane.editing === message.id);
      const made = kept ? { ...known, message } : { message, grouped, element: row(message, this.pane.around, { grouped }) };
      keep.set(message.id, made);
      elements.push(made.element);
      before = message;
    }
    this.#rows = keep;
    this.#drawn = messages;
    place(this.list, elements);
    this.begin();
    this.#state();
    if (hadFocus) restored(this.list, hadFocus);
    this.#roveFirst();

    if (this.stuck) this.#toBottom();
    else if (above && first) this.scroller.scrollTop = scrollTop + this.scroller.scrollHeight - scrollHeight;
    if (above) requestAnimationFrame(() => this.list.removeAttribute("aria-busy"));
    this.#offer();
    if (this.stuck) this.pane.read(this.#channel);
  }

  /** What stands above the first message depends on more than messages. */
  begin() {
    if (this.#channel) this.start.replaceChildren(this.#begins());
  }

  #begins() {
    if (this.pane.store.begun.has(this.#channel)) return this.pane.welcome(this.#channel);
    return h("div.loading", {}, dots(), "Earlier messages");
  }

  #divider(message, newDay, unread) {
    const day = newDay ? formatted(Date.parse(message.timestamp) / 1000, "D", this.pane.around.locale) : "";
    return h(`div.divider${unread ? ".unread" : ""}`, { role: "separator", "aria-label": unread ? "New messages" : day }, day ? h("span", {}, day) : null, unread ? h("span.new", {}, "New") : null);
  }

  /** What waits or failed: at its button, under its message, or for a command as a line that only its user sees. */
  #state() {
    const here = [...this.pane.store.interactions.values()].filter((interaction) => interaction.channel_id === this.#channel);
    const marked = new Set(here.map((interaction) => interaction.message_id));
    for (const id of new Set([...this.#marked, ...marked])) {
      const element = this.rowOf(id);
      if (!element) continue;
      const own = here.filter((interaction) => interaction.message_id === id);
      busy(element, new Set(own.filter(({ state }) => state === "waiting").map((interaction) => interaction.custom_id)));
      failures(element, own.filter(({ state }) => state === "failed"), (interaction) => this.pane.dismiss(interaction));
    }
    this.#marked = marked;
    const loose = here.filter((interaction) => !this.#rows.has(interaction.message_id));
    this.pending.replaceChildren(...loose.map((interaction) => this.#loose(interaction)));
  }

  #loose(interaction) {
    const waiting = interaction.state === "waiting";
    return h(
      `div.interaction${waiting ? "" : ".failed"}`,
      {},
      h("span.used", {}, interaction.what),
      waiting ? h("span.said", {}, dots(), "Sending…") : h("span.said", {}, icon("warn"), interaction.error ?? "The application did not respond"),
      waiting ? null : h("span.private", {}, icon("eye"), "Only you can see this · ", h("button.plain", { type: "button", onclick: () => this.pane.dismiss(interaction) }, "Dismiss message")),
    );
  }

  #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const was = this.stuck;
    this.stuck = scrollHeight - scrollTop - clientHeight < NEAR;
    if (this.stuck && !was) {
      this.#missed = 0;
      this.pane.read(this.#channel);
    }
    this.#offer();
    if (scrollTop < FAR_ABOVE) this.#earlier();
  }

  async #earlier() {
    const channel = this.#channel;
    if (this.#fetching || this.pane.store.begun.has(channel) || !this.messages.length) return;
    this.#fetching = true;
    try {
      await this.pane.history(channel, this.messages[0].id);
    } finally {
      this.#fetching = false;
    }
  }

  #offer() {
    const count = this.#missed;
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.jump.hidden = this.stuck || (!count && scrollHeight - scrollTop < 2.5 * clientHeight);
    const words = count ? `${count} new message${count === 1 ? "" : "s"}` : "Older messages";
    if (this.jump.dataset.words === words) return;
    this.jump.dataset.words = words;
    this.jump.replaceChildren(h("span", {}, words), h("span", {}, "Jump to present ", icon("down")));
  }

  bottom() {
    this.stuck = true;
    this.#missed = 0;
    this.#toBottom();
    this.#offer();
    this.pane.read(this.#channel);
  }

  #toBottom() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  go(id) {
    const element = this.rowOf(id);
    if (!element) return false;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.add("pointed");
    setTimeout(() => element.classList.remove("pointed"), 1600);
    return true;
  }

  // One row can be reached by Tab; arrows go on from there.

  #rove(element) {
    if (!element || element.tabIndex === 0) return;
    for (const other of this.list.querySelectorAll(".message[tabindex='0']")) other.tabIndex = -1;
    element.tabIndex = 0;
  }

  #roveFirst() {
    if (!this.list.querySelector(".message[tabindex='0']")) this.#rove(this.list.querySelector(".message:last-of-type"));
  }

  #key(event) {
    const own = event.target.closest(".message");
    if (event.target !== own) return;
    const all = [...this.list.querySelectorAll(".message")];
    const at = all.indexOf(own);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      all[Math.max(0, Math.min(to, all.length - 1))].focus();
    } else this.pane.onkey(event, own.dataset.id);
  }
}
