// Emoji as elements.
import { h } from "./dom.js";

/** Create the picture of a custom emoji. Its name is shown if the picture cannot be loaded. */
export const createEmojiImage = ({ id, name, animated }, alt = `:${name}:`) => h("img.emoji", { src: `/cdn/emojis/${id}.${animated ? "gif" : "webp"}`, alt, title: `:${name}:`, draggable: "false", loading: "lazy" });

/** Create the emoji of a button or option. Screen readers ignore it. */
export function createEmojiIcon(emoji) {
  if (!emoji) return null;
  return h("span.emoji", { "aria-hidden": "true" }, emoji.id ? createEmojiImage(emoji) : emoji.name);
}
