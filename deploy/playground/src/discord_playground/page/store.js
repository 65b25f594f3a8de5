// The state of one pane: the view of its person, kept up to date by the playground's events.
import { setClock } from "./clock.js";

const TYPING_DURATION_MS = 10_000;
// The playground's view has this many messages of each channel at most.
const VIEW_MESSAGE_COUNT = 100;
const EPHEMERAL_FLAG = 64;
const REPLY_TYPE = 19;

/** Compare two snowflake IDs by age. They exceed JavaScript's safe integers, so they are compared as strings. */
export const compareIds = (a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export const TEXT_CHANNEL = 0;
export const DM_CHANNEL = 1;
export const GROUP_CHANNEL = 3;
export const ANNOUNCEMENT_CHANNEL = 5;
export const isThread = (channel) => channel.type >= 10 && channel.type <= 12;

/** The view of one person. Only `applyEvent` and loaded history change it, and listeners are called after each change. */
export class Store {
  me = null;
  people = new Map();
  servers = [];
  dms = [];
  channels = new Map();
  commands = new Map();
  messages = new Map();
  /** IDs of the channels whose first message is loaded. */
  fullyLoaded = new Set();
  interactions = new Map();
  modal = null;
  #typing = new Map();
  #listeners = new Map();

  /** Call `listener` after each change of a topic: view, messages, interactions, typing or modal. Return a function that removes it. */
  addListener(topic, listener) {
    if (!this.#listeners.has(topic)) this.#listeners.set(topic, new Set());
    this.#listeners.get(topic).add(listener);
    return () => this.#listeners.get(topic).delete(listener);
  }

  #notify(topic, detail) {
    for (const listener of this.#listeners.get(topic) ?? []) listener(detail);
  }

  applyEvent(event) {
    switch (event.type) {
      case "view":
        return this.#setView(event.view);
      case "message":
        return this.#putMessage(event.message);
      case "message_deleted":
        return this.#removeMessage(event.channel_id, event.message_id);
      case "channel":
        return this.#putChannel(event.channel);
      case "interaction":
        return this.#putInteraction(event.interaction);
      case "interaction_done":
        return this.#removeInteraction(event.interaction);
      case "modal":
        return this.#setModal(event.modal);
      case "typing":
        return this.#setTyping(event.channel_id, event.user_id);
    }
  }

  /** Replace the state, except older messages that were loaded from the history. */
  #setView(view) {
    setClock(view.now);
    this.me = view.me;
    this.people = new Map(view.people.map((person) => [person.id, person]));
    this.servers = view.servers;
    this.dms = view.dms;
    this.channels = new Map([...view.servers.flatMap((server) => server.channels), ...view.dms].map((channel) => [channel.id, channel]));
    this.commands = new Map(view.commands.map((command) => [command.id, command]));
    for (const [channelId, recent] of Object.entries(view.messages)) {
      this.messages.set(channelId, this.#mergeRecent(channelId, recent));
    }
    this.interactions = new Map(view.interactions.map((interaction) => [interaction.id, interaction]));
    this.#notify("view");
    this.#notify("messages");
    this.#notify("interactions");
    this.#setModal(view.modal);
  }

  #mergeRecent(channelId, recent) {
    if (recent.length < VIEW_MESSAGE_COUNT) {
      this.fullyLoaded.add(channelId);
      return recent;
    }
    const known = this.messages.get(channelId) ?? [];
    const older = known.filter((message) => compareIds(message.id, recent[0].id) < 0);
    if (older.length < known.length) return [...older, ...recent];
    // The lists do not overlap, so messages between them may be missing: drop the old ones.
    this.fullyLoaded.delete(channelId);
    return recent;
  }

  /** Drop all but the newest messages of a channel. */
  trimMessages(channelId, count) {
    const list = this.messages.get(channelId) ?? [];
    if (list.length <= count) return;
    this.fullyLoaded.delete(channelId);
    this.messages.set(channelId, list.slice(-count));
  }

  #putMessage(message) {
    const list = this.messages.get(message.channel_id) ?? [];
    let index = list.length;
    while (index > 0 && compareIds(list[index - 1].id, message.id) >= 0) index--;
    const isEdit = list[index]?.id === message.id;
    // Lists are replaced, not changed, so that comparing them shows whether anything changed.
    const updated = list.toSpliced(index, isEdit ? 1 : 0, message);
    this.messages.set(message.channel_id, isEdit ? updateQuotes(updated, message.id, message) : updated);
    this.#typing.get(message.channel_id)?.delete(message.author.id);
    this.#notify("messages", { channelId: message.channel_id, message: isEdit ? null : message });
    this.#notify("typing");
  }

  #removeMessage(channelId, id) {
    const list = this.messages.get(channelId) ?? [];
    this.messages.set(channelId, updateQuotes(list.filter((message) => message.id !== id), id, null));
    this.#notify("messages", { channelId });
  }

  prependMessages(channelId, older, hasMore) {
    if (!hasMore) this.fullyLoaded.add(channelId);
    const list = this.messages.get(channelId) ?? [];
    const firstId = list[0]?.id;
    this.messages.set(channelId, [...older.filter((message) => !firstId || compareIds(message.id, firstId) < 0), ...list]);
    this.#notify("messages", { channelId });
  }

  #putChannel(channel) {
    this.channels.set(channel.id, channel);
    const replaceIn = (list) => (list.some(({ id }) => id === channel.id) ? list.map((known) => (known.id === channel.id ? channel : known)) : [...list, channel]);
    if (channel.guild_id) this.servers = this.servers.map((server) => (server.id === channel.guild_id ? { ...server, channels: replaceIn(server.channels) } : server));
    else this.dms = replaceIn(this.dms);
    this.#notify("view");
  }

  #putInteraction(interaction) {
    this.interactions.set(interaction.id, interaction);
    this.#notify("interactions");
  }

  #removeInteraction(id) {
    if (this.interactions.delete(id)) this.#notify("interactions");
  }

  #setModal(modal) {
    if (modal?.id === this.modal?.id) return;
    this.modal = modal;
    this.#notify("modal");
  }

  #setTyping(channelId, userId) {
    if (userId === this.me?.id) return;
    if (!this.#typing.has(channelId)) this.#typing.set(channelId, new Map());
    this.#typing.get(channelId).set(userId, Date.now() + TYPING_DURATION_MS);
    this.#notify("typing");
    setTimeout(() => this.#notify("typing"), TYPING_DURATION_MS + 50);
  }

  listTyping(channelId) {
    const typing = [...(this.#typing.get(channelId) ?? [])];
    return typing.filter(([, end]) => end > Date.now()).map(([userId]) => this.getPerson(userId));
  }

  getPerson(id) {
    const person = this.people.get(id);
    return person && { ...person, name: person.global_name ?? person.username };
  }

  getServer(id) {
    return this.servers.find((server) => server.id === id) ?? null;
  }

  getRole(id) {
    return this.servers.flatMap((server) => server.roles).find((role) => role.id === id);
  }

  getChannelName(channel) {
    if (channel.type === DM_CHANNEL) return this.getPerson(channel.recipient)?.name ?? "Unknown";
    return channel.name || this.listOthers(channel).map(({ name }) => name).join(", ");
  }

  /** Return the people in a direct message or group, without the person of this pane. */
  listOthers(channel) {
    return channel.recipients.filter((id) => id !== this.me.id).map((id) => this.getPerson(id)).filter(Boolean);
  }

  /** Return the members of a channel's server, or those of a direct message or group. */
  listMembers(channel) {
    const server = channel && this.getServer(channel.guild_id);
    const ids = server ? server.members : channel ? channel.recipients : [...this.people.keys()];
    return ids.map((id) => this.getPerson(id)).filter(Boolean);
  }

  listCommands(channel, type) {
    return (channel?.commands ?? []).map((id) => this.commands.get(id)).filter((command) => command?.type === type);
  }

  countUnread(channels) {
    return channels.reduce((sum, channel) => sum + channel.unread, 0);
  }

  get isBotOnline() {
    return [...this.people.values()].some((person) => person.bot && person.presence && person.presence.status !== "offline");
  }
}

/** Update the copy of a message in the replies to it. */
const updateQuotes = (list, id, message) => list.map((quoting) => (quoting.message_reference?.message_id === id && quoting.type === REPLY_TYPE ? { ...quoting, referenced_message: message } : quoting));

export const isEphemeral = (message) => (message.flags & EPHEMERAL_FLAG) !== 0;
