// Who a side is, how they have set it, and whether it hears of anything.
import { dots, h } from "./element.js";
import { icon } from "./icon.js";
import { menu } from "./menu.js";
import { avatar } from "./person.js";
import { settings } from "./settings.js";

export class Identity {
  /** @param people whom one could be, `become(name)` makes it so */
  constructor(pane, { people, become }) {
    this.pane = pane;
    this.who = h("button.who", { type: "button", "aria-haspopup": "menu", "aria-expanded": "false", onclick: () => this.#choose(people(), become) });
    this.facts = h("span.facts", {});
    this.gear = h("button.icon-button", { type: "button", "aria-label": "Settings of this side", title: "Settings of this side", "aria-haspopup": "dialog", "aria-expanded": "false", disabled: true, onclick: () => settings(pane, this.gear) }, icon("sliders"));
    this.element = h("header.identity", {}, this.who, this.facts, this.gear);
    this.connection = h("div.connection", { role: "status" });
    this.#unknown();
  }

  draw() {
    const { me } = this.pane.store;
    const person = this.pane.store.person(me.id) ?? { ...me, name: me.global_name ?? me.username };
    this.gear.disabled = false;
    this.who.replaceChildren(avatar(person, { presence: true }), h("span.name", {}, person.name), h("span.username", {}, `@${me.username}`), icon("down"));
    this.who.setAttribute("aria-label", `This side is ${person.name}. Choose somebody else`);
    this.facts.replaceChildren(h("span", { title: "Language" }, me.locale), me.dms ? "" : h("span.closed", {}, "DMs closed"));
    return person.name;
  }

  #unknown() {
    this.who.replaceChildren(h("span.name", {}, this.pane.name), icon("down"));
    this.who.setAttribute("aria-label", `This side is ${this.pane.name}. Choose somebody else`);
  }

  /** One try that fails is not worth a word. */
  connected({ open, tries = 0, problem = "" }) {
    const words = problem || "The playground is away. Trying again…";
    this.connection.replaceChildren(...(open || tries < 2 ? [] : [dots(), words]));
    if (problem) this.#unknown();
  }

  #choose(people, become) {
    const entries = people.map((person) => ({ label: person.global_name ?? person.username, hint: `@${person.username}`, disabled: person.username === this.pane.name, run: () => become(person.username) }));
    menu(this.who, entries, { label: "Who is this side?" });
  }
}
