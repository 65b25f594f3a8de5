// The list of a channel's members, which can be shown beside the messages.
import { openPersonMenu } from "./context-menus.js";
import { h } from "./dom.js";
import { createIcon } from "./icon.js";
import { createAvatar, getStatus, createBotTag, describeStatus } from "./avatar.js";
import { saveValue, loadValue } from "./local-storage.js";
import { getMenuPoint } from "./sidebar.js";
/** @import { Pane } from "./pane.js" */

export class MemberList {
  // Rows are kept and updated, because a row may have the focus or an open menu.
  #rows = new Map();
  #headings = new Map();

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.element = h("aside.members", { "aria-label": "Members", hidden: true });
    this.button = h("button.icon-button", { type: "button", "aria-label": "Members", title: "Members", onclick: () => this.#toggle() }, createIcon("people"));
  }

  get #isShown() {
    return loadValue(`${this.pane.side}.members`) === "shown";
  }

  #toggle() {
    saveValue(`${this.pane.side}.members`, this.#isShown ? "hidden" : "shown");
    this.render();
  }

  render() {
    const { channel, store } = this.pane;
    this.button.hidden = !channel?.guild_id;
    this.element.hidden = this.button.hidden || !this.#isShown;
    this.button.setAttribute("aria-pressed", String(!this.element.hidden));
    if (this.element.hidden) return;
    const members = store.listMembers(channel);
    const createSection = (name, people) => (people.length ? [this.#getHeading(`${name} — ${people.length}`), ...people.map((person) => this.#updateRow(person))] : []);
    const elements = [...createSection("People", members.filter(({ bot }) => !bot)), ...createSection("Bots", members.filter(({ bot }) => bot))];
    if (elements.length !== this.element.children.length || elements.some((element, index) => element !== this.element.children[index])) this.element.replaceChildren(...elements);
  }

  #getHeading(text) {
    if (!this.#headings.has(text)) this.#headings.set(text, h("h3", {}, text));
    return this.#headings.get(text);
  }

  #updateRow(person) {
    const row = this.#rows.get(person.id) ?? this.#createRow(person.id);
    const activity = person.presence?.activity;
    row.className = `row ${getStatus(person)}`;
    row.setAttribute("aria-label", `${person.name}, ${describeStatus(person)}`);
    row.replaceChildren(
      createAvatar(person, { presence: true }),
      h("span.words", {}, h("span.name", {}, person.name, person.bot ? createBotTag() : null), activity ? h("small", {}, activity) : null),
    );
    return row;
  }

  #createRow(id) {
    const openMenu = (event, point) => openPersonMenu(this.pane, id, event.currentTarget, point);
    const row = h("button.row", {
      type: "button",
      "aria-haspopup": "menu",
      onclick: (event) => openMenu(event, null),
      oncontextmenu: (event) => {
        event.preventDefault();
        openMenu(event, getMenuPoint(event));
      },
    });
    this.#rows.set(id, row);
    return row;
  }
}
