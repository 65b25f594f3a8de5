// The form in which the options of a slash command are filled in.
import { Combobox } from "./combobox.js";
import { ATTACHMENT_OPTION, localizeDescription, localize } from "./commands.js";
import { h } from "./dom.js";
import { OptionChip } from "./option-chip.js";
/** @import { Pane } from "./pane.js" */

/**
 * The form of a slash command, with one chip for each option.
 *
 * `onsend(command, drafts)` is called after the command was sent, `oncancel(text)` when the person returns to plain text.
 */
export class CommandForm {
  /** @type {OptionChip[]} */
  chips = [];
  #isSending = false;

  /** @param {{ pane: Pane, command: any, channel: any, drafts?: object, onsend: Function, oncancel: Function }} options */
  constructor({ command, pane, channel, drafts = {}, onsend, oncancel }) {
    this.command = command;
    this.pane = pane;
    this.channel = channel;
    this.onsend = onsend;
    this.oncancel = oncancel;
    this.store = pane.store;
    this.locale = pane.store.me.locale;
    this.row = h("div.chips", {}, h("span.command-name", {}, `/${command.name}`));
    this.descriptionLine = h("div.command-description", {}, command.description);
    this.error = h("div.problem", { role: "alert" });
    this.optionPicker = this.#createOptionPicker();
    this.row.append(this.optionPicker.input);
    this.element = h("div.command-form", { role: "group", "aria-label": `Command ${command.name}`, onkeydown: (event) => this.#handleKey(event), onfocusin: (event) => this.#showDescription(event.target) }, this.descriptionLine, this.row, this.error);
    for (const option of command.options) if (option.required || option.name in drafts) this.#addOption(option).fillIn(drafts[option.name] ?? null);
    this.#updateOptionPicker();
  }

  #createOptionPicker() {
    const box = new Combobox({
      label: "Add an option",
      eager: false,
      onchange: () => this.clearError(),
      source: (query) => this.#listUnusedOptions().filter((item) => item.label.toLowerCase().includes(query.trim().toLowerCase())),
      onpick: (item) => {
        box.selectItem(null);
        this.#addOption(item.value).focus();
        this.#updateOptionPicker();
      },
    });
    box.input.classList.add("option-picker");
    box.input.addEventListener("keydown", (event) => {
      if (event.key !== "Backspace" || box.input.value) return;
      event.preventDefault();
      if (this.chips.length) this.chips.at(-1).focus();
      else this.#cancel();
    });
    return box;
  }

  #listUnusedOptions() {
    const used = new Set(this.chips.map(({ option }) => option.name));
    return this.command.options
      .filter((option) => !used.has(option.name))
      .map((option) => ({ value: option, label: localize(option, "name", this.locale), description: localizeDescription(option, this.locale), note: option.required ? "required" : null }));
  }

  #updateOptionPicker() {
    const { length } = this.#listUnusedOptions();
    this.optionPicker.input.placeholder = length ? `+${length} optional` : "";
    this.optionPicker.input.readOnly = !length;
    this.optionPicker.input.setAttribute("aria-label", length ? `Add one of ${length} more options, or press Enter to send` : "Press Enter to send the command");
  }

  #addOption(option) {
    const chip = new OptionChip(option, this);
    this.chips.push(chip);
    this.optionPicker.input.before(chip.element);
    return chip;
  }

  clearError() {
    this.error.textContent = "";
  }

  focusNext(chip) {
    (this.chips[this.chips.indexOf(chip) + 1] ?? { focus: () => this.optionPicker.input.focus() }).focus();
  }

  removeChip(chip) {
    const index = this.chips.indexOf(chip);
    if (chip.option.required) {
      if (index > 0) this.chips[index - 1].focus();
      else if (this.chips.every(({ isEmpty }) => isEmpty)) this.#cancel();
      return;
    }
    this.chips.splice(index, 1);
    chip.element.remove();
    this.clearError();
    this.#updateOptionPicker();
    (this.chips[index - 1] ?? { focus: () => this.optionPicker.input.focus() }).focus();
  }

  async fetchChoices(chip) {
    const options = { ...this.drafts, [chip.option.name]: chip.box.input.value };
    const answer = await this.pane.performAction({ do: "autocomplete", channel: this.channel.id, command: this.command.path, bot: this.command.bot, options, focused: chip.option.name });
    return answer.choices;
  }

  get drafts() {
    return Object.fromEntries(this.chips.map((chip) => [chip.option.name, chip.draft]).filter(([, draft]) => draft !== null));
  }

  focus() {
    const first = this.chips.find(({ isEmpty }) => isEmpty);
    if (first) first.focus();
    else this.optionPicker.input.focus();
  }

  /** Set a dropped or pasted file as the value of the first empty file option. Return whether there was one. */
  attachFile(file) {
    const chip = this.chips.find(({ option, isEmpty }) => option.type === ATTACHMENT_OPTION && isEmpty);
    chip?.setFile(file);
    return Boolean(chip);
  }

  #showDescription(target) {
    const chip = this.chips.find(({ element }) => element.contains(target));
    const content = chip ? [h("strong", {}, chip.name), " ", localizeDescription(chip.option, this.locale)] : [this.command.description];
    this.descriptionLine.replaceChildren(h("span", {}, ...content), h("span.command-bot", {}, this.command.bot));
  }

  #handleKey(event) {
    if (event.key === "Enter" && !event.isComposing && event.target.tagName === "INPUT") {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.#cancel();
    }
  }

  #cancel() {
    this.oncancel(`/${this.command.name}`);
  }

  async send() {
    if (this.#isSending) return;
    const unknownOption = this.optionPicker.input.value.trim();
    if (unknownOption) {
      this.error.textContent = `/${this.command.name} has no other option “${unknownOption}”.`;
      return this.optionPicker.input.focus();
    }
    this.#isSending = true;
    try {
      const results = await Promise.all(this.chips.map((chip) => chip.readValue()));
      const firstWrong = results.findIndex(({ problem }) => problem);
      this.error.textContent = firstWrong < 0 ? "" : results[firstWrong].problem;
      if (firstWrong >= 0) return this.chips[firstWrong].focus();
      const options = Object.fromEntries(this.chips.map((chip, index) => [chip.option.name, results[index].value]));
      await this.pane.performAction({ do: "command", channel: this.channel.id, command: this.command.path, bot: this.command.bot, options, wait: false });
      this.onsend(this.command, this.drafts);
    } catch (error) {
      this.error.textContent = error.message;
    } finally {
      this.#isSending = false;
    }
  }
}
