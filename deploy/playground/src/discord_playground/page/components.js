// Message components: action rows, buttons, selects, and the layout components.
import * as types from "./component-types.js";
import { toCssColor, createLoadingDots, h } from "./dom.js";
import { createEmojiIcon } from "./emoji.js";
import { createIcon } from "./icon.js";
import { renderFile, renderGallery, renderMedia } from "./media.js";
import { renderMarkdown, createSpoiler } from "./markdown-view.js";
import { SelectBox, toSelectSettings } from "./select-box.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const LINK_STYLE = 5;
const LARGE_SPACING = 2;

/** Create the elements of a message's components. `context` is the context of the message, see `renderMessage`. */
export const renderComponents = (components, context) => components.map((component) => component && renderComponent(component, context));

function renderComponent(component, context) {
  return COMPONENT_RENDERERS[component.type]?.(component, context) ?? h("div.unknown", {}, `A component of type ${component.type}, which this page cannot show`);
}

const COMPONENT_RENDERERS = {
  [types.ACTION_ROW]: (row, context) => h("div.action-row", {}, renderComponents(row.components, context)),
  [types.BUTTON]: renderButton,
  [types.STRING_SELECT]: renderSelect,
  [types.USER_SELECT]: renderSelect,
  [types.ROLE_SELECT]: renderSelect,
  [types.MENTIONABLE_SELECT]: renderSelect,
  [types.CHANNEL_SELECT]: renderSelect,
  [types.SECTION]: (section, context) => h("div.section", {}, h("div.texts", {}, renderComponents(section.components, context)), section.accessory ? h("div.accessory", {}, renderComponent(section.accessory, context)) : null),
  [types.TEXT_DISPLAY]: (text, context) => h("div.text", {}, renderMarkdown(text.content, context)),
  [types.THUMBNAIL]: (thumbnail) => h("div.thumbnail", {}, renderMedia(thumbnail.media, { alt: thumbnail.description ?? "", isSpoiler: thumbnail.spoiler })),
  [types.MEDIA_GALLERY]: (gallery) => renderGallery(gallery.items),
  [types.FILE]: (file) => renderFile({ ...file.file, filename: file.name, size: file.size }, { isSpoiler: file.spoiler }),
  [types.SEPARATOR]: (separator) => h(`div.separator.${separator.spacing === LARGE_SPACING ? "large" : "small"}`, separator.divider === false ? {} : { class: "line", role: "separator" }),
  [types.CONTAINER]: renderContainer,
};

function renderContainer(component, context) {
  const box = h("div.container", {}, renderComponents(component.components, context));
  const accent = component.accent_color ?? null;
  if (accent !== null) {
    box.classList.add("accented");
    box.style.setProperty("--accent", toCssColor(accent));
  }
  return component.spoiler ? h("div.spoiler-container", {}, createSpoiler(box)) : box;
}

function renderButton(component, context) {
  const content = [createEmojiIcon(component.emoji), component.label ? h("span", {}, component.label) : null];
  const label = component.label ? null : (component.emoji?.name ?? "Button");
  if (component.style === LINK_STYLE) {
    // HTML has no disabled links, so a disabled one gets no address.
    const href = component.disabled ? null : component.url;
    return h("a.button.link", { href, target: "_blank", rel: "noreferrer noopener", "aria-label": label, "aria-disabled": component.disabled && "true" }, content, createIcon("open"));
  }
  return h(
    `button.button.${BUTTON_STYLES[component.style] ?? "secondary"}`,
    { type: "button", disabled: component.disabled, "aria-label": label, "data-custom-id": component.custom_id, onclick: (event) => isBlocked(event.currentTarget) || context.clickButton(component.custom_id) },
    createLoadingDots(),
    content,
  );
}

function renderSelect(component, context) {
  const box = new SelectBox({
    ...toSelectSettings(component, context),
    min: component.min_values,
    disabled: component.disabled,
    onsend: (values) => context.chooseOptions(component.custom_id, values),
  });
  box.button.dataset.customId = component.custom_id;
  return box.element;
}

/**
 * Mark the components of a message that wait for their bot.
 *
 * As in Discord, the other buttons of the message are disabled meanwhile, and the selects are not.
 */
export function markWaiting(row, customIds) {
  for (const element of row.querySelectorAll("[data-custom-id]")) {
    const isWaiting = customIds.has(element.dataset.customId);
    setFlag(element, "aria-busy", isWaiting);
    if (element.matches(".button")) setFlag(element, "aria-disabled", customIds.size > 0 && !isWaiting);
  }
}

function isBlocked(element) {
  return element.hasAttribute("aria-busy") || element.hasAttribute("aria-disabled");
}

function setFlag(element, name, isSet) {
  if (isSet) element.setAttribute(name, "true");
  else element.removeAttribute(name);
}
