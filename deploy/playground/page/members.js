import { aboutPerson } from "./actions.js";
import { h } from "./element.js";
import { icon } from "./icon.js";
import { avatar, status, tag, told } from "./person.js";
import { keep, kept } from "./shelf.js";
import { at } from "./sidebar.js";

/** Who is in the server, beside the talk, for those who want to see it. */
export class Members {
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
    const part = (name, people) => (people.length ? [h("h3", {}, `${name} — ${people.length}`), ...people.map((person) => this.#row(person))] : []);
    this.element.replaceChildren(...part("People", all.filter(({ bot }) => !bot)), ...part("Bots", all.filter(({ bot }) => bot)));
  }

  #row(person) {
    const about = (event, point) => aboutPerson(this.pane, person.id, event.currentTarget, point);
    const activity = person.presence?.activity;
    return h(
      `button.row.${status(person)}`,
      {
        type: "button",
        "aria-haspopup": "menu",
        "aria-label": `${person.name}, ${told(person)}`,
        onclick: (event) => about(event, null),
        oncontextmenu: (event) => {
          event.preventDefault();
          about(event, at(event));
        },
      },
      avatar(person, { presence: true }),
      h("span.words", {}, h("span.name", {}, person.name, person.bot ? tag() : null), activity ? h("small", {}, activity) : null),
    );
  }
}
