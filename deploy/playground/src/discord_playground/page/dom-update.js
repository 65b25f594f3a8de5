// Updates the DOM without losing the focus.
/** Make `elements` the children of `parent`. Children that stay are not moved, because they would lose the focus. */
export function updateChildren(parent, elements) {
  const kept = new Set(elements);
  for (const child of [...parent.children]) if (!kept.has(child)) child.remove();
  let next = parent.firstChild;
  for (const element of elements) {
    if (element === next) next = next.nextSibling;
    else parent.insertBefore(element, next);
  }
}

/** Return which control of which message has the focus, for `restoreFocus` after the message is rendered again. */
export function captureFocus(element) {
  const id = element.closest(".message")?.dataset.id;
  return { id, customId: element.dataset?.customId ?? null, element };
}

/** Focus the same control again, or its message, or the last message if that is gone. */
export function restoreFocus(list, { id, customId, element }) {
  if (element.isConnected) return;
  const message = list.querySelector(`.message[data-id="${CSS.escape(id ?? "")}"]`);
  const controls = [...(message?.querySelectorAll("[data-custom-id]") ?? [])];
  const target = controls.find((control) => control.dataset.customId === customId && !control.disabled) ?? message ?? list.querySelector(".message:last-of-type");
  target?.focus({ preventScroll: true });
}
