// A message as a row of the message list.
import { now } from "./clock.js";
import * as types from "./component-types.js";
import { renderComponents } from "./components.js";
import { createLoadingDots, h } from "./dom.js";
import { renderEmbed } from "./embed.js";
import { createEmojiImage } from "./emoji.js";
import { createIcon } from "./icon.js";
import { renderAttachments } from "./media.js";
import { createAvatar, createBotTag } from "./avatar.js";
import { isOnlyEmoji, toPlainLine, renderMarkdown } from "./markdown-view.js";
import { isEphemeral } from "./store.js";
import { formatTime, formatMessageTime } from "./timestamp.js";
/** @import { RenderContext } from "./render-context.js" */

const THINKING_FLAG = 128;
const EMBEDS_SUPPRESSED_FLAG = 4;
const SILENT_FLAG = 4096;
const MAX_GROUP_GAP_MS = 7 * 60_000;

const DEFAULT_TYPE = 0;
const THREAD_CREATED_TYPE = 18;
const REPLY_TYPE = 19;
const COMMAND_TYPE = 20;
const CONTEXT_MENU_TYPE = 23;
const USER_MESSAGE_TYPES = new Set([DEFAULT_TYPE, REPLY_TYPE, COMMAND_TYPE, CONTEXT_MENU_TYPE]);

const getDisplayName = (author) => author.global_name ?? author.username;

const hasContextLine = (message) => Boolean(message.message_reference || message.playground?.command);

/** Return whether a message is shown below the previous one without repeating the author. */
export function continuesGroup(message, previous) {
  return Boolean(
    previous &&
      USER_MESSAGE_TYPES.has(previous.type) &&
      USER_MESSAGE_TYPES.has(message.type) &&
      !hasContextLine(message) &&
      previous.author.id === message.author.id &&
      isEphemeral(previous) === isEphemeral(message) &&
      Date.parse(message.timestamp) - Date.parse(previous.timestamp) < MAX_GROUP_GAP_MS,
  );
}

/**
 * Create the row of a message. A grouped message repeats neither the avatar nor the name of its author.
 * @param {RenderContext} paneContext
 */
export function renderMessage(message, paneContext, { isGrouped = false } = {}) {
  if (!USER_MESSAGE_TYPES.has(message.type)) return renderSystemMessage(message, paneContext);
  const context = {
    ...paneContext,
    toggleReaction: (emoji, remove) => paneContext.toggleReaction(message.id, emoji, remove),
    clickButton: (customId) => paneContext.clickButton(message.id, customId),
    chooseOptions: (customId, values) => paneContext.chooseOptions(message.id, customId, values),
  };
  const isPrivate = isEphemeral(message);
  const classes = ["message", isGrouped && "grouped", isPrivate && "ephemeral", message.playground?.pings && "pings"].filter(Boolean);
  const sentAtMs = Date.parse(message.timestamp);
  const time = h("time", { datetime: message.timestamp, title: formatTime(sentAtMs / 1000, "F", context.locale) }, isGrouped ? formatTime(sentAtMs / 1000, "t", context.locale) : formatMessageTime(sentAtMs, now(), context.locale));
  const person = findAuthor(message.author, paneContext);
  const createAuthorButton = (content, className) => h(`button.${className}`, { type: "button", tabindex: "-1", "aria-haspopup": "menu", "aria-label": className === "face" ? `${person.name}: menu` : null, onclick: (event) => context.openPersonMenu(message.author.id, event.currentTarget) }, content);
  return h(
    "article",
    { class: classes.join(" "), "data-id": message.id, tabindex: "-1", "aria-label": `${person.name}, ${formatTime(sentAtMs / 1000, "t", context.locale)}` },
    renderCommandLine(message, context),
    renderReplyLine(message, context),
    isGrouped ? h("span.gutter", {}, time) : createAuthorButton(createAvatar(person), "face"),
    h(
      "div.body",
      {},
      isGrouped ? null : h("header", {}, createAuthorButton(person.name, "author"), message.author.bot ? createBotTag() : null, time, message.flags & SILENT_FLAG ? h("span.silent", { title: "Silent message: it notified nobody" }, createIcon("bell")) : null),
      renderContent(message, context),
      renderFooter(message, context),
    ),
  );
}

function renderContent(message, context) {
  if (message.flags & THINKING_FLAG) return h("div.content.thinking", {}, createLoadingDots(), `${getDisplayName(message.author)} is thinking…`);
  const editedMark = message.edited_timestamp ? h("span.edited", { title: formatTime(Date.parse(message.edited_timestamp) / 1000, "F", context.locale) }, "(edited)") : null;
  const content = message.content ? renderMarkdown(message.content, context) : [];
  return [
    content.length || editedMark ? h(`div.content${isOnlyEmoji(message.content ?? "") ? ".jumbo" : ""}`, {}, content, content.length && editedMark ? " " : "", editedMark) : null,
    message.attachments?.length ? h("div.attachments", {}, renderAttachments(message.attachments)) : null,
    message.flags & EMBEDS_SUPPRESSED_FLAG ? null : (message.embeds ?? []).map((item) => renderEmbed(item, context)),
    message.components?.length ? h("div.components", {}, renderComponents(message.components, context)) : null,
  ];
}

const renderReaction = ({ emoji, count, me: isMine }, { toggleReaction }) =>
  h("button.reaction", { type: "button", "aria-pressed": `${isMine}`, "aria-label": `${emoji.name}: ${count}`, onclick: () => toggleReaction(emoji, isMine) }, emoji.id ? createEmojiImage(emoji) : emoji.name, h("span", {}, `${count}`));

function renderFooter(message, context) {
  const { thread } = message;
  return [
    message.reactions?.length ? h("div.reactions", {}, message.reactions.map((reaction) => renderReaction(reaction, context))) : null,
    thread ? h("button.thread-link", { type: "button", onclick: () => context.openChannel(thread.id) }, createIcon("thread"), h("strong", {}, thread.name), h("span", {}, `${thread.message_count ?? 0} message${thread.message_count === 1 ? "" : "s"} ›`)) : null,
    h("div.failures", {}),
    isEphemeral(message) ? h("div.private-note", {}, createIcon("eye"), "Only you can see this · ", h("button.plain", { type: "button", onclick: () => context.dismissMessage(message) }, "Dismiss message")) : null,
  ];
}

const findAuthor = (author, { getPerson }) => getPerson(author.id) ?? { ...author, name: getDisplayName(author) };

function renderCommandLine(message, context) {
  const commandName = message.playground?.command;
  const user = message.interaction_metadata?.user;
  if (!commandName || !user) return null;
  const person = findAuthor(user, context);
  return h("div.context-line", {}, createAvatar(person), h("span.person", {}, person.name), " used ", h("span.used-command", {}, message.type === CONTEXT_MENU_TYPE ? commandName : `/${commandName}`));
}

function renderReplyLine(message, context) {
  if (message.type !== REPLY_TYPE || !message.message_reference) return null;
  const original = message.referenced_message;
  if (!original) return h("div.context-line.reply", {}, createIcon("reply"), h("em", {}, "Original message was deleted"));
  const person = findAuthor(original.author, context);
  const summary = toPlainLine(original.content ?? "", context) || findFirstText(original.components, context) || (original.attachments?.length ? "Attachment" : original.embeds?.length ? "Embed" : "…");
  const isPinged = message.mentions?.some(({ id }) => id === original.author.id);
  return h("div.context-line.reply", {}, createAvatar(person), h("span.person", {}, `${isPinged ? "@" : ""}${person.name}`), h("button.plain", { type: "button", "aria-label": `In reply to ${person.name}: ${summary}`, onclick: () => context.jumpToMessage(original.id) }, summary));
}

/** Return the first text in a tree of components, on one line, or an empty string. */
function findFirstText(components, context) {
  for (const component of components ?? []) {
    const text = component.type === types.TEXT_DISPLAY ? toPlainLine(component.content, context) : findFirstText(component.components, context);
    if (text) return text;
  }
  return "";
}

function renderSystemMessage(message, context) {
  const name = h("button.author", { type: "button", tabindex: "-1", onclick: (event) => context.openPersonMenu(message.author.id, event.currentTarget) }, getDisplayName(message.author));
  const isThreadCreated = message.type === THREAD_CREATED_TYPE;
  const content = isThreadCreated ? [name, " started a thread: ", h("strong", {}, message.content), "."] : [name, " did something that this page cannot show."];
  const seconds = Date.parse(message.timestamp) / 1000;
  const threadId = isThreadCreated && message.message_reference?.channel_id;
  return h(
    "article.message.system",
    { "data-id": message.id, tabindex: "-1" },
    h("span.gutter", {}, createIcon(isThreadCreated ? "thread" : "right")),
    h("div.body", {}, h("div.content", {}, content, " ", threadId ? h("button.plain", { type: "button", onclick: () => context.openChannel(threadId) }, "Open the thread") : null, " ", h("time", { datetime: message.timestamp }, formatTime(seconds, "t", context.locale)))),
  );
}

/** Show one line under a message for each of its interactions that failed. */
export function renderFailures(element, interactions, ondismiss) {
  const container = element.querySelector(".failures");
  if (!container || (!interactions.length && !container.children.length)) return;
  container.replaceChildren(
    ...interactions.map((interaction) =>
      h("div.failed", { role: "status" }, createIcon("warn"), "This interaction failed", interaction.error ? h("span.error-text", {}, ` · ${interaction.error}`) : null, h("button.plain", { type: "button", onclick: () => ondismiss(interaction) }, "Dismiss")),
    ),
  );
}
