// The context menus of people, messages and channels.
import { MESSAGE_COMMAND, USER_COMMAND, localize } from "./commands.js";
import { h } from "./dom.js";
import { openMenu } from "./menu.js";
import { createAvatar, getStatus, createBotTag, describeStatus } from "./avatar.js";
import { ANNOUNCEMENT_CHANNEL, TEXT_CHANNEL, isEphemeral, isThread } from "./store.js";
/** @import { Pane } from "./pane.js" */

const copyText = (text) => navigator.clipboard?.writeText(text);

/**
 * Open the menu of a person, with a card that shows who they are.
 * @param {Pane} pane
 */
export function openPersonMenu(pane, id, anchor, point = null) {
  const person = pane.store.getPerson(id);
  if (!person) return;
  const isSelf = id === pane.store.me.id;
  const card = h("div.card");
  const renderCard = () => {
    const current = pane.store.getPerson(id) ?? person;
    card.dataset.status = getStatus(current);
    card.replaceChildren(...createPersonCard(current));
  };
  renderCard();
  const wasInstalled = isInstalled(pane, id);
  const update = () => {
    renderCard();
    if (isInstalled(pane, id) === wasInstalled) return;
    // The entries have changed, so the menu opens again with the new ones.
    openedMenu.close();
    openPersonMenu(pane, id, anchor, point);
  };
  const openedMenu = openMenu(anchor, [card, ...createPersonEntries(pane, person, isSelf)], { label: `Menu of ${person.name}`, point, onclose: pane.store.addListener("view", update) });
}

/** @param {Pane} pane */
const isInstalled = (pane, id) => pane.store.me.apps.includes(id);

/** Create the content of a person's card. */
function createPersonCard(person) {
  const activity = person.presence?.activity;
  return [
    createAvatar(person, { presence: true }),
    h("div", {}, h("strong", {}, person.name, person.bot ? createBotTag() : null), h("span", {}, `@${person.username} · ${describeStatus(person)}`), activity ? h("em", {}, activity) : null),
  ];
}

/** @param {Pane} pane */
function createPersonEntries(pane, person, isSelf) {
  const commands = pane.store.listCommands(pane.channel, USER_COMMAND);
  return [
    isSelf ? null : { label: "Message", icon: "chat", run: () => pane.openDirectMessage(person.id) },
    pane.channel?.writable ? { label: "Mention", icon: "at", run: () => pane.composer.insertText(`@${person.username} `) } : null,
    createAppsEntry(pane, commands, person.id),
    person.bot ? createInstallEntry(pane, person) : null,
    { label: "Copy user ID", icon: "copy", run: () => copyText(person.id) },
  ];
}

/**
 * Create the entry that installs a bot for the person, who can then use its commands everywhere, or removes it.
 * @param {Pane} pane
 */
function createInstallEntry(pane, bot) {
  const isAdded = isInstalled(pane, bot.id);
  return { label: isAdded ? "Remove from my apps" : "Add to my apps", icon: isAdded ? "close" : "plus", run: () => pane.tryAction({ do: "install", bot: bot.id, installed: !isAdded }) };
}

/** @param {Pane} pane */
function createAppsEntry(pane, commands, target) {
  const { locale } = pane.store.me;
  const entries = commands.map((command) => ({
    label: localize(command, "name", locale),
    hint: command.bot,
    run: () => pane.tryAction({ do: "command", channel: pane.channel.id, command: command.name, bot: command.bot, target, wait: false }),
  }));
  return { label: "Apps", entries: entries.length ? entries : [{ label: "No apps available", disabled: true, run: () => {} }] };
}

/**
 * Open the menu of a message.
 * @param {Pane} pane
 */
export function openMessageMenu(pane, message, anchor, point = null) {
  const isOwn = message.author.id === pane.store.me.id;
  const isPrivate = isEphemeral(message);
  const author = pane.store.getPerson(message.author.id);
  const channel = pane.store.channels.get(message.channel_id);
  const server = pane.store.getServer(channel?.guild_id);
  openMenu(
    anchor,
    [
      isPrivate || !channel?.writable ? null : { label: "Reply", icon: "reply", run: () => pane.composer.replyTo(message) },
      isOwn ? { label: "Edit message", icon: "edit", run: () => pane.editMessage(message.id) } : null,
      server && !isPrivate && !message.thread && !isThread(channel) ? { label: "Create thread", icon: "thread", run: () => pane.createThread(message) } : null,
      isPrivate ? null : createAppsEntry(pane, pane.store.listCommands(channel, MESSAGE_COMMAND), message.id),
      author ? { label: author.name, entries: createPersonEntries(pane, author, isOwn) } : null,
      message.content ? { label: "Copy text", icon: "copy", run: () => copyText(message.content) } : null,
      { label: "Copy message ID", icon: "copy", run: () => copyText(message.id) },
      isPrivate ? { label: "Dismiss message", icon: "close", run: () => pane.dismissMessage(message) } : null,
      isOwn || (channel?.moderated && !isPrivate) ? { label: "Delete message", icon: "trash", danger: true, run: () => pane.tryAction({ do: "delete", message: message.id }) } : null,
    ],
    { label: "Message menu", point, align: "end" },
  );
}

/**
 * Open the menu of a channel or a thread.
 * @param {Pane} pane
 */
export function openChannelMenu(pane, channel, anchor, point = null) {
  openMenu(
    anchor,
    [
      { label: "Mark as read", icon: "check", disabled: !channel.unread, run: () => pane.tryAction({ do: "read", channel: channel.id }) },
      channel.type === TEXT_CHANNEL || channel.type === ANNOUNCEMENT_CHANNEL ? { label: "Create thread", icon: "thread", run: () => pane.createThread(null, channel) } : null,
      channel.closable ? { label: channel.archived ? "Reopen thread" : "Close thread", icon: "lock", run: () => pane.tryAction({ do: "archive", channel: channel.id, archived: !channel.archived }) } : null,
      { label: "Copy channel ID", icon: "copy", run: () => copyText(channel.id) },
    ],
    { label: `Menu of ${pane.store.getChannelName(channel)}`, point },
  );
}
