import * as api from "./api.js";
import { aboutMessage, aboutPerson } from "./actions.js";
import { Compose } from "./compose.js";
import { Connection } from "./connection.js";
import { fresh, h, soon } from "./element.js";
import { icon } from "./icon.js";
import { Log } from "./log.js";
import { menu } from "./menu.js";
import { Modal } from "./modal.js";
import { avatar, status, tag, told } from "./person.js";
import { Editor } from "./editor.js";
import { keepTheme, settings, themeOf } from "./settings.js";
import { keep, kept } from "./shelf.js";
import { Sidebar, at } from "./sidebar.js";
import { Store, isThread } from "./store.js";
import { Tools } from "./tools.js";
import { beginning, connecting } from "./welcome.js";

const NAMED = { 0: "hash", 1: "at", 11: "thread", 12: "thread" };

/** One person's Discord: everything that they see, and all that they can do. */
export class Pane {
  channel = null;
  server = null;
  editing = null;
  #connection = null;
  #modal = null;
  #read = new Map();

  /** @param page `{hear(event), became(pane), setup(), connect(), first}` */
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
    this.store = new Store();
    this.channel = null;
    this.server = null;
    this.#modal = null;
    this.#build();
    const store = this.store;
    store.on("frame", this.drawFrame);
    store.on("messages", (detail) => this.log.heard(detail));
    store.on("interactions", () => this.log.state());
    store.on("typing", () => this.#typing());
    store.on("modal", () => this.#modalChanged());
    this.#connection = new Connection({
      as: name,
      wire: this.page.first(this),
      hear: (event) => {
        store.hear(event);
        this.page.hear(this, event);
      },
      state: (state) => this.#connected(state),
    });
  }

  #build() {
    this.around = this.#around();
    this.who = h("button.who", { type: "button", "aria-haspopup": "menu", "aria-expanded": "false", onclick: () => this.#whoMenu() }, h("span.name", {}, this.name));
    this.gear = h("button.icon-button", { type: "button", "aria-label": "Settings of this side", title: "Settings of this side", "aria-haspopup": "dialog", "aria-expanded": "false", disabled: true, onclick: () => settings(this, this.gear) }, icon("sliders"));
    this.facts = h("span.facts", {});
    this.identity = h("header.identity", {}, this.who, this.facts, this.gear);
    this.connection = h("div.connection", { role: "status" });
    this.sidebar = new Sidebar(this);
    this.log = new Log(this);
    this.compose = new Compose(this);
    this.tools = new Tools(this);
    this.opener = h("button.icon-button.opener", { type: "button", "aria-label": "Show channels", "aria-expanded": "false", onclick: () => this.#drawer(true) }, icon("menu"));
    this.heading = h("h2", { id: fresh("channel") });
    this.members = h("aside.members", { "aria-label": "Members", hidden: kept(`${this.side}.members`) !== "shown" });
    this.peopleButton = h("button.icon-button", { type: "button", "aria-label": "Members", title: "Members", "aria-pressed": String(!this.members.hidden), onclick: () => this.#toggleMembers() }, icon("people"));
    this.typing = h("div.typing", { "aria-live": "polite" });
    this.notice = h("div.notice", { role: "alert" });
    this.main = h(
      "section.chat",
      { "aria-labelledby": this.heading.id },
      h("header.bar", {}, this.opener, this.heading, this.peopleButton),
      h("div.middle", {}, h("div.talk", {}, this.log.element, this.notice, this.compose.element, this.typing), this.members),
    );
    this.body = h("div.discord", {}, this.sidebar.element, h("div.shade", { onclick: () => this.#drawer(false) }), this.main);
    this.body.hidden = true;
    this.root.replaceChildren(this.identity, this.connection, this.body);
    this.root.setAttribute("aria-label", `${this.name}'s Discord`);
    this.main.addEventListener("dragover", (event) => event.preventDefault());
    this.main.addEventListener("drop", (event) => {
      event.preventDefault();
      this.compose.take(event.dataTransfer.files);
    });
    this.body.addEventListener("keydown", (event) => event.key === "Escape" && this.#drawer(false));
    this.log.list.addEventListener("contextmenu", (event) => this.#contextMenu(event));
  }

  #around() {
    const pane = this;
    return {
      get locale() {
        return pane.store.me?.locale ?? "en-US";
      },
      get store() {
        return pane.store;
      },
      get channel() {
        return pane.channel;
      },
      personOf: (id) => this.store.person(id),
      roleOf: (id) => this.store.role(id),
      channelOf: (id) => this.store.channels.get(id),
      onuser: (id, element) => aboutPerson(this, id, element),
      onauthor: (id, element) => aboutPerson(this, id, element),
      onchannel: (id) => this.go(id),
      onthread: (id) => this.go(id),
      oncommand: (name) => this.compose.command(name),
      onjump: (id) => this.log.go(id) || this.say("That message is further up; scroll to load it."),
      ondismiss: (message) => this.dismissMessage(message),
      click: (message, customId) => this.#use(message, { do: "click", custom_id: customId }),
      choose: (message, customId, values) => this.#use(message, { do: "select", custom_id: customId, values }),
    };
  }

  // Where one is.

  go(id) {
    const channel = this.store.channels.get(id);
    if (!channel) return;
    this.server = this.store.server(channel.guild_id);
    this.channel = channel;
    keep(`${this.side}.${this.name}.channel`, id);
    this.#drawer(false);
    this.editing = null;
    this.say("");
    this.#head();
    this.#elsewhere();
    this.sidebar.draw();
    this.log.show(channel);
    this.compose.show(channel);
    this.read(id);
    if (!matchMedia("(pointer: coarse)").matches) this.compose.focus();
    this.page.changed(this);
  }

  enter(serverId) {
    const server = this.store.server(serverId);
    const last = kept(`${this.side}.${this.name}.${serverId}`);
    const channel = server.channels.find(({ id }) => id === last) ?? server.channels.find((one) => !isThread(one));
    this.server = server;
    if (channel) this.#switch(channel.id);
    else this.sidebar.draw();
  }

  home() {
    this.server = null;
    const [first] = [...this.store.dms].sort((one, other) => other.unread - one.unread);
    if (first) this.#switch(first.id);
    else this.sidebar.draw();
  }

  /** On a narrow side the channels stay before one's eyes until one of them is chosen. */
  #switch(id) {
    const drawn = this.root.classList.contains("drawn");
    this.go(id);
    if (drawn) this.#drawer(true);
  }

  async dm(person) {
    const answer = await this.try({ do: "dm", with: person });
    if (!answer) return;
    if (!this.store.channels.has(answer.channel.id)) this.store.hear({ type: "channel", channel: answer.channel });
    this.go(answer.channel.id);
  }

  #drawer(shown) {
    if (this.root.classList.contains("drawn") === shown) return;
    this.root.classList.toggle("drawn", shown);
    this.opener.setAttribute("aria-expanded", String(shown));
    if (shown) this.sidebar.element.querySelector("[aria-current='page'], button")?.focus();
    else this.opener.focus();
  }

  // What others ask of their pane.

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
  #use(message, body) {
    for (const { id, state, message_id: on } of this.store.interactions.values()) if (on === message && state === "failed") this.act({ do: "dismiss", interaction: id }).catch(() => {});
    return this.try({ ...body, message, wait: false });
  }

  say(words) {
    this.notice.replaceChildren(...(words ? [icon("warn"), h("span", {}, words), h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => this.say("") }, icon("close"))] : []));
  }

  focus() {
    this.compose.focus();
  }

  cover(covered) {
    this.body.inert = covered;
    this.identity.inert = covered;
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

  welcome(id) {
    const channel = this.store.channels.get(id);
    if (!channel) return "";
    const alone = !this.store.botOnline && !(this.store.messages.get(id)?.length) && this.page.first(this);
    return h("div", {}, beginning(this.store, channel), alone ? connecting(this.page.setup()) : null);
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
    const told = { title: "Create thread", components: [{ type: 18, label: "Thread name", component: { type: 4, style: 1, custom_id: "name", max_length: 100, required: true, value: message?.content?.slice(0, 40) ?? "" } }] };
    const send = async ({ name }) => {
      const answer = await this.act({ do: "thread", channel: channel.id, name, ...(message && { message: message.id }) });
      if (!this.store.channels.has(answer.channel.id)) this.store.hear({ type: "channel", channel: answer.channel });
      this.go(answer.channel.id);
    };
    new Modal(told, this, { send, verb: "Create" }).open();
  }

  onkey(event, id) {
    const message = this.messageOf(id);
    const run = {
      r: () => this.compose.replyTo(message),
      e: () => message.author.id === this.store.me.id && this.edit(id),
      Enter: () => this.tools.menu(message, this.log.rowOf(id)),
      ContextMenu: () => this.tools.menu(message, this.log.rowOf(id)),
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
    const { me } = store;
    const person = store.person(me.id) ?? { ...me, name: me.global_name ?? me.username };
    const spoken = `${me.locale} ${[...store.people.values()].map((one) => one.global_name).join()}`;
    this.gear.disabled = false;
    this.who.replaceChildren(avatar(person, { presence: true }), h("span.name", {}, person.name), h("span.username", {}, `@${me.username}`), icon("down"));
    this.who.setAttribute("aria-label", `This side is ${person.name}. Choose somebody else`);
    this.facts.replaceChildren(h("span", { title: "Language" }, me.locale), me.dms ? "" : h("span.closed", {}, "DMs closed"));
    this.root.setAttribute("aria-label", `${person.name}'s Discord`);
    const channel = this.channel && store.channels.get(this.channel.id);
    if (!channel) this.#arrive();
    else {
      this.main.hidden = false;
      this.channel = channel;
      this.server = this.server && store.server(this.server.id);
      this.#head();
      this.#elsewhere();
      this.sidebar.draw();
      this.compose.renew(channel);
      if (this.spoken && this.spoken !== spoken) this.log.again();
      this.log.begin();
      if (this.log.stuck) this.read(channel.id);
    }
    this.spoken = spoken;
    this.#drawMembers();
    this.#hint();
    this.page.changed(this);
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

  #head() {
    const { channel, store } = this;
    const parent = isThread(channel) && store.channels.get(channel.parent_id);
    const person = channel.recipient && store.person(channel.recipient);
    this.heading.replaceChildren(
      ...[
        parent ? h("button.parent", { type: "button", onclick: () => this.go(parent.id) }, icon("hash"), parent.name) : null,
        parent ? h("span.sep", { "aria-hidden": "true" }, "›") : null,
        person ? avatar(person, { presence: true }) : icon(NAMED[channel.type] ?? "hash"),
        h("span.name", {}, store.name(channel)),
        person?.bot ? tag() : null,
        channel.archived ? h("span.closed", {}, "closed") : null,
      ].filter(Boolean),
    );
    this.peopleButton.hidden = !channel.guild_id;
    this.members.hidden = !channel.guild_id || kept(`${this.side}.members`) !== "shown";
  }

  /** Where the channels are folded away, their button tells that somebody wrote. */
  #elsewhere() {
    const { channel, store } = this;
    const others = [...store.channels.values()].filter(({ id }) => id !== channel.id);
    const waiting = others.some((other) => (other.guild_id ? other.mentions : other.unread));
    this.opener.classList.toggle("waiting", waiting);
    this.opener.setAttribute("aria-label", waiting ? "Show channels, unread" : "Show channels");
  }

  #toggleMembers() {
    const shown = this.members.hidden;
    keep(`${this.side}.members`, shown ? "shown" : "hidden");
    this.members.hidden = !shown;
    this.peopleButton.setAttribute("aria-pressed", String(shown));
    this.#drawMembers();
  }

  #drawMembers() {
    if (this.members.hidden || !this.channel) return;
    const row = (person) => h(`button.row.${status(person)}`, { type: "button", "aria-haspopup": "menu", "aria-label": `${person.name}, ${told(person)}`, onclick: (event) => aboutPerson(this, person.id, event.currentTarget), oncontextmenu: (event) => (event.preventDefault(), aboutPerson(this, person.id, event.currentTarget, at(event))) }, avatar(person, { presence: true }), h("span.words", {}, h("span.name", {}, person.name, person.bot ? tag() : null), person.presence?.activity ? h("small", {}, person.presence.activity) : null));
    const all = this.store.company(this.channel);
    const bots = all.filter(({ bot }) => bot);
    const people = all.filter(({ bot }) => !bot);
    this.members.replaceChildren(h("h3", {}, `People — ${people.length}`), ...people.map(row), ...(bots.length ? [h("h3", {}, `Bots — ${bots.length}`), ...bots.map(row)] : []));
  }

  #hint() {
    const commands = (this.channel?.commands ?? []).length;
    const { hint } = this.compose;
    hint.hidden = !commands || kept("hinted") === "yes";
    if (hint.hidden || hint.childNodes.length) return;
    const done = () => {
      keep("hinted", "yes");
      hint.hidden = true;
    };
    hint.append(h("span", {}, "Type ", h("kbd", {}, "/"), " to begin"), h("button.icon-button", { type: "button", "aria-label": "Close the hint", onclick: done }, icon("close")));
    this.compose.text.addEventListener("input", () => this.compose.text.value.startsWith("/") && done());
  }

  #typing() {
    const names = this.channel ? this.store.typists(this.channel.id).map(({ name }) => name) : [];
    const words = names.length > 2 ? "Several people are typing…" : names.length ? `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} typing…` : "";
    if (this.typing.textContent === words) return;
    this.typing.replaceChildren(...(words ? [h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")), words] : []));
  }

  #connected({ open, tries = 0, problem = "" }) {
    this.root.classList.toggle("away", !open);
    const words = problem || "The playground is away. Trying again…";
    this.connection.replaceChildren(...(open || tries < 2 ? [] : [h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")), words]));
    if (problem) this.who.replaceChildren(h("span.name", {}, this.name), icon("down"));
    this.page.connected(this, open);
  }

  #modalChanged() {
    const told = this.store.modal;
    // A form that is being sent keeps what was written until it is known to have arrived.
    if (this.#modal && !this.#modal.sending) this.#modal.remove();
    else if (this.#modal && told) this.#modal.remove();
    else if (this.#modal) return;
    this.#modal = told && this.#opened(told);
    this.#modal?.open();
  }

  #opened(told) {
    return new Modal(told, this, {
      send: async (values) => {
        const answer = await this.act({ do: "submit", values });
        if (answer.state === "failed") throw new Error(answer.error ?? "The application did not respond");
        this.#modal = null;
      },
      dismiss: async () => {
        this.#modal = null;
        await this.try({ do: "close" });
      },
    });
  }

  #whoMenu() {
    const people = [...this.store.people.values()].filter((person) => !person.bot);
    const names = people.length ? people : this.page.people();
    menu(
      this.who,
      names.map((person) => ({ label: person.global_name ?? person.username, hint: `@${person.username}`, disabled: person.username === this.name, run: () => this.page.become(this, person.username) })),
      { label: "Who is this side?" },
    );
  }

  dress(theme) {
    this.theme = theme;
    this.root.dataset.theme = theme;
    keepTheme(this.side, theme);
  }
}
