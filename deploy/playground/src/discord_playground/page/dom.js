// Helpers for creating elements and scheduling work.
const DOM_PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "multiple"]);

/**
 * Create an element, for example `h("button.plain", { type: "button", onclick }, "Close")`.
 *
 * Attributes and children that are null, undefined or false are left out. Strings become text, never markup.
 */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.classList.add(...value.split(" ").filter(Boolean));
    else if (key === "style") for (const [property, setting] of Object.entries(value)) element.style.setProperty(property, setting);
    else if (DOM_PROPERTIES.has(key)) element[key] = value;
    else if (key !== "href" || isSafeLink(value)) element.setAttribute(key, value === true ? "" : value);
  }
  appendChildren(element, children);
  return element;
}

/** Return whether a link may have this address. Bots can send `javascript:` addresses, which must not run. */
function isSafeLink(address) {
  try {
    return ["http:", "https:", "discord:", "blob:"].includes(new URL(address, location.href).protocol);
  } catch {
    return false;
  }
}

function appendChildren(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) appendChildren(element, child);
    else if (child !== null && child !== undefined && child !== false && child !== "") element.append(child);
  }
}

export const createLoadingDots = () => h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** Convert a color from Discord's number to CSS. */
export const toCssColor = (number) => `#${number.toString(16).padStart(6, "0")}`;

let lastId = 0;

/** Return an ID that no other element has. */
export const createId = (prefix) => `${prefix}-${++lastId}`;

/** Return a function that runs `callback` once in the next frame, however often it is called. */
export function oncePerFrame(callback) {
  let scheduled = false;
  const run = () => {
    scheduled = false;
    callback();
  };
  return () => {
    if (scheduled) return;
    scheduled = true;
    // Browsers run no animation frames for hidden pages.
    if (document.hidden) setTimeout(run, 50);
    else requestAnimationFrame(run);
  };
}

/** Return a function that runs `callback` when it has not been called for `delayMs`. */
export function debounce(delayMs, callback) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => callback(...args), delayMs);
  };
}

const FOCUSABLE_SELECTOR = "a[href], button, input, select, textarea, summary, [tabindex]";

/** Return the visible elements inside `root` that Tab can reach, in order. */
export function findTabStops(root) {
  return [...root.querySelectorAll(FOCUSABLE_SELECTOR)].filter(
    (element) => element.tabIndex >= 0 && !element.disabled && !element.closest("[inert], [hidden]") && element.getClientRects().length,
  );
}
