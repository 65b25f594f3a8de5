// Elements that stay where they are while what is around them changes.
/** Makes `elements` the children of `parent`. None that stays is moved: it would lose the focus. */
export function place(parent, elements) {
  const staying = new Set(elements);
  for (const child of [...parent.children]) if (!staying.has(child)) child.remove();
  let at = parent.firstChild;
  for (const element of elements) {
    if (element === at) at = at.nextSibling;
    else parent.insertBefore(element, at);
  }
}

/** Which control of which message had the focus: a bot that edits its message must not throw a keyboard out of it. */
export function remembered(element) {
  const id = element.closest(".message")?.dataset.id;
  return { id, customId: element.dataset?.customId ?? null, element };
}

/** Gives it back, to the same control of the message as it is now. */
export function restored(list, { id, customId, element }) {
  if (element.isConnected) return;
  const own = list.querySelector(`.message[data-id="${CSS.escape(id ?? "")}"]`);
  const controls = [...(own?.querySelectorAll("[data-custom-id]") ?? [])];
  const to = controls.find((control) => control.dataset.customId === customId && !control.disabled) ?? own ?? list.querySelector(".message:last-of-type");
  to?.focus({ preventScroll: true });
}
