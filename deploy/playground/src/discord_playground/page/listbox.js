// A list of options that is controlled by another element.
import { createId, h } from "./dom.js";
import { createIcon } from "./icon.js";

/**
 * A list of options. The focus stays in the control that owns the list: `aria-activedescendant` names the active option.
 * An item is `{label, hint?, note?, description?, face?, value, group?, disabled?}`.
 */
export class Listbox {
  items = [];
  activeIndex = -1;
  #optionElements = [];

  constructor({ label, isMultiple = false, isChosen = () => false, onpick, onactive = () => {} }) {
    this.id = createId("list");
    this.onpick = onpick;
    this.onactive = onactive;
    this.isChosen = isChosen;
    this.isMultiple = isMultiple;
    this.element = h("div.listbox", { role: "listbox", id: this.id, "aria-label": label, "aria-multiselectable": isMultiple && "true", tabindex: "-1" });
    // Without this, a click would take the focus from the owner.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /** Replace the items. An `activeIndex` of -1 makes no option active. */
  showItems(items, { activeIndex = 0, emptyText = "Nothing found", isLoading = false } = {}) {
    this.items = items;
    let group = null;
    this.#optionElements = items.map((item, index) => this.#createOption(item, index));
    const rows = [];
    for (const [index, item] of items.entries()) {
      if (item.group && item.group !== group) rows.push(h("div.group", { role: "presentation" }, (group = item.group)));
      rows.push(this.#optionElements[index]);
    }
    if (!items.length) rows.push(h(`div.empty${isLoading ? ".busy" : ""}`, { role: "presentation" }, emptyText));
    this.element.replaceChildren(...rows);
    this.activeIndex = -1;
    this.setActive(Math.min(activeIndex, items.length - 1));
  }

  #createOption(item, index) {
    const isChosen = this.isChosen(item);
    return h(
      "div.option",
      {
        role: "option",
        id: `${this.id}-${index}`,
        "aria-selected": String(isChosen),
        "aria-disabled": item.disabled && "true",
        onclick: () => this.pickItem(index),
        onpointermove: () => this.setActive(index, false),
      },
      item.face ?? null,
      h("span.words", {}, h("span.label", {}, item.label, item.hint ? h("span.item-hint", {}, item.hint) : null), item.description ? h("span.description", {}, item.description) : null),
      item.note ? h("span.note", {}, item.note) : null,
      this.isMultiple || isChosen ? h(`span.check-mark${this.isMultiple ? ".box" : ""}${isChosen ? ".checked" : ""}`, { "aria-hidden": "true" }, isChosen ? createIcon("check") : null) : null,
    );
  }

  /** Show which options are chosen, and keep the active option and the scroll position. */
  refresh() {
    const { activeIndex } = this;
    const { scrollTop } = this.element;
    this.showItems(this.items, { activeIndex });
    this.element.scrollTop = scrollTop;
  }

  setActive(index, scroll = true) {
    if (this.activeIndex === index && this.#optionElements[index]?.classList.contains("active")) return;
    this.#optionElements[this.activeIndex]?.classList.remove("active");
    this.activeIndex = index;
    this.#optionElements[index]?.classList.add("active");
    if (scroll) this.#optionElements[index]?.scrollIntoView({ block: "nearest" });
    this.onactive(index < 0 ? null : `${this.id}-${index}`);
  }

  moveActive(delta) {
    if (!this.items.length) return;
    const { length } = this.items;
    this.setActive(this.activeIndex < 0 ? (delta > 0 ? 0 : length - 1) : (this.activeIndex + delta + length) % length);
  }

  pickItem(index = this.activeIndex) {
    const item = this.items[index];
    if (item && !item.disabled) this.onpick(item);
  }
}
