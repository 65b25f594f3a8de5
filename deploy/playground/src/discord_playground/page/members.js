// Who is in the server, beside the talk, for those who want to see it.
import { aboutPerson } from "./actions.js";
import { h } from "./element.js";
import { icon } from "./icon.js";
import { avatar, status, tag, told } from "./person.js";
import { keep, kept } from "./shelf.js";
import { at } from "./sidebar.js";

export class Members {
  // A row stays for as long as its person does: a menu may hang on it, and somebody's focus.
  #rows = new Map();
  #titles = new Map();

  constructor(pane) {
    this.pane = pane;
    this.element = h("aside.members", { "aria-label": "Members", hidden: true });
    this.button = h("button.icon-button", { type: "button", "aria-label": "Members", title: "Members", onclick: () => this.#toggle() }, icon("people"));
  }

  get #wanted() {
    return kept(`${this.pane.side}.members`) === "shown";
  }

  #toggle() {
    keep(`${this.pane.side}.members`, this.#wanted ? "hidden" : "shown");
    this.draw();
  }

  draw() {
    const { channel, store } = this.pane;
    this.button.hidden = !channel?.guild_id;
    this.element.hidden = this.button.hidden || !this.#wanted;
    this.button.setAttribute("aria-pressed", String(!this.element.hidden));
    if (this.element.hidden) return;
    const all = store.company(channel);
    const part = (name, people) => (people.length ? [this.#title(`${name} — ${people.length}`), ...people.map((person) => this.#row(person))] : []);
    const shown = [...part("People", all.filter(({ bot }) => !bot)), ...part("Bots", all.filter(({ bot }) => bot))];
    if (shown.length !== this.element.children.length || shown.some((one, index) => one !== this.element.children[index])) this.element.replaceChildren(...shown);
  }

  #title(words) {
    if (!this.#titles.has(words)) this.#titles.set(words, h("h3", {}, words));
    return this.#titles.get(words);
  }

  #row(person) {
    const row = this.#rows.get(person.id) ?? this.#fresh(person.id);
    const activity = person.presence?.activity;
    row.className = `row ${status(person)}`;
    row.setAttribute("aria-label", `${person.name}, ${told(person)}`);
    row.replaceChildren(
      avatar(person, { presence: true }),
      h("span.words", {}, h("span.name", {}, person.name, person.bot ? tag() : null), activity ? h("small", {}, activity) : null),
    );
    return row;
  }

  #fresh(id) {
    const about = (event, point) => aboutPerson(this.pane, id, event.currentTarget, point);
    const row = h("button.row", {
      type: "button",
      "aria-haspopup": "menu",
      onclick: (event) => about(event, null),
      oncontextmenu: (event) => {
        event.preventDefault();
        about(event, at(event));
      },
    });
    this.#rows.set(id, row);
    return row;
  }
}
