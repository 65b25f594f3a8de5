// The sidebar of a pane: its servers, and the channels of one server or the direct messages.
import { openChannelMenu, openPersonMenu } from "./context-menus.js";
import { h } from "./dom.js";
import { openGroupForm } from "./forms.js";
import { createChannelIcon, createIcon } from "./icon.js";
import { openMenu } from "./menu.js";
import { createAvatar } from "./avatar.js";
import { isThread, compareIds } from "./store.js";
import { formatTime } from "./timestamp.js";
/** @import { Pane } from "./pane.js" */

const getInitials = (name) => name.split(/\s+/).map((word) => [...word][0]).join("").slice(0, 3);

const createBadge = (count) => (count ? h("span.badge", { "aria-hidden": "true" }, count > 99 ? "99+" : String(count)) : null);

/** Create the picture of a direct message: the other person's avatar, or an icon for a group. */
const createFace = (store, channel, options) => (channel.recipient ? createAvatar(store.getPerson(channel.recipient), options) : createIcon("people"));

const describeUnread = (channel) => (channel.mentions ? `, ${channel.mentions} mentions` : channel.unread ? ", unread" : "");

export class Sidebar {
  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.serverList = h("nav.server-list", { "aria-label": "Servers" });
    this.channelList = h("nav.channels", { "aria-label": "Channels" });
    this.element = h("div.sidebar", {}, this.serverList, this.channelList);
    this.element.addEventListener("keydown", (event) => handleArrowKey(event));
    this.element.addEventListener("focusin", ({ target }) => setTabStop(target.closest("nav"), target.closest("button")));
  }

  focus() {
    this.element.querySelector("[aria-current='page'], button")?.focus();
  }

  render() {
    const focusedKey = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.#renderServers();
    this.#renderChannels();
    for (const nav of [this.serverList, this.channelList]) setTabStop(nav, nav.querySelector("[aria-current]") ?? nav.querySelector("button"));
    if (focusedKey) this.element.querySelector(`[data-key="${CSS.escape(focusedKey)}"]`)?.focus({ preventScroll: true });
  }

  #renderServers() {
    const { pane } = this;
    const { store } = pane;
    const unread = store.dms.filter((channel) => channel.unread);
    const createButton = (key, label, current, content, run, count) =>
      h("button.server", { type: "button", "data-key": key, "aria-label": count ? `${label}, ${count} unread` : label, title: label, "aria-current": current && "true", onclick: run }, content, createBadge(count));
    this.serverList.replaceChildren(
      createButton("home", "Direct messages", !pane.server, createIcon("chat"), () => pane.openDirectMessages(), 0),
      ...unread.map((channel) => createButton(`dm-${channel.id}`, store.getChannelName(channel), false, createFace(store, channel), () => pane.openChannel(channel.id), channel.unread)),
      h("span.line", { role: "presentation" }),
      ...store.servers.map((server) => {
        const mentions = server.channels.reduce((sum, channel) => sum + channel.mentions, 0);
        return createButton(`server-${server.id}`, server.name, pane.server?.id === server.id, h("span.initials", {}, getInitials(server.name)), () => pane.openServer(server.id), mentions);
      }),
    );
  }

  #renderChannels() {
    const { pane } = this;
    const { server, store } = pane;
    if (!server) {
      const dms = [...store.dms].sort((a, b) => compareIds(b.last_message_id ?? "", a.last_message_id ?? ""));
      const newMessageButton = h("button.row.new-message", { type: "button", "data-key": "write", "aria-haspopup": "menu", onclick: (event) => this.#openNewMessageMenu(event.currentTarget) }, createIcon("plus"), h("span.name", {}, "New message"));
      this.channelList.replaceChildren(h("h2", {}, "Direct messages"), newMessageButton, ...dms.map((channel) => this.#createDirectMessageRow(channel)), dms.length ? "" : h("p.quiet", {}, "No direct messages yet."));
      return;
    }
    const channels = server.channels.filter((channel) => !isThread(channel));
    const listThreads = (channel) => server.channels.filter((other) => isThread(other) && other.parent_id === channel.id && (!other.archived || other.id === pane.channel?.id));
    this.channelList.replaceChildren(
      h("h2", {}, server.name),
      ...server.events.map((event) => createEventLine(event, pane.renderContext.locale)),
      ...channels.flatMap((channel) => [this.#createChannelRow(channel), ...listThreads(channel).map((thread) => this.#createChannelRow(thread))]),
      channels.length ? "" : h("p.quiet", {}, "You cannot see any channels here."),
    );
  }

  #openNewMessageMenu(anchor) {
    const { pane } = this;
    const others = [...pane.store.people.keys()].filter((id) => id !== pane.store.me.id).map((id) => pane.store.getPerson(id));
    const entries = others.map((person) => ({ label: person.name, hint: person.bot ? "BOT" : `@${person.username}`, run: () => pane.openDirectMessage(person.id) }));
    openMenu(anchor, [{ label: "New group", icon: "people", run: () => openGroupForm(pane) }, ...entries], { label: "New message" });
  }

  #createDirectMessageRow(channel) {
    const { store } = this.pane;
    const openRowMenu = (event) => (channel.recipient ? openPersonMenu(this.pane, channel.recipient, event.currentTarget, getMenuPoint(event)) : openChannelMenu(this.pane, channel, event.currentTarget, getMenuPoint(event)));
    return this.#createRow(channel, store.getChannelName(channel), createFace(store, channel, { presence: true }), openRowMenu);
  }

  #createChannelRow(channel) {
    const row = this.#createRow(channel, channel.name, createChannelIcon(channel), (event) => openChannelMenu(this.pane, channel, event.currentTarget, getMenuPoint(event)));
    if (isThread(channel)) row.classList.add("thread");
    return row;
  }

  #createRow(channel, name, face, onmenu) {
    const { pane } = this;
    const isCurrent = pane.channel?.id === channel.id;
    const count = channel.recipients.length ? channel.unread : channel.mentions;
    return h(
      `button.row${channel.unread && !isCurrent ? ".unread" : ""}`,
      {
        type: "button",
        "data-key": channel.id,
        "aria-current": isCurrent && "page",
        "aria-label": `${name}${isThread(channel) ? ", thread" : ""}${channel.archived ? ", closed" : ""}${describeUnread(channel)}`,
        onclick: () => pane.openChannel(channel.id),
        oncontextmenu: (event) => {
          event.preventDefault();
          onmenu(event);
        },
      },
      face,
      h("span.name", {}, name),
      channel.archived ? createIcon("lock") : null,
      createBadge(count),
    );
  }
}

/** Create the line for a scheduled event. Its tooltip says more. */
function createEventLine(event, locale) {
  const time = event.active ? "now" : formatTime(Date.parse(event.start) / 1000, "s", locale);
  return h("p.event", { title: [event.name, event.location, event.description].filter(Boolean).join("\n") }, createIcon("calendar"), h("span.name", {}, event.name), h("time", { datetime: event.start }, time));
}

/** Return where a context menu opens: at the pointer, or `null` for the keyboard, which opens it beside the element. */
export const getMenuPoint = (event) => (event.button === 2 || event.clientX ? { x: event.clientX, y: event.clientY } : null);

/** Make a button the only tab stop of its list. The arrow keys move to the other buttons. */
function setTabStop(nav, button) {
  for (const other of nav.querySelectorAll("button")) other.tabIndex = other === button ? 0 : -1;
}

function handleArrowKey(event) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const buttons = [...event.target.closest("nav").querySelectorAll("button")];
  const next = buttons[buttons.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
