// A list of options that is steered from elsewhere.
import { fresh, h } from "./element.js";
import { icon } from "./icon.js";

/**
 * Focus stays where one types, `aria-activedescendant` says which option is meant. An item is `{label, hint?, note?, face?, value, group?, disabled?}`.
 */
export class Listbox {
  items = [];
  active = -1;
  #options = [];

  constructor({ label, many = false, chosen = () => false, onpick, onactive = () => {} }) {
    this.id = fresh("list");
    this.onpick = onpick;
    this.onactive = onactive;
    this.chosen = chosen;
    this.many = many;
    this.element = h("div.listbox", { role: "listbox", id: this.id, "aria-label": label, "aria-multiselectable": many && "true", tabindex: "-1" });
    // The text field keeps the focus.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /** @param active which one is meant from the start; -1 none. */
  show(items, { active = 0, empty = "Nothing found", busy = false } = {}) {
    this.items = items;
    let group = null;
    this.#options = items.map((item, index) => this.#option(item, index));
    const rows = [];
    for (const [index, item] of items.entries()) {
      if (item.group && item.group !== group) rows.push(h("div.group", { role: "presentation" }, (group = item.group)));
      rows.push(this.#options[index]);
    }
    if (!items.length) rows.push(h(`div.empty${busy ? ".busy" : ""}`, { role: "presentation" }, empty));
    this.element.replaceChildren(...rows);
    this.active = -1;
    this.meant(Math.min(active, items.length - 1));
  }

  #option(item, index) {
    const chosen = this.chosen(item);
    return h(
      "div.option",
      {
        role: "option",
        id: `${this.id}-${index}`,
        "aria-selected": String(chosen),
        "aria-disabled": item.disabled && "true",
        onclick: () => this.pick(index),
        onpointermove: () => this.meant(index, false),
      },
      item.face ?? null,
      h("span.words", {}, h("span.label", {}, item.label, item.hint ? h("span.aside", {}, item.hint) : null), item.description ? h("span.description", {}, item.description) : null),
      item.note ? h("span.note", {}, item.note) : null,
      this.many || chosen ? h(`span.mark${this.many ? ".box" : ""}${chosen ? ".on" : ""}`, { "aria-hidden": "true" }, chosen ? icon("check") : null) : null,
    );
  }

  /** Which options are chosen has changed; their order has not. */
  refresh() {
    const { active } = this;
    const { scrollTop } = this.element;
    this.show(this.items, { active });
    this.element.scrollTop = scrollTop;
  }

  meant(index, scroll = true) {
    if (this.active === index && this.#options[index]?.classList.contains("active")) return;
    this.#options[this.active]?.classList.remove("active");
    this.active = index;
    this.#options[index]?.classList.add("active");
    if (scroll) this.#options[index]?.scrollIntoView({ block: "nearest" });
    this.onactive(index < 0 ? null : `${this.id}-${index}`);
  }

  move(step) {
    if (!this.items.length) return;
    const { length } = this.items;
    this.meant(this.active < 0 ? (step > 0 ? 0 : length - 1) : (this.active + step + length) % length);
  }

  pick(index = this.active) {
    const item = this.items[index];
    if (item && !item.disabled) this.onpick(item);
  }
}
