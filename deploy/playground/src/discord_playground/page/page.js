// The page: two sides, the wire below them, and the keys that go between.
import * as api from "./api.js";
import { setClock } from "./clock.js";
import { dial } from "./dial.js";
import { h } from "./element.js";
import { icon } from "./icon.js";
import { Pane } from "./pane.js";
import { keep, kept } from "./shelf.js";
import { connecting } from "./welcome.js";
import { Wire } from "./wire.js";

const SIDES = ["left", "right"];
const DEFAULT = { left: "otter", right: "heron" };

let setup = null;
const wire = new Wire();
const address = new URL(location.href);

const page = {
  first: (pane) => pane.side === "left",
  setup: () => setup,
  people: () => [...Object.values(panes).flatMap((pane) => [...pane.store.people.values()]).filter((person) => !person.bot), ...Object.values(DEFAULT).map((username) => ({ username }))].filter((person, at, all) => all.findIndex(({ username }) => username === person.username) === at),
  become(pane, name) {
    address.searchParams.set(pane.side, name);
    history.replaceState(null, "", address);
    keep(pane.side, name);
    pane.become(name);
  },
  hear(pane, event) {
    if (event.type !== "wire") return;
    wire.hear(event);
    // A test may have moved the clock; whatever happens tells the time.
    setClock(event.entry.at);
  },
  changed: () => drawTabs(),
  async connected(pane, open) {
    if (!open || pane.side !== "left") return;
    wire.catchUp();
    setup = await api.setup().catch(() => setup);
    if (pane.store.me) pane.drawFrame();
  },
};

const panes = Object.fromEntries(SIDES.map((side) => [side, new Pane(side, page)]));

// On a phone one of the two is shown at a time.

const tabs = Object.fromEntries(SIDES.map((side) => [side, h("button", { type: "button", onclick: () => show(side) })]));

function show(side) {
  document.body.dataset.shown = side;
  keep("shown", side);
  drawTabs();
  const { channel } = panes[side];
  if (channel) panes[side].read(channel.id);
}

function drawTabs() {
  for (const [side, tab] of Object.entries(tabs)) {
    const { store, name } = panes[side];
    const me = store?.me && store.person(store.me.id);
    const unread = store ? store.unread(store.dms) + [...store.channels.values()].reduce((sum, channel) => sum + (channel.guild_id ? channel.mentions : 0), 0) : 0;
    tab.setAttribute("aria-pressed", String(document.body.dataset.shown === side));
    tab.setAttribute("aria-label", `Show ${me?.name ?? name}${unread ? `, ${unread} unread` : ""}`);
    tab.replaceChildren(me?.name ?? name ?? "", ...(unread ? [h("span.badge", {}, String(unread))] : []));
  }
}

const connect = h("button.connect", { type: "button", "aria-haspopup": "dialog", onclick: () => explain() }, icon("plug"), h("span", {}, "Connect a bot"));

async function explain() {
  setup = await api.setup().catch(() => setup);
  const dialog = h("dialog.explained", { "data-theme": panes.left.theme, "aria-label": "Connect a bot", onclose: () => dialog.remove(), onclick: (event) => event.target === dialog && dialog.close() }, h("button.icon-button.close", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, icon("close")), connecting(setup));
  document.body.append(dialog);
  dialog.showModal();
}

document.body.append(
  h("header.top", { "data-theme": "dark" }, h("h1", {}, "Playground"), h("nav.sides", { "aria-label": "Which player is shown" }, Object.values(tabs)), dial(), connect),
  h("main.panes", {}, SIDES.map((side) => panes[side].root)),
  wire.element,
);
document.body.dataset.shown = kept("shown") === "right" ? "right" : "left";

for (const side of SIDES) panes[side].become(address.searchParams.get(side) ?? kept(side) ?? DEFAULT[side]);
drawTabs();

// F6 goes from one region to the next, as it does in browsers.
document.addEventListener("keydown", (event) => {
  if (event.key !== "F6") return;
  event.preventDefault();
  const regions = [panes.left.root, panes.right.root, wire.element].filter((element) => element.getClientRects().length);
  const now = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(now + (event.shiftKey ? -1 : 1) + regions.length) % regions.length];
  if (next === wire.element) wire.toggle.focus();
  else panes[next.dataset.side].focus();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const pane of Object.values(panes)) if (pane.channel && pane.log.stuck) pane.read(pane.channel.id);
});
