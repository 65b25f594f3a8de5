// One message as a row of the log.
import { now } from "./clock.js";
import { layout } from "./components.js";
import { dots, h } from "./element.js";
import { embed } from "./embed.js";
import { drawn } from "./emoji.js";
import { icon } from "./icon.js";
import { attachments } from "./media.js";
import { avatar, tag } from "./person.js";
import { jumbo, line, prose } from "./prose.js";
import { isEphemeral } from "./store.js";
import { formatted, stamp } from "./timestamp.js";

const THINKING = 128;
const SUPPRESSED = 4;
const SILENT = 4096;
const APART = 7 * 60_000;

const DEFAULT = 0;
const REPLY = 19;
const COMMAND = 20;
const STARTER = 21;
const MENU = 23;
const SPOKEN = new Set([DEFAULT, REPLY, COMMAND, STARTER, MENU]);

const nameOf = (author) => author.global_name ?? author.username;

const headed = (message) => Boolean(message.message_reference || message.playground?.command);

/** Whether a message stands under its forerunner's name. */
export function follows(message, before) {
  return Boolean(
    before &&
      SPOKEN.has(before.type) &&
      SPOKEN.has(message.type) &&
      !headed(message) &&
      before.author.id === message.author.id &&
      isEphemeral(before) === isEphemeral(message) &&
      Date.parse(message.timestamp) - Date.parse(before.timestamp) < APART,
  );
}

/**
 * A message as its reader sees it. `pane` is what prose asks for, and `{store, channel, click(message, custom_id),
 * choose(message, custom_id, values), ondismiss(message), onjump(id)}`.
 */
export function row(message, pane, { grouped = false } = {}) {
  if (!SPOKEN.has(message.type)) return system(message, pane);
  const around = { ...pane, react: (emoji, off) => pane.react(message.id, emoji, off), click: (customId) => pane.click(message.id, customId), choose: (customId, values) => pane.choose(message.id, customId, values) };
  const ephemeral = isEphemeral(message);
  const classes = ["message", grouped && "grouped", ephemeral && "ephemeral", message.playground?.pings && "pings"].filter(Boolean);
  const instant = Date.parse(message.timestamp);
  const time = h("time", { datetime: message.timestamp, title: formatted(instant / 1000, "F", around.locale) }, grouped ? formatted(instant / 1000, "t", around.locale) : stamp(instant, now(), around.locale));
  const person = known(message.author, pane);
  const author = (inside, kind) => h(`button.${kind}`, { type: "button", tabindex: "-1", "aria-haspopup": "menu", "aria-label": kind === "face" ? `${person.name}: menu` : null, onclick: (event) => around.onuser(message.author.id, event.currentTarget) }, inside);
  return h(
    "article",
    { class: classes.join(" "), "data-id": message.id, tabindex: "-1", "aria-label": `${person.name}, ${formatted(instant / 1000, "t", around.locale)}` },
    commandLine(message, around),
    replyLine(message, around),
    grouped ? h("span.gutter", {}, time) : author(avatar(person), "face"),
    h(
      "div.body",
      {},
      grouped ? null : h("header", {}, author(person.name, "author"), message.author.bot ? tag() : null, time, message.flags & SILENT ? h("span.silent", { title: "Silent: it notified nobody" }, icon("bell")) : null),
      content(message, around),
      foot(message, around),
    ),
  );
}

function content(message, around) {
  if (message.flags & THINKING) return h("div.content.thinking", {}, dots(), `${nameOf(message.author)} is thinking…`);
  const edited = message.edited_timestamp ? h("span.edited", { title: formatted(Date.parse(message.edited_timestamp) / 1000, "F", around.locale) }, "(edited)") : null;
  const shown = message.type === STARTER ? (message.referenced_message ?? message) : message;
  const words = shown.content ? prose(shown.content, around) : [];
  return [
    words.length || edited ? h(`div.content${jumbo(shown.content ?? "") ? ".jumbo" : ""}`, {}, words, words.length && edited ? " " : "", edited) : null,
    shown.attachments?.length ? h("div.attachments", {}, attachments(shown.attachments)) : null,
    shown.flags & SUPPRESSED ? null : (shown.embeds ?? []).map((one) => embed(one, around)),
    shown.components?.length ? h("div.components", {}, layout(shown.components, around)) : null,
  ];
}

/** A press joins in, another takes it back. */
const reaction = ({ emoji, count, me }, { react }) =>
  h("button.reaction", { type: "button", "aria-pressed": `${me}`, "aria-label": `${emoji.name}: ${count}`, onclick: () => react(emoji, me) }, emoji.id ? drawn(emoji) : emoji.name, h("span", {}, `${count}`));

function foot(message, around) {
  const { thread } = message;
  return [
    message.reactions?.length ? h("div.reactions", {}, message.reactions.map((one) => reaction(one, around))) : null,
    thread ? h("button.threaded", { type: "button", onclick: () => around.onchannel(thread.id) }, icon("thread"), h("strong", {}, thread.name), h("span", {}, `${thread.message_count ?? 0} message${thread.message_count === 1 ? "" : "s"} ›`)) : null,
    h("div.failures", {}),
    isEphemeral(message) ? h("div.private", {}, icon("eye"), "Only you can see this · ", h("button.plain", { type: "button", onclick: () => around.ondismiss(message) }, "Dismiss message")) : null,
  ];
}

const known = (author, { personOf }) => personOf(author.id) ?? { ...author, name: nameOf(author) };

function commandLine(message, around) {
  const used = message.playground?.command;
  const by = message.interaction_metadata?.user;
  if (!used || !by) return null;
  const person = known(by, around);
  return h("div.above", {}, avatar(person), h("span.who", {}, person.name), " used ", h("span.used", {}, message.type === MENU ? used : `/${used}`));
}

function replyLine(message, around) {
  if (message.type !== REPLY || !message.message_reference) return null;
  const to = message.referenced_message;
  if (!to) return h("div.above.reply", {}, icon("reply"), h("em", {}, "Original message was deleted"));
  const person = known(to.author, around);
  const words = line(to.content ?? "", around) || textOf(to.components, around) || (to.attachments?.length ? "Attachment" : to.embeds?.length ? "Embed" : "…");
  const pinged = message.mentions?.some(({ id }) => id === to.author.id);
  return h("div.above.reply", {}, avatar(person), h("span.who", {}, `${pinged ? "@" : ""}${person.name}`), h("button.plain", { type: "button", "aria-label": `In reply to ${person.name}: ${words}`, onclick: () => around.onjump(to.id) }, words));
}

/** The first words that components say. */
function textOf(components, around) {
  for (const component of components ?? []) {
    const words = component.type === 10 ? line(component.content, around) : textOf(component.components, around);
    if (words) return words;
  }
  return "";
}

const SYSTEM = {
  1: (name) => [name, " added somebody to the conversation."],
  6: (name) => [name, " pinned a message to this channel."],
  7: (name) => [name, " joined the server."],
  18: (name, message) => [name, " started a thread: ", h("strong", {}, message.content), "."],
};

function system(message, around) {
  const name = h("button.author", { type: "button", tabindex: "-1", onclick: (event) => around.onuser(message.author.id, event.currentTarget) }, nameOf(message.author));
  const words = SYSTEM[message.type]?.(name, message) ?? [name, " ", message.content || "did something that this page has no words for."];
  const seconds = Date.parse(message.timestamp) / 1000;
  const opens = message.type === 18 && message.message_reference?.channel_id;
  return h(
    "article.message.system",
    { "data-id": message.id, tabindex: "-1" },
    h("span.gutter", {}, icon(message.type === 18 ? "thread" : "right")),
    h("div.body", {}, h("div.content", {}, words, " ", opens ? h("button.plain", { type: "button", onclick: () => around.onchannel(opens) }, "Open the thread") : null, " ", h("time", { datetime: message.timestamp }, formatted(seconds, "t", around.locale)))),
  );
}

/** The lines under a message that say which of its components failed. */
export function failures(element, failed, dismiss) {
  const place = element.querySelector(".failures");
  if (!place || (!failed.length && !place.children.length)) return;
  place.replaceChildren(
    ...failed.map((interaction) =>
      h("div.failed", { role: "status" }, icon("warn"), "This interaction failed", interaction.error ? h("span.why", {}, ` · ${interaction.error}`) : null, h("button.plain", { type: "button", onclick: () => dismiss(interaction) }, "Dismiss")),
    ),
  );
}
