// The fields of a form, one kind for each component type.
import { encodeFile } from "./api.js";
import * as types from "./component-types.js";
import { createId, h } from "./dom.js";
import { createIcon } from "./icon.js";
import { formatSize } from "./media.js";
import { SelectBox, toSelectSettings } from "./select-box.js";

const PARAGRAPH_STYLE = 2;
const MAX_TEXT_LENGTH = 4000;
// Below this number of remaining characters, a field without a limit of its own shows its counter, too.
const FEW_REMAINING = 200;

/**
 * @typedef Field
 * @property {Element} element
 * @property {string} customId
 * @property {() => any} getValue may return a promise
 * @property {() => string | null} findProblem
 * @property {(problem: string | null) => void} showProblem
 * @property {() => void} focus
 */

/**
 * Create a field of a form, or return `null` for an unknown type of component.
 * @param {{ id: string, label: string, description?: string }} question
 * @returns {Field | null}
 */
export function createField(component, question, context) {
  const field = FIELD_FACTORIES[component.type]?.(component, question, context);
  if (!field) return null;
  return { customId: component.custom_id, ...field };
}

const FIELD_FACTORIES = {
  [types.STRING_SELECT]: createSelectField,
  [types.TEXT_INPUT]: createTextField,
  [types.USER_SELECT]: createSelectField,
  [types.ROLE_SELECT]: createSelectField,
  [types.MENTIONABLE_SELECT]: createSelectField,
  [types.CHANNEL_SELECT]: createSelectField,
  [types.FILE_UPLOAD]: createFileField,
  [types.RADIO_GROUP]: (component, question) => createChoiceField(component, question, "radio"),
  [types.CHECKBOX_GROUP]: (component, question) => createChoiceField(component, question, "checkbox"),
  [types.CHECKBOX]: createCheckboxField,
};

/**
 * Create the frame of a field: its label, description and problem.
 *
 * `labelTarget` is the control that a click on the label focuses, `describedElement` the one that the description and the
 * problem belong to.
 */
function createQuestion(question, control, { required, labelTarget = null, isGroup = false, describedElement = labelTarget }) {
  const problem = h("div.problem", { id: createId("problem"), role: "alert" });
  const name = question.label && h(labelTarget ? "label" : "span", { class: "name", id: question.id, for: labelTarget?.id }, question.label, required ? h("span.required", { title: "Required", ...(isGroup ? { role: "img", "aria-label": "required" } : { "aria-hidden": "true" }) }, " *") : null);
  const description = question.description ? h("div.description", { id: `${question.id}-more` }, question.description) : null;
  const element = h(isGroup ? "fieldset.question" : "div.question", isGroup ? { "aria-labelledby": question.id } : {}, name, description, control, problem);
  const showProblem = (text) => {
    problem.textContent = text ?? "";
    element.classList.toggle("invalid", Boolean(text));
    const controls = labelTarget ? [labelTarget] : element.querySelectorAll("input, .select, button");
    for (const field of controls) text ? field.setAttribute("aria-invalid", "true") : field.removeAttribute("aria-invalid");
  };
  describedElement?.setAttribute("aria-describedby", [description?.id, problem.id].filter(Boolean).join(" "));
  return { element, showProblem };
}

function createTextField(component, question) {
  const required = component.required ?? true;
  const maxLength = component.max_length ?? MAX_TEXT_LENGTH;
  const counter = h("span.count", { "aria-hidden": "true" });
  const input = h(component.style === PARAGRAPH_STYLE ? "textarea" : "input", {
    id: createId("text"),
    type: component.style === PARAGRAPH_STYLE ? null : "text",
    rows: component.style === PARAGRAPH_STYLE ? "4" : null,
    placeholder: component.placeholder,
    value: component.value ?? "",
    "aria-required": required && "true",
    autocomplete: "off",
    oninput: () => updateCounter(),
  });
  const updateCounter = () => {
    const remaining = maxLength - input.value.length;
    counter.textContent = maxLength < MAX_TEXT_LENGTH || remaining < FEW_REMAINING ? `${input.value.length} / ${maxLength}` : "";
    counter.classList.toggle("too-long", remaining < 0);
  };
  updateCounter();
  return {
    ...createQuestion(question, h("div.text-field", {}, input, counter), { required, labelTarget: input }),
    getValue: () => input.value,
    focus: () => input.focus(),
    findProblem: () => {
      const { length } = input.value;
      if (!input.value.trim()) return required ? "This is required." : null;
      if (length < (component.min_length ?? 0)) return `Write at least ${component.min_length} characters; you have written ${length}.`;
      return length > maxLength ? `Write at most ${maxLength} characters; you have written ${length}.` : null;
    },
  };
}

function createSelectField(component, question, context) {
  const required = component.required ?? true;
  const box = new SelectBox({ ...toSelectSettings(component, context), label: question.label, min: required ? component.min_values : 0 });
  if (required) box.button.setAttribute("aria-required", "true");
  return {
    ...createQuestion(question, box.element, { required, describedElement: box.button }),
    getValue: () => box.values,
    focus: () => box.button.focus(),
    findProblem: () => {
      const { length } = box.values;
      if (!length) return required ? "Choose an option." : null;
      return length < (component.min_values ?? 1) ? `Choose at least ${component.min_values}.` : null;
    },
  };
}

function createChoiceField(component, question, inputType) {
  const required = component.required ?? true;
  const isMultiple = inputType === "checkbox";
  const name = createId("group");
  const inputs = component.options.map((option) => h("input", { type: inputType, name, value: option.value, checked: option.default ?? false }));
  const rows = component.options.map((option, index) => h("label.choice", {}, inputs[index], h("span", {}, option.label, option.description ? h("small", {}, option.description) : null)));
  const getChosen = () => inputs.filter(({ checked }) => checked).map(({ value }) => value);
  const maxChosen = isMultiple ? (component.max_values ?? component.options.length) : 1;
  const minChosen = isMultiple ? (component.min_values ?? (required ? 1 : 0)) : 1;
  return {
    ...createQuestion(question, h("div.choices", { role: isMultiple ? "group" : "radiogroup", "aria-labelledby": question.id, "aria-describedby": question.description && `${question.id}-more` }, rows), { required, isGroup: true }),
    getValue: () => (isMultiple ? getChosen() : (getChosen()[0] ?? null)),
    focus: () => (inputs.find(({ checked }) => checked) ?? inputs[0]).focus(),
    findProblem: () => {
      const { length } = getChosen();
      if (!length) return required ? "Choose an option." : null;
      if (length < minChosen) return `Choose at least ${minChosen}.`;
      return length > maxChosen ? `Choose at most ${maxChosen}.` : null;
    },
  };
}

function createCheckboxField(component, question) {
  const input = h("input", { type: "checkbox", id: createId("check"), checked: component.default ?? false });
  return {
    ...createQuestion({ id: question.id }, h("label.choice", { for: input.id }, input, h("span", {}, h("strong", {}, question.label), question.description ? h("small", {}, question.description) : null)), { required: false, labelTarget: input }),
    getValue: () => input.checked,
    focus: () => input.focus(),
    findProblem: () => null,
  };
}

function createFileField(component, question) {
  const required = component.required ?? true;
  const maxFiles = component.max_values ?? 1;
  const minFiles = component.min_values ?? 1;
  let chosen = [];
  const input = h("input.hidden", { type: "file", multiple: maxFiles > 1, tabindex: "-1", "aria-hidden": "true", onchange: () => addFiles() });
  const list = h("div.file-list", {});
  const button = h("button.button.secondary", { type: "button", "aria-label": `${question.label}: choose ${maxFiles > 1 ? "files" : "a file"}${required ? ", required" : ""}`, onclick: () => input.click() }, maxFiles > 1 ? "Choose files…" : "Choose a file…");
  const renderList = () => list.replaceChildren(...chosen.map((file) => h("span.file-chip", {}, createIcon("file"), h("span", {}, file.name, h("small", {}, formatSize(file.size))), h("button.icon-button", { type: "button", "aria-label": `Remove ${file.name}`, onclick: () => removeFile(file) }, createIcon("close")))));
  const addFiles = () => {
    chosen = maxFiles === 1 ? [...input.files] : [...chosen, ...input.files].slice(0, maxFiles);
    input.value = "";
    renderList();
  };
  const removeFile = (file) => {
    chosen = chosen.filter((other) => other !== file);
    renderList();
    button.focus();
  };
  return {
    ...createQuestion(question, h("div.file-field", {}, input, button, list), { required, describedElement: button }),
    getValue: () => Promise.all(chosen.map(encodeFile)),
    focus: () => button.focus(),
    findProblem: () => {
      if (!chosen.length) return required ? "Choose a file." : null;
      return chosen.length < minFiles ? `Choose at least ${minFiles} files.` : null;
    },
  };
}
