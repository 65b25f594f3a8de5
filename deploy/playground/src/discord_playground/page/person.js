// How a person is shown wherever they are: picture, presence, name.
import { h } from "./element.js";

const COLOURS = ["#5865f2", "#2d7d46", "#a8620d", "#c03a5b", "#8a4fbf", "#1f7a8c"];

/** A person's first letter, on a colour of their own. */
export function avatar(person, { presence = false } = {}) {
  const letter = h("span.letter", {}, [...(person?.name ?? "?")][0].toUpperCase());
  letter.style.backgroundColor = COLOURS[Number(BigInt(person?.id ?? 0) % BigInt(COLOURS.length))];
  const face = h("span.avatar", { "aria-hidden": "true" }, letter);
  if (presence) face.append(h(`span.presence.${status(person)}`, {}));
  return face;
}

export const status = (person) => person?.presence?.status ?? (person?.bot ? "offline" : "online");

const STATUS = { online: "online", idle: "away", dnd: "do not disturb", offline: "offline" };

export const told = (person) => STATUS[status(person)] ?? "offline";

export const tag = () => h("span.tag", { title: "An application" }, "BOT");
