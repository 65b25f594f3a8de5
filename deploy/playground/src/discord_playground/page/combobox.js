// A text field with a list of suggestions.
import { h, debounce } from "./dom.js";
import { Listbox } from "./listbox.js";
import { openPopup } from "./popup.js";

const DEBOUNCE_MS = 180;

/**
 * A text field that suggests items.
 *
 * `source(query)` returns the items or a promise. With `strict`, the value must be an item of the list. With `eager`, the
 * first item is active before anything is typed. With `slow`, loading waits until typing pauses.
 */
export class Combobox {
  selectedItem = null;
  #popup = null;
  #requestNumber = 0;

  constructor({ label, placeholder = "", source, strict = true, eager = true, slow = false, onpick = () => {}, onchange = () => {} }) {
    this.source = source;
    this.strict = strict;
    this.eager = eager;
    this.onpick = onpick;
    this.onchange = onchange;
    this.list = new Listbox({
      label,
      isChosen: (item) => item.value === this.selectedItem?.value,
      onpick: (item) => this.pickItem(item),
      onactive: (id) => (id ? this.input.setAttribute("aria-activedescendant", id) : this.input.removeAttribute("aria-activedescendant")),
    });
    this.scheduleLoad = slow ? debounce(DEBOUNCE_MS, () => this.#loadItems()) : () => this.#loadItems();
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
        this.selectedItem = null;
        this.hasTyped = true;
        this.onchange();
        this.#showPopup();
        this.scheduleLoad();
      },
      onfocus: () => this.selectedItem === null && this.#openList(),
      onclick: () => this.#popup || this.#openList(),
      onblur: () => this.close(),
      onkeydown: (event) => this.#handleKey(event),
    });
  }

  /** The value, `null` if the field is empty, or `undefined` if the text is not a valid value. */
  get value() {
    const text = this.input.value.trim();
    if (this.selectedItem) return this.selectedItem.value;
    if (!text) return null;
    if (!this.strict) return text;
    const matches = this.list.items.filter((item) => item.label.toLowerCase() === text.toLowerCase());
    return matches.length === 1 ? matches[0].value : undefined;
  }

  selectItem(item) {
    this.selectedItem = item;
    this.input.value = item?.label ?? "";
  }

  #openList() {
    this.hasTyped = false;
    this.#showPopup();
    this.#loadItems();
  }

  #showPopup() {
    if (this.#popup) return;
    this.#popup = openPopup(this.input, this.list.element, { place: "above", onclose: () => this.#handleClose(), edge: this.input.closest(".composer-row") ?? this.input });
    this.input.setAttribute("aria-expanded", "true");
    this.list.showItems([], { emptyText: "Loading…", isLoading: true });
  }

  async #loadItems() {
    const requestNumber = ++this.#requestNumber;
    let items = [];
    let emptyText = "No matches";
    try {
      items = await this.source(this.input.value);
    } catch (error) {
      emptyText = error.message;
    }
    if (requestNumber !== this.#requestNumber || !this.#popup) return;
    // Where a choice is optional, Enter must not make one before anything is typed.
    this.list.showItems(items, { activeIndex: this.eager || this.hasTyped ? 0 : -1, emptyText });
    this.#popup.updatePosition();
  }

  pickItem(item) {
    this.selectItem(item);
    this.close();
    this.onchange();
    this.onpick(item);
  }

  close() {
    this.#popup?.close();
  }

  #handleClose() {
    this.#popup = null;
    this.#requestNumber++;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  #handleKey(event) {
    if (event.isComposing) return;
    const isOpen = this.#popup !== null;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (isOpen) this.list.moveActive(event.key === "ArrowDown" ? 1 : -1);
      else this.#openList();
    } else if (isOpen && event.key === "Escape") this.close();
    else if (isOpen && event.key === "Enter" && this.list.activeIndex >= 0) this.list.pickItem();
    else if (isOpen && event.key === "Tab" && !event.shiftKey && this.list.activeIndex >= 0 && (this.hasTyped || this.eager) && this.input.value) {
      // Tab is not prevented, so the browser moves the focus.
      this.selectItem(this.list.items[this.list.activeIndex]);
      this.close();
      this.onchange();
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
