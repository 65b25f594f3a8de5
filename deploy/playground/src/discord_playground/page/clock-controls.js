// The playground's time at the top of the page, with buttons that move it forward.
import * as api from "./api.js";
import { addTickListener } from "./clock.js";
import { h } from "./dom.js";
import { createIcon } from "./icon.js";
import { formatTime } from "./timestamp.js";

const TIME_STEPS = [
  [60, "1 min", "a minute"],
  [3600, "1 h", "an hour"],
  [86_400, "1 day", "a day"],
];

export function createClockControls() {
  const timeElement = h("time", { title: "The playground’s time" });
  const advanceTime = async (seconds) => {
    timeElement.title = "The playground’s time";
    await api.postControl({ do: "advance_time", seconds }).catch((error) => (timeElement.title = error.message));
  };
  const buttons = TIME_STEPS.map(([seconds, label, description]) => h("button", { type: "button", "aria-label": `Move the time forward by ${description}`, title: `Move the time forward by ${description}`, onclick: () => advanceTime(seconds) }, `+${label}`));
  addTickListener((now) => {
    const text = formatTime(Math.floor(now / 1000), "S", navigator.language);
    if (timeElement.textContent === text) return;
    timeElement.textContent = text;
    timeElement.dateTime = new Date(now).toISOString();
  });
  return h("div.clock-controls", { role: "group", "aria-label": "Time" }, createIcon("clock"), timeElement, buttons);
}
