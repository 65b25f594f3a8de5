// What can be done with a person, a message or a channel, as cards and menus.
import { MESSAGE, USER, localised } from "./command.js";
import { h } from "./element.js";
import { menu } from "./menu.js";
import { avatar, status, tag, told } from "./person.js";
import { NEWS, TEXT, isEphemeral, isThread } from "./store.js";

const copied = (text) => navigator.clipboard?.writeText(text);

/** What can be done with somebody. */
export function aboutPerson(pane, id, anchor, point = null) {
  const person = pane.store.person(id);
  if (!person) return;
  const self = id === pane.store.me.id;
  const card = h("div.card");
  const draw = () => {
    const now = pane.store.person(id) ?? person;
    card.dataset.status = status(now);
    card.replaceChildren(...about(now));
  };
  draw();
  const had = installed(pane, id);
  const seen = () => {
    draw();
    if (installed(pane, id) === had) return;
    // What can be done has changed while one looks.
    shown.close();
    aboutPerson(pane, id, anchor, point);
  };
  const shown = menu(anchor, [card, ...personEntries(pane, person, self)], { label: `About ${person.name}`, point, onclose: pane.store.on("frame", seen) });
}

const installed = (pane, id) => pane.store.me.apps.includes(id);

/** Who somebody is and what they are at: both change while one looks. */
function about(person) {
  const activity = person.presence?.activity;
  return [
    avatar(person, { presence: true }),
    h("div", {}, h("strong", {}, person.name, person.bot ? tag() : null), h("span", {}, `@${person.username} · ${told(person)}`), activity ? h("em", {}, activity) : null),
  ];
}

function personEntries(pane, person, self) {
  const commands = pane.store.commandsOf(pane.channel, USER);
  return [
    self ? null : { label: "Message", icon: "chat", run: () => pane.dm(person.id) },
    pane.channel?.writable ? { label: "Mention", icon: "at", run: () => pane.compose.insert(`@${person.username} `) } : null,
    apps(pane, commands, person.id),
    person.bot ? installing(pane, person) : null,
    { label: "Copy user ID", icon: "copy", run: () => copied(person.id) },
  ];
}

/** What somebody has installed for themselves goes wherever they do. */
function installing(pane, bot) {
  const has = installed(pane, bot.id);
  return { label: has ? "Remove from my apps" : "Add to my apps", icon: has ? "close" : "plus", run: () => pane.try({ do: "install", bot: bot.id, installed: !has }) };
}

function apps(pane, commands, target) {
  const { locale } = pane.store.me;
  const entries = commands.map((command) => ({
    label: localised(command, "name", locale),
    hint: command.bot,
    run: () => pane.try({ do: "command", channel: pane.channel.id, command: command.name, bot: command.bot, target, wait: false }),
  }));
  return { label: "Apps", entries: entries.length ? entries : [{ label: "No app has anything here", disabled: true, run: () => {} }] };
}

/** What can be done with a message. */
export function aboutMessage(pane, message, anchor, point = null) {
  const own = message.author.id === pane.store.me.id;
  const ephemeral = isEphemeral(message);
  const author = pane.store.person(message.author.id);
  const channel = pane.store.channels.get(message.channel_id);
  const server = pane.store.server(channel?.guild_id);
  menu(
    anchor,
    [
      ephemeral || !channel?.writable ? null : { label: "Reply", icon: "reply", run: () => pane.compose.replyTo(message) },
      own ? { label: "Edit message", icon: "edit", run: () => pane.edit(message.id) } : null,
      server && !ephemeral && !message.thread && !isThread(channel) ? { label: "Create thread", icon: "thread", run: () => pane.thread(message) } : null,
      ephemeral ? null : apps(pane, pane.store.commandsOf(channel, MESSAGE), message.id),
      author ? { label: author.name, entries: personEntries(pane, author, own) } : null,
      message.content ? { label: "Copy text", icon: "copy", run: () => copied(message.content) } : null,
      { label: "Copy message ID", icon: "copy", run: () => copied(message.id) },
      ephemeral ? { label: "Dismiss message", icon: "close", run: () => pane.dismissMessage(message) } : null,
      own || (channel?.moderated && !ephemeral) ? { label: "Delete message", icon: "trash", danger: true, run: () => pane.try({ do: "delete", message: message.id }) } : null,
    ],
    { label: "About this message", point, align: "end" },
  );
}

/** What can be done with a channel or a thread. */
export function aboutChannel(pane, channel, anchor, point = null) {
  menu(
    anchor,
    [
      { label: "Mark as read", icon: "check", disabled: !channel.unread, run: () => pane.try({ do: "read", channel: channel.id }) },
      channel.type === TEXT || channel.type === NEWS ? { label: "Create thread", icon: "thread", run: () => pane.thread(null, channel) } : null,
      channel.closable ? { label: channel.archived ? "Reopen thread" : "Close thread", icon: "lock", run: () => pane.try({ do: "archive", channel: channel.id, archived: !channel.archived }) } : null,
      { label: "Copy channel ID", icon: "copy", run: () => copied(channel.id) },
    ],
    { label: `About ${pane.store.name(channel)}`, point },
  );
}
