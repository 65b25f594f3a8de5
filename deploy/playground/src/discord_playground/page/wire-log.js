// The wire log: what bots and people sent to the playground, and what it refused.
import * as api from "./api.js";
import { createId, h, oncePerFrame } from "./dom.js";
import { createIcon } from "./icon.js";
import { saveValue, loadValue } from "./local-storage.js";
import { getAtPath, flattenErrors, renderJson } from "./json-view.js";

const MAX_ENTRIES = 1000;
const MAX_SHOWN_ENTRIES = 300;
const MAX_VALUE_CHARS = 200;
const BOTTOM_TOLERANCE_PX = 40;
const DEFAULT_HEIGHT_PX = 280;
const MIN_HEIGHT_PX = 120;
const MAX_HEIGHT_SHARE = 0.7;
const RESIZE_STEP_PX = 24;
const SOURCE_NAMES = { rest: "REST", gateway: "Gateway", users: "Users", control: "Control" };

export class WireLog {
  #entries = [];
  #lastNumber = 0;
  #rows = new Map();
  #followsNewest = true;
  #shownSources = new Set(Object.keys(SOURCE_NAMES));

  constructor() {
    this.scheduleRender = oncePerFrame(() => this.#render());
    this.badge = h("span.badge", { hidden: true });
    const panel = createId("wire");
    this.toggle = h("button.toggle", { type: "button", "aria-expanded": "false", "aria-controls": panel, onclick: () => this.setOpen(this.panel.hidden) }, createIcon("wave"), h("span", {}, "Wire log"), this.badge, createIcon("up"));
    this.latest = h("span.latest", {});
    this.filter = h("input", { type: "search", placeholder: "Filter by path, bot or content", "aria-label": "Filter the wire log", oninput: () => this.#rerender() });
    this.refusedOnly = h("input", { type: "checkbox", onchange: () => this.#rerender() });
    const sourceFilters = Object.entries(SOURCE_NAMES).map(([source, name]) => h("label.source-filter", {}, h("input", { type: "checkbox", checked: true, onchange: (event) => (this.#shownSources[event.target.checked ? "add" : "delete"](source), this.#rerender()) }), name));
    this.list = h("div.entries", { role: "list", "aria-label": "Entries", onscroll: () => (this.#followsNewest = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < BOTTOM_TOLERANCE_PX) });
    this.panel = h(
      "div.wire-panel",
      { id: panel, hidden: true },
      h("div.controls", {}, this.filter, h("label.source-filter.refused", {}, this.refusedOnly, "Refused only"), sourceFilters, h("button.plain", { type: "button", onclick: () => this.#clear() }, "Clear")),
      this.list,
    );
    this.resizeHandle = h("div.resize-handle", { role: "separator", "aria-orientation": "horizontal", "aria-label": "Height of the wire log", tabindex: "0", hidden: true, onpointerdown: (event) => this.#startResize(event), onkeydown: (event) => this.#handleKey(event) });
    this.element = h("section.wire", { "aria-label": "Wire log", "data-theme": "dark" }, this.resizeHandle, h("div.wire-bar", {}, this.toggle, this.latest), this.panel);
    this.#setHeight(Number(loadValue("wire.height")) || DEFAULT_HEIGHT_PX);
    if (loadValue("wire") === "open") this.setOpen(true);
  }

  setOpen(open) {
    this.panel.hidden = !open;
    this.resizeHandle.hidden = !open;
    this.toggle.setAttribute("aria-expanded", String(open));
    saveValue("wire", open ? "open" : "closed");
    this.#followsNewest = true;
    if (open) this.#rerender();
  }

  /** Load the entries that were missed while disconnected. A restarted playground counts from one again. */
  async loadMissedEntries() {
    try {
      let result = await api.fetchWireLog(this.#lastNumber);
      if (result.last < this.#lastNumber) {
        this.#clear();
        this.#lastNumber = 0;
        result = await api.fetchWireLog(0);
      }
      // Entries that arrived during the request are in its result, too.
      const known = new Set(this.#entries.map(({ n }) => n));
      const missed = result.entries.filter(({ n }) => !known.has(n));
      this.#entries = [...this.#entries, ...missed].sort((first, second) => first.n - second.n).slice(-MAX_ENTRIES);
      this.#lastNumber = Math.max(this.#lastNumber, result.last);
      this.#showRefusedCount(result.refused);
      if (missed.length) this.#rerender();
    } catch {
      // The pane shows that the connection is lost.
    }
  }

  addEntry({ entry, refused }) {
    this.#lastNumber = entry.n;
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    this.#showRefusedCount(refused);
    this.scheduleRender();
  }

  #showRefusedCount(count) {
    this.badge.hidden = !count;
    this.badge.textContent = `${count} refused`;
  }

  #clear() {
    this.#entries = [];
    this.#rerender();
  }

  #rerender() {
    this.#rows.clear();
    this.list.replaceChildren();
    this.scheduleRender();
  }

  #matchesFilter(entry) {
    const search = this.filter.value.trim().toLowerCase();
    if (!this.#shownSources.has(entry.source) || (this.refusedOnly.checked && !entry.refused)) return false;
    return !search || [entry.what, entry.route, entry.bot, entry.refused].some((part) => part?.toLowerCase().includes(search)) || JSON.stringify([entry.sent, entry.answered]).toLowerCase().includes(search);
  }

  #render() {
    const newest = this.#entries.at(-1);
    this.latest.replaceChildren(...(newest ? [h(`span.entry-text${newest.refused ? ".has-error" : ""}`, {}, newest.refused ? `${shortenTokens(newest.what)} — ${newest.refused}` : shortenTokens(newest.what))] : ["Nothing yet"]));
    if (this.panel.hidden) return;
    const entries = this.#entries.filter((entry) => this.#matchesFilter(entry)).slice(-MAX_SHOWN_ENTRIES);
    const shown = new Set(entries.map(({ n }) => n));
    for (const [n, row] of this.#rows) {
      if (shown.has(n)) continue;
      row.remove();
      this.#rows.delete(n);
    }
    for (const entry of entries) {
      if (this.#rows.has(entry.n)) continue;
      const row = this.#createRow(entry);
      this.#rows.set(entry.n, row);
      this.list.append(row);
    }
    this.empty ??= h("p.quiet", {}, "No matching entries.");
    if (entries.length) this.empty.remove();
    else this.list.append(this.empty);
    if (this.#followsNewest) this.list.scrollTop = this.list.scrollHeight;
  }

  #createRow(entry) {
    const hasFailed = entry.refused || entry.status >= 400;
    const bodiesElement = h("div.entry-bodies", { hidden: true });
    const time = new Date(entry.at);
    const head = h(
      "button.entry",
      { type: "button", "aria-expanded": "false", onclick: () => toggle() },
      h("span.entry-time", {}, Number.isNaN(time.getTime()) ? "" : time.toLocaleTimeString("en-GB")),
      h(`span.entry-source.${entry.source}`, {}, SOURCE_NAMES[entry.source] ?? entry.source),
      h("span.entry-text", { title: entry.what }, shortenTokens(entry.what), entry.refused ? h("span.error-text", {}, entry.refused) : null),
      h("span.bot", {}, entry.bot ?? ""),
      h("span.status", {}, entry.status ?? ""),
      h("span.ms", {}, typeof entry.ms === "number" ? `${entry.ms < 10 ? entry.ms.toFixed(1) : Math.round(entry.ms)} ms` : ""),
    );
    const toggle = () => {
      const open = bodiesElement.hidden;
      if (open && !bodiesElement.childNodes.length) bodiesElement.append(...createBodies(entry));
      bodiesElement.hidden = !open;
      head.setAttribute("aria-expanded", String(open));
      if (!open) return;
      this.#followsNewest = false;
      row.scrollIntoView({ block: "nearest" });
    };
    const row = h(`div.item${hasFailed ? ".has-error" : ""}`, { role: "listitem" }, head, bodiesElement);
    return row;
  }

  #setHeight(height) {
    this.height = Math.max(MIN_HEIGHT_PX, Math.min(height, window.innerHeight * MAX_HEIGHT_SHARE));
    this.panel.style.height = `${this.height}px`;
    for (const [name, value] of [["min", MIN_HEIGHT_PX], ["max", window.innerHeight * MAX_HEIGHT_SHARE], ["now", this.height]]) this.resizeHandle.setAttribute(`aria-value${name}`, Math.round(value));
  }

  #startResize(event) {
    event.preventDefault();
    const bottom = event.clientY + this.height;
    const handleMove = ({ clientY }) => this.#setHeight(bottom - clientY);
    const finish = () => {
      window.removeEventListener("pointermove", handleMove);
      saveValue("wire.height", this.height);
    };
    window.addEventListener("pointermove", handleMove);
    window.addEventListener("pointerup", finish, { once: true });
  }

  #handleKey(event) {
    const step = { ArrowUp: RESIZE_STEP_PX, ArrowDown: -RESIZE_STEP_PX }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#setHeight(this.height + step);
    saveValue("wire.height", this.height);
  }
}

/** Shorten tokens, which are long and say nothing. */
const shortenTokens = (text) => text.replace(/[\w-]{40,}/g, (token) => `${token.slice(0, 6)}…`);

function createBodies(entry) {
  const errors = flattenErrors(entry.answered?.errors);
  const errorItems = errors.map(([path, code, message]) => {
    const value = getAtPath(entry.sent, path);
    return h("li", {}, h("code", {}, path.join(".") || "body"), " ", message, " ", h("small", {}, code), value === undefined ? null : h("pre", {}, shortenJson(value)));
  });
  const createBody = (name, body) => (body === null || body === undefined ? null : h("figure", {}, h("figcaption", {}, name), h("pre", { tabindex: "0", "aria-label": name }, renderJson(body))));
  return [
    errorItems.length ? h("ul.error-list", { "aria-label": "Errors" }, errorItems) : null,
    h("div.body-columns", {}, createBody("Sent", entry.sent), createBody("Answered", entry.answered)),
  ].filter(Boolean);
}

function shortenJson(value) {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text;
}
