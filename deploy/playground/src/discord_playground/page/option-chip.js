// One option of a slash command that is being filled in.
import { encodeFile } from "./api.js";
import { Combobox } from "./combobox.js";
import { ATTACHMENT_OPTION, BOOLEAN_OPTION, CHANNEL_OPTION, INTEGER_OPTION, MENTIONABLE_OPTION, NUMBER_OPTION, ROLE_OPTION, STRING_OPTION, USER_OPTION, createChoiceItem, isNumeric, localizeDescription, localize, validateOption } from "./commands.js";
import { h } from "./dom.js";
import * as listItems from "./list-items.js";
import { createIcon } from "./icon.js";
import { formatSize } from "./media.js";
/** @import { CommandForm } from "./command-form.js" */

const BOOLEAN_ITEMS = [
  { value: true, label: "True" },
  { value: false, label: "False" },
];

const ITEM_FINDERS = {
  [USER_OPTION]: listItems.findPeople,
  [CHANNEL_OPTION]: listItems.findChannels,
  [ROLE_OPTION]: listItems.findRoles,
  [MENTIONABLE_OPTION]: listItems.findMentionables,
};

// Without this CSS property, the script fits the width of each field to its text.
const HAS_FIELD_SIZING = CSS.supports("field-sizing", "content");

const PLACEHOLDERS = {
  [STRING_OPTION]: "text",
  [INTEGER_OPTION]: "a whole number",
  [BOOLEAN_OPTION]: "true or false",
  [USER_OPTION]: "a person",
  [CHANNEL_OPTION]: "a channel",
  [ROLE_OPTION]: "a role",
  [MENTIONABLE_OPTION]: "a person or a role",
  [NUMBER_OPTION]: "a number",
};

/** The name of an option, with a control for its type. */
export class OptionChip {
  /** @param {CommandForm} form */
  constructor(option, form) {
    this.option = option;
    this.form = form;
    this.name = localize(option, "name", form.locale);
    this.control = option.type === ATTACHMENT_OPTION ? this.#createFileControl() : this.#createTextControl();
    this.element = h("div.chip", { role: "group", "aria-label": `Option ${this.name}`, onclick: (event) => event.target === event.currentTarget && this.focus() }, h("span.option-name", { "aria-hidden": "true" }, this.name), this.control, option.required ? null : h("button.remove", { type: "button", tabindex: "-1", "aria-label": `Remove option ${this.name}`, onclick: () => form.removeChip(this) }, createIcon("close")));
  }

  #createTextControl() {
    const { option, form } = this;
    const label = `${this.name}: ${localizeDescription(option, form.locale)}${option.required ? " (required)" : ""}`;
    const onchange = () => {
      this.#fitWidth();
      this.markProblem(null);
      form.clearError();
    };
    const listSource = this.#createListSource();
    const settings = { label, placeholder: PLACEHOLDERS[option.type], onchange };
    this.box = listSource ? new Combobox({ ...settings, ...listSource, onpick: () => form.focusNext(this) }) : createPlainField(settings);
    const { input } = this.box;
    if (isNumeric(option)) input.inputMode = option.type === INTEGER_OPTION ? "numeric" : "decimal";
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Backspace" || input.value) return;
      event.preventDefault();
      form.removeChip(this);
    });
    this.#fitWidth();
    return input;
  }

  #createListSource() {
    const { option, form } = this;
    if (option.autocomplete) return { strict: false, slow: true, source: async () => (await form.fetchChoices(this)).map((choice) => createChoiceItem(choice, form.locale)) };
    if (option.choices?.length) {
      const items = option.choices.map((choice) => createChoiceItem(choice, form.locale));
      return { source: (query) => items.filter(({ label }) => label.toLowerCase().includes(query.trim().toLowerCase())) };
    }
    if (option.type === BOOLEAN_OPTION) return { source: (query) => BOOLEAN_ITEMS.filter(({ label }) => label.toLowerCase().startsWith(query.trim().toLowerCase())) };
    const findItems = ITEM_FINDERS[option.type];
    return findItems ? { source: (query) => findItems(form.store, form.channel, query, option.channel_types) } : null;
  }

  #createFileControl() {
    this.input = h("input.hidden", { type: "file", tabindex: "-1", "aria-hidden": "true", onchange: () => this.setFile(this.input.files[0]) });
    this.button = h("button.plain", { type: "button", "aria-label": `${this.name}: choose a file${this.option.required ? " (required)" : ""}`, onclick: () => this.input.click() }, "Choose a file…");
    return h("span.file-chip", {}, this.input, this.button);
  }

  setFile(file) {
    this.file = file ?? this.file;
    if (!this.file) return;
    this.button.textContent = `${this.file.name} · ${formatSize(this.file.size)}`;
    this.markProblem(null);
    this.form.clearError();
    this.form.focusNext(this);
  }

  #fitWidth() {
    const { input } = this.box;
    if (HAS_FIELD_SIZING) return;
    input.style.width = `${Math.max(4, (input.value || input.placeholder).length + 2)}ch`;
  }

  focus() {
    (this.box?.input ?? this.button).focus();
  }

  get isEmpty() {
    return this.box ? !this.box.input.value.trim() : !this.file;
  }

  /** The value as typed so far, for autocomplete and for using the command again. */
  get draft() {
    return this.box ? (this.box.selectedItem?.value ?? (this.box.input.value || null)) : null;
  }

  /** Return `{value}`, `{problem}` if the value is invalid, or an empty object if there is no value. */
  async readValue() {
    const problem = this.#findProblem();
    this.markProblem(problem);
    if (problem) return { problem: `${this.name}: ${problem}` };
    if (this.isEmpty) return {};
    if (this.file) return { value: await encodeFile(this.file) };
    const { value } = this.box;
    return { value: isNumeric(this.option) ? Number(value) : value };
  }

  #findProblem() {
    if (this.isEmpty) return this.option.required ? "this option is required" : "enter a value or remove the option";
    if (!this.box) return null;
    const { value } = this.box;
    if (value === undefined) return "choose one from the list";
    return this.box.selectedItem ? null : validateOption(this.option, value) && `must be ${validateOption(this.option, value)}`;
  }

  /** Fill in a value that was used before. */
  fillIn(value) {
    if (!this.box || value === null) return;
    const items = this.option.choices?.map((choice) => createChoiceItem(choice, this.form.locale)) ?? (this.option.type === BOOLEAN_OPTION ? BOOLEAN_ITEMS : []);
    const item = ITEM_FINDERS[this.option.type] ? listItems.createItem(this.form.store, value) : items.find((candidate) => candidate.value === value);
    if (item) this.box.selectItem(item);
    else this.box.input.value = value;
    this.#fitWidth();
  }

  markProblem(problem) {
    this.element.classList.toggle("invalid", Boolean(problem));
    const control = this.box?.input ?? this.button;
    if (problem) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  }
}

/** Create a text field without a list, with the properties of a `Combobox`. */
function createPlainField({ label, placeholder, onchange }) {
  const input = h("input", { type: "text", "aria-label": label, placeholder, autocomplete: "off", oninput: onchange });
  return {
    input,
    selectedItem: null,
    get value() {
      return input.value.trim() || null;
    },
  };
}
