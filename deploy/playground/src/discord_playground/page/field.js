// The questions of a form, each by its kind.
import { packed } from "./api.js";
import { fresh, h } from "./element.js";
import { icon } from "./icon.js";
import { size } from "./media.js";
import { SelectBox, offered } from "./select.js";

const PARAGRAPH = 2;

/**
 * One question of a modal: `{element, customId, value(), problem(), focus(), wrong(sentence)}`. `value` may be a promise.
 */
export function field(component, told, around) {
  const made = FIELDS[component.type]?.(component, told, around);
  if (!made) return null;
  return { customId: component.custom_id, ...made };
}

const FIELDS = {
  3: selecting,
  4: text,
  5: selecting,
  6: selecting,
  7: selecting,
  8: selecting,
  19: files,
  21: (component, told) => group(component, told, "radio"),
  22: (component, told) => group(component, told, "checkbox"),
  23: checkbox,
};

/** A label, what is asked, and where to say what is wrong. */
function frame(told, control, { required, labelled = null, grouped = false, asks = labelled }) {
  const problem = h("div.problem", { id: fresh("problem"), role: "alert" });
  const name = told.label && h(labelled ? "label" : "span", { class: "name", id: told.id, for: labelled?.id }, told.label, required ? h("span.required", { title: "Required", ...(grouped ? { role: "img", "aria-label": "required" } : { "aria-hidden": "true" }) }, " *") : null);
  const description = told.description ? h("div.description", { id: `${told.id}-more` }, told.description) : null;
  const element = h(grouped ? "fieldset.question" : "div.question", grouped ? { "aria-labelledby": told.id } : {}, name, description, control, problem);
  const wrong = (sentence) => {
    problem.textContent = sentence ?? "";
    element.classList.toggle("wrong", Boolean(sentence));
    const controls = labelled ? [labelled] : element.querySelectorAll("input, .select, button");
    for (const one of controls) sentence ? one.setAttribute("aria-invalid", "true") : one.removeAttribute("aria-invalid");
  };
  asks?.setAttribute("aria-describedby", [description?.id, problem.id].filter(Boolean).join(" "));
  return { element, wrong };
}

function text(component, told) {
  const required = component.required ?? true;
  const longest = component.max_length ?? 4000;
  const count = h("span.count", { "aria-hidden": "true" });
  const input = h(component.style === PARAGRAPH ? "textarea" : "input", {
    id: fresh("text"),
    type: component.style === PARAGRAPH ? null : "text",
    rows: component.style === PARAGRAPH ? "4" : null,
    placeholder: component.placeholder,
    value: component.value ?? "",
    "aria-required": required && "true",
    autocomplete: "off",
    oninput: () => counted(),
  });
  const counted = () => {
    const left = longest - input.value.length;
    count.textContent = left < 0 || longest < 4000 || left < 200 ? `${input.value.length} / ${longest}` : "";
    count.classList.toggle("over", left < 0);
  };
  counted();
  return {
    ...frame(told, h("div.texting", {}, input, count), { required, labelled: input }),
    value: () => input.value,
    focus: () => input.focus(),
    problem: () => {
      const { length } = input.value;
      if (!input.value.trim()) return required ? "This is required." : null;
      if (length < (component.min_length ?? 0)) return `Write at least ${component.min_length} characters; there are ${length}.`;
      return length > longest ? `Write at most ${longest} characters; there are ${length}.` : null;
    },
  };
}

function selecting(component, told, around) {
  const required = component.required ?? true;
  const box = new SelectBox({ ...offered(component, around), label: told.label, min: required ? component.min_values : 0 });
  if (required) box.button.setAttribute("aria-required", "true");
  return {
    ...frame(told, box.element, { required, asks: box.button }),
    value: () => box.values,
    focus: () => box.button.focus(),
    problem: () => {
      const { length } = box.values;
      if (!length) return required ? "Choose something." : null;
      return length < (component.min_values ?? 1) ? `Choose at least ${component.min_values}.` : null;
    },
  };
}

function group(component, told, kind) {
  const required = component.required ?? true;
  const many = kind === "checkbox";
  const name = fresh("group");
  const inputs = component.options.map((option) => h("input", { type: kind, name, value: option.value, checked: option.default ?? false }));
  const rows = component.options.map((option, at) => h("label.choice", {}, inputs[at], h("span", {}, option.label, option.description ? h("small", {}, option.description) : null)));
  const chosen = () => inputs.filter(({ checked }) => checked).map(({ value }) => value);
  const most = many ? (component.max_values ?? component.options.length) : 1;
  const least = many ? (component.min_values ?? (required ? 1 : 0)) : 1;
  return {
    ...frame(told, h("div.choices", { role: many ? "group" : "radiogroup", "aria-labelledby": told.id, "aria-describedby": told.description && `${told.id}-more` }, rows), { required, grouped: true }),
    value: () => (many ? chosen() : (chosen()[0] ?? null)),
    focus: () => (inputs.find(({ checked }) => checked) ?? inputs[0]).focus(),
    problem: () => {
      const { length } = chosen();
      if (!length) return required ? "Choose something." : null;
      if (length < least) return `Choose at least ${least}.`;
      return length > most ? `Choose at most ${most}.` : null;
    },
  };
}

function checkbox(component, told) {
  const input = h("input", { type: "checkbox", id: fresh("check"), checked: component.default ?? false });
  return {
    ...frame({ id: told.id }, h("label.choice", { for: input.id }, input, h("span", {}, h("strong", {}, told.label), told.description ? h("small", {}, told.description) : null)), { required: false, labelled: input }),
    value: () => input.checked,
    focus: () => input.focus(),
    problem: () => null,
  };
}

function files(component, told) {
  const required = component.required ?? true;
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  let chosen = [];
  const input = h("input.hidden", { type: "file", multiple: most > 1, tabindex: "-1", "aria-hidden": "true", onchange: () => take() });
  const list = h("div.filing", {});
  const button = h("button.button.secondary", { type: "button", "aria-label": `${told.label}: choose ${most > 1 ? "files" : "a file"}${required ? ", required" : ""}`, onclick: () => input.click() }, most > 1 ? "Choose files…" : "Choose a file…");
  const draw = () => list.replaceChildren(...chosen.map((file) => h("span.filed", {}, icon("file"), h("span", {}, file.name, h("small", {}, size(file.size))), h("button.icon-button", { type: "button", "aria-label": `Do not send ${file.name}`, onclick: () => drop(file) }, icon("close")))));
  const take = () => {
    chosen = most === 1 ? [...input.files] : [...chosen, ...input.files].slice(0, most);
    input.value = "";
    draw();
  };
  const drop = (file) => {
    chosen = chosen.filter((other) => other !== file);
    draw();
    button.focus();
  };
  return {
    ...frame(told, h("div.uploading", {}, input, button, list), { required, asks: button }),
    value: () => Promise.all(chosen.map(packed)),
    focus: () => button.focus(),
    problem: () => {
      if (!chosen.length) return required ? "Choose a file." : null;
      return chosen.length < least ? `Choose at least ${least} files.` : null;
    },
  };
}
