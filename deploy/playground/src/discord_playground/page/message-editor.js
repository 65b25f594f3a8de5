// Edits a message in the message list.
import { h } from "./dom.js";

export class MessageEditor {
  /** `onsave(content)` may throw the problem to show. `onclose()` is called at the end, with or without a change. */
  constructor(message, rowElement, { onsave, onclose }) {
    this.message = message;
    this.rowElement = rowElement;
    this.onsave = onsave;
    this.onclose = onclose;
    this.text = h("textarea", { rows: "1", "aria-label": "Edit the message", value: message.content, oninput: () => this.#fitHeight(), onkeydown: (event) => this.#handleKey(event) });
    this.error = h("div.problem", { role: "alert" });
    this.element = h(
      "div.message-editor",
      {},
      this.text,
      h("div.keys", {}, "Escape to ", h("button.plain", { type: "button", onclick: () => this.onclose() }, "cancel"), " · Enter to ", h("button.plain", { type: "button", onclick: () => this.#save() }, "save")),
      this.error,
    );
  }

  open() {
    const content = this.rowElement.querySelector(".body > .content");
    if (content) content.replaceWith(this.element);
    else this.rowElement.querySelector(".body").append(this.element);
    this.#fitHeight();
    this.text.focus();
    this.text.setSelectionRange(this.text.value.length, this.text.value.length);
  }

  #fitHeight() {
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
  }

  #handleKey(event) {
    if (event.isComposing) return;
    if (event.key === "Escape") this.onclose();
    else if (event.key === "Enter" && !event.shiftKey) this.#save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async #save() {
    const content = this.text.value.trim();
    if (content === this.message.content) return this.onclose();
    try {
      await this.onsave(content);
      this.onclose();
    } catch (error) {
      this.error.textContent = error.message;
    }
  }
}
