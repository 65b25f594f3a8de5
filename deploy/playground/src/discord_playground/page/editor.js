// A message that its author is changing, in its own place.
import { h } from "./element.js";

export class Editor {
  constructor(message, row, { save, done }) {
    Object.assign(this, { message, row, save, done });
    this.text = h("textarea", { rows: "1", "aria-label": "Edit the message", value: message.content, oninput: () => this.#grow(), onkeydown: (event) => this.#key(event) });
    this.error = h("div.problem", { role: "alert" });
    this.element = h(
      "div.editor",
      {},
      this.text,
      h("div.keys", {}, "Escape to ", h("button.plain", { type: "button", onclick: () => this.done() }, "cancel"), " · Enter to ", h("button.plain", { type: "button", onclick: () => this.#save() }, "save")),
      this.error,
    );
  }

  open() {
    const content = this.row.querySelector(".body > .content");
    if (content) content.replaceWith(this.element);
    else this.row.querySelector(".body").append(this.element);
    this.#grow();
    this.text.focus();
    this.text.setSelectionRange(this.text.value.length, this.text.value.length);
  }

  #grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${this.text.scrollHeight}px`;
  }

  #key(event) {
    if (event.isComposing) return;
    if (event.key === "Escape") this.done();
    else if (event.key === "Enter" && !event.shiftKey) this.#save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  async #save() {
    const content = this.text.value.trim();
    if (content === this.message.content) return this.done();
    try {
      await this.save(content);
      this.done();
    } catch (error) {
      this.error.textContent = error.message;
    }
  }
}
