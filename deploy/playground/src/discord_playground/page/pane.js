// One side of the page. Its parts, such as the composer, call each other through the `Pane`.
import * as api from "./api.js";
import { openMessageMenu, openPersonMenu } from "./context-menus.js";
import { createRenderContext } from "./render-context.js";
import { Composer } from "./composer.js";
import { Connection } from "./connection.js";
import { MessageEditor } from "./message-editor.js";
import { createLoadingDots, h, oncePerFrame } from "./dom.js";
import { BotForms, openThreadForm } from "./forms.js";
import { ChannelHeader } from "./channel-header.js";
import { createIcon } from "./icon.js";
import { PaneHeader } from "./pane-header.js";
import { MessageList } from "./message-list.js";
import { MemberList } from "./member-list.js";
import { saveTheme, loadTheme } from "./settings.js";
import { saveValue, loadValue } from "./local-storage.js";
import { Sidebar, getMenuPoint } from "./sidebar.js";
import { Store, isEphemeral, isThread } from "./store.js";
import { MessageToolbar } from "./message-toolbar.js";
import { createChannelIntro, createConnectGuide, updateHint } from "./welcome.js";

/** One side of the page, which shows Discord to one person. */
export class Pane {
  channel = null;
  server = null;
  editingMessageId = null;
  #connection = null;
  #readStates = new Map();
  #localeAndNames = "";

  /** @param {import("./page.js").Page} page */
  constructor(side, page) {
    this.side = side;
    this.page = page;
    this.theme = loadTheme(side);
    this.root = h("section.pane", { "data-side": side, "data-theme": this.theme });
    this.scheduleRender = oncePerFrame(() => this.#render());
  }

  /** Show Discord as another person sees it. */
  switchPerson(name) {
    this.#connection?.close();
    this.name = name;
    this.channel = null;
    this.server = null;
    const store = new Store();
    this.store = store;
    this.#createParts();
    store.addListener("view", this.scheduleRender);
    store.addListener("messages", (detail) => this.messageList.handleMessages(detail));
    store.addListener("interactions", () => this.messageList.renderInteractions());
    store.addListener("typing", () => this.#renderTyping());
    store.addListener("modal", () => this.botForms.showCurrent());
    this.#connection = new Connection({
      username: name,
      includeWireLog: this.page.isFirstPane(this),
      onevent: (event) => {
        store.applyEvent(event);
        this.page.handleEvent(event);
      },
      onstate: (state) => {
        this.root.classList.toggle("disconnected", !state.isOpen);
        this.paneHeader.showConnection(state);
        this.page.handleConnection(this, state.isOpen);
      },
    });
  }

  #createParts() {
    this.renderContext = createRenderContext(this);
    this.paneHeader = new PaneHeader(this, { listPeople: () => this.page.listPeople(), switchPerson: (name) => this.page.switchPerson(this, name) });
    this.sidebar = new Sidebar(this);
    this.memberList = new MemberList(this);
    this.messageList = new MessageList(this);
    this.composer = new Composer(this);
    this.toolbar = new MessageToolbar(this);
    this.botForms = new BotForms(this);
    this.channelHeader = new ChannelHeader(this, this.memberList.button);
    this.typingLine = h("div.typing", { "aria-live": "polite" });
    this.notice = h("div.notice", { role: "alert" });
    this.chatElement = h(
      "section.chat",
      { "aria-labelledby": this.channelHeader.title.id },
      this.channelHeader.element,
      h("div.chat-columns", {}, h("div.chat-column", {}, this.messageList.element, this.notice, this.composer.element, this.typingLine), this.memberList.element),
    );
    this.bodyElement = h("div.discord", { hidden: true }, this.sidebar.element, h("div.drawer-backdrop", { onclick: () => this.channelHeader.setDrawerOpen(false) }), this.chatElement);
    this.root.replaceChildren(this.paneHeader.element, this.paneHeader.connectionBar, this.bodyElement);
    this.root.setAttribute("aria-label", `${this.name}'s Discord`);
    this.chatElement.addEventListener("dragover", (event) => event.preventDefault());
    this.chatElement.addEventListener("drop", (event) => {
      event.preventDefault();
      this.composer.attachFiles(event.dataTransfer.files);
    });
    this.bodyElement.addEventListener("keydown", (event) => event.key === "Escape" && this.channelHeader.setDrawerOpen(false));
    this.messageList.list.addEventListener("contextmenu", (event) => this.#openContextMenu(event));
  }

  openChannel(id) {
    const channel = this.store.channels.get(id);
    if (!channel) return;
    this.server = this.store.getServer(channel.guild_id);
    this.channel = channel;
    this.editingMessageId = null;
    saveValue(`${this.side}.${this.name}.channel`, id);
    if (this.server) saveValue(`${this.side}.${this.name}.${this.server.id}`, id);
    this.channelHeader.setDrawerOpen(false);
    this.showNotice("");
    this.#renderNavigation();
    this.messageList.showChannel(channel);
    this.composer.showChannel(channel);
    this.#renderTyping();
    this.markRead(id);
    // On a phone, focusing the text field would open the keyboard.
    if (!matchMedia("(pointer: coarse)").matches) this.composer.focus();
    this.page.renderTabs();
  }

  openServer(serverId) {
    const server = this.store.getServer(serverId);
    const lastChannelId = loadValue(`${this.side}.${this.name}.${serverId}`);
    this.server = server;
    this.#switchChannel(server.channels.find(({ id }) => id === lastChannelId) ?? server.channels.find((channel) => !isThread(channel)));
  }

  openDirectMessages() {
    this.server = null;
    const [mostUnread] = [...this.store.dms].sort((a, b) => b.unread - a.unread);
    this.#switchChannel(mostUnread);
  }

  /** Open a channel, and leave the drawer open on a narrow pane, because the person has not chosen a channel yet. */
  #switchChannel(channel) {
    if (!channel) return this.sidebar.render();
    const { isDrawerOpen } = this.channelHeader;
    this.openChannel(channel.id);
    if (isDrawerOpen) this.channelHeader.setDrawerOpen(true);
  }

  async openDirectMessage(personId) {
    const answer = await this.tryAction({ do: "dm", with: personId });
    if (answer) this.openReturnedChannel(answer.channel);
  }

  /** Open the channel that an action returned. The event about this channel may not have arrived yet. */
  openReturnedChannel(channel) {
    if (!this.store.channels.has(channel.id)) this.store.applyEvent({ type: "channel", channel });
    this.openChannel(channel.id);
  }

  performAction(body) {
    return this.#connection.performAction(body);
  }

  /** Perform an action and return its result. If the action is refused, show why above the composer and return `null`. */
  async tryAction(body) {
    this.showNotice("");
    try {
      return await this.performAction(body);
    } catch (error) {
      this.showNotice(error.message);
      return null;
    }
  }

  /** Click a button or select values in a message, and dismiss the errors of its failed interactions. */
  useComponent(messageId, body) {
    for (const { id, state, message_id: failedMessageId } of this.store.interactions.values()) if (failedMessageId === messageId && state === "failed") this.performAction({ do: "dismiss", interaction: id }).catch(() => {});
    return this.tryAction({ ...body, message: messageId, wait: false });
  }

  showNotice(text) {
    this.notice.replaceChildren(...(text ? [createIcon("warn"), h("span", {}, text), h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => this.showNotice("") }, createIcon("close"))] : []));
  }

  focus() {
    this.composer.focus();
  }

  /** Make everything behind a dialog unreachable. */
  setCovered(covered) {
    this.bodyElement.inert = covered;
    this.paneHeader.element.inert = covered;
  }

  async loadHistory(channelId, before) {
    try {
      const { messages, more } = await api.fetchHistory(this.name, channelId, before);
      this.store.prependMessages(channelId, messages, more);
    } catch (error) {
      this.showNotice(error.message);
    }
  }

  markRead(channelId) {
    const channel = this.store.channels.get(channelId);
    if (!channel?.unread || document.hidden || !this.root.getClientRects().length) return;
    // Rendering calls this often: one request is enough for each state of the channel.
    const state = `${this.store.messages.get(channelId)?.at(-1)?.id} ${channel.unread}`;
    if (this.#readStates.get(channelId) === state) return;
    this.#readStates.set(channelId, state);
    this.performAction({ do: "read", channel: channelId }).catch(() => this.#readStates.delete(channelId));
  }

  dismissInteraction(interaction) {
    return this.tryAction({ do: "dismiss", interaction: interaction.id });
  }

  dismissMessage(message) {
    return this.tryAction({ do: "dismiss", message: message.id });
  }

  findMessage(id) {
    return (this.store.messages.get(this.channel?.id) ?? []).find((message) => message.id === id);
  }

  editMessage(id) {
    const message = this.findMessage(id);
    const element = this.messageList.getRow(id);
    if (!message || !element) return;
    this.editingMessageId = id;
    new MessageEditor(message, element, {
      onsave: (content) => this.performAction({ do: "edit", message: id, content }),
      onclose: () => {
        this.editingMessageId = null;
        this.messageList.rerender();
        this.focus();
      },
    }).open();
  }

  editLastMessage() {
    const lastOwn = (this.store.messages.get(this.channel.id) ?? []).findLast((message) => message.author.id === this.store.me.id);
    if (lastOwn) this.editMessage(lastOwn.id);
  }

  createThread(message, channel = this.channel) {
    openThreadForm(this, message, channel);
  }

  setTheme(theme) {
    this.theme = theme;
    this.root.dataset.theme = theme;
    saveTheme(this.side, theme);
  }

  /** Handle a key on the focused message. */
  handleMessageKey(event, id) {
    const message = this.findMessage(id);
    const openMenu = () => this.toolbar.openMenu(message, this.messageList.getRow(id));
    const action = {
      r: () => this.channel.writable && !isEphemeral(message) && this.composer.replyTo(message),
      e: () => message.author.id === this.store.me.id && this.editMessage(id),
      Enter: openMenu,
      ContextMenu: openMenu,
      Escape: () => this.focus(),
    }[event.key];
    if (!action || !message || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  }

  #openContextMenu(event) {
    const element = event.target.closest(".message");
    const message = element && this.findMessage(element.dataset.id);
    if (!message || event.target.closest("a, textarea, input") || String(getSelection())) return;
    event.preventDefault();
    if (event.target.closest(".face, .author")) openPersonMenu(this, message.author.id, event.target.closest("button"), getMenuPoint(event));
    else openMessageMenu(this, message, element, getMenuPoint(event));
  }

  #render() {
    const { store } = this;
    if (!store.me) return;
    this.bodyElement.hidden = false;
    this.root.setAttribute("aria-label", `${this.paneHeader.render()}'s Discord`);
    const localeAndNames = `${store.me.locale} ${[...store.people.values()].map((person) => person.global_name).join()}`;
    const channel = this.channel && store.channels.get(this.channel.id);
    if (!channel) this.#openFirstChannel();
    else {
      this.chatElement.hidden = false;
      this.channel = channel;
      this.server = this.server && store.getServer(this.server.id);
      this.#renderNavigation();
      this.composer.updateChannel(channel);
      if (this.#localeAndNames && this.#localeAndNames !== localeAndNames) this.messageList.rerender();
      this.messageList.renderStart();
      if (this.messageList.followsNewest) this.markRead(channel.id);
    }
    this.#localeAndNames = localeAndNames;
    updateHint(this.composer, (this.channel?.commands ?? []).length > 0);
    this.page.renderTabs();
  }

  #openFirstChannel() {
    const lastChannelId = loadValue(`${this.side}.${this.name}.channel`);
    const first = this.store.servers.flatMap(({ channels }) => channels).find((channel) => !isThread(channel));
    const channel = this.store.channels.get(lastChannelId) ?? first ?? this.store.dms[0];
    this.chatElement.hidden = !channel;
    if (!channel) return this.sidebar.render();
    const previousFocus = document.activeElement;
    this.openChannel(channel.id);
    // The person did not ask for this channel, so the focus stays where it was.
    if (previousFocus && previousFocus !== document.body && previousFocus.isConnected) previousFocus.focus();
    else if (!this.page.isFirstPane(this)) document.activeElement?.blur();
  }

  #renderNavigation() {
    this.channelHeader.render();
    this.sidebar.render();
    this.memberList.render();
  }

  createChannelStart(id) {
    const channel = this.store.channels.get(id);
    if (!channel) return "";
    const showsGuide = !this.store.isBotOnline && !this.store.messages.get(id)?.length && this.page.isFirstPane(this);
    return h("div", {}, createChannelIntro(this.store, channel), showsGuide ? createConnectGuide(this.page.getSetup()) : null);
  }

  #renderTyping() {
    const names = this.channel ? this.store.listTyping(this.channel.id).map(({ name }) => name) : [];
    const text = names.length > 2 ? "Several people are typing…" : names.length ? `${names.join(" and ")} ${names.length > 1 ? "are" : "is"} typing…` : "";
    if (this.typingLine.textContent === text) return;
    this.typingLine.replaceChildren(...(text ? [createLoadingDots(), text] : []));
  }
}
