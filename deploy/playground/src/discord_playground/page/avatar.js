// Avatars, presence and the bot tag.
import { h } from "./dom.js";

const AVATAR_COLORS = ["#5865f2", "#2d7d46", "#a8620d", "#c03a5b", "#8a4fbf", "#1f7a8c"];

/** Create an avatar: the person's initial, on a color that depends on their ID. */
export function createAvatar(person, { presence = false } = {}) {
  const letter = h("span.letter", {}, [...(person?.name ?? "?")][0].toUpperCase());
  letter.style.backgroundColor = AVATAR_COLORS[Number(BigInt(person?.id ?? 0) % BigInt(AVATAR_COLORS.length))];
  const face = h("span.avatar", { "aria-hidden": "true" }, letter);
  if (presence) face.append(h(`span.presence.${getStatus(person)}`, {}));
  return face;
}

export const getStatus = (person) => person?.presence?.status ?? (person?.bot ? "offline" : "online");

const STATUS_TEXTS = { online: "online", idle: "away", dnd: "do not disturb", offline: "offline" };

export const describeStatus = (person) => STATUS_TEXTS[getStatus(person)] ?? "offline";

export const createBotTag = () => h("span.tag", { title: "An application" }, "BOT");
