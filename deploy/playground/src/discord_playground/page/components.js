// The components of a message as elements: rows, buttons, lists, and the newer kinds.
import { colour, dots, h } from "./element.js";
import { emoji } from "./emoji.js";
import { icon } from "./icon.js";
import { file, gallery, media } from "./media.js";
import { prose, spoiler } from "./prose.js";
import { SelectBox, offered } from "./select.js";

const BUTTONS = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };

/**
 * A message's components. `around` is what prose asks for, and `{store, channel, click(custom_id), choose(custom_id,
 * values)}`.
 */
export const layout = (components, around) => components.map((component) => component && made(component, around));

function made(component, around) {
  return MADE[component.type]?.(component, around) ?? h("div.unknown", {}, `A component of type ${component.type}, which this page cannot draw`);
}

const MADE = {
  1: (row, around) => h("div.action-row", {}, layout(row.components, around)),
  2: button,
  3: selecting,
  5: selecting,
  6: selecting,
  7: selecting,
  8: selecting,
  9: (section, around) => h("div.section", {}, h("div.texts", {}, layout(section.components, around)), section.accessory ? h("div.accessory", {}, made(section.accessory, around)) : null),
  10: (text, around) => h("div.text", {}, prose(text.content, around)),
  11: (thumbnail) => h("div.thumbnail", {}, media(thumbnail.media, { alt: thumbnail.description ?? "", hidden: thumbnail.spoiler })),
  12: (shown) => gallery(shown.items),
  13: (shown) => file({ ...shown.file, filename: shown.name, size: shown.size }, { hidden: shown.spoiler }),
  14: (separator) => h(`div.separator.${separator.spacing === 2 ? "large" : "small"}`, separator.divider === false ? {} : { class: "line", role: "separator" }),
  17: container,
};

function container(component, around) {
  const box = h("div.container", {}, layout(component.components, around));
  const accent = component.accent_color ?? null;
  if (accent !== null) {
    box.classList.add("accented");
    box.style.setProperty("--accent", colour(accent));
  }
  return component.spoiler ? h("div.veil", {}, spoiler(box)) : box;
}

function button(component, around) {
  const inside = [emoji(component.emoji), component.label ? h("span", {}, component.label) : null];
  const name = component.label ? null : (component.emoji?.name ?? "Button");
  if (component.style === 5) {
    // A disabled link is none.
    const href = component.disabled ? null : component.url;
    return h("a.button.link", { href, target: "_blank", rel: "noreferrer noopener", "aria-label": name, "aria-disabled": component.disabled && "true" }, inside, icon("open"));
  }
  if (component.style === 6) return h("button.button.premium", { type: "button", disabled: true }, `Product ${component.sku_id}`);
  return h(
    `button.button.${BUTTONS[component.style] ?? "secondary"}`,
    { type: "button", disabled: component.disabled, "aria-label": name, "data-custom-id": component.custom_id, onclick: (event) => held(event.currentTarget) || around.click(component.custom_id) },
    dots(),
    inside,
  );
}

function selecting(component, around) {
  const box = new SelectBox({
    ...offered(component, around),
    min: component.min_values,
    disabled: component.disabled,
    send: (values) => around.choose(component.custom_id, values),
  });
  box.button.dataset.customId = component.custom_id;
  return box.element;
}

/** Shows which components of a message wait for their bot. As in Discord its other buttons wait along, and its selects do not. */
export function busy(row, customIds) {
  for (const element of row.querySelectorAll("[data-custom-id]")) {
    const waits = customIds.has(element.dataset.customId);
    mark(element, "aria-busy", waits);
    if (element.matches(".button")) mark(element, "aria-disabled", customIds.size > 0 && !waits);
  }
}

function held(element) {
  return element.hasAttribute("aria-busy") || element.hasAttribute("aria-disabled");
}

function mark(element, name, is) {
  if (is) element.setAttribute(name, "true");
  else element.removeAttribute(name);
}
