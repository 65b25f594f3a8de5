// The header of a pane: its person, its settings, and the state of its connection.
import { createLoadingDots, h } from "./dom.js";
import { createIcon } from "./icon.js";
import { openMenu } from "./menu.js";
import { createAvatar } from "./avatar.js";
import { openSettings } from "./settings.js";
/** @import { Pane } from "./pane.js" */

export class PaneHeader {
  /** @param {Pane} pane */
  constructor(pane, { listPeople, switchPerson }) {
    this.pane = pane;
    this.personButton = h("button.person", { type: "button", "aria-haspopup": "menu", "aria-expanded": "false", onclick: () => this.#openPersonPicker(listPeople(), switchPerson) });
    this.details = h("span.pane-details", {});
    this.settingsButton = h("button.icon-button", { type: "button", "aria-label": "Settings for this side", title: "Settings for this side", "aria-haspopup": "dialog", "aria-expanded": "false", disabled: true, onclick: () => openSettings(pane, this.settingsButton) }, createIcon("sliders"));
    this.element = h("header.pane-header", {}, this.personButton, this.details, this.settingsButton);
    this.connectionBar = h("div.connection-bar", { role: "status" });
    this.#renderUnknownPerson();
  }

  render() {
    const { me } = this.pane.store;
    const person = this.pane.store.getPerson(me.id) ?? { ...me, name: me.global_name ?? me.username };
    this.settingsButton.disabled = false;
    this.personButton.replaceChildren(createAvatar(person, { presence: true }), h("span.name", {}, person.name), h("span.username", {}, `@${me.username}`), createIcon("down"));
    this.personButton.setAttribute("aria-label", `This side is ${person.name}. Choose another person`);
    this.details.replaceChildren(h("span", { title: "Language" }, me.locale), me.dms ? "" : h("span.closed-tag", {}, "DMs closed"));
    return person.name;
  }

  #renderUnknownPerson() {
    this.personButton.replaceChildren(h("span.name", {}, this.pane.name), createIcon("down"));
    this.personButton.setAttribute("aria-label", `This side is ${this.pane.name}. Choose another person`);
  }

  /** Show that the connection is lost, after the second failed attempt. */
  showConnection({ isOpen, failedAttempts = 0, problem = "" }) {
    const text = problem || "The playground is not answering. Reconnecting…";
    this.connectionBar.replaceChildren(...(isOpen || failedAttempts < 2 ? [] : [createLoadingDots(), text]));
    if (problem) this.#renderUnknownPerson();
  }

  #openPersonPicker(people, switchPerson) {
    const entries = people.map((person) => ({ label: person.global_name ?? person.username, hint: `@${person.username}`, disabled: person.username === this.pane.name, run: () => switchPerson(person.username) }));
    openMenu(this.personButton, entries, { label: "Choose a person" });
  }
}
