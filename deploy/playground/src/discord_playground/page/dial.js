// What time it is here, for everybody and for the bots, and three ways to make it later.
import * as api from "./api.js";
import { ticking } from "./clock.js";
import { h } from "./element.js";
import { icon } from "./icon.js";
import { formatted } from "./timestamp.js";

const SPANS = [
  [60, "1 min", "a minute"],
  [3600, "1 h", "an hour"],
  [86_400, "1 day", "a day"],
];

export function dial() {
  const shown = h("time", { title: "The playground’s time" });
  const move = async (seconds) => {
    shown.title = "The playground’s time";
    await api.stage({ do: "advance_time", seconds }).catch((error) => (shown.title = error.message));
  };
  const later = SPANS.map(([seconds, span, words]) => h("button", { type: "button", "aria-label": `Move the time on by ${words}`, title: `Move the time on by ${words}`, onclick: () => move(seconds) }, `+${span}`));
  ticking((now) => {
    const told = formatted(Math.floor(now / 1000), "S", navigator.language);
    if (shown.textContent === told) return;
    shown.textContent = told;
    shown.dateTime = new Date(now).toISOString();
  });
  return h("div.dial", { role: "group", "aria-label": "Time" }, icon("clock"), shown, later);
}
