// Menus and submenus.
import { h } from "./dom.js";
import { createIcon } from "./icon.js";
import { openPopup } from "./popup.js";

/**
 * Open a menu beside `anchor`, or at `point`. An entry is `{label, icon?, danger?, disabled?, hint?, run}`, `{label, entries}`
 * for a submenu, an element to show unchanged, or `null`, which is left out.
 */
export function openMenu(anchor, entries, { label, place = "below", align = "start", point = null, parent = null, onclose = () => {} } = {}) {
  const previousFocus = document.activeElement;
  let submenu = null;
  const rows = entries.filter(Boolean).map((entry) => (entry instanceof Element ? entry : createEntry(entry)));
  const element = h("div.menu", { role: "menu", "aria-label": label }, rows);
  if (parent) element.dataset.parentMenu = parent.element.id;
  element.id = `menu-${parent ? `${parent.element.id}-` : ""}${Math.random().toString(36).slice(2)}`;
  const target = point ? h("span.menu-anchor", {}) : anchor;
  if (point) {
    target.style.left = `${point.x}px`;
    target.style.top = `${point.y}px`;
    document.body.append(target);
  }
  const controller = { element, close };
  const openedPopup = openPopup(target, element, {
    place,
    align,
    within: anchor,
    onclose: (reason) => {
      onclose();
      submenu?.close();
      if (point) target.remove();
      anchor.setAttribute?.("aria-expanded", "false");
      if (reason === "outside") parent?.close("outside");
      else if (previousFocus?.isConnected) previousFocus.focus({ preventScroll: true });
    },
  });

  function close(reason) {
    openedPopup.close(reason);
  }

  function createEntry(entry) {
    const item = h(
      `button.entry${entry.danger ? ".danger" : ""}`,
      { type: "button", role: "menuitem", tabindex: "-1", disabled: entry.disabled, "aria-haspopup": entry.entries && "menu", "aria-expanded": entry.entries && "false" },
      h("span.words", {}, entry.label, entry.hint ? h("small", {}, entry.hint) : null),
      entry.entries ? createIcon("right") : entry.icon ? createIcon(entry.icon) : null,
    );
    const activate = () => {
      if (entry.entries) return openSubmenu(item, entry);
      let root = controller;
      for (let ancestor = parent; ancestor; ancestor = ancestor.parent) root = ancestor;
      root.close();
      if (root !== controller) close();
      entry.run();
    };
    item.addEventListener("click", activate);
    item.addEventListener("pointerenter", () => {
      item.focus({ preventScroll: true });
      if (entry.entries) openSubmenu(item, entry);
      else submenu?.close();
    });
    item.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowRight" || !entry.entries) return;
      event.preventDefault();
      openSubmenu(item, entry)?.focus();
    });
    return item;
  }

  function openSubmenu(item, entry) {
    if (item.getAttribute("aria-expanded") === "true") return submenu;
    submenu?.close();
    item.setAttribute("aria-expanded", "true");
    submenu = openMenu(item, entry.entries, { label: entry.label, place: "side", parent: controller });
    return submenu;
  }

  const getItems = () => [...element.querySelectorAll(":scope > .entry:not(:disabled)")];
  controller.parent = parent;
  controller.focus = () => getItems()[0]?.focus({ preventScroll: true });
  element.addEventListener("keydown", (event) => {
    const items = getItems();
    const currentIndex = items.indexOf(document.activeElement);
    const targetIndex = { ArrowDown: currentIndex + 1, ArrowUp: currentIndex - 1, Home: 0, End: -1 }[event.key];
    if (targetIndex !== undefined) items.at(targetIndex % items.length)?.focus();
    else if (event.key === "Escape" || (event.key === "ArrowLeft" && parent)) close();
    else if (event.key === "Tab") close();
    else if (event.key.length === 1 && event.key !== " ") items.find((candidate) => candidate.textContent.toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    else return;
    event.stopPropagation();
    if (event.key !== "Tab") event.preventDefault();
  });
  anchor.setAttribute?.("aria-expanded", "true");
  if (!parent) controller.focus();
  return controller;
}
