// How emoji are drawn.
import { h } from "./element.js";

/** An application's emoji, as its picture; whose picture is gone, its name. */
export const drawn = ({ id, name, animated }, alt = `:${name}:`) => h("img.emoji", { src: `/cdn/emojis/${id}.${animated ? "gif" : "webp"}`, alt, title: `:${name}:`, draggable: "false", loading: "lazy" });

/** Beside the words of a control, and silent: whoever uses it names the control. */
export function emoji(emoji) {
  if (!emoji) return null;
  return h("span.emoji", { "aria-hidden": "true" }, emoji.id ? drawn(emoji) : emoji.name);
}
