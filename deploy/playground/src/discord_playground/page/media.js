// Pictures, films and files of a message, and what of them may be loaded.
import { h } from "./element.js";
import { icon } from "./icon.js";
import { spoiler } from "./prose.js";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Where this page may load something from: its own playground, under whichever name it was opened; else `null`. */
export function local(address) {
  if (!address) return null;
  try {
    const url = new URL(address, location.href);
    if (url.protocol === "blob:" || url.protocol === "data:" || url.origin === location.origin) return url.href;
    // The bot is told 127.0.0.1, the person may have opened localhost.
    if (LOOPBACK.test(url.hostname) && LOOPBACK.test(location.hostname) && url.port === location.port) return new URL(url.pathname + url.search, location.href).href;
  } catch {
    // Not an address at all.
  }
  return null;
}

const IS_SPOILER = 8;

const SIZES = ["bytes", "KB", "MB", "GB"];

export function size(bytes) {
  let unit = 0;
  let count = bytes ?? 0;
  for (; count >= 1000 && unit < SIZES.length - 1; unit++) count /= 1000;
  return `${unit ? count.toFixed(count < 10 ? 1 : 0) : count} ${SIZES[unit]}`;
}

const named = (address) => decodeURIComponent(address?.split("?")[0].split("/").at(-1) ?? "file");

const kind = (media) => {
  const type = media.content_type ?? "";
  const name = media.filename ?? named(media.url);
  if (type.startsWith("video/") || /\.(mp4|webm|mov)$/i.test(name)) return "video";
  if (type.startsWith("audio/") || /\.(mp3|ogg|wav|flac)$/i.test(name)) return "audio";
  if (type.startsWith("image/") || /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(name)) return "image";
  return "file";
};

const isPicture = (media) => ["image", "video"].includes(kind(media));

/** A picture or a film of a message; what lies elsewhere is named and linked, not fetched. */
export function media(item, { alt = "", hidden = false, among = null } = {}) {
  const source = local(item.url) ?? local(item.proxy_url);
  let shown;
  if (!source) shown = elsewhere(item.url, alt);
  else if (kind(item) === "video") shown = h("video", { src: source, controls: true, preload: "metadata", "aria-label": alt || named(item.url) });
  else shown = picture(source, item, alt, among);
  return hidden ? spoiler(shown, `Spoiler picture${alt ? `: ${alt}` : ""}, press to show`) : shown;
}

function picture(source, item, alt, among) {
  const image = h("img", { src: source, alt, width: item.width, height: item.height, loading: "lazy", decoding: "async" });
  if (item.width && item.height) {
    image.style.setProperty("--width", `${item.width}px`);
    image.style.setProperty("--shape", `${item.width / item.height}`);
  }
  image.onerror = () => image.replaceWith(h("span.broken", {}, icon("image"), alt || named(source)));
  return h("button.picture", { type: "button", "aria-label": alt ? `Enlarge: ${alt}` : "Enlarge the picture", onclick: () => enlarge(among?.() ?? [{ source, alt }], source) }, image);
}

function elsewhere(address, alt) {
  let host = address;
  try {
    host = new URL(address).hostname;
  } catch {
    // Shown as it is.
  }
  return h("a.elsewhere", { href: /^https?:/.test(address) ? address : null, target: "_blank", rel: "noreferrer noopener", title: "The playground loads nothing from outside" }, icon("image"), h("span", {}, alt || "Picture"), h("small", {}, host));
}

export function file(attachment, { hidden = false } = {}) {
  const name = attachment.filename ?? attachment.name ?? named(attachment.url);
  const source = local(attachment.url);
  const shown = h(
    "span.file",
    {},
    icon("file"),
    h("span", {}, source ? h("a", { href: source, target: "_blank", rel: "noreferrer noopener", download: name }, name) : name, h("small", {}, size(attachment.size))),
  );
  if (kind({ ...attachment, filename: name }) === "audio" && source) shown.append(h("audio", { src: source, controls: true, preload: "none", "aria-label": name }));
  return hidden ? spoiler(shown, `Spoiler file ${name}, press to show`) : shown;
}

/** Up to ten pictures in Discord's mosaic. */
export function gallery(items) {
  const among = () => items.filter((item) => local(item.media.url)).map((item) => ({ source: local(item.media.url), alt: item.description ?? "" }));
  return h(`div.gallery.of-${Math.min(items.length, 10)}`, {}, items.map((item) => h("div", {}, media(item.media, { alt: item.description ?? "", hidden: item.spoiler, among }))));
}

export function attachments(list) {
  const pictures = list.filter((attachment) => isPicture(attachment));
  const others = list.filter((attachment) => !isPicture(attachment));
  const hidden = (attachment) => attachment.filename.startsWith("SPOILER_") || Boolean(attachment.flags & IS_SPOILER);
  return [
    pictures.length ? gallery(pictures.map((attachment) => ({ media: attachment, description: attachment.description, spoiler: hidden(attachment) }))) : null,
    ...others.map((attachment) => file(attachment, { hidden: hidden(attachment) })),
  ];
}

function enlarge(pictures, source) {
  let at = Math.max(0, pictures.findIndex((one) => one.source === source));
  const image = h("img", {});
  const words = h("p", {});
  const show = (step) => {
    at = (at + step + pictures.length) % pictures.length;
    image.src = pictures[at].source;
    image.alt = pictures[at].alt;
    words.textContent = pictures.length > 1 ? `${at + 1} of ${pictures.length}${pictures[at].alt ? ` · ${pictures[at].alt}` : ""}` : pictures[at].alt;
  };
  const around = pictures.length > 1 && [h("button.before", { type: "button", "aria-label": "Previous picture", onclick: () => show(-1) }, icon("right")), h("button.after", { type: "button", "aria-label": "Next picture", onclick: () => show(1) }, icon("right"))];
  const dialog = h(
    "dialog.lightbox",
    {
      "aria-label": "Picture",
      onclose: () => dialog.remove(),
      onclick: (event) => event.target.closest("button, img") ?? dialog.close(),
      onkeydown: (event) => ({ ArrowLeft: () => show(-1), ArrowRight: () => show(1) })[event.key]?.(),
    },
    h("button.close", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close")),
    image,
    words,
    around,
  );
  show(0);
  document.body.append(dialog);
  dialog.showModal();
}
