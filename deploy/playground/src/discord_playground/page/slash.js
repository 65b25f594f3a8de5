// A slash command that is being filled in.
import { Combobox } from "./combobox.js";
import { ATTACHMENT, described, localised } from "./command.js";
import { h } from "./element.js";
import { OptionChip } from "./option.js";

/** `pane` acts; `onsend(leaf, drafts)` is called once it went, `oncancel(text)` when its user would rather write. */
export class SlashForm {
  chips = [];
  #sending = false;

  constructor({ leaf, pane, channel, drafts = {}, onsend, oncancel }) {
    Object.assign(this, { leaf, pane, channel, onsend, oncancel });
    this.store = pane.store;
    this.locale = pane.store.me.locale;
    this.row = h("div.chips", {}, h("span.command-name", {}, `/${leaf.name}`));
    this.about = h("div.about", {}, leaf.description);
    this.error = h("div.problem", { role: "alert" });
    this.more = this.#adder();
    this.row.append(this.more.input);
    this.element = h("div.slash", { role: "group", "aria-label": `Command ${leaf.name}`, onkeydown: (event) => this.#key(event), onfocusin: (event) => this.#told(event.target) }, this.about, this.row, this.error);
    for (const option of leaf.options) if (option.required || option.name in drafts) this.#add(option).put(drafts[option.name] ?? null);
    this.#offer();
  }

  #adder() {
    const box = new Combobox({
      label: "Add an option",
      eager: false,
      onchange: () => this.changed(),
      source: (query) => this.#left().filter((item) => item.label.toLowerCase().includes(query.trim().toLowerCase())),
      onpick: (item) => {
        box.set(null);
        this.#add(item.value).focus();
        this.#offer();
      },
    });
    box.input.classList.add("adder");
    box.input.addEventListener("keydown", (event) => {
      if (event.key !== "Backspace" || box.input.value) return;
      event.preventDefault();
      if (this.chips.length) this.chips.at(-1).focus();
      else this.#cancel();
    });
    return box;
  }

  #left() {
    const used = new Set(this.chips.map(({ option }) => option.name));
    return this.leaf.options
      .filter((option) => !used.has(option.name))
      .map((option) => ({ value: option, label: localised(option, "name", this.locale), description: described(option, this.locale), note: option.required ? "required" : null }));
  }

  #offer() {
    const { length } = this.#left();
    this.more.input.placeholder = length ? `+${length} optional` : "";
    this.more.input.readOnly = !length;
    this.more.input.setAttribute("aria-label", length ? `Add one of ${length} more options; Enter sends` : "Enter sends the command");
  }

  #add(option) {
    const chip = new OptionChip(option, this);
    this.chips.push(chip);
    this.more.input.before(chip.element);
    return chip;
  }

  // What a chip asks of its form.

  /** What was said to be wrong was so of what stood there. */
  changed() {
    this.error.textContent = "";
  }

  next(chip) {
    (this.chips[this.chips.indexOf(chip) + 1] ?? { focus: () => this.more.input.focus() }).focus();
  }

  remove(chip) {
    const at = this.chips.indexOf(chip);
    if (chip.option.required) {
      if (at > 0) this.chips[at - 1].focus();
      else if (this.chips.every(({ empty }) => empty)) this.#cancel();
      return;
    }
    this.chips.splice(at, 1);
    chip.element.remove();
    this.changed();
    this.#offer();
    (this.chips[at - 1] ?? { focus: () => this.more.input.focus() }).focus();
  }

  async complete(chip) {
    const options = { ...this.drafts, [chip.option.name]: chip.box.input.value };
    const answer = await this.pane.act({ do: "autocomplete", channel: this.channel.id, command: this.leaf.plain, bot: this.leaf.bot, options, focused: chip.option.name });
    return answer.choices;
  }

  get drafts() {
    return Object.fromEntries(this.chips.map((chip) => [chip.option.name, chip.draft]).filter(([, draft]) => draft !== null));
  }

  focus() {
    const first = this.chips.find(({ empty }) => empty);
    if (first) first.focus();
    else this.more.input.focus();
  }

  /** The first empty option takes a file that was dropped or pasted, if it wants one. */
  take(file) {
    const chip = this.chips.find(({ option, empty }) => option.type === ATTACHMENT && empty);
    chip?.take(file);
    return Boolean(chip);
  }

  #told(target) {
    const chip = this.chips.find(({ element }) => element.contains(target));
    const words = chip ? [h("strong", {}, chip.name), " ", described(chip.option, this.locale)] : [this.leaf.description];
    this.about.replaceChildren(h("span", {}, ...words), h("span.of", {}, this.leaf.bot));
  }

  #key(event) {
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
    this.oncancel(`/${this.leaf.name}`);
  }

  async send() {
    if (this.#sending) return;
    const stray = this.more.input.value.trim();
    if (stray) {
      this.error.textContent = `/${this.leaf.name} has no further option “${stray}”.`;
      return this.more.input.focus();
    }
    this.#sending = true;
    try {
      const read = await Promise.all(this.chips.map((chip) => chip.read()));
      const wrong = read.findIndex(({ problem }) => problem);
      this.error.textContent = wrong < 0 ? "" : read[wrong].problem;
      if (wrong >= 0) return this.chips[wrong].focus();
      const options = Object.fromEntries(this.chips.map((chip, at) => [chip.option.name, read[at].value]));
      await this.pane.act({ do: "command", channel: this.channel.id, command: this.leaf.plain, bot: this.leaf.bot, options, wait: false });
      this.onsend(this.leaf, this.drafts);
    } catch (error) {
      this.error.textContent = error.message;
    } finally {
      this.#sending = false;
    }
  }
}
