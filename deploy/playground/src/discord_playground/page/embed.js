// An embed of a message.
import { colour, h } from "./element.js";
import { local, media } from "./media.js";
import { prose } from "./prose.js";
import { stamp } from "./timestamp.js";
import { now } from "./clock.js";

const link = (address, ...inside) => (address ? h("a", { href: address, target: "_blank", rel: "noreferrer noopener" }, ...inside) : inside);

const small = (address, kind) => {
  const source = local(address);
  return source ? h(`img.${kind}`, { src: source, alt: "", decoding: "async" }) : null;
};

export function embed(told, around) {
  const box = h("article.embed", { "aria-label": told.title ? `Embed: ${told.title}` : "Embed" });
  if (typeof told.color === "number") box.style.setProperty("--accent", colour(told.color));
  const texts = h(
    "div.texts",
    {},
    told.provider?.name ? h("div.provider", {}, link(told.provider.url, told.provider.name)) : null,
    told.author?.name ? h("div.byline", {}, small(told.author.icon_url ?? told.author.proxy_icon_url, "face"), link(told.author.url, told.author.name)) : null,
    told.title ? h("div.title", {}, link(told.url, prose(told.title, around, { blocks: false, links: !told.url }))) : null,
    told.description ? h("div.description", {}, prose(told.description, around)) : null,
    told.fields?.length ? h("div.fields", {}, columns(told.fields).map(([field, span]) => fieldOf(field, span, around))) : null,
  );
  box.append(texts);
  if (told.thumbnail?.url) box.append(h("div.thumbnail", {}, media(told.thumbnail)));
  if (told.image?.url) box.append(h("div.image", {}, media(told.image)));
  const words = [told.footer?.text, told.timestamp && stamp(Date.parse(told.timestamp), now(), around.locale)].filter(Boolean);
  if (words.length) box.append(h("footer", {}, small(told.footer?.icon_url ?? told.footer?.proxy_icon_url, "face"), words.join(" • ")));
  return box;
}

/** Inline fields stand three in a row, two where only two follow each other. */
function columns(fields) {
  const placed = [];
  for (let at = 0; at < fields.length; ) {
    if (!fields[at].inline) {
      placed.push([fields[at++], 12]);
      continue;
    }
    let length = 0;
    while (length < 3 && fields[at + length]?.inline) length++;
    for (let column = 0; column < length; column++) placed.push([fields[at + column], length === 2 ? 6 : 4]);
    at += length;
  }
  return placed;
}

function fieldOf(field, span, around) {
  const box = h("div.field", {}, h("div.name", {}, prose(field.name, around, { blocks: false })), h("div.value", {}, prose(field.value, around)));
  box.style.setProperty("--span", span);
  return box;
}
