// Where one is and could go: servers, and the channels of one of them or the direct messages.
import { aboutChannel, aboutPerson } from "./actions.js";
import { h } from "./element.js";
import { gather } from "./forms.js";
import { channelIcon, icon } from "./icon.js";
import { menu } from "./menu.js";
import { avatar } from "./person.js";
import { isThread, order } from "./store.js";

const initials = (name) => name.split(/\s+/).map((word) => [...word][0]).join("").slice(0, 3);

const badge = (count) => (count ? h("span.badge", { "aria-hidden": "true" }, count > 99 ? "99+" : String(count)) : null);

/** Who is on the other side; of a group nobody alone. */
const face = (store, channel, shown) => (channel.recipient ? avatar(store.person(channel.recipient), shown) : icon("people"));

const unreadWords = (channel) => (channel.mentions ? `, ${channel.mentions} mentions` : channel.unread ? ", unread" : "");

export class Sidebar {
  constructor(pane) {
    this.pane = pane;
    this.rail = h("nav.rail", { "aria-label": "Servers" });
    this.list = h("nav.channels", { "aria-label": "Channels" });
    this.element = h("div.sidebar", {}, this.rail, this.list);
    this.element.addEventListener("keydown", (event) => arrows(event));
    this.element.addEventListener("focusin", ({ target }) => rove(target.closest("nav"), target.closest("button")));
  }

  focus() {
    this.element.querySelector("[aria-current='page'], button")?.focus();
  }

  draw() {
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.#drawRail();
    this.#drawList();
    for (const nav of [this.rail, this.list]) rove(nav, nav.querySelector("[aria-current]") ?? nav.querySelector("button"));
    if (focused) this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  #drawRail() {
    const { pane } = this;
    const { store } = pane;
    const unread = store.dms.filter((channel) => channel.unread);
    const place = (key, label, current, inside, run, count) =>
      h("button.server", { type: "button", "data-key": key, "aria-label": count ? `${label}, ${count} unread` : label, title: label, "aria-current": current && "true", onclick: run }, inside, badge(count));
    this.rail.replaceChildren(
      place("home", "Direct messages", !pane.server, icon("chat"), () => pane.home(), 0),
      ...unread.map((channel) => place(`dm-${channel.id}`, store.name(channel), false, face(store, channel), () => pane.go(channel.id), channel.unread)),
      h("span.line", { role: "presentation" }),
      ...store.servers.map((server) => {
        const mentions = server.channels.reduce((sum, channel) => sum + (channel.mentions ?? 0), 0);
        return place(`server-${server.id}`, server.name, pane.server?.id === server.id, h("span.initials", {}, initials(server.name)), () => pane.enter(server.id), mentions);
      }),
    );
  }

  #drawList() {
    const { pane } = this;
    const { server, store } = pane;
    if (!server) {
      const dms = [...store.dms].sort((one, other) => order(other.last_message_id ?? "", one.last_message_id ?? ""));
      const write = h("button.row.write", { type: "button", "data-key": "write", "aria-haspopup": "menu", onclick: (event) => this.#write(event.currentTarget) }, icon("plus"), h("span.name", {}, "New message"));
      this.list.replaceChildren(h("h2", {}, "Direct messages"), write, ...dms.map((channel) => this.#dm(channel)), dms.length ? "" : h("p.quiet", {}, "Nobody has written yet."));
      return;
    }
    const channels = server.channels.filter((channel) => !isThread(channel));
    const threads = (channel) => server.channels.filter((one) => isThread(one) && one.parent_id === channel.id && (!one.archived || one.id === pane.channel?.id));
    this.list.replaceChildren(
      h("h2", {}, server.name),
      ...channels.flatMap((channel) => [this.#row(channel), ...threads(channel).map((thread) => this.#row(thread))]),
      channels.length ? "" : h("p.quiet", {}, "There is no channel here that you may see."),
    );
  }

  #write(anchor) {
    const { pane } = this;
    const others = [...pane.store.people.keys()].filter((id) => id !== pane.store.me.id).map((id) => pane.store.person(id));
    const entries = others.map((person) => ({ label: person.name, hint: person.bot ? "BOT" : `@${person.username}`, run: () => pane.dm(person.id) }));
    menu(anchor, [{ label: "New group", icon: "people", run: () => gather(pane) }, ...entries], { label: "Write to" });
  }

  #dm(channel) {
    const { store } = this.pane;
    const about = (event) => (channel.recipient ? aboutPerson(this.pane, channel.recipient, event.currentTarget, at(event)) : aboutChannel(this.pane, channel, event.currentTarget, at(event)));
    return this.#button(channel, store.name(channel), face(store, channel, { presence: true }), about);
  }

  #row(channel) {
    const row = this.#button(channel, channel.name, channelIcon(channel), (event) => aboutChannel(this.pane, channel, event.currentTarget, at(event)));
    if (isThread(channel)) row.classList.add("thread");
    return row;
  }

  #button(channel, name, face, about) {
    const { pane } = this;
    const current = pane.channel?.id === channel.id;
    const count = channel.recipients.length ? channel.unread : channel.mentions;
    return h(
      `button.row${channel.unread && !current ? ".unread" : ""}`,
      {
        type: "button",
        "data-key": channel.id,
        "aria-current": current && "page",
        "aria-label": `${name}${isThread(channel) ? ", thread" : ""}${channel.archived ? ", closed" : ""}${unreadWords(channel)}`,
        onclick: () => pane.go(channel.id),
        oncontextmenu: (event) => {
          event.preventDefault();
          about(event);
        },
      },
      face,
      h("span.name", {}, name),
      channel.archived ? icon("lock") : null,
      badge(count),
    );
  }
}

/** Where a menu opens: at the pointer, or beside what the keyboard is on. */
export const at = (event) => (event.button === 2 || event.clientX ? { x: event.clientX, y: event.clientY } : null);

/** Each list is one stop of Tab; arrows go on from there. */
function rove(nav, button) {
  for (const other of nav.querySelectorAll("button")) other.tabIndex = other === button ? 0 : -1;
}

function arrows(event) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const all = [...event.target.closest("nav").querySelectorAll("button")];
  const next = all[all.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
