// Selects, of messages and of forms.
import { fresh, h } from "./element.js";
import { emoji } from "./emoji.js";
import * as entity from "./entity.js";
import { icon } from "./icon.js";
import { Listbox } from "./listbox.js";
import { popup } from "./popup.js";

const STRINGS = 3;
const LISTS = { 5: entity.people, 6: entity.roles, 7: entity.mentionables, 8: entity.channels };

/** What a select of Discord's offers, and what of it is chosen from the start, as a `SelectBox` is told. */
export function offered(component, around) {
  const told = { placeholder: component.placeholder, max: component.max_values };
  if (component.type === STRINGS) {
    const items = component.options.map((option) => ({ value: option.value, label: option.label, description: option.description, face: emoji(option.emoji) }));
    return { ...told, items: () => items, chosen: items.filter((_, index) => component.options[index].default) };
  }
  const items = (query) => LISTS[component.type](around.store, around.channel, query, component.channel_types);
  return { ...told, items, chosen: (component.default_values ?? []).map(({ id }) => entity.named(around.store, id)), search: true };
}

/** `items(query)` are all that may be chosen; `send(values)` is called when the choice is done. */
export class SelectBox {
  #popup = null;

  constructor({ placeholder = "Make a selection", label = placeholder, items, chosen = [], min = 1, max = 1, search = false, disabled = false, send = () => {} }) {
    Object.assign(this, { label, placeholder, items, min, max, search, send });
    this.chosen = new Map(chosen.map((item) => [item.value, item]));
    this.error = h("span.problem", { role: "status" });
    this.shown = h("span.chosen", {});
    const name = fresh("name");
    this.button = h(
      "div.select",
      {
        role: "combobox",
        tabindex: disabled ? "-1" : "0",
        "aria-haspopup": "listbox",
        "aria-expanded": "false",
        "aria-labelledby": `${name} ${name}-said`,
        "aria-disabled": disabled && "true",
        onclick: () => !disabled && (this.#popup ? this.#done() : this.#open()),
        onkeydown: (event) => !disabled && this.#key(event),
      },
      h("span.hidden", { id: name }, label),
      this.shown,
      icon("down"),
    );
    this.shown.id = `${name}-said`;
    this.element = h("div.selecting", {}, this.button, this.error);
    this.#tell();
  }

  get values() {
    return [...this.chosen.keys()];
  }

  #tell() {
    const items = [...this.chosen.values()];
    const face = (item) => item.face?.cloneNode(true) ?? null;
    if (!items.length) this.shown.replaceChildren(h("span.placeholder", {}, this.placeholder));
    else if (this.max === 1) this.shown.replaceChildren(h("span.one", {}, face(items[0]) ?? "", items[0].label));
    else this.shown.replaceChildren(...items.map((item) => h("span.pick", {}, face(item) ?? "", item.label)));
  }

  #open() {
    this.before = new Map(this.chosen);
    this.error.textContent = "";
    this.list = new Listbox({
      label: this.label,
      many: this.max > 1,
      chosen: (item) => this.chosen.has(item.value),
      onpick: (item) => this.#pick(item),
      onactive: (id) => (id ? this.focused.setAttribute("aria-activedescendant", id) : this.focused.removeAttribute("aria-activedescendant")),
    });
    this.input = this.search
      ? h("input.search", { type: "text", placeholder: "Search", "aria-label": `Search: ${this.label}`, role: "combobox", "aria-expanded": "true", "aria-controls": this.list.id, autocomplete: "off", oninput: () => this.#fill(), onkeydown: (event) => this.#key(event) })
      : null;
    this.focused = this.input ?? this.button;
    this.foot = h("div.foot", {});
    this.button.setAttribute("aria-expanded", "true");
    this.button.setAttribute("aria-controls", this.list.id);
    this.#popup = popup(this.button, h("div.choosing", {}, this.input, this.list.element, this.max > 1 ? this.foot : null), {
      width: "anchor",
      onclose: (why) => {
        this.#popup = null;
        this.button.setAttribute("aria-expanded", "false");
        this.button.removeAttribute("aria-activedescendant");
        if (why === "outside") this.#done();
        else if (this.input) this.button.focus({ preventScroll: true });
      },
    });
    this.#fill(true);
    this.#popup.move();
    this.input?.focus({ preventScroll: true });
  }

  #fill(first = false) {
    const items = this.items(this.input?.value ?? "");
    this.list.show(items, { active: first ? Math.max(0, items.findIndex((item) => this.chosen.has(item.value))) : 0 });
    this.#count();
  }

  #count() {
    const range = this.min === this.max ? `exactly ${this.max}` : `${this.min} to ${this.max}`;
    this.foot.textContent = `${this.chosen.size} chosen, ${range} wanted · Space chooses, Enter is done`;
  }

  #pick(item) {
    if (this.max === 1) {
      const again = this.chosen.has(item.value);
      this.chosen.clear();
      if (!again || this.min > 0) this.chosen.set(item.value, item);
      this.#done(true);
      return;
    }
    if (this.chosen.has(item.value)) this.chosen.delete(item.value);
    else if (this.chosen.size < this.max) this.chosen.set(item.value, item);
    this.#tell();
    this.list.refresh();
    this.#count();
  }

  /** A choice that is none, or that does not suffice, is not sent. */
  #done(again = false) {
    const same = this.chosen.size === this.before.size && [...this.chosen.keys()].every((value) => this.before.has(value));
    if (this.chosen.size < this.min && !same) {
      this.error.textContent = `Choose at least ${this.min}.`;
      this.chosen = this.before;
    } else if (!same || again) this.send(this.values);
    this.#tell();
    this.#popup?.close();
  }

  #undo() {
    this.chosen = this.before;
    this.#tell();
    this.#popup?.close();
  }

  #key(event) {
    if (!this.#popup) {
      if (!["Enter", " ", "ArrowDown", "ArrowUp"].includes(event.key)) return;
      this.#open();
    } else if (event.key === "ArrowDown") this.list.move(1);
    else if (event.key === "ArrowUp") this.list.move(-1);
    else if (event.key === "Enter") this.max === 1 ? this.list.pick() : this.#done();
    else if (event.key === " " && (this.max > 1 || !this.search)) this.list.pick();
    else if (event.key === "Escape") this.#undo();
    else if (event.key === "Tab") return void this.#done();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
