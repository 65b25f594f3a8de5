// One option of a slash command while it is typed.
import { packed } from "./api.js";
import { Combobox } from "./combobox.js";
import { ATTACHMENT, choiceItem, described, localised, problem } from "./command.js";
import { h } from "./element.js";
import * as entity from "./entity.js";
import { icon } from "./icon.js";
import { size } from "./media.js";

const BOOLEANS = [
  { value: true, label: "True" },
  { value: false, label: "False" },
];

const ENTITIES = { 6: entity.people, 7: entity.channels, 8: entity.roles, 9: entity.mentionables };

// Newer browsers do it by themselves, and better.
const GROWS = CSS.supports("field-sizing", "content");

const KINDS = { 3: "text", 4: "a whole number", 5: "true or false", 6: "somebody", 7: "a channel", 8: "a role", 9: "somebody or a role", 10: "a number", [ATTACHMENT]: "a file" };

/**
 * One option of a command that is being typed: a chip with a field for its type. `form` is `{store, channel, locale,
 * complete(option), changed(), next(chip), remove(chip)}`.
 */
export class OptionChip {
  constructor(option, form) {
    this.option = option;
    this.form = form;
    this.name = localised(option, "name", form.locale);
    this.field = option.type === ATTACHMENT ? this.#file() : this.#text();
    this.element = h("div.chip", { role: "group", "aria-label": `Option ${this.name}`, onclick: (event) => event.target === event.currentTarget && this.focus() }, h("span.option-name", { "aria-hidden": "true" }, this.name), this.field, option.required ? null : h("button.remove", { type: "button", tabindex: "-1", "aria-label": `Remove the option ${this.name}`, onclick: () => form.remove(this) }, icon("close")));
  }

  #text() {
    const { option, form } = this;
    const label = `${this.name}: ${described(option, form.locale)}${option.required ? " (required)" : ""}`;
    const onchange = () => {
      this.#fit();
      this.wrong(null);
      form.changed();
    };
    const source = this.#source();
    const told = { label, placeholder: KINDS[option.type], onchange };
    this.box = source ? new Combobox({ ...told, ...source, onpick: () => form.next(this) }) : typed(told);
    const { input } = this.box;
    if (option.type === 4 || option.type === 10) input.inputMode = option.type === 4 ? "numeric" : "decimal";
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Backspace" || input.value) return;
      event.preventDefault();
      form.remove(this);
    });
    this.#fit();
    return input;
  }

  #source() {
    const { option, form } = this;
    if (option.autocomplete) return { strict: false, slow: true, source: async () => (await form.complete(this)).map((choice) => choiceItem(choice, form.locale)) };
    if (option.choices?.length) {
      const items = option.choices.map((choice) => choiceItem(choice, form.locale));
      return { source: (query) => items.filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase())) };
    }
    if (option.type === 5) return { source: (query) => BOOLEANS.filter(({ label }) => label.toLowerCase().startsWith(query.trim().toLowerCase())) };
    const found = ENTITIES[option.type];
    return found ? { source: (query) => found(form.store, form.channel, query, option.channel_types) } : null;
  }

  #file() {
    this.input = h("input.hidden", { type: "file", tabindex: "-1", "aria-hidden": "true", onchange: () => this.take(this.input.files[0]) });
    this.button = h("button.plain", { type: "button", "aria-label": `${this.name}: choose a file${this.option.required ? " (required)" : ""}`, onclick: () => this.input.click() }, "Choose a file…");
    return h("span.filed", {}, this.input, this.button);
  }

  take(file) {
    this.file = file ?? this.file;
    if (!this.file) return;
    this.button.textContent = `${this.file.name} · ${size(this.file.size)}`;
    this.wrong(null);
    this.form.changed();
    this.form.next(this);
  }

  #fit() {
    const { input } = this.box;
    if (GROWS) return;
    input.style.width = `${Math.max(4, (input.value || input.placeholder).length + 2)}ch`;
  }

  focus() {
    (this.box?.input ?? this.button).focus();
  }

  get empty() {
    return this.box ? !this.box.input.value.trim() : !this.file;
  }

  /** What is typed, however unfinished; for completion and for a later try. */
  get draft() {
    return this.box ? (this.box.picked?.value ?? (this.box.input.value || null)) : null;
  }

  /** The value, or a problem told at the chip. */
  async read() {
    const fault = this.#fault();
    this.wrong(fault);
    if (fault) return { problem: `${this.name}: ${fault}` };
    if (this.empty) return {};
    if (this.file) return { value: await packed(this.file) };
    const { value } = this.box;
    return { value: this.option.type === 4 || this.option.type === 10 ? Number(value) : value };
  }

  #fault() {
    if (this.empty) return this.option.required ? "this option is required" : "give a value, or remove the option";
    if (!this.box) return null;
    const { value } = this.box;
    if (value === undefined) return "choose one from the list";
    return this.box.picked ? null : problem(this.option, value) && `must be ${problem(this.option, value)}`;
  }

  /** Fills in what was chosen before. */
  put(value) {
    if (!this.box || value === null) return;
    const items = this.option.choices?.map((choice) => choiceItem(choice, this.form.locale)) ?? (this.option.type === 5 ? BOOLEANS : []);
    const item = ENTITIES[this.option.type] ? entity.named(this.form.store, value) : items.find((one) => one.value === value);
    if (item) this.box.set(item);
    else this.box.input.value = value;
    this.#fit();
  }

  wrong(fault) {
    this.element.classList.toggle("wrong", Boolean(fault));
    const field = this.box?.input ?? this.button;
    if (fault) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
}

/** A field for what cannot be listed, in the shape of a Combobox. */
function typed({ label, placeholder, onchange }) {
  const input = h("input", { type: "text", "aria-label": label, placeholder, autocomplete: "off", oninput: onchange });
  return {
    input,
    picked: null,
    get value() {
      return input.value.trim() || null;
    },
  };
}
