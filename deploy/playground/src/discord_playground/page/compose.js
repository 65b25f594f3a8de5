// Where one writes: plain messages, and from a slash on commands. What was begun in a channel waits there.
import { packed } from "./api.js";
import { Completion } from "./completion.js";
import { h } from "./element.js";
import { icon } from "./icon.js";
import { size } from "./media.js";
import { SlashForm } from "./slash.js";

const LONGEST = 2000;
const TYPING_AGAIN = 8000;

const blank = () => ({ text: "", files: [], reply: null, form: null });

export class Compose {
  #drafts = new Map();
  #told = 0;
  channel = null;

  /** @param pane `{store, act(body), editLast()}` */
  constructor(pane) {
    this.pane = pane;
    this.completion = new Completion(this);
    this.text = h("textarea", {
      rows: "1",
      "aria-autocomplete": "list",
      "aria-controls": this.completion.list.id,
      "aria-haspopup": "listbox",
      oninput: () => this.#typed(),
      onkeydown: (event) => this.#key(event),
      onblur: () => this.completion.close(),
      onpaste: (event) => event.clipboardData.files.length && this.#take(event.clipboardData.files),
    });
    this.input = h("input.hidden", { type: "file", multiple: true, tabindex: "-1", "aria-hidden": "true", onchange: () => (this.#take(this.input.files), (this.input.value = "")) });
    this.reply = h("div.replying", { hidden: true });
    this.files = h("div.filing", { hidden: true });
    this.error = h("div.problem", { role: "alert" });
    this.line = h("div.writing", {});
    this.plus = h("button.icon-button", { type: "button", "aria-label": "Attach files", title: "Attach files", onclick: () => this.input.click() }, icon("plus"));
    this.sender = h("button.icon-button.sender", { type: "button", "aria-label": "Send", title: "Send (Enter)", onclick: () => this.send() }, icon("send"));
    this.line.append(this.plus, this.text, this.sender);
    this.hint = h("div.hint", { hidden: true });
    this.element = h("form.compose", { onsubmit: (event) => event.preventDefault(), "aria-label": "Write a message" }, this.input, this.hint, this.reply, this.files, this.line, this.error);
  }

  show(channel) {
    this.#keep();
    this.channel = channel;
    this.completion.close();
    this.error.textContent = "";
    const name = this.pane.store.name(channel);
    this.text.placeholder = channel.writable ? `Message ${channel.recipient ? "@" : channel.guild_id ? "#" : ""}${name}` : "You may not write here";
    this.text.setAttribute("aria-label", this.text.placeholder);
    for (const control of [this.text, this.plus, this.sender]) control.disabled = !channel.writable;
    this.draft = this.#drafts.get(channel.id) ?? blank();
    this.text.value = this.draft.text;
    this.#lay();
  }

  /** The frame has changed: the channel may have become another, the draft stays. */
  renew(channel) {
    const changed = channel.writable !== this.channel.writable;
    this.channel = channel;
    if (changed) this.show(channel);
    if (this.completion.open) this.completion.look();
  }

  #keep() {
    if (!this.channel) return;
    this.draft.text = this.text.value;
    this.#drafts.set(this.channel.id, this.draft);
  }

  #lay() {
    const { form, reply, files } = this.draft;
    const parts = form ? [form.element, this.sender] : [this.plus, this.text, this.sender];
    // What is taken out and put in again loses the focus.
    if (parts.some((part, at) => this.line.children[at] !== part)) this.line.replaceChildren(...parts);
    this.reply.hidden = !reply;
    if (reply) {
      const name = reply.author.global_name ?? reply.author.username;
      this.reply.replaceChildren(h("span", {}, "Replying to ", h("strong", {}, name)), h("button.icon-button", { type: "button", "aria-label": "Do not reply", onclick: () => this.replyTo(null) }, icon("close")));
    }
    this.files.hidden = !files.length;
    this.files.replaceChildren(...files.map((file) => h("span.filed", {}, icon(file.type.startsWith("image/") ? "image" : "file"), h("span", {}, file.name, h("small", {}, size(file.size))), h("button.icon-button", { type: "button", "aria-label": `Do not attach ${file.name}`, onclick: () => this.#drop(file) }, icon("close")))));
    this.grow();
  }

  grow() {
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
    this.#lay();
    this.focus();
  }

  /** Adds to what is being written, as a mention from a menu does. */
  insert(text) {
    if (this.draft.form) return;
    this.text.setRangeText(text, this.text.selectionStart, this.text.selectionEnd, "end");
    this.text.focus();
    this.#typed();
  }

  #take(files) {
    const list = [...files];
    if (this.draft.form && list.length && this.draft.form.take(list[0])) return;
    this.draft.files = [...this.draft.files, ...list].slice(0, 10);
    this.#lay();
    this.focus();
  }

  take(files) {
    if (this.channel?.writable) this.#take(files);
  }

  #drop(file) {
    this.draft.files = this.draft.files.filter((other) => other !== file);
    this.#lay();
    this.text.focus();
  }

  #typed() {
    this.error.textContent = "";
    this.grow();
    this.completion.look();
    if (this.text.value && !this.text.value.startsWith("/") && Date.now() - this.#told > TYPING_AGAIN) {
      this.#told = Date.now();
      this.pane.act({ do: "type", channel: this.channel.id }).catch(() => {});
    }
  }

  begin(leaf, drafts = {}) {
    this.completion.close();
    this.error.textContent = "";
    this.text.value = "";
    this.draft.form = new SlashForm({
      leaf,
      drafts,
      pane: this.pane,
      channel: this.channel,
      onsend: (sent, values) => {
        this.completion.sent(sent, values);
        this.#plain("");
      },
      oncancel: (text) => this.#plain(text),
    });
    this.#lay();
    this.focus();
  }

  /** By its name, as `</name:id>` in a message has it. */
  command(name) {
    const leaf = this.completion.leaves().find(({ plain }) => plain === name);
    if (leaf) this.begin(leaf);
    else this.#plain(`/${name}`);
  }

  #plain(text) {
    this.draft.form = null;
    this.text.value = text;
    this.#lay();
    this.text.focus();
  }

  // Sending.

  #key(event) {
    if (event.isComposing || !(this.completion.key(event) || this.#own(event))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #own(event) {
    if (event.key === "Escape" && this.draft.reply) this.replyTo(null);
    else if (event.key === "Enter" && !event.shiftKey) this.send();
    else if (event.key === "ArrowUp" && !this.text.value) this.pane.editLast();
    else return false;
    return true;
  }

  async send() {
    if (this.draft.form) return this.draft.form.send();
    const { text, draft, channel } = this;
    const content = this.#addressed(text.value.trim());
    if (!content && !draft.files.length) return;
    if (content.length > LONGEST) {
      this.error.textContent = `A message may have ${LONGEST} characters; this one has ${content.length}.`;
      return;
    }
    const said = { ...draft, text: text.value };
    this.error.textContent = "";
    // Empty at once, as whoever writes goes on; what could not be said comes back.
    this.#begin(draft, blank());
    this.#told = 0;
    try {
      const files = await Promise.all(said.files.map(packed));
      await this.pane.act({ do: "send", channel: channel.id, content, ...(said.reply && { reply_to: said.reply.id }), ...(files.length && { files }) });
    } catch (error) {
      const since = this.draft === draft ? text.value : draft.text;
      this.#begin(draft, { ...said, text: [said.text, since].filter(Boolean).join("\n") });
      this.error.textContent = error.message;
    }
  }

  #begin(draft, anew) {
    Object.assign(draft, anew);
    if (this.draft !== draft) return;
    this.text.value = draft.text;
    this.#lay();
  }

  /** Names that were typed become the mentions that Discord would make of them. */
  #addressed(content) {
    const { store } = this.pane;
    const people = new Map([...store.people.values()].flatMap((person) => [person.username, person.global_name].filter(Boolean).map((name) => [name.toLowerCase(), `<@${person.id}>`])));
    const server = store.server(this.channel.guild_id);
    const roles = new Map((server?.roles ?? []).map((role) => [role.name.toLowerCase(), `<@&${role.id}>`]));
    const channels = new Map((server?.channels ?? []).map((channel) => [channel.name.toLowerCase(), `<#${channel.id}>`]));
    return content
      .replace(/(^|\s)@([\w.-]*\w)/g, (all, before, name) => before + (people.get(name.toLowerCase()) ?? roles.get(name.toLowerCase()) ?? all.slice(before.length)))
      .replace(/(^|\s)#([\w-]+)/g, (all, before, name) => before + (channels.get(name.toLowerCase()) ?? all.slice(before.length)));
  }
}
