// A form as a dialog before one person.
import { dots, fresh, h, stops } from "./element.js";
import { field } from "./field.js";
import { icon } from "./icon.js";
import { trap } from "./popup.js";
import { prose } from "./prose.js";

const ROW = 1;
const TEXT = 10;
const LABEL = 18;

/**
 * It covers that person's pane only; the other goes on playing. `told` is Discord's modal, `pane` is `{around, store,
 * cover(bool), root, focus()}`; `send(values)` throws what keeps the dialog open, `dismiss()` is told that it was closed
 * unanswered.
 */
export class Modal {
  #sending = false;

  constructor(told, pane, { send, dismiss = async () => {}, verb = "Submit" }) {
    Object.assign(this, { told, pane, send, dismissed: dismiss });
    this.back = document.activeElement;
    this.fields = [];
    const title = h("h2", { id: fresh("title") }, told.title);
    const bot = told.application_id && pane.store.person(told.application_id);
    this.error = h("div.problem", { role: "alert" });
    this.submit = h("button.button.primary", { type: "submit" }, dots(), h("span", {}, verb));
    this.form = h(
      "form.dialog",
      { role: "dialog", "aria-modal": "true", "aria-labelledby": title.id, onsubmit: (event) => this.#submit(event), onkeydown: (event) => this.#key(event), novalidate: true },
      h("header", {}, h("div", {}, title, bot ? h("p", {}, `This form is shown to you by ${bot.name}. Do not share passwords.`) : null), h("button.icon-button", { type: "button", "aria-label": "Close", onclick: () => this.dismiss() }, icon("close"))),
      h("div.questions", {}, told.components.map((component) => this.#question(component))),
      this.error,
      h("footer", {}, h("button.button.plain-button", { type: "button", onclick: () => this.dismiss() }, "Cancel"), this.submit),
    );
    this.element = h("div.curtain", { onpointerdown: (event) => event.target === this.element && event.preventDefault() }, this.form);
    trap(this.form);
  }

  open() {
    this.pane.cover(true);
    this.pane.root.append(this.element);
    const first = this.fields[0];
    if (first) first.focus();
    else stops(this.form)[0]?.focus();
  }

  /** Takes it away, without a word to the bot. */
  remove() {
    const had = this.form.contains(document.activeElement) || document.activeElement === document.body;
    this.element.remove();
    this.pane.cover(false);
    if (had && this.back?.isConnected) this.back.focus({ preventScroll: true });
    else if (had) this.pane.focus();
  }

  #question(component) {
    if (component.type === TEXT) return h("div.text", {}, prose(component.content, this.pane.around));
    // The older form: a row with one field that has its own label.
    const inner = component.type === LABEL ? component.component : component.type === ROW ? component.components[0] : component;
    const told = { id: fresh("question"), label: component.label ?? inner.label ?? "", description: component.description };
    const made = field(inner, told, this.pane.around);
    if (!made) return h("div.unknown", {}, `A component of type ${inner.type}, which this page cannot draw`);
    this.fields.push(made);
    return made.element;
  }

  #key(event) {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.dismiss();
    } else if (event.key === "Enter" && event.target.tagName === "TEXTAREA" && (event.ctrlKey || event.metaKey)) this.form.requestSubmit();
  }

  async dismiss() {
    if (this.#sending) return;
    this.remove();
    await this.dismissed();
  }

  get sending() {
    return this.#sending;
  }

  async #submit(event) {
    event.preventDefault();
    if (this.#sending) return;
    const problems = this.fields.map((one) => one.problem());
    this.fields.forEach((one, at) => one.wrong(problems[at]));
    const wrong = problems.findIndex(Boolean);
    if (wrong >= 0) return this.fields[wrong].focus();
    this.#sending = true;
    this.error.textContent = "";
    this.submit.setAttribute("aria-busy", "true");
    try {
      const given = await Promise.all(this.fields.map(async (one) => [one.customId, await one.value()]));
      const values = Object.fromEntries(given.filter(([, value]) => value !== null));
      await this.send(values);
      this.remove();
    } catch (error) {
      this.error.textContent = `${error.message.replace(/\.$/, "")}. What you wrote is kept: try again, or close.`;
    } finally {
      this.#sending = false;
      this.submit.removeAttribute("aria-busy");
    }
  }
}
