// What could be meant by what is being typed: a command after a slash, somebody after @, a channel after #.
import { SLASH, fitting, leaves } from "./command.js";
import * as entity from "./entity.js";
import { Listbox } from "./listbox.js";
import { popup } from "./popup.js";

const MOST = 25;

export class Completion {
  #popup = null;
  #last = new Map();

  /** @param compose `{pane, channel, text, line, begin(leaf, drafts), grow()}` */
  constructor(compose) {
    this.compose = compose;
    this.list = new Listbox({ label: "Commands", onpick: (item) => item.run(), onactive: (id) => this.#active(id) });
  }

  get open() {
    return this.#popup !== null;
  }

  get #store() {
    return this.compose.pane.store;
  }

  leaves() {
    return leaves(this.#store.commandsOf(this.compose.channel, SLASH), this.#store.me.locale);
  }

  /** A command that was sent is offered again, filled in as it was. */
  sent(leaf, drafts) {
    this.#last.set(this.compose.channel.id, { id: leaf.id, drafts });
  }

  look() {
    const { value, selectionStart: at } = this.compose.text;
    if (value.startsWith("/")) return this.#commands(value.slice(1));
    const [, mark, typed] = /(?:^|\s)([@#])([\w.-]*)$/.exec(value.slice(0, at)) ?? [];
    if (!mark) return this.close();
    const found = mark === "@" ? entity.people(this.#store, this.compose.channel, typed) : entity.channels(this.#store, this.compose.channel, typed);
    if (!found.length) return this.close();
    const put = (item) => {
      const name = mark === "@" ? this.#store.people.get(item.value).username : item.label;
      this.compose.text.setRangeText(`${mark}${name} `, at - typed.length - 1, at, "end");
      this.close();
      this.compose.grow();
    };
    this.#show(mark === "@" ? "People" : "Channels", found.slice(0, MOST).map((item) => ({ ...item, run: () => put(item) })));
  }

  #commands(typed) {
    const all = this.leaves();
    const exact = typed.endsWith(" ") && all.find((leaf) => [leaf.name, leaf.plain].includes(typed.trim().toLowerCase()));
    if (exact) return this.compose.begin(exact);
    const item = (leaf, group, drafts = {}) => ({ value: `${group} ${leaf.id}`, label: `/${leaf.name}`, description: leaf.description, note: leaf.bot, group, run: () => this.compose.begin(leaf, drafts) });
    const last = typed ? null : this.#last.get(this.compose.channel.id);
    const again = last && all.find(({ id }) => id === last.id);
    const items = fitting(all, typed).map((leaf) => item(leaf, again ? "Commands" : null));
    this.#show("Commands", again ? [item(again, "Once more", last.drafts), ...items] : items, all.length ? "No command fits" : "No bot has commands here");
  }

  #show(label, items, empty) {
    this.list.element.setAttribute("aria-label", label);
    this.#popup ??= popup(this.compose.line, this.list.element, { place: "above", width: "anchor", onclose: () => this.#closed() });
    this.list.show(items, { empty });
    this.#popup.move();
  }

  close() {
    this.#popup?.close();
  }

  #closed() {
    this.#popup = null;
    this.#active(null);
  }

  #active(id) {
    if (id) this.compose.text.setAttribute("aria-activedescendant", id);
    else this.compose.text.removeAttribute("aria-activedescendant");
  }

  /** Whether the key was meant for the list. */
  key(event) {
    if (!this.open) return false;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") this.list.move(event.key === "ArrowDown" ? 1 : -1);
    else if ((event.key === "Tab" || event.key === "Enter") && !event.shiftKey && this.list.active >= 0) this.list.pick();
    else if (event.key === "Escape") this.close();
    else return false;
    return true;
  }
}
