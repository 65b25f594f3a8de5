// How elements are made here, and the few things that every part needs.
const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "multiple"]);

/** An element; strings among its children become text, never markup: there is no innerHTML on this page. */
export function h(tag, attributes, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.classList.add(...value.split(" ").filter(Boolean));
    else if (key === "style") for (const [property, setting] of Object.entries(value)) element.style.setProperty(property, setting);
    else if (PROPERTIES.has(key)) element[key] = value;
    else if (key !== "href" || safe(value)) element.setAttribute(key, value === true ? "" : value);
  }
  fill(element, children);
  return element;
}

/** A bot may name any address, one that runs something among them. */
function safe(address) {
  try {
    return ["http:", "https:", "discord:", "blob:"].includes(new URL(address, location.href).protocol);
  } catch {
    return false;
  }
}

function fill(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) fill(element, child);
    else if (child !== null && child !== undefined && child !== false && child !== "") element.append(child);
  }
}

/** Three dots that breathe: something is under way. */
export const dots = () => h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** Discord tells colours as numbers. */
export const colour = (number) => `#${number.toString(16).padStart(6, "0")}`;

let last = 0;

/** An id that nothing else on the page has, for ARIA to point at. */
export const fresh = (kind) => `${kind}-${++last}`;

/** Calls `work` once before the next picture, however often it was asked for. */
export function soon(work) {
  let asked = false;
  const run = () => {
    asked = false;
    work();
  };
  return () => {
    if (asked) return;
    asked = true;
    // A hidden page paints nothing, so nothing would ever run.
    if (document.hidden) setTimeout(run, 50);
    else requestAnimationFrame(run);
  };
}

export function later(milliseconds, work) {
  let timer = 0;
  return (...rest) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...rest), milliseconds);
  };
}

const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

export function stops(root) {
  return [...root.querySelectorAll(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.disabled && !element.closest("[inert], [hidden]") && element.getClientRects().length,
  );
}
