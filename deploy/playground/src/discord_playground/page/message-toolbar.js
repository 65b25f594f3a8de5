// The toolbar that appears at the message under the pointer. Each pane has one, which moves between its messages.
import { openMessageMenu } from "./context-menus.js";
import { h } from "./dom.js";
import { createIcon } from "./icon.js";
import { isEphemeral } from "./store.js";
/** @import { Pane } from "./pane.js" */

export class MessageToolbar {
  #row = null;

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    const createButton = (name, iconName, run) => h("button.icon-button", { type: "button", "aria-label": name, title: name, onclick: run }, createIcon(iconName));
    this.replyButton = createButton("Reply", "reply", () => pane.composer.replyTo(this.message));
    this.editButton = createButton("Edit", "edit", () => pane.editMessage(this.#row.dataset.id));
    this.moreButton = createButton("More", "more", () => this.openMenu(this.message, this.moreButton));
    this.moreButton.setAttribute("aria-haspopup", "menu");
    this.element = h("div.message-toolbar", { role: "group", "aria-label": "Message actions" }, this.replyButton, this.editButton, this.moreButton);
    for (const event of ["pointerover", "focusin"]) pane.messageList.list.addEventListener(event, ({ target }) => this.#moveTo(target.closest(".message")));
    pane.messageList.list.addEventListener("pointerleave", () => this.#isInUse || this.#moveTo(null));
  }

  get message() {
    return this.#row && this.pane.findMessage(this.#row.dataset.id);
  }

  /** While the toolbar has the focus or an open menu, it must not move. */
  get #isInUse() {
    return this.element.contains(document.activeElement) || this.moreButton.getAttribute("aria-expanded") === "true";
  }

  #moveTo(row) {
    if (row === this.#row && this.element.parentElement === row) return;
    if (this.#isInUse && this.#row?.isConnected) return;
    this.#row = row;
    const { message } = this;
    if (!message) return this.element.remove();
    this.replyButton.hidden = isEphemeral(message) || !this.pane.channel.writable;
    this.editButton.hidden = message.author.id !== this.pane.store.me.id;
    row.append(this.element);
  }

  openMenu(message, anchor) {
    openMessageMenu(this.pane, message, anchor);
  }
}
