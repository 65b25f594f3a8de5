// Autocomplete in the composer: commands after a slash, people after @, channels after #.
import { SLASH_COMMAND, searchCommands, listRunnableCommands } from "./commands.js";
import * as listItems from "./list-items.js";
import { Listbox } from "./listbox.js";
import { openPopup } from "./popup.js";
/** @import { Composer } from "./composer.js" */

const MAX_SUGGESTIONS = 25;

export class Autocomplete {
  #popup = null;
  #lastSent = new Map();

  /** @param {Composer} composer */
  constructor(composer) {
    this.composer = composer;
    this.list = new Listbox({ label: "Commands", onpick: (item) => item.run(), onactive: (id) => this.#setActiveOption(id) });
  }

  get isOpen() {
    return this.#popup !== null;
  }

  get #store() {
    return this.composer.pane.store;
  }

  listCommands() {
    return listRunnableCommands(this.#store.listCommands(this.composer.channel, SLASH_COMMAND), this.#store.me.locale);
  }

  /** Remember a sent command, which is suggested first the next time, with the same options. */
  rememberSent(command, drafts) {
    this.#lastSent.set(this.composer.channel.id, { id: command.id, drafts });
  }

  update() {
    const { value, selectionStart: cursor } = this.composer.text;
    if (value.startsWith("/")) return this.#suggestCommands(value.slice(1));
    const [, prefix, query] = /(?:^|\s)([@#])([\w.-]*)$/.exec(value.slice(0, cursor)) ?? [];
    if (!prefix) return this.close();
    const items = prefix === "@" ? listItems.findPeople(this.#store, this.composer.channel, query) : listItems.findChannels(this.#store, this.composer.channel, query);
    if (!items.length) return this.close();
    const insertName = (item) => {
      const name = prefix === "@" ? this.#store.people.get(item.value).username : item.label;
      this.composer.text.setRangeText(`${prefix}${name} `, cursor - query.length - 1, cursor, "end");
      this.close();
      this.composer.fitHeight();
    };
    this.#showItems(prefix === "@" ? "People" : "Channels", items.slice(0, MAX_SUGGESTIONS).map((item) => ({ ...item, run: () => insertName(item) })));
  }

  #suggestCommands(query) {
    const commands = this.listCommands();
    const exact = query.endsWith(" ") && commands.find((command) => [command.name, command.path].includes(query.trim().toLowerCase()));
    if (exact) return this.composer.startCommand(exact);
    const createItem = (command, group, drafts = {}) => ({ value: `${group} ${command.id}`, label: `/${command.name}`, description: command.description, note: command.bot, group, run: () => this.composer.startCommand(command, drafts) });
    const lastSent = query ? null : this.#lastSent.get(this.composer.channel.id);
    const repeated = lastSent && commands.find(({ id }) => id === lastSent.id);
    const items = searchCommands(commands, query).map((command) => createItem(command, repeated ? "Commands" : null));
    this.#showItems("Commands", repeated ? [createItem(repeated, "Last used", lastSent.drafts), ...items] : items, commands.length ? "No matching commands" : "No bot has commands here");
  }

  #showItems(label, items, emptyText) {
    this.list.element.setAttribute("aria-label", label);
    this.#popup ??= openPopup(this.composer.inputRow, this.list.element, { place: "above", width: "anchor", onclose: () => this.#handleClose() });
    this.list.showItems(items, { emptyText });
    this.#popup.updatePosition();
  }

  close() {
    this.#popup?.close();
  }

  #handleClose() {
    this.#popup = null;
    this.#setActiveOption(null);
  }

  #setActiveOption(id) {
    if (id) this.composer.text.setAttribute("aria-activedescendant", id);
    else this.composer.text.removeAttribute("aria-activedescendant");
  }

  /** Handle a key of the composer. Return whether the list used the key. */
  handleKey(event) {
    if (!this.isOpen) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") this.list.moveActive(event.key === "ArrowDown" ? 1 : -1);
    else if ((event.key === "Tab" || event.key === "Enter") && !event.shiftKey && this.list.activeIndex >= 0) this.list.pickItem();
    else if (event.key === "Escape") this.close();
    else return false;
    return true;
  }
}
