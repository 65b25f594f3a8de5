// A form as a dialog in a pane.
import * as types from "./component-types.js";
import { createLoadingDots, createId, h, findTabStops } from "./dom.js";
import { createField } from "./form-fields.js";
import { createIcon } from "./icon.js";
import { trapFocus } from "./popup.js";
import { renderMarkdown } from "./markdown-view.js";
/** @import { Pane } from "./pane.js" */

/**
 * A dialog that covers one pane, and leaves the other usable. `form` is one of Discord's modals.
 *
 * `onsend(values)` sends the answers, and may throw the problem to show. `ondismiss()` is called if the dialog is closed
 * without sending.
 */
export class Modal {
  #isSending = false;

  /** @param {Pane} pane */
  constructor(form, pane, { onsend, ondismiss = async () => {}, submitLabel = "Submit" }) {
    this.pane = pane;
    this.onsend = onsend;
    this.ondismiss = ondismiss;
    this.previousFocus = document.activeElement;
    /** @type {import("./form-fields.js").Field[]} */
    this.fields = [];
    const title = h("h2", { id: createId("title") }, form.title);
    const bot = form.application_id && pane.store.getPerson(form.application_id);
    this.error = h("div.problem", { role: "alert" });
    this.submitButton = h("button.button.primary", { type: "submit" }, createLoadingDots(), h("span", {}, submitLabel));
    this.formElement = h(
      "form.dialog",
      { role: "dialog", "aria-modal": "true", "aria-labelledby": title.id, onsubmit: (event) => this.#handleSubmit(event), onkeydown: (event) => this.#handleKey(event), novalidate: true },
      h("header", {}, h("div", {}, title, bot ? h("p", {}, `This form is from ${bot.name}. Do not share passwords.`) : null), h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => this.dismiss() }, createIcon("close"))),
      h("div.questions", {}, form.components.map((component) => this.#createQuestion(component))),
      this.error,
      h("footer", {}, h("button.button.plain-button", { type: "button", onclick: () => this.dismiss() }, "Cancel"), this.submitButton),
    );
    this.element = h("div.modal-backdrop", { onpointerdown: (event) => event.target === this.element && event.preventDefault() }, this.formElement);
    trapFocus(this.formElement);
  }

  open() {
    this.pane.setCovered(true);
    this.pane.root.append(this.element);
    const first = this.fields[0];
    if (first) first.focus();
    else findTabStops(this.formElement)[0]?.focus();
  }

  /** Remove the dialog, and give back the focus. */
  close() {
    const hadFocus = this.formElement.contains(document.activeElement) || document.activeElement === document.body;
    this.element.remove();
    this.pane.setCovered(false);
    if (hadFocus && this.previousFocus?.isConnected) this.previousFocus.focus({ preventScroll: true });
    else if (hadFocus) this.pane.focus();
  }

  #createQuestion(component) {
    if (component.type === types.TEXT_DISPLAY) return h("div.text", {}, renderMarkdown(component.content, this.pane.renderContext));
    // In older forms, a field stands in an action row and has its own label.
    const inner = component.type === types.LABEL ? component.component : component.type === types.ACTION_ROW ? component.components[0] : component;
    const question = { id: createId("question"), label: component.label ?? inner.label ?? "", description: component.description };
    const field = createField(inner, question, this.pane.renderContext);
    if (!field) return h("div.unknown", {}, `A component of type ${inner.type}, which this page cannot show`);
    this.fields.push(field);
    return field.element;
  }

  #handleKey(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.dismiss();
    } else if (event.key === "Enter" && event.target.tagName === "TEXTAREA" && (event.ctrlKey || event.metaKey)) this.formElement.requestSubmit();
  }

  async dismiss() {
    if (this.#isSending) return;
    this.close();
    await this.ondismiss();
  }

  get isSending() {
    return this.#isSending;
  }

  async #handleSubmit(event) {
    event.preventDefault();
    if (this.#isSending) return;
    const problems = this.fields.map((field) => field.findProblem());
    this.fields.forEach((field, index) => field.showProblem(problems[index]));
    const firstWrong = problems.findIndex(Boolean);
    if (firstWrong >= 0) return this.fields[firstWrong].focus();
    this.#isSending = true;
    this.error.textContent = "";
    this.submitButton.setAttribute("aria-busy", "true");
    try {
      const entries = await Promise.all(this.fields.map(async (field) => [field.customId, await field.getValue()]));
      const values = Object.fromEntries(entries.filter(([, value]) => value !== null));
      await this.onsend(values);
      this.close();
    } catch (error) {
      this.error.textContent = `${error.message.replace(/\.$/, "")}. Your answers are kept: try again, or close the form.`;
    } finally {
      this.#isSending = false;
      this.submitButton.removeAttribute("aria-busy");
    }
  }
}
