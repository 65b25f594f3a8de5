// One person's side of the page; one file, because whatever one part of it must tell another goes through here.
import * as api from "./api.js";
import { aboutMessage, aboutPerson } from "./actions.js";
import { surroundings } from "./around.js";
import { Compose } from "./compose.js";
import { Connection } from "./connection.js";
import { Editor } from "./editor.js";
import { dots, h, soon } from "./element.js";
import { Forms, beginThread } from "./forms.js";
import { Heading } from "./heading.js";
import { icon } from "./icon.js";
import { Identity } from "./identity.js";
import { Log } from "./log.js";
import { Members } from "./members.js";
import { keepTheme, themeOf } from "./settings.js";
import { keep, kept } from "./shelf.js";
import { Sidebar, at } from "./sidebar.js";
import { Store, isEphemeral, isThread } from "./store.js";
import { Tools } from "./tools.js";
import { beginning, connecting, hint } from "./welcome.js";

/** One person's Discord: everything that they see, and all that they can do. */
export class Pane {
  channel = null;
  server = null;
  editing = null;
  #connection = null;
  #read = new Map();
  #spoken = "";

  /** @param page `{first(pane), hear(pane, event), changed(), connected(pane, open), setup(), people(), become(pane, name)}` */
  constructor(side, page) {
    this.side = side;
    this.page = page;
    this.theme = themeOf(side);
    this.root = h("section.pane", { "data-side": side, "data-theme": this.theme });
    this.drawFrame = soon(() => this.#frame());
  }

  /** Shows the Discord of another person. */
  become(name) {
    this.#connection?.close();
    this.name = name;
    this.channel = null;
    this.server = null;
    const store = new Store();
    this.store = store;
    this.#build();
    store.on("frame", this.drawFrame);
    store.on("messages", (detail) => this.log.heard(detail));
    store.on("interactions", () => this.log.state());
    store.on("typing", () => this.#typing());
    store.on("modal", () => this.forms.changed());
    this.#connection = new Connection({
      as: name,
      wire: this.page.first(this),
      hear: (event) => {
        store.hear(event);
        this.page.hear(this, event);
      },
      state: (state) => {
        this.root.classList.toggle("away", !state.open);
        this.identity.connected(state);
        this.page.connected(this, state.open);
      },
    });
  }

  #build() {
    this.around = surroundings(this);
    this.identity = new Identity(this, { people: () => this.page.people(), become: (name) => this.page.become(this, name) });
    this.sidebar = new Sidebar(this);
    this.members = new Members(this);
    this.log = new Log(this);
    this.compose = new Compose(this);
    this.tools = new Tools(this);
    this.forms = new Forms(this);
    this.heading = new Heading(this, this.members.button);
    this.typing = h("div.typing", { "aria-live": "polite" });
    this.notice = h("div.notice", { role: "alert" });
    this.main = h(
      "section.chat",
      { "aria-labelledby": this.heading.title.id },
      this.heading.element,
      h("div.middle", {}, h("div.talk", {}, this.log.element, this.notice, this.compose.element, this.typing), this.members.element),
    );
    this.body = h("div.discord", { hidden: true }, this.sidebar.element, h("div.shade", { onclick: () => this.heading.drawer(false) }), this.main);
    this.root.replaceChildren(this.identity.element, this.identity.connection, this.body);
    this.root.setAttribute("aria-label", `${this.name}'s Discord`);
    this.main.addEventListener("dragover", (event) => event.preventDefault());
    this.main.addEventListener("drop", (event) => {
      event.preventDefault();
      this.compose.take(event.dataTransfer.files);
    });
    this.body.addEventListener("keydown", (event) => event.key === "Escape" && this.heading.drawer(false));
    this.log.list.addEventListener("contextmenu", (event) => this.#contextMenu(event));
  }

  // Where one is.

  go(id) {
    const channel = this.store.channels.get(id);
    if (!channel) return;
    this.server = this.store.server(channel.guild_id);
    this.channel = channel;
    this.editing = null;
    keep(`${this.side}.${this.name}.channel`, id);
    if (this.server) keep(`${this.side}.${this.name}.${this.server.id}`, id);
    this.heading.drawer(false);
    this.say("");
    this.#place();
    this.log.show(channel);
    this.compose.show(channel);
    this.#typing();
    this.read(id);
    // On a phone the focus would bring up the keyboard.
    if (!matchMedia("(pointer: coarse)").matches) this.compose.focus();
    this.page.changed();
  }

  enter(serverId) {
    const server = this.store.server(serverId);
    const last = kept(`${this.side}.${this.name}.${serverId}`);
    this.server = server;
    this.#switch(server.channels.find(({ id }) => id === last) ?? server.channels.find((one) => !isThread(one)));
  }

  home() {
    this.server = null;
    const [first] = [...this.store.dms].sort((one, other) => other.unread - one.unread);
    this.#switch(first);
  }

  /** On a narrow side the channels stay before one's eyes until one of them is chosen. */
  #switch(channel) {
    if (!channel) return this.sidebar.draw();
    const { drawn } = this.heading;
    this.go(channel.id);
    if (drawn) this.heading.drawer(true);
  }

  async dm(person) {
    const answer = await this.try({ do: "dm", with: person });
    if (answer) this.met(answer.channel);
  }

  /** Goes to a channel that an act has opened, which the playground may not have told of yet. */
  met(channel) {
    if (!this.store.channels.has(channel.id)) this.store.hear({ type: "channel", channel });
    this.go(channel.id);
  }

  // What is done.

  act(body) {
    return this.#connection.act(body);
  }

  /** Acts, and tells a refusal above the compose box; `null` then. */
  async try(body) {
    this.say("");
    try {
      return await this.act(body);
    } catch (error) {
      this.say(error.message);
      return null;
    }
  }

  /** A new try takes away what is told of those that failed. */
  use(message, body) {
    for (const { id, state, message_id: on } of this.store.interactions.values()) if (on === message && state === "failed") this.act({ do: "dismiss", interaction: id }).catch(() => {});
    return this.try({ ...body, message, wait: false });
  }

  say(words) {
    this.notice.replaceChildren(...(words ? [icon("warn"), h("span", {}, words), h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => this.say("") }, icon("close"))] : []));
  }

  focus() {
    this.compose.focus();
  }

  /** Behind a dialog nothing can be reached. */
  cover(covered) {
    this.body.inert = covered;
    this.identity.element.inert = covered;
  }

  async history(channel, before) {
    try {
      const { messages, more } = await api.history(this.name, channel, before);
      this.store.prepend(channel, messages, more);
    } catch (error) {
      this.say(error.message);
    }
  }

  read(id) {
    const channel = this.store.channels.get(id);
    if (!channel?.unread || document.hidden || !this.root.getClientRects().length) return;
    // Asked once for each state of things, whatever becomes of it.
    const state = `${this.store.messages.get(id)?.at(-1)?.id} ${channel.unread}`;
    if (this.#read.get(id) === state) return;
    this.#read.set(id, state);
    this.act({ do: "read", channel: id }).catch(() => this.#read.delete(id));
  }

  dismiss(interaction) {
    return this.try({ do: "dismiss", interaction: interaction.id });
  }

  dismissMessage(message) {
    return this.try({ do: "dismiss", message: message.id });
  }

  messageOf(id) {
    return (this.store.messages.get(this.channel?.id) ?? []).find((message) => message.id === id);
  }

  edit(id) {
    const message = this.messageOf(id);
    const element = this.log.rowOf(id);
    if (!message || !element) return;
    this.editing = id;
    new Editor(message, element, {
      save: (content) => this.act({ do: "edit", message: id, content }),
      done: () => {
        this.editing = null;
        this.log.again();
        this.focus();
      },
    }).open();
  }

  editLast() {
    const own = (this.store.messages.get(this.channel.id) ?? []).findLast((message) => message.author.id === this.store.me.id && message.type !== 18);
    if (own) this.edit(own.id);
  }

  thread(message, channel = this.channel) {
    beginThread(this, message, channel);
  }

  dress(theme) {
    this.theme = theme;
    this.root.dataset.theme = theme;
    keepTheme(this.side, theme);
  }

  /** A key on a message that has the focus. */
  onkey(event, id) {
    const message = this.messageOf(id);
    const menu = () => this.tools.menu(message, this.log.rowOf(id));
    const run = {
      r: () => this.channel.writable && !isEphemeral(message) && this.compose.replyTo(message),
      e: () => message.author.id === this.store.me.id && this.edit(id),
      Enter: menu,
      ContextMenu: menu,
      Escape: () => this.focus(),
    }[event.key];
    if (!run || !message || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    run();
  }

  #contextMenu(event) {
    const element = event.target.closest(".message");
    const message = element && this.messageOf(element.dataset.id);
    if (!message || event.target.closest("a, textarea, input") || String(getSelection())) return;
    event.preventDefault();
    if (event.target.closest(".face, .author")) aboutPerson(this, message.author.id, event.target.closest("button"), at(event));
    else aboutMessage(this, message, element, at(event));
  }

  // What is told anew.

  #frame() {
    const { store } = this;
    if (!store.me) return;
    this.body.hidden = false;
    this.root.setAttribute("aria-label", `${this.identity.draw()}'s Discord`);
    const spoken = `${store.me.locale} ${[...store.people.values()].map((one) => one.global_name).join()}`;
    const channel = this.channel && store.channels.get(this.channel.id);
    if (!channel) this.#arrive();
    else {
      this.main.hidden = false;
      this.channel = channel;
      this.server = this.server && store.server(this.server.id);
      this.#place();
      this.compose.renew(channel);
      if (this.#spoken && this.#spoken !== spoken) this.log.again();
      this.log.begin();
      if (this.log.stuck) this.read(channel.id);
    }
    this.#spoken = spoken;
    hint(this.compose, (this.channel?.commands ?? []).length > 0);
    this.page.changed();
  }

  #arrive() {
    const last = kept(`${this.side}.${this.name}.channel`);
    const first = this.store.servers.flatMap(({ channels }) => channels).find((channel) => !isThread(channel));
    const to = this.store.channels.get(last) ?? first ?? this.store.dms[0];
    this.main.hidden = !to;
    if (!to) return this.sidebar.draw();
    const focused = document.activeElement;
    this.go(to.id);
    // Nobody asked to be brought here.
    if (focused && focused !== document.body && focused.isConnected) focused.focus();
    else if (!this.page.first(this)) document.activeElement?.blur();
  }

  #place() {
    this.heading.draw();
    this.sidebar.draw();
    this.members.draw();
  }

  welcome(id) {
    const channel = this.store.channels.get(id);
    if (!channel) return "";
    const alone = !this.store.botOnline && !this.store.messages.get(id)?.length && this.page.first(this);
    return h("div", {}, beginning(this.store, channel), alone ? connecting(this.page.setup()) : null);
  }

  #typing() {
    const names = this.channel ? this.store.typists(this.channel.id).map(({ name }) => name) : [];
    const words = names.length > 2 ? "Several people are typing…" : names.length ? `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} typing…` : "";
    if (this.typing.textContent === words) return;
    this.typing.replaceChildren(...(words ? [dots(), words] : []));
  }
}
