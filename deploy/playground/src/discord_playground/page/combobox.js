// A text field with a list of what it may be.
import { h, later } from "./element.js";
import { Listbox } from "./listbox.js";
import { popup } from "./popup.js";

const DEBOUNCE = 180;

/**
 * `source(query)` gives items, at once or as a promise; with `strict` only an item of the list is a value, else whatever
 * is typed.
 */
export class Combobox {
  picked = null;
  #popup = null;
  #asked = 0;

  constructor({ label, placeholder = "", source, strict = true, eager = true, slow = false, onpick = () => {}, onchange = () => {} }) {
    Object.assign(this, { source, strict, eager, onpick, onchange });
    this.list = new Listbox({
      label,
      chosen: (item) => item.value === this.picked?.value,
      onpick: (item) => this.pick(item),
      onactive: (id) => (id ? this.input.setAttribute("aria-activedescendant", id) : this.input.removeAttribute("aria-activedescendant")),
    });
    this.ask = slow ? later(DEBOUNCE, () => this.#ask()) : () => this.#ask();
    this.input = h("input", {
      type: "text",
      role: "combobox",
      "aria-label": label,
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
      placeholder,
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => {
        this.picked = null;
        this.typed = true;
        this.onchange();
        this.#show();
        this.ask();
      },
      onfocus: () => this.picked === null && this.#begin(),
      onclick: () => this.#popup || this.#begin(),
      onblur: () => this.close(),
      onkeydown: (event) => this.#key(event),
    });
  }

  /** `undefined` where something is typed that is no value. */
  get value() {
    const text = this.input.value.trim();
    if (this.picked) return this.picked.value;
    if (!text) return null;
    if (!this.strict) return text;
    const same = this.list.items.filter((item) => item.label.toLowerCase() === text.toLowerCase());
    return same.length === 1 ? same[0].value : undefined;
  }

  set(item) {
    this.picked = item;
    this.input.value = item?.label ?? "";
  }

  #begin() {
    this.typed = false;
    this.#show();
    this.#ask();
  }

  #show() {
    if (this.#popup) return;
    this.#popup = popup(this.input, this.list.element, { place: "above", onclose: () => this.#closed(), edge: this.input.closest(".writing") ?? this.input });
    this.input.setAttribute("aria-expanded", "true");
    this.list.show([], { empty: "Loading…", busy: true });
  }

  async #ask() {
    const asked = ++this.#asked;
    let items = [];
    let empty = "Nothing fits";
    try {
      items = await this.source(this.input.value);
    } catch (error) {
      empty = error.message;
    }
    if (asked !== this.#asked || !this.#popup) return;
    // Where nothing need be chosen, Enter must not choose.
    this.list.show(items, { active: this.eager || this.typed ? 0 : -1, empty });
    this.#popup.move();
  }

  pick(item) {
    this.set(item);
    this.close();
    this.onchange();
    this.onpick(item);
  }

  close() {
    this.#popup?.close();
  }

  #closed() {
    this.#popup = null;
    this.#asked++;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  #key(event) {
    if (event.isComposing) return;
    const open = this.#popup !== null;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (open) this.list.move(event.key === "ArrowDown" ? 1 : -1);
      else this.#begin();
    } else if (open && event.key === "Escape") this.close();
    else if (open && event.key === "Enter" && this.list.active >= 0) this.list.pick();
    else if (open && event.key === "Tab" && !event.shiftKey && this.list.active >= 0 && (this.typed || this.eager) && this.input.value) {
      // The focus goes on by itself.
      this.set(this.list.items[this.list.active]);
      this.close();
      this.onchange();
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
