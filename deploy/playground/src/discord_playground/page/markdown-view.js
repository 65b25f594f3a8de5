// Renders Discord's markdown as elements.
import { now } from "./clock.js";
import { toCssColor, h } from "./dom.js";
import { createEmojiImage } from "./emoji.js";
import { parseMarkdown } from "./markdown.js";
import { formatTime, formatRelative } from "./timestamp.js";

const GUIDE_NAMES = { customize: "Channels & Roles", browse: "Browse Channels", guide: "Server Guide", "linked-roles": "Linked Roles" };

const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f\u20e3]*(?:\u200d\p{Extended_Pictographic}\ufe0f?)*|\p{Regional_Indicator}{2}|<a?:\w+:\d+>|\s)+$/u;

/**
 * Render text as a list of elements and strings. `context` looks up what the text mentions: `{locale, getPerson(id),
 * getRole(id), getChannel(id), openPersonMenu(id, element), openChannel(id), startCommand(name)}`.
 */
export function renderMarkdown(text, context, options) {
  return parseMarkdown(text, options).map((node) => renderNode(node, context));
}

/** Return the text on one line without markup, for the preview of a quoted message. Spoilers stay hidden. */
export function toPlainLine(text, context) {
  const box = h("div", {}, renderMarkdown(text, context));
  for (const emoji of box.querySelectorAll("img.emoji")) emoji.replaceWith(emoji.alt);
  for (const hidden of box.querySelectorAll(".spoiler")) hidden.replaceWith("▮▮▮");
  for (const block of box.querySelectorAll("h3, h4, h5, small, li, pre, blockquote")) {
    block.before(" ");
    block.after(" ");
  }
  return box.textContent.replace(/\s+/g, " ").trim();
}

/** Return whether a text has nothing but emoji, 27 at most. Discord shows such a text larger. */
export const isOnlyEmoji = (text) => ONLY_EMOJI.test(text) && [...text.matchAll(/\p{Extended_Pictographic}|<a?:/gu)].length <= 27;

function renderNode(node, context) {
  if (typeof node === "string") return node;
  return NODE_RENDERERS[node.type](node, context);
}

const renderChildren = (node, context) => node.children.map((child) => renderNode(child, context));

const NODE_RENDERERS = {
  strong: (node, context) => h("strong", {}, renderChildren(node, context)),
  em: (node, context) => h("em", {}, renderChildren(node, context)),
  underline: (node, context) => h("u", {}, renderChildren(node, context)),
  strike: (node, context) => h("s", {}, renderChildren(node, context)),
  code: (node) => h("code", {}, node.code),
  block: (node) => h("pre", {}, h("code", {}, node.code)),
  quote: (node, context) => h("blockquote", {}, h("div", {}, renderChildren(node, context))),
  heading: (node, context) => h(`h${node.level + 2}.heading-${node.level}`, {}, renderChildren(node, context)),
  subtext: (node, context) => h("small", {}, renderChildren(node, context)),
  list: (node, context) => h(node.ordered ? "ol" : "ul", { start: node.start }, renderChildren(node, context)),
  item: (node, context) => h("li", {}, renderChildren(node, context)),
  link: (node, context) => h("a", { href: node.href, title: node.title, target: "_blank", rel: "noreferrer noopener" }, renderChildren(node, context)),
  spoiler: (node, context) => createSpoiler(h("span", {}, renderChildren(node, context))),
  everybody: (node) => h("span.mention", {}, node.name),
  emoji: (node) => createEmojiImage(node),
  guide: (node) => h("span.mention", {}, GUIDE_NAMES[node.page]),
  time: createTime,
  user: (node, context) => {
    const person = context.getPerson?.(node.id);
    return createMention(`@${person?.name ?? "unknown-user"}`, person && context.openPersonMenu && ((event) => context.openPersonMenu(node.id, event.currentTarget)));
  },
  role: (node, context) => {
    const role = context.getRole?.(node.id);
    const mention = createMention(`@${role?.name ?? "unknown-role"}`);
    if (role?.color) mention.style.setProperty("--mention", toCssColor(role.color));
    return mention;
  },
  channel: (node, context) => {
    const channel = context.getChannel?.(node.id);
    return createMention(`#${channel?.name ?? "unknown"}`, channel && context.openChannel && (() => context.openChannel(node.id)));
  },
  command: (node, context) => createMention(`/${node.name}`, context.startCommand && (() => context.startCommand(node.name))),
};

function createMention(text, onclick) {
  return onclick ? h("button.mention", { type: "button", onclick }, text) : h("span.mention", {}, text);
}

function createTime(node, context) {
  const fullText = formatTime(node.seconds, "F", context.locale);
  if (fullText === null) return node.source;
  const text = node.style === "R" ? formatRelative(node.seconds, now(), context.locale) : formatTime(node.seconds, node.style, context.locale);
  const isoTime = new Date(node.seconds * 1000).toISOString();
  return h("time", { datetime: isoTime, title: fullText, lang: context.locale, "data-relative": node.style === "R" && node.seconds }, text);
}

/** Cover content until it is clicked. Until then its label hides the content from screen readers, too. */
export function createSpoiler(content, name = "Spoiler, press to show") {
  const cover = h("span.spoiler", { role: "button", tabindex: "0", "aria-label": name }, content);
  const reveal = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    cover.classList.add("shown");
    for (const attribute of ["role", "tabindex", "aria-label"]) cover.removeAttribute(attribute);
    cover.removeEventListener("click", reveal);
    cover.removeEventListener("keydown", reveal);
  };
  cover.addEventListener("click", reveal);
  cover.addEventListener("keydown", reveal);
  return cover;
}
