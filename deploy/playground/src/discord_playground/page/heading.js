// The line above a talk: where one is, and the way to elsewhere where the channels are folded away.
import { fresh, h } from "./element.js";
import { channelIcon, icon } from "./icon.js";
import { avatar, tag } from "./person.js";
import { isThread } from "./store.js";

export class Heading {
  constructor(pane, ...buttons) {
    this.pane = pane;
    this.opener = h("button.icon-button.opener", { type: "button", "aria-expanded": "false", onclick: () => this.drawer(true) }, icon("menu"));
    this.title = h("h2", { id: fresh("channel") });
    this.element = h("header.bar", {}, this.opener, this.title, buttons);
  }

  draw() {
    const { channel, store } = this.pane;
    const parent = isThread(channel) && store.channels.get(channel.parent_id);
    const person = channel.recipient && store.person(channel.recipient);
    const parts = [
      parent ? h("button.parent", { type: "button", onclick: () => this.pane.go(parent.id) }, icon("hash"), parent.name) : null,
      parent ? h("span.sep", { "aria-hidden": "true" }, "›") : null,
      person ? avatar(person, { presence: true }) : channelIcon(channel),
      h("span.name", {}, store.name(channel)),
      person?.bot ? tag() : null,
      channel.archived ? h("span.closed", {}, "closed") : null,
    ];
    this.title.replaceChildren(...parts.filter(Boolean));
    const waiting = [...store.channels.values()].some((other) => other.id !== channel.id && (other.guild_id ? other.mentions : other.unread));
    this.opener.classList.toggle("waiting", waiting);
    this.opener.setAttribute("aria-label", waiting ? "Show channels, unread" : "Show channels");
  }

  get drawn() {
    return this.pane.root.classList.contains("drawn");
  }

  /** Brings the channels before a narrow side, or folds them away. */
  drawer(shown) {
    if (this.drawn === shown) return;
    this.pane.root.classList.toggle("drawn", shown);
    this.opener.setAttribute("aria-expanded", String(shown));
    if (shown) this.pane.sidebar.focus();
    else this.opener.focus();
  }
}
