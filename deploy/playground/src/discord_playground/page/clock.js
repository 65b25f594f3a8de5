// The playground's clock, and the times on the page that follow it.
import { formatRelative } from "./timestamp.js";

// Smaller differences are caused by the delay of the events that contain the time.
const OFFSET_TOLERANCE_MS = 500;

let offsetMs = 0;
const listeners = new Set();

/** Return the playground's time in milliseconds. Tests and the page's own controls can move it. */
export const now = () => Date.now() + offsetMs;

export function setClock(timestamp) {
  const newOffsetMs = Date.parse(timestamp) - Date.now();
  if (Number.isNaN(newOffsetMs) || Math.abs(newOffsetMs - offsetMs) < OFFSET_TOLERANCE_MS) return;
  offsetMs = newOffsetMs;
  updateTimes();
}

/** Call `listener` with the time: immediately, each second, and when the clock is moved. */
export function addTickListener(listener) {
  listeners.add(listener);
  listener(now());
}

function updateTimes() {
  if (document.hidden) return;
  for (const listener of listeners) listener(now());
  for (const time of document.querySelectorAll("time[data-relative]")) {
    const text = formatRelative(Number(time.dataset.relative), now(), time.lang);
    if (time.textContent !== text) time.textContent = text;
  }
}

setInterval(updateTimes, 1000);
document.addEventListener("visibilitychange", updateTimes);
