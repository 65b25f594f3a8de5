// What went over the wire between the bots and the playground, and what was refused of it.
import * as api from "./api.js";
import { fresh, h, soon } from "./element.js";
import { icon } from "./icon.js";
import { keep, kept } from "./shelf.js";
import { at, faults, json } from "./tree.js";

const LONGEST = 1000;
const SHOWN = 300;
const WAYS = { rest: "REST", gateway: "Gateway", users: "Users", control: "Control" };

export class Wire {
  #entries = [];
  #heard = 0;
  #refused = 0;
  #rows = new Map();
  #stuck = true;
  #ways = new Set(Object.keys(WAYS));

  constructor() {
    this.draw = soon(() => this.#draw());
    this.badge = h("span.badge", { hidden: true });
    const panel = fresh("wire");
    this.toggle = h("button.toggle", { type: "button", "aria-expanded": "false", "aria-controls": panel, onclick: () => this.open(this.panel.hidden) }, icon("wave"), h("span", {}, "Wire log"), this.badge, icon("up"));
    this.latest = h("span.latest", {});
    this.filter = h("input", { type: "search", placeholder: "Filter: a path, a bot, a word of a body", "aria-label": "Filter the wire log", oninput: () => this.#again() });
    this.only = h("input", { type: "checkbox", onchange: () => this.#again() });
    const ways = Object.entries(WAYS).map(([way, name]) => h("label.way", {}, h("input", { type: "checkbox", checked: true, onchange: (event) => (this.#ways[event.target.checked ? "add" : "delete"](way), this.#again()) }), name));
    this.list = h("div.entries", { role: "list", "aria-label": "Entries", onscroll: () => (this.#stuck = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 40) });
    this.panel = h(
      "div.drawer",
      { id: panel, hidden: true },
      h("div.controls", {}, this.filter, h("label.way.refused", {}, this.only, "Refused only"), ways, h("button.plain", { type: "button", onclick: () => this.#clear() }, "Clear")),
      this.list,
    );
    this.edge = h("div.edge", { role: "separator", "aria-orientation": "horizontal", "aria-label": "Height of the wire log", tabindex: "0", hidden: true, onpointerdown: (event) => this.#drag(event), onkeydown: (event) => this.#key(event) });
    this.element = h("section.wire", { "aria-label": "Wire log", "data-theme": "dark" }, this.edge, h("div.strip", {}, this.toggle, this.latest), this.panel);
    this.#tall(Number(kept("wire.height")) || 280);
    if (kept("wire") === "open") this.open(true);
  }

  open(open) {
    this.panel.hidden = !open;
    this.edge.hidden = !open;
    this.toggle.setAttribute("aria-expanded", String(open));
    keep("wire", open ? "open" : "closed");
    this.#stuck = true;
    if (open) this.#again();
  }

  /** What happened while nobody listened. A playground that was started anew counts from one again. */
  async catchUp() {
    try {
      let told = await api.wire(this.#heard);
      if (told.last < this.#heard) {
        this.#clear();
        this.#heard = 0;
        told = await api.wire(0);
      }
      // What is heard meanwhile is told twice.
      const known = new Set(this.#entries.map(({ n }) => n));
      const missed = told.entries.filter(({ n }) => !known.has(n));
      this.#entries = [...this.#entries, ...missed].sort((one, other) => one.n - other.n).slice(-LONGEST);
      this.#heard = Math.max(this.#heard, told.last);
      this.#count(told.refused);
      if (missed.length) this.#again();
    } catch {
      // The connection will say that nobody answers.
    }
  }

  hear({ entry, refused }) {
    this.#heard = entry.n;
    this.#entries.push(entry);
    if (this.#entries.length > LONGEST) this.#entries.shift();
    this.#count(refused);
    this.draw();
  }

  #count(refused = this.#refused) {
    this.#refused = refused;
    this.badge.hidden = !refused;
    this.badge.textContent = `${refused} refused`;
  }

  #clear() {
    this.#entries = [];
    this.#again();
  }

  #again() {
    this.#rows.clear();
    this.list.replaceChildren();
    this.draw();
  }

  #fits(entry) {
    const wanted = this.filter.value.trim().toLowerCase();
    if (!this.#ways.has(entry.source) || (this.only.checked && !entry.refused)) return false;
    return !wanted || [entry.what, entry.route, entry.bot, entry.refused].some((part) => part?.toLowerCase().includes(wanted)) || JSON.stringify([entry.sent, entry.answered]).toLowerCase().includes(wanted);
  }

  #draw() {
    const newest = this.#entries.at(-1);
    this.latest.replaceChildren(...(newest ? [h(`span.what${newest.refused ? ".bad" : ""}`, {}, newest.refused ? `${brief(newest.what)} — ${newest.refused}` : brief(newest.what))] : ["Nothing yet"]));
    if (this.panel.hidden) return;
    const entries = this.#entries.filter((entry) => this.#fits(entry)).slice(-SHOWN);
    const shown = new Set(entries.map(({ n }) => n));
    for (const [n, row] of this.#rows) {
      if (shown.has(n)) continue;
      row.remove();
      this.#rows.delete(n);
    }
    for (const entry of entries) {
      if (this.#rows.has(entry.n)) continue;
      const row = this.#row(entry);
      this.#rows.set(entry.n, row);
      this.list.append(row);
    }
    this.empty ??= h("p.quiet", {}, "Nothing that fits has gone over the wire.");
    if (entries.length) this.empty.remove();
    else this.list.append(this.empty);
    if (this.#stuck) this.list.scrollTop = this.list.scrollHeight;
  }

  #row(entry) {
    const bad = entry.refused || entry.status >= 400;
    const body = h("div.bodies", { hidden: true });
    const time = new Date(entry.at);
    const head = h(
      "button.entry",
      { type: "button", "aria-expanded": "false", onclick: () => unfold() },
      h("span.at", {}, Number.isNaN(time.getTime()) ? "" : time.toLocaleTimeString("en-GB")),
      h(`span.of.${entry.source}`, {}, WAYS[entry.source] ?? entry.source),
      h("span.what", { title: entry.what }, brief(entry.what), entry.refused ? h("span.why", {}, entry.refused) : null),
      h("span.bot", {}, entry.bot ?? ""),
      h("span.status", {}, entry.status ?? ""),
      h("span.ms", {}, typeof entry.ms === "number" ? `${entry.ms < 10 ? entry.ms.toFixed(1) : Math.round(entry.ms)} ms` : ""),
    );
    const unfold = () => {
      const open = body.hidden;
      if (open && !body.childNodes.length) body.append(...bodies(entry));
      body.hidden = !open;
      head.setAttribute("aria-expanded", String(open));
      if (!open) return;
      this.#stuck = false;
      row.scrollIntoView({ block: "nearest" });
    };
    const row = h(`div.item${bad ? ".bad" : ""}`, { role: "listitem" }, head, body);
    return row;
  }

  #tall(height) {
    this.height = Math.max(120, Math.min(height, window.innerHeight * 0.7));
    this.panel.style.height = `${this.height}px`;
    for (const [name, value] of [["min", 120], ["max", window.innerHeight * 0.7], ["now", this.height]]) this.edge.setAttribute(`aria-value${name}`, Math.round(value));
  }

  #drag(event) {
    event.preventDefault();
    const from = event.clientY + this.height;
    const moved = ({ clientY }) => this.#tall(from - clientY);
    const done = () => {
      window.removeEventListener("pointermove", moved);
      keep("wire.height", this.height);
    };
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerup", done, { once: true });
  }

  #key(event) {
    const step = { ArrowUp: 24, ArrowDown: -24 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#tall(this.height + step);
    keep("wire.height", this.height);
  }
}

/** Tokens are long, and say nothing. */
const brief = (what) => what.replace(/[\w-]{40,}/g, (token) => `${token.slice(0, 6)}…`);

function bodies(entry) {
  const wrong = faults(entry.answered?.errors);
  const told = wrong.map(([path, code, message]) => {
    const given = at(entry.sent, path);
    return h("li", {}, h("code", {}, path.join(".") || "body"), " ", message, " ", h("small", {}, code), given === undefined ? null : h("pre", {}, shortened(given)));
  });
  const side = (name, body) => (body === null || body === undefined ? null : h("figure", {}, h("figcaption", {}, name), h("pre", { tabindex: "0", "aria-label": name }, json(body))));
  return [
    told.length ? h("ul.faults", { "aria-label": "What was refused" }, told) : null,
    h("div.both", {}, side("Sent", entry.sent), side("Answered", entry.answered)),
  ].filter(Boolean);
}

function shortened(value) {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
