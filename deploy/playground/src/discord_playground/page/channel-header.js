// The header of a channel. On a narrow pane it has the button that opens the drawer with the channels.
import { createId, h } from "./dom.js";
import { createChannelIcon, createIcon } from "./icon.js";
import { createAvatar, createBotTag } from "./avatar.js";
import { isThread } from "./store.js";
/** @import { Pane } from "./pane.js" */

export class ChannelHeader {
  /** @param {Pane} pane */
  constructor(pane, ...buttons) {
    this.pane = pane;
    this.drawerButton = h("button.icon-button.drawer-button", { type: "button", "aria-expanded": "false", onclick: () => this.setDrawerOpen(true) }, createIcon("menu"));
    this.title = h("h2", { id: createId("channel") });
    this.element = h("header.channel-header", {}, this.drawerButton, this.title, buttons);
  }

  render() {
    const { channel, store } = this.pane;
    const parent = isThread(channel) && store.channels.get(channel.parent_id);
    const person = channel.recipient && store.getPerson(channel.recipient);
    const parts = [
      parent ? h("button.parent", { type: "button", onclick: () => this.pane.openChannel(parent.id) }, createIcon("hash"), parent.name) : null,
      parent ? h("span.sep", { "aria-hidden": "true" }, "›") : null,
      person ? createAvatar(person, { presence: true }) : createChannelIcon(channel),
      h("span.name", {}, store.getChannelName(channel)),
      person?.bot ? createBotTag() : null,
      channel.archived ? h("span.closed-tag", {}, "closed") : null,
    ];
    this.title.replaceChildren(...parts.filter(Boolean));
    const hasUnread = [...store.channels.values()].some((other) => other.id !== channel.id && (other.guild_id ? other.mentions : other.unread));
    this.drawerButton.classList.toggle("has-unread", hasUnread);
    this.drawerButton.setAttribute("aria-label", hasUnread ? "Show channels, unread" : "Show channels");
  }

  get isDrawerOpen() {
    return this.pane.root.classList.contains("drawer-open");
  }

  /** Open or close the drawer with the channels, which only narrow panes have. */
  setDrawerOpen(open) {
    if (this.isDrawerOpen === open) return;
    this.pane.root.classList.toggle("drawer-open", open);
    this.drawerButton.setAttribute("aria-expanded", String(open));
    if (open) this.pane.sidebar.focus();
    else this.drawerButton.focus();
  }
}
