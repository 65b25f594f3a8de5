// The playground's time on the page, told to whoever shows it.
import { relative } from "./timestamp.js";

let ahead = 0;
const heard = new Set();

/** The playground's time, which a test may have moved on. */
export const now = () => Date.now() + ahead;

export function setClock(instant) {
  const moved = Date.parse(instant) - Date.now();
  if (Number.isNaN(moved) || Math.abs(moved - ahead) < 500) return;
  ahead = moved;
  tick();
}

/** `hear` is told the time at once, each second, and when it has been moved. */
export function ticking(hear) {
  heard.add(hear);
  hear(now());
}

function tick() {
  if (document.hidden) return;
  for (const hear of heard) hear(now());
  for (const time of document.querySelectorAll("time[data-relative]")) {
    const told = relative(Number(time.dataset.relative), now(), time.lang);
    if (time.textContent !== told) time.textContent = told;
  }
}

setInterval(tick, 1000);
document.addEventListener("visibilitychange", tick);
