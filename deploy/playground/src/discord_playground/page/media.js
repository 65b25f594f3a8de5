// The pictures, videos and files of a message.
import { h } from "./dom.js";
import { createIcon } from "./icon.js";
import { createSpoiler } from "./markdown-view.js";

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Return the URL the page may load for an address, or `null` if the file is not on this playground. */
export function resolveLocalUrl(address) {
  if (!address) return null;
  try {
    const url = new URL(address, location.href);
    if (url.protocol === "blob:" || url.protocol === "data:" || url.origin === location.origin) return url.href;
    // Bots get addresses at 127.0.0.1, and the page may be open at localhost.
    if (LOOPBACK_HOST.test(url.hostname) && LOOPBACK_HOST.test(location.hostname) && url.port === location.port) return new URL(url.pathname + url.search, location.href).href;
  } catch {
    // Not a URL.
  }
  return null;
}

const SPOILER_FLAG = 8;

const SIZE_UNITS = ["bytes", "KB", "MB", "GB"];

export function formatSize(bytes) {
  let unit = 0;
  let value = bytes ?? 0;
  for (; value >= 1000 && unit < SIZE_UNITS.length - 1; unit++) value /= 1000;
  return `${unit ? value.toFixed(value < 10 ? 1 : 0) : value} ${SIZE_UNITS[unit]}`;
}

const getFileName = (address) => decodeURIComponent(address?.split("?")[0].split("/").at(-1) ?? "file");

const getMediaKind = (media) => {
  const type = media.content_type ?? "";
  const name = media.filename ?? getFileName(media.url);
  if (type.startsWith("video/") || /\.(mp4|webm|mov)$/i.test(name)) return "video";
  if (type.startsWith("audio/") || /\.(mp3|ogg|wav|flac)$/i.test(name)) return "audio";
  if (type.startsWith("image/") || /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(name)) return "image";
  return "file";
};

const isVisual = (media) => ["image", "video"].includes(getMediaKind(media));

/** Render a picture or a video. One that is not on this playground is shown as a link, and not loaded. */
export function renderMedia(item, { alt = "", isSpoiler = false, listPictures = null } = {}) {
  const source = resolveLocalUrl(item.url) ?? resolveLocalUrl(item.proxy_url);
  let element;
  if (!source) element = renderExternalLink(item.url, alt);
  else if (getMediaKind(item) === "video") element = h("video", { src: source, controls: true, preload: "metadata", "aria-label": alt || getFileName(item.url) });
  else element = renderPicture(source, item, alt, listPictures);
  return isSpoiler ? createSpoiler(element, `Spoiler picture${alt ? `: ${alt}` : ""}, press to show`) : element;
}

function renderPicture(source, item, alt, listPictures) {
  const image = h("img", { src: source, alt, width: item.width, height: item.height, loading: "lazy", decoding: "async" });
  if (item.width && item.height) {
    image.style.setProperty("--width", `${item.width}px`);
    image.style.setProperty("--shape", `${item.width / item.height}`);
  }
  image.onerror = () => image.replaceWith(h("span.broken", {}, createIcon("image"), alt || getFileName(source)));
  return h("button.picture", { type: "button", "aria-label": alt ? `Enlarge: ${alt}` : "Enlarge the picture", onclick: () => openLightbox(listPictures?.() ?? [{ source, alt }], source) }, image);
}

function renderExternalLink(address, alt) {
  let host = address;
  try {
    host = new URL(address).hostname;
  } catch {
    // Show the address unchanged.
  }
  return h("a.external-link", { href: /^https?:/.test(address) ? address : null, target: "_blank", rel: "noreferrer noopener", title: "The playground loads nothing from other sites" }, createIcon("image"), h("span", {}, alt || "Picture"), h("small", {}, host));
}

export function renderFile(attachment, { isSpoiler = false } = {}) {
  const name = attachment.filename ?? attachment.name ?? getFileName(attachment.url);
  const source = resolveLocalUrl(attachment.url);
  const element = h(
    "span.file",
    {},
    createIcon("file"),
    h("span", {}, source ? h("a", { href: source, target: "_blank", rel: "noreferrer noopener", download: name }, name) : name, h("small", {}, formatSize(attachment.size))),
  );
  if (getMediaKind({ ...attachment, filename: name }) === "audio" && source) element.append(h("audio", { src: source, controls: true, preload: "none", "aria-label": name }));
  return isSpoiler ? createSpoiler(element, `Spoiler file ${name}, press to show`) : element;
}

/** Render up to ten pictures in the same grid as Discord. */
export function renderGallery(items) {
  const listPictures = () => items.filter((item) => resolveLocalUrl(item.media.url)).map((item) => ({ source: resolveLocalUrl(item.media.url), alt: item.description ?? "" }));
  return h(`div.gallery.of-${Math.min(items.length, 10)}`, {}, items.map((item) => h("div", {}, renderMedia(item.media, { alt: item.description ?? "", isSpoiler: item.spoiler, listPictures }))));
}

export function renderAttachments(list) {
  const pictures = list.filter((attachment) => isVisual(attachment));
  const others = list.filter((attachment) => !isVisual(attachment));
  const isSpoiler = (attachment) => attachment.filename.startsWith("SPOILER_") || Boolean(attachment.flags & SPOILER_FLAG);
  return [
    pictures.length ? renderGallery(pictures.map((attachment) => ({ media: attachment, description: attachment.description, spoiler: isSpoiler(attachment) }))) : null,
    ...others.map((attachment) => renderFile(attachment, { isSpoiler: isSpoiler(attachment) })),
  ];
}

function openLightbox(pictures, source) {
  let index = Math.max(0, pictures.findIndex((picture) => picture.source === source));
  const image = h("img", {});
  const caption = h("p", {});
  const show = (step) => {
    index = (index + step + pictures.length) % pictures.length;
    image.src = pictures[index].source;
    image.alt = pictures[index].alt;
    caption.textContent = pictures.length > 1 ? `${index + 1} of ${pictures.length}${pictures[index].alt ? ` · ${pictures[index].alt}` : ""}` : pictures[index].alt;
  };
  const arrows = pictures.length > 1 && [h("button.before", { type: "button", "aria-label": "Previous picture", onclick: () => show(-1) }, createIcon("right")), h("button.after", { type: "button", "aria-label": "Next picture", onclick: () => show(1) }, createIcon("right"))];
  const dialog = h(
    "dialog.lightbox",
    {
      "aria-label": "Picture",
      onclose: () => dialog.remove(),
      onclick: (event) => event.target.closest("button, img") ?? dialog.close(),
      onkeydown: (event) => ({ ArrowLeft: () => show(-1), ArrowRight: () => show(1) })[event.key]?.(),
    },
    h("button.close", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, createIcon("close")),
    image,
    caption,
    arrows,
  );
  show(0);
  document.body.append(dialog);
  dialog.showModal();
}
