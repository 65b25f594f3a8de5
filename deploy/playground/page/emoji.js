import { h } from "./element.js";

/** An application's emoji, as its picture; whose picture is gone, its name. */
export const drawn = ({ id, name, animated }, alt = `:${name}:`) => h("img.emoji", { src: `/cdn/emojis/${id}.${animated ? "gif" : "webp"}`, alt, title: `:${name}:`, draggable: "false", loading: "lazy" });
