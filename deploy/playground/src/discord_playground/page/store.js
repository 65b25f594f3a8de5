// What one side knows, folded from what the playground tells it.
import { setClock } from "./clock.js";

const TYPING = 10_000;
// As many of a channel as `/playground/view` tells.
const RECENT = 100;
const EPHEMERAL = 64;
const REPLY = 19;

/** Snowflakes are numbers too long for JavaScript: the longer is the later, then the larger. */
export const order = (one, other) => one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);

export const TEXT = 0;
export const DM = 1;
export const GROUP = 3;
export const NEWS = 5;
export const isThread = (channel) => channel.type >= 10 && channel.type <= 12;

/** What one person's Discord knows; it changes only by what the playground says, and tells who listens. */
export class Store {
  me = null;
  people = new Map();
  servers = [];
  dms = [];
  channels = new Map();
  commands = new Map();
  messages = new Map();
  begun = new Set();
  interactions = new Map();
  modal = null;
  #typing = new Map();
  #listeners = new Map();

  on(what, listener) {
    if (!this.#listeners.has(what)) this.#listeners.set(what, new Set());
    this.#listeners.get(what).add(listener);
    return () => this.#listeners.get(what).delete(listener);
  }

  #tell(what, detail) {
    for (const listener of this.#listeners.get(what) ?? []) listener(detail);
  }

  hear(event) {
    switch (event.type) {
      case "view":
        return this.#see(event.view);
      case "message":
        return this.#put(event.message);
      case "message_deleted":
        return this.#gone(event.channel_id, event.message_id);
      case "channel":
        return this.#channel(event.channel);
      case "interaction":
        return this.#interaction(event.interaction);
      case "interaction_done":
        return this.#settled(event.interaction);
      case "modal":
        return this.#open(event.modal);
      case "typing":
        return this.#types(event.channel_id, event.user_id);
    }
  }

  /** A frame replaces what it has; older messages that history brought stay. */
  #see(see) {
    setClock(see.now);
    this.me = see.me;
    this.people = new Map(see.people.map((person) => [person.id, person]));
    this.servers = see.servers;
    this.dms = see.dms;
    this.channels = new Map([...see.servers.flatMap((server) => server.channels), ...see.dms].map((channel) => [channel.id, channel]));
    this.commands = new Map(see.commands.map((command) => [command.id, command]));
    for (const [channel, recent] of Object.entries(see.messages ?? {})) {
      this.messages.set(channel, this.#joined(channel, recent));
    }
    if (see.interactions) this.interactions = new Map(see.interactions.map((interaction) => [interaction.id, interaction]));
    this.#tell("frame");
    this.#tell("messages");
    this.#tell("interactions");
    if ("modal" in see) this.#open(see.modal);
  }

  #joined(channel, recent) {
    if (recent.length < RECENT) {
      this.begun.add(channel);
      return recent;
    }
    const known = this.messages.get(channel) ?? [];
    const older = known.filter((message) => order(message.id, recent[0].id) < 0);
    if (older.length < known.length) return [...older, ...recent];
    // Nothing in common: who knows what was said in between.
    this.begun.delete(channel);
    return recent;
  }

  /** Forgets the oldest; history brings them back. */
  trim(channel, kept) {
    const list = this.messages.get(channel) ?? [];
    if (list.length <= kept) return;
    this.begun.delete(channel);
    this.messages.set(channel, list.slice(-kept));
  }

  #put(message) {
    const list = this.messages.get(message.channel_id) ?? [];
    let at = list.length;
    while (at > 0 && order(list[at - 1].id, message.id) >= 0) at--;
    const changed = list[at]?.id === message.id;
    // A new list, so that whoever kept the old one sees that something changed.
    const put = list.toSpliced(at, changed ? 1 : 0, message);
    this.messages.set(message.channel_id, changed ? quoting(put, message.id, message) : put);
    this.#typing.get(message.channel_id)?.delete(message.author.id);
    this.#tell("messages", { channel: message.channel_id, message: changed ? null : message });
    this.#tell("typing");
  }

  #gone(channel, id) {
    const list = this.messages.get(channel) ?? [];
    this.messages.set(channel, quoting(list.filter((message) => message.id !== id), id, null));
    this.#tell("messages", { channel });
  }

  prepend(channel, older, more) {
    if (!more) this.begun.add(channel);
    const list = this.messages.get(channel) ?? [];
    const first = list[0]?.id;
    this.messages.set(channel, [...older.filter((message) => !first || order(message.id, first) < 0), ...list]);
    this.#tell("messages", { channel });
  }

  #channel(channel) {
    this.channels.set(channel.id, channel);
    const put = (list) => (list.some(({ id }) => id === channel.id) ? list.map((known) => (known.id === channel.id ? channel : known)) : [...list, channel]);
    if (channel.guild_id) this.servers = this.servers.map((server) => (server.id === channel.guild_id ? { ...server, channels: put(server.channels) } : server));
    else this.dms = put(this.dms);
    this.#tell("frame");
  }

  #interaction(interaction) {
    this.interactions.set(interaction.id, interaction);
    this.#tell("interactions");
  }

  #settled(id) {
    if (this.interactions.delete(id)) this.#tell("interactions");
  }

  #open(modal) {
    if (modal?.id === this.modal?.id) return;
    this.modal = modal;
    this.#tell("modal");
  }

  #types(channel, user) {
    if (user === this.me?.id) return;
    if (!this.#typing.has(channel)) this.#typing.set(channel, new Map());
    this.#typing.get(channel).set(user, Date.now() + TYPING);
    this.#tell("typing");
    setTimeout(() => this.#tell("typing"), TYPING + 50);
  }

  typists(channel) {
    const until = [...(this.#typing.get(channel) ?? [])];
    return until.filter(([, end]) => end > Date.now()).map(([user]) => this.person(user));
  }

  // What the parts of the page ask.

  person(id) {
    const person = this.people.get(id);
    return person && { ...person, name: person.global_name ?? person.username };
  }

  server(id) {
    return this.servers.find((server) => server.id === id) ?? null;
  }

  role(id) {
    return this.servers.flatMap((server) => server.roles ?? []).find((role) => role.id === id);
  }

  name(channel) {
    if (channel.type === DM) return this.person(channel.recipient)?.name ?? "Unknown";
    return channel.name || this.others(channel).map(({ name }) => name).join(", ");
  }

  /** The people of a DM or a group, but for who looks. */
  others(channel) {
    return channel.recipients.filter((id) => id !== this.me.id).map((id) => this.person(id)).filter(Boolean);
  }

  /** Who can be met in a channel: all members of its server, or those of a DM or a group. */
  company(channel) {
    const server = channel && this.server(channel.guild_id);
    const ids = server ? server.members : channel ? channel.recipients : [...this.people.keys()];
    return ids.map((id) => this.person(id)).filter(Boolean);
  }

  commandsOf(channel, type) {
    return (channel?.commands ?? []).map((id) => this.commands.get(id)).filter((command) => command?.type === type);
  }

  unread(channels) {
    return channels.reduce((sum, channel) => sum + (channel.unread ?? 0), 0);
  }

  get botOnline() {
    return [...this.people.values()].some((person) => person.bot && person.presence && person.presence.status !== "offline");
  }
}

/** Who quotes a message quotes it as it is now. */
const quoting = (list, id, message) => list.map((one) => (one.message_reference?.message_id === id && one.type === REPLY ? { ...one, referenced_message: message } : one));

export const isEphemeral = (message) => (message.flags & EPHEMERAL) !== 0;
