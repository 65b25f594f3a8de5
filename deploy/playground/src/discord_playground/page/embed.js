// Renders the embeds of a message.
import { toCssColor, h } from "./dom.js";
import { resolveLocalUrl, renderMedia } from "./media.js";
import { renderMarkdown } from "./markdown-view.js";
import { formatMessageTime } from "./timestamp.js";
import { now } from "./clock.js";

const createLink = (address, ...inside) => (address ? h("a", { href: address, target: "_blank", rel: "noreferrer noopener" }, ...inside) : inside);

const createSmallImage = (address, className) => {
  const source = resolveLocalUrl(address);
  return source ? h(`img.${className}`, { src: source, alt: "", decoding: "async" }) : null;
};

export function renderEmbed(embed, context) {
  const box = h("article.embed", { "aria-label": embed.title ? `Embed: ${embed.title}` : "Embed" });
  if (typeof embed.color === "number") box.style.setProperty("--accent", toCssColor(embed.color));
  const texts = h(
    "div.texts",
    {},
    embed.provider?.name ? h("div.provider", {}, createLink(embed.provider.url, embed.provider.name)) : null,
    embed.author?.name ? h("div.byline", {}, createSmallImage(embed.author.icon_url ?? embed.author.proxy_icon_url, "face"), createLink(embed.author.url, embed.author.name)) : null,
    embed.title ? h("div.title", {}, createLink(embed.url, renderMarkdown(embed.title, context, { blocks: false, links: !embed.url }))) : null,
    embed.description ? h("div.description", {}, renderMarkdown(embed.description, context)) : null,
    embed.fields?.length ? h("div.fields", {}, layOutFields(embed.fields).map(([field, columnSpan]) => renderField(field, columnSpan, context))) : null,
  );
  box.append(texts);
  if (embed.thumbnail?.url) box.append(h("div.thumbnail", {}, renderMedia(embed.thumbnail)));
  if (embed.image?.url) box.append(h("div.image", {}, renderMedia(embed.image)));
  const footerTexts = [embed.footer?.text, embed.timestamp && formatMessageTime(Date.parse(embed.timestamp), now(), context.locale)].filter(Boolean);
  if (footerTexts.length) box.append(h("footer", {}, createSmallImage(embed.footer?.icon_url ?? embed.footer?.proxy_icon_url, "face"), footerTexts.join(" • ")));
  return box;
}

/**
 * Pair each field with the columns it spans in a grid of 12.
 *
 * Up to three inline fields share a row. A field that is not inline has a row of its own.
 */
function layOutFields(fields) {
  const columns = [];
  for (let index = 0; index < fields.length; ) {
    if (!fields[index].inline) {
      columns.push([fields[index++], 12]);
      continue;
    }
    let inRow = 0;
    while (inRow < 3 && fields[index + inRow]?.inline) inRow++;
    for (let column = 0; column < inRow; column++) columns.push([fields[index + column], inRow === 2 ? 6 : 4]);
    index += inRow;
  }
  return columns;
}

function renderField(field, columnSpan, context) {
  const box = h("div.field", {}, h("div.name", {}, renderMarkdown(field.name, context, { blocks: false })), h("div.value", {}, renderMarkdown(field.value, context)));
  box.style.setProperty("--span", columnSpan);
  return box;
}
