// The selects of messages and forms.
import * as types from "./component-types.js";
import { createId, h } from "./dom.js";
import { createEmojiIcon } from "./emoji.js";
import * as listItems from "./list-items.js";
import { createIcon } from "./icon.js";
import { Listbox } from "./listbox.js";
import { openPopup } from "./popup.js";

const ITEM_FINDERS = { [types.USER_SELECT]: listItems.findPeople, [types.ROLE_SELECT]: listItems.findRoles, [types.MENTIONABLE_SELECT]: listItems.findMentionables, [types.CHANNEL_SELECT]: listItems.findChannels };

/** Return the settings of the `SelectBox` that shows one of Discord's select components. */
export function toSelectSettings(component, context) {
  const settings = { placeholder: component.placeholder, max: component.max_values };
  if (component.type === types.STRING_SELECT) {
    const items = component.options.map((option) => ({ value: option.value, label: option.label, description: option.description, face: createEmojiIcon(option.emoji) }));
    return { ...settings, items: () => items, chosen: items.filter((_, index) => component.options[index].default) };
  }
  const items = (query) => ITEM_FINDERS[component.type](context.store, context.channel, query, component.channel_types);
  return { ...settings, items, chosen: (component.default_values ?? []).map(({ id }) => listItems.createItem(context.store, id)), isSearchable: true };
}

/** A select that opens a list. `items(query)` returns the items to show, `onsend(values)` is called when the choice is complete. */
export class SelectBox {
  #popup = null;

  constructor({ placeholder = "Make a selection", label = placeholder, items, chosen = [], min = 1, max = 1, isSearchable = false, disabled = false, onsend = () => {} }) {
    this.label = label;
    this.placeholder = placeholder;
    this.items = items;
    this.min = min;
    this.max = max;
    this.isSearchable = isSearchable;
    this.onsend = onsend;
    this.chosen = new Map(chosen.map((item) => [item.value, item]));
    this.error = h("span.problem", { role: "status" });
    this.valueElement = h("span.chosen", {});
    const labelId = createId("name");
    this.button = h(
      "div.select",
      {
        role: "combobox",
        tabindex: disabled ? "-1" : "0",
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        "aria-labelledby": `${labelId} ${labelId}-value`,
        "aria-disabled": disabled && "true",
        onclick: () => !disabled && (this.#popup ? this.#finish() : this.#openList()),
        onkeydown: (event) => !disabled && this.#handleKey(event),
      },
      h("span.hidden", { id: labelId }, label),
      this.valueElement,
      createIcon("down"),
    );
    this.valueElement.id = `${labelId}-value`;
    this.element = h("div.select-box", {}, this.button, this.error);
    this.#renderValue();
  }

  get values() {
    return [...this.chosen.keys()];
  }

  #renderValue() {
    const items = [...this.chosen.values()];
    const cloneFace = (item) => item.face?.cloneNode(true) ?? null;
    if (!items.length) this.valueElement.replaceChildren(h("span.placeholder", {}, this.placeholder));
    else if (this.max === 1) this.valueElement.replaceChildren(h("span.single-value", {}, cloneFace(items[0]) ?? "", items[0].label));
    else this.valueElement.replaceChildren(...items.map((item) => h("span.value-chip", {}, cloneFace(item) ?? "", item.label)));
  }

  #openList() {
    this.previousChoice = new Map(this.chosen);
    this.error.textContent = "";
    this.list = new Listbox({
      label: this.label,
      isMultiple: this.max > 1,
      isChosen: (item) => this.chosen.has(item.value),
      onpick: (item) => this.#toggleItem(item),
      onactive: (id) => (id ? this.focusTarget.setAttribute("aria-activedescendant", id) : this.focusTarget.removeAttribute("aria-activedescendant")),
    });
    this.searchInput = this.isSearchable
      ? h("input.search", { type: "text", placeholder: "Search", "aria-label": `Search: ${this.label}`, role: "combobox", "aria-expanded": "true", "aria-controls": this.list.id, autocomplete: "off", oninput: () => this.#updateItems(), onkeydown: (event) => this.#handleKey(event) })
      : null;
    this.focusTarget = this.searchInput ?? this.button;
    this.footer = h("div.select-footer", {});
    this.button.setAttribute("aria-expanded", "true");
    this.button.setAttribute("aria-controls", this.list.id);
    this.#popup = openPopup(this.button, h("div.select-popup", {}, this.searchInput, this.list.element, this.max > 1 ? this.footer : null), {
      width: "anchor",
      onclose: (reason) => {
        this.#popup = null;
        this.button.setAttribute("aria-expanded", "false");
        this.button.removeAttribute("aria-activedescendant");
        if (reason === "outside") this.#finish();
        else if (this.searchInput) this.button.focus({ preventScroll: true });
      },
    });
    this.#updateItems(true);
    this.#popup.updatePosition();
    this.searchInput?.focus({ preventScroll: true });
  }

  #updateItems(isOpening = false) {
    const items = this.items(this.searchInput?.value ?? "");
    this.list.showItems(items, { activeIndex: isOpening ? Math.max(0, items.findIndex((item) => this.chosen.has(item.value))) : 0 });
    this.#renderCount();
  }

  #renderCount() {
    const range = this.min === this.max ? `exactly ${this.max}` : `${this.min} to ${this.max}`;
    this.footer.textContent = `${this.chosen.size} chosen, choose ${range} · Space to choose, Enter to finish`;
  }

  #toggleItem(item) {
    if (this.max === 1) {
      const wasChosen = this.chosen.has(item.value);
      this.chosen.clear();
      if (!wasChosen || this.min > 0) this.chosen.set(item.value, item);
      this.#finish(true);
      return;
    }
    if (this.chosen.has(item.value)) this.chosen.delete(item.value);
    else if (this.chosen.size < this.max) this.chosen.set(item.value, item);
    this.#renderValue();
    this.list.refresh();
    this.#renderCount();
  }

  /** Close the list and send the choice, unless it is too small or unchanged. */
  #finish(sendUnchanged = false) {
    const isUnchanged = this.chosen.size === this.previousChoice.size && [...this.chosen.keys()].every((value) => this.previousChoice.has(value));
    if (this.chosen.size < this.min && !isUnchanged) {
      this.error.textContent = `Choose at least ${this.min}.`;
      this.chosen = this.previousChoice;
    } else if (!isUnchanged || sendUnchanged) this.onsend(this.values);
    this.#renderValue();
    this.#popup?.close();
  }

  #cancel() {
    this.chosen = this.previousChoice;
    this.#renderValue();
    this.#popup?.close();
  }

  #handleKey(event) {
    if (!this.#popup) {
      if (!["Enter", " ", "ArrowDown", "ArrowUp"].includes(event.key)) return;
      this.#openList();
    } else if (event.key === "ArrowDown") this.list.moveActive(1);
    else if (event.key === "ArrowUp") this.list.moveActive(-1);
    else if (event.key === "Enter") this.max === 1 ? this.list.pickItem() : this.#finish();
    else if (event.key === " " && (this.max > 1 || !this.isSearchable)) this.list.pickItem();
    else if (event.key === "Escape") this.#cancel();
    else if (event.key === "Tab") return void this.#finish();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
