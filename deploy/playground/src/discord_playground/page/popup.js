// What opens beside something and closes again.
import { stops } from "./element.js";

const GAP = 6;
const MARGIN = 8;

/**
 * Shows `element` beside `anchor` until it is closed, something else is pressed, or the anchor goes. It lives in the
 * anchor's own pane or dialog, for its colours and its focus trap, but is drawn above everything. It covers nothing of
 * `edge`, where that is more than the anchor.
 */
export function popup(anchor, element, { place = "below", align = "start", width = "auto", onclose = () => {}, within = anchor, edge = anchor } = {}) {
  const owner = within.closest(".dialog, .pane, .wire") ?? document.body;
  element.popover = "manual";
  element.classList.add("popup");
  owner.append(element);
  element.showPopover();

  const move = () => {
    if (!anchor.isConnected || !anchor.getClientRects().length) return close();
    const from = anchor.getBoundingClientRect();
    const line = edge.getBoundingClientRect();
    const room = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
    if (width === "anchor") {
      element.style.width = `${from.width}px`;
      element.style.maxWidth = "none";
    }
    const below = room.height - line.bottom - GAP - MARGIN;
    const above = line.top - GAP - MARGIN;
    element.style.maxHeight = "";
    const wanted = element.scrollHeight;
    const side = place === "side";
    const under = place === "below" ? below >= Math.min(wanted, 240) || below >= above : above < Math.min(wanted, 160) && below > above;
    const { width: wide } = element.getBoundingClientRect();
    let left = align === "end" ? from.right - wide : from.left;
    let top;
    if (side) {
      left = from.right + wide + MARGIN <= room.width ? from.right : from.left - wide >= MARGIN ? from.left - wide : from.left + 24;
      const tall = Math.min(wanted, room.height - 2 * MARGIN);
      element.style.maxHeight = `${tall}px`;
      top = Math.min(from.top - 6, room.height - MARGIN - tall);
    } else {
      const tall = Math.min(under ? below : above, 420);
      element.style.maxHeight = `${tall}px`;
      top = under ? line.bottom + GAP : line.top - GAP - element.getBoundingClientRect().height;
    }
    element.style.left = `${Math.max(MARGIN, Math.min(left, room.width - wide - MARGIN))}px`;
    element.style.top = `${Math.max(MARGIN, top)}px`;
  };
  const pressed = (event) => {
    if (element.contains(event.target) || anchor.contains(event.target) || event.target.closest?.(".popup[data-above]")?.dataset.above === element.id) return;
    close("outside");
  };
  const grown = new ResizeObserver(move);
  let open = true;
  function close(why = "closed") {
    if (!open) return;
    open = false;
    grown.disconnect();
    document.removeEventListener("pointerdown", pressed, true);
    window.removeEventListener("resize", move);
    document.removeEventListener("scroll", scrolled, true);
    element.remove();
    onclose(why);
  }
  const scrolled = (event) => element.contains(event.target) || move();
  grown.observe(element);
  grown.observe(anchor);
  document.addEventListener("pointerdown", pressed, true);
  window.addEventListener("resize", move);
  document.addEventListener("scroll", scrolled, true);
  move();
  return { close, move, element };
}

/** Keeps Tab inside `root`, popups above it included, as its own pane must not be reached behind a dialog. */
export function trap(root) {
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || event.defaultPrevented) return;
    const all = stops(root);
    if (!all.length) return;
    const at = all.indexOf(document.activeElement);
    const last = event.shiftKey ? at <= 0 : at === all.length - 1;
    if (!last) return;
    event.preventDefault();
    all.at(event.shiftKey ? -1 : 0).focus();
  });
}
