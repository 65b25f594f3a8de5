// Menus, and those that open from their entries.
import { h } from "./element.js";
import { icon } from "./icon.js";
import { popup } from "./popup.js";

/**
 * A menu beside `anchor`, or at `point`. An entry is `{label, icon?, danger?, disabled?, hint?, run}`, `{label, entries}`
 * for one that opens further, an element to show as it is, or `null` for nothing.
 */
export function menu(anchor, entries, { label, place = "below", align = "start", point = null, parent = null, onclose = () => {} } = {}) {
  const back = document.activeElement;
  let inner = null;
  const rows = entries.filter(Boolean).map((entry) => (entry instanceof Element ? entry : row(entry)));
  const element = h("div.menu", { role: "menu", "aria-label": label }, rows);
  if (parent) element.dataset.above = parent.element.id;
  element.id = `menu-${parent ? `${parent.element.id}-` : ""}${Math.random().toString(36).slice(2)}`;
  const at = point ? h("span.point", {}) : anchor;
  if (point) {
    at.style.left = `${point.x}px`;
    at.style.top = `${point.y}px`;
    document.body.append(at);
  }
  const self = { element, close };
  const shown = popup(at, element, {
    place,
    align,
    within: anchor,
    onclose: (why) => {
      onclose();
      inner?.close();
      if (point) at.remove();
      anchor.setAttribute?.("aria-expanded", "false");
      if (why === "outside") parent?.close("outside");
      else if (back?.isConnected) back.focus({ preventScroll: true });
    },
  });

  function close(why) {
    shown.close(why);
  }

  function row(entry) {
    const item = h(
      `button.entry${entry.danger ? ".danger" : ""}`,
      { type: "button", role: "menuitem", tabindex: "-1", disabled: entry.disabled, "aria-haspopup": entry.entries && "menu", "aria-expanded": entry.entries && "false" },
      h("span.words", {}, entry.label, entry.hint ? h("small", {}, entry.hint) : null),
      entry.entries ? icon("right") : entry.icon ? icon(entry.icon) : null,
    );
    const go = () => {
      if (entry.entries) return further(item, entry);
      let whole = self;
      for (let up = parent; up; up = up.parent) whole = up;
      whole.close();
      if (whole !== self) close();
      entry.run();
    };
    item.addEventListener("click", go);
    item.addEventListener("pointerenter", () => {
      item.focus({ preventScroll: true });
      if (entry.entries) further(item, entry);
      else inner?.close();
    });
    item.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowRight" || !entry.entries) return;
      event.preventDefault();
      further(item, entry)?.focus();
    });
    return item;
  }

  function further(item, entry) {
    if (item.getAttribute("aria-expanded") === "true") return inner;
    inner?.close();
    item.setAttribute("aria-expanded", "true");
    inner = menu(item, entry.entries, { label: entry.label, place: "side", parent: self });
    return inner;
  }

  const items = () => [...element.querySelectorAll(":scope > .entry:not(:disabled)")];
  self.parent = parent;
  self.focus = () => items()[0]?.focus({ preventScroll: true });
  element.addEventListener("keydown", (event) => {
    const all = items();
    const now = all.indexOf(document.activeElement);
    const step = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (step !== undefined) all.at(step % all.length)?.focus();
    else if (event.key === "Escape" || (event.key === "ArrowLeft" && parent)) close();
    else if (event.key === "Tab") close();
    else if (event.key.length === 1 && event.key !== " ") all.find((one) => one.textContent.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    else return;
    event.stopPropagation();
    if (event.key !== "Tab") event.preventDefault();
  });
  anchor.setAttribute?.("aria-expanded", "true");
  if (!parent) self.focus();
  return self;
}
