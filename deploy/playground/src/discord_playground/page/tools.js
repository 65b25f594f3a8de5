// The buttons that come to whichever message is pointed at: one set for a whole pane, not one for each message.
import { aboutMessage } from "./actions.js";
import { h } from "./element.js";
import { icon } from "./icon.js";
import { isEphemeral } from "./store.js";

export class Tools {
  #row = null;

  constructor(pane) {
    this.pane = pane;
    const tool = (name, shape, run) => h("button.icon-button", { type: "button", "aria-label": name, title: name, onclick: run }, icon(shape));
    this.reply = tool("Reply", "reply", () => pane.compose.replyTo(this.message));
    this.edit = tool("Edit", "edit", () => pane.edit(this.#row.dataset.id));
    this.more = tool("More", "more", () => this.menu(this.message, this.more));
    this.more.setAttribute("aria-haspopup", "menu");
    this.element = h("div.tools", { role: "group", "aria-label": "Message actions" }, this.reply, this.edit, this.more);
    for (const event of ["pointerover", "focusin"]) pane.log.list.addEventListener(event, ({ target }) => this.#to(target.closest(".message")));
    pane.log.list.addEventListener("pointerleave", () => this.#held || this.#to(null));
  }

  get message() {
    return this.#row && this.pane.messageOf(this.#row.dataset.id);
  }

  /** A menu that is open, or a keyboard, needs them where they are. */
  get #held() {
    return this.element.contains(document.activeElement) || this.more.getAttribute("aria-expanded") === "true";
  }

  #to(row) {
    if (row === this.#row && this.element.parentElement === row) return;
    if (this.#held && this.#row?.isConnected) return;
    this.#row = row;
    const { message } = this;
    if (!message) return this.element.remove();
    this.reply.hidden = isEphemeral(message) || !this.pane.channel.writable;
    this.edit.hidden = message.author.id !== this.pane.store.me.id;
    row.append(this.element);
  }

  menu(message, anchor) {
    aboutMessage(this.pane, message, anchor);
  }
}
