// Popups beside an element, and the focus trap of dialogs.
import { findTabStops } from "./dom.js";

const ANCHOR_GAP_PX = 6;
const WINDOW_MARGIN_PX = 8;
const MAX_HEIGHT_PX = 420;

/**
 * Show `element` beside `anchor` until it is closed, the pointer goes down elsewhere, or the anchor is removed.
 *
 * The popup is appended to the pane or dialog of the anchor, for its colors and its focus trap, and is drawn above
 * everything. It does not cover `edge`, which may be larger than the anchor.
 */
export function openPopup(anchor, element, { place = "below", align = "start", width = "auto", onclose = () => {}, within = anchor, edge = anchor } = {}) {
  const parent = within.closest(".dialog, .pane, .wire") ?? document.body;
  element.popover = "manual";
  element.classList.add("popup");
  parent.append(element);
  element.showPopover();

  const updatePosition = () => {
    if (!anchor.isConnected || !anchor.getClientRects().length) return close();
    const anchorBox = anchor.getBoundingClientRect();
    const edgeBox = edge.getBoundingClientRect();
    const viewport = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
    if (width === "anchor") {
      element.style.width = `${anchorBox.width}px`;
      element.style.maxWidth = "none";
    }
    const roomBelow = viewport.height - edgeBox.bottom - ANCHOR_GAP_PX - WINDOW_MARGIN_PX;
    const roomAbove = edgeBox.top - ANCHOR_GAP_PX - WINDOW_MARGIN_PX;
    element.style.maxHeight = "";
    const contentHeight = element.scrollHeight;
    const isBeside = place === "side";
    const isBelow = place === "below" ? roomBelow >= Math.min(contentHeight, 240) || roomBelow >= roomAbove : roomAbove < Math.min(contentHeight, 160) && roomBelow > roomAbove;
    const { width: popupWidth } = element.getBoundingClientRect();
    let left = align === "end" ? anchorBox.right - popupWidth : anchorBox.left;
    let top;
    if (isBeside) {
      left = anchorBox.right + popupWidth + WINDOW_MARGIN_PX <= viewport.width ? anchorBox.right : anchorBox.left - popupWidth >= WINDOW_MARGIN_PX ? anchorBox.left - popupWidth : anchorBox.left + 24;
      const maxHeight = Math.min(contentHeight, viewport.height - 2 * WINDOW_MARGIN_PX);
      element.style.maxHeight = `${maxHeight}px`;
      top = Math.min(anchorBox.top - 6, viewport.height - WINDOW_MARGIN_PX - maxHeight);
    } else {
      const maxHeight = Math.min(isBelow ? roomBelow : roomAbove, MAX_HEIGHT_PX);
      element.style.maxHeight = `${maxHeight}px`;
      top = isBelow ? edgeBox.bottom + ANCHOR_GAP_PX : edgeBox.top - ANCHOR_GAP_PX - element.getBoundingClientRect().height;
    }
    element.style.left = `${Math.max(WINDOW_MARGIN_PX, Math.min(left, viewport.width - popupWidth - WINDOW_MARGIN_PX))}px`;
    element.style.top = `${Math.max(WINDOW_MARGIN_PX, top)}px`;
  };
  const handlePointerDown = (event) => {
    if (element.contains(event.target) || anchor.contains(event.target) || event.target.closest?.(".popup[data-parent-menu]")?.dataset.parentMenu === element.id) return;
    close("outside");
  };
  const resizeObserver = new ResizeObserver(updatePosition);
  let isOpen = true;
  function close(reason = "closed") {
    if (!isOpen) return;
    isOpen = false;
    resizeObserver.disconnect();
    document.removeEventListener("pointerdown", handlePointerDown, true);
    window.removeEventListener("resize", updatePosition);
    document.removeEventListener("scroll", handleScroll, true);
    element.remove();
    onclose(reason);
  }
  const handleScroll = (event) => element.contains(event.target) || updatePosition();
  resizeObserver.observe(element);
  resizeObserver.observe(anchor);
  document.addEventListener("pointerdown", handlePointerDown, true);
  window.addEventListener("resize", updatePosition);
  document.addEventListener("scroll", handleScroll, true);
  updatePosition();
  return { close, updatePosition, element };
}

/** Keep Tab inside `root` and its popups, so that nothing behind a dialog gets the focus. */
export function trapFocus(root) {
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || event.defaultPrevented) return;
    const tabStops = findTabStops(root);
    if (!tabStops.length) return;
    const index = tabStops.indexOf(document.activeElement);
    const isLast = event.shiftKey ? index <= 0 : index === tabStops.length - 1;
    if (!isLast) return;
    event.preventDefault();
    tabStops.at(event.shiftKey ? -1 : 0).focus();
  });
}
