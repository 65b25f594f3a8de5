// The message box of a pane, which also takes slash commands. Each channel keeps its own draft.
import { encodeFile } from "./api.js";
import { Autocomplete } from "./autocomplete.js";
import { h } from "./dom.js";
import { createIcon } from "./icon.js";
import { formatSize } from "./media.js";
import { CommandForm } from "./command-form.js";
/** @import { Pane } from "./pane.js" */

const MAX_MESSAGE_LENGTH = 2000;
const MAX_FILES = 10;
const TYPING_INTERVAL_MS = 8000;

const createEmptyDraft = () => ({ text: "", files: [], reply: null, form: null });

export class Composer {
  #drafts = new Map();
  #typingSentAt = 0;
  channel = null;

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.autocomplete = new Autocomplete(this);
    this.text = h("textarea", {
      rows: "1",
      "aria-autocomplete": "list",
      "aria-controls": this.autocomplete.list.id,
      "aria-haspopup": "listbox",
      oninput: () => this.#handleInput(),
      onkeydown: (event) => this.#handleKey(event),
      onblur: () => this.autocomplete.close(),
      onpaste: (event) => event.clipboardData.files.length && this.#addFiles(event.clipboardData.files),
    });
    this.fileInput = h("input.hidden", { type: "file", multiple: true, tabindex: "-1", "aria-hidden": "true", onchange: () => (this.#addFiles(this.fileInput.files), (this.fileInput.value = "")) });
    this.replyBar = h("div.reply-bar", { hidden: true });
    this.fileList = h("div.file-list", { hidden: true });
    this.error = h("div.problem", { role: "alert" });
    this.inputRow = h("div.composer-row", {});
    this.attachButton = h("button.icon-button", { type: "button", "aria-label": "Attach files", title: "Attach files", onclick: () => this.fileInput.click() }, createIcon("plus"));
    this.sendButton = h("button.icon-button.send-button", { type: "button", "aria-label": "Send", title: "Send (Enter)", onclick: () => this.send() }, createIcon("send"));
    this.inputRow.append(this.attachButton, this.text, this.sendButton);
    this.hintBar = h("div.hint", { hidden: true });
    this.element = h("form.composer", { onsubmit: (event) => event.preventDefault(), "aria-label": "Write a message" }, this.fileInput, this.hintBar, this.replyBar, this.fileList, this.inputRow, this.error);
  }

  showChannel(channel) {
    this.#saveDraft();
    this.channel = channel;
    this.autocomplete.close();
    this.error.textContent = "";
    const name = this.pane.store.getChannelName(channel);
    this.text.placeholder = channel.writable ? `Message ${channel.recipient ? "@" : channel.guild_id ? "#" : ""}${name}` : "You cannot write here";
    this.text.setAttribute("aria-label", this.text.placeholder);
    for (const control of [this.text, this.attachButton, this.sendButton]) control.disabled = !channel.writable;
    this.draft = this.#drafts.get(channel.id) ?? createEmptyDraft();
    this.text.value = this.draft.text;
    this.#renderDraft();
  }

  /** Replace the data of the open channel after a change, and keep the draft. */
  updateChannel(channel) {
    const writableChanged = channel.writable !== this.channel.writable;
    this.channel = channel;
    if (writableChanged) this.showChannel(channel);
    if (this.autocomplete.isOpen) this.autocomplete.update();
  }

  #saveDraft() {
    if (!this.channel) return;
    this.draft.text = this.text.value;
    this.#drafts.set(this.channel.id, this.draft);
  }

  #renderDraft() {
    const { form, reply, files } = this.draft;
    const controls = form ? [form.element, this.sendButton] : [this.attachButton, this.text, this.sendButton];
    // An element that is inserted again loses the focus.
    if (controls.some((control, index) => this.inputRow.children[index] !== control)) this.inputRow.replaceChildren(...controls);
    this.replyBar.hidden = !reply;
    if (reply) {
      const name = reply.author.global_name ?? reply.author.username;
      this.replyBar.replaceChildren(h("span", {}, "Replying to ", h("strong", {}, name)), h("button.icon-button", { type: "button", "aria-label": "Cancel reply", onclick: () => this.replyTo(null) }, createIcon("close")));
    }
    this.fileList.hidden = !files.length;
    this.fileList.replaceChildren(...files.map((file) => h("span.file-chip", {}, createIcon(file.type.startsWith("image/") ? "image" : "file"), h("span", {}, file.name, h("small", {}, formatSize(file.size))), h("button.icon-button", { type: "button", "aria-label": `Remove ${file.name}`, onclick: () => this.#removeFile(file) }, createIcon("close")))));
    this.fitHeight();
  }

  fitHeight() {
    this.text.style.height = "auto";
    if (this.text.value) this.text.style.height = `${this.text.scrollHeight}px`;
    else this.text.style.height = "";
  }

  focus() {
    if (this.draft?.form) this.draft.form.focus();
    else this.text.focus();
  }

  replyTo(message) {
    this.draft.reply = message;
    this.#renderDraft();
    this.focus();
  }

  /** Insert text at the cursor. */
  insertText(text) {
    if (this.draft.form) return;
    this.text.setRangeText(text, this.text.selectionStart, this.text.selectionEnd, "end");
    this.text.focus();
    this.#handleInput();
  }

  #addFiles(files) {
    const list = [...files];
    if (this.draft.form && list.length && this.draft.form.attachFile(list[0])) return;
    this.draft.files = [...this.draft.files, ...list].slice(0, MAX_FILES);
    this.#renderDraft();
    this.focus();
  }

  attachFiles(files) {
    if (this.channel?.writable) this.#addFiles(files);
  }

  #removeFile(file) {
    this.draft.files = this.draft.files.filter((other) => other !== file);
    this.#renderDraft();
    this.text.focus();
  }

  #handleInput() {
    this.error.textContent = "";
    this.fitHeight();
    this.autocomplete.update();
    if (this.text.value && !this.text.value.startsWith("/") && Date.now() - this.#typingSentAt > TYPING_INTERVAL_MS) {
      this.#typingSentAt = Date.now();
      this.pane.performAction({ do: "type", channel: this.channel.id }).catch(() => {});
    }
  }

  startCommand(command, drafts = {}) {
    this.autocomplete.close();
    this.error.textContent = "";
    this.text.value = "";
    this.draft.form = new CommandForm({
      command,
      drafts,
      pane: this.pane,
      channel: this.channel,
      onsend: (sentCommand, sentDrafts) => {
        this.autocomplete.rememberSent(sentCommand, sentDrafts);
        this.#returnToText("");
      },
      oncancel: (text) => this.#returnToText(text),
    });
    this.#renderDraft();
    this.focus();
  }

  /** Start the command with this path, such as `duel challenge`. If there is no such command, insert its name. */
  startCommandByPath(path) {
    const command = this.autocomplete.listCommands().find((candidate) => candidate.path === path);
    if (command) this.startCommand(command);
    else this.#returnToText(`/${path}`);
  }

  #returnToText(text) {
    this.draft.form = null;
    this.text.value = text;
    this.#renderDraft();
    this.text.focus();
  }

  #handleKey(event) {
    if (event.isComposing || !(this.autocomplete.handleKey(event) || this.#handleShortcut(event))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #handleShortcut(event) {
    if (event.key === "Escape" && this.draft.reply) this.replyTo(null);
    else if (event.key === "Enter" && !event.shiftKey) this.send();
    else if (event.key === "ArrowUp" && !this.text.value) this.pane.editLastMessage();
    else return false;
    return true;
  }

  async send() {
    if (this.draft.form) return this.draft.form.send();
    const { text, draft, channel } = this;
    const content = this.#resolveMentions(text.value.trim());
    if (!content && !draft.files.length) return;
    if (content.length > MAX_MESSAGE_LENGTH) {
      this.error.textContent = `A message can have ${MAX_MESSAGE_LENGTH} characters; this one has ${content.length}.`;
      return;
    }
    const sent = { ...draft, text: text.value };
    this.error.textContent = "";
    // The box is cleared at once so that typing can go on. If sending fails, the draft comes back.
    this.#replaceDraft(draft, createEmptyDraft());
    this.#typingSentAt = 0;
    try {
      const files = await Promise.all(sent.files.map(encodeFile));
      await this.pane.performAction({ do: "send", channel: channel.id, content, ...(sent.reply && { reply_to: sent.reply.id }), ...(files.length && { files }) });
    } catch (error) {
      const typedSince = this.draft === draft ? text.value : draft.text;
      this.#replaceDraft(draft, { ...sent, text: [sent.text, typedSince].filter(Boolean).join("\n") });
      this.error.textContent = error.message;
    }
  }

  #replaceDraft(draft, content) {
    Object.assign(draft, content);
    if (this.draft !== draft) return;
    this.text.value = draft.text;
    this.#renderDraft();
  }

  /** Replace typed names such as @otter or #lounge with mentions, as Discord's own app does. */
  #resolveMentions(content) {
    const { store } = this.pane;
    const people = new Map([...store.people.values()].flatMap((person) => [person.username, person.global_name].filter(Boolean).map((name) => [name.toLowerCase(), `<@${person.id}>`])));
    const server = store.getServer(this.channel.guild_id);
    const roles = new Map((server?.roles ?? []).map((role) => [role.name.toLowerCase(), `<@&${role.id}>`]));
    const channels = new Map((server?.channels ?? []).map((channel) => [channel.name.toLowerCase(), `<#${channel.id}>`]));
    return content
      .replace(/(^|\s)@([\w.-]*\w)/g, (match, before, name) => before + (people.get(name.toLowerCase()) ?? roles.get(name.toLowerCase()) ?? match.slice(before.length)))
      .replace(/(^|\s)#([\w-]+)/g, (match, before, name) => before + (channels.get(name.toLowerCase()) ?? match.slice(before.length)));
  }
}
