// What was written in Discord's markdown, as elements.
import { now } from "./clock.js";
import { colour, h } from "./element.js";
import { drawn } from "./emoji.js";
import { parse } from "./markdown.js";
import { formatted, relative } from "./timestamp.js";

const GUIDES = { customize: "Channels & Roles", browse: "Browse Channels", guide: "Server Guide", "linked-roles": "Linked Roles" };

const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}\ufe0f\u20e3]*(?:\u200d\p{Extended_Pictographic}\ufe0f?)*|\p{Regional_Indicator}{2}|<a?:\w+:\d+>|\s)+$/u;

/**
 * Discord's markdown as elements. `around` tells who and what is mentioned: `{locale, personOf(id), roleOf(id),
 * channelOf(id), onuser(id, element), onchannel(id), oncommand(name)}`.
 */
export function prose(text, around, options) {
  return parse(text, options).map((node) => element(node, around));
}

/** The words alone on one line, as where a message is quoted; what is hidden stays so. */
export function line(text, around) {
  const box = h("div", {}, prose(text, around));
  for (const emoji of box.querySelectorAll("img.emoji")) emoji.replaceWith(emoji.alt);
  for (const hidden of box.querySelectorAll(".spoiler")) hidden.replaceWith("▮▮▮");
  for (const block of box.querySelectorAll("h3, h4, h5, small, li, pre, blockquote")) {
    block.before(" ");
    block.after(" ");
  }
  return box.textContent.replace(/\s+/g, " ").trim();
}

/** Up to 27 emoji and nothing else are drawn large. */
export const jumbo = (text) => ONLY_EMOJI.test(text) && [...text.matchAll(/\p{Extended_Pictographic}|<a?:/gu)].length <= 27;

function element(node, around) {
  if (typeof node === "string") return node;
  return MADE[node.type](node, around);
}

const inside = (node, around) => node.children.map((child) => element(child, around));

const MADE = {
  strong: (node, around) => h("strong", {}, inside(node, around)),
  em: (node, around) => h("em", {}, inside(node, around)),
  underline: (node, around) => h("u", {}, inside(node, around)),
  strike: (node, around) => h("s", {}, inside(node, around)),
  code: (node) => h("code", {}, node.code),
  block: (node) => h("pre", {}, h("code", {}, node.code)),
  quote: (node, around) => h("blockquote", {}, h("div", {}, inside(node, around))),
  heading: (node, around) => h(`h${node.level + 2}.heading-${node.level}`, {}, inside(node, around)),
  subtext: (node, around) => h("small", {}, inside(node, around)),
  list: (node, around) => h(node.ordered ? "ol" : "ul", { start: node.start }, inside(node, around)),
  item: (node, around) => h("li", {}, inside(node, around)),
  link: (node, around) => h("a", { href: node.href, title: node.title, target: "_blank", rel: "noreferrer noopener" }, inside(node, around)),
  spoiler: (node, around) => spoiler(h("span", {}, inside(node, around))),
  everybody: (node) => h("span.mention", {}, node.name),
  emoji: (node) => drawn(node),
  guide: (node) => h("span.mention", {}, GUIDES[node.page]),
  time: timed,
  user: (node, around) => {
    const person = around.personOf?.(node.id);
    return mention(`@${person?.name ?? "unknown-user"}`, person && around.onuser && ((event) => around.onuser(node.id, event.currentTarget)));
  },
  role: (node, around) => {
    const role = around.roleOf?.(node.id);
    const said = mention(`@${role?.name ?? "unknown-role"}`);
    if (role?.color) said.style.setProperty("--mention", colour(role.color));
    return said;
  },
  channel: (node, around) => {
    const channel = around.channelOf?.(node.id);
    return mention(`#${channel?.name ?? "unknown"}`, channel && around.onchannel && (() => around.onchannel(node.id)));
  },
  command: (node, around) => mention(`/${node.name}`, around.oncommand && (() => around.oncommand(node.name))),
};

function mention(text, onclick) {
  return onclick ? h("button.mention", { type: "button", onclick }, text) : h("span.mention", {}, text);
}

function timed(node, around) {
  const full = formatted(node.seconds, "F", around.locale);
  if (full === null) return node.source;
  const told = node.style === "R" ? relative(node.seconds, now(), around.locale) : formatted(node.seconds, node.style, around.locale);
  const instant = new Date(node.seconds * 1000).toISOString();
  return h("time", { datetime: instant, title: full, lang: around.locale, "data-relative": node.style === "R" && node.seconds }, told);
}

/** Hides what it is given until somebody wants to see it; a screen reader is not told before either. */
export function spoiler(content, name = "Spoiler, press to show") {
  const cover = h("span.spoiler", { role: "button", tabindex: "0", "aria-label": name }, content);
  const show = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    cover.classList.add("shown");
    for (const attribute of ["role", "tabindex", "aria-label"]) cover.removeAttribute(attribute);
    cover.removeEventListener("click", show);
    cover.removeEventListener("keydown", show);
  };
  cover.addEventListener("click", show);
  cover.addEventListener("keydown", show);
  return cover;
}
