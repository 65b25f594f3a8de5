// The page: two panes side by side, and the wire log below them.
import * as api from "./api.js";
import { setClock } from "./clock.js";
import { createClockControls } from "./clock-controls.js";
import { h } from "./dom.js";
import { createIcon } from "./icon.js";
import { Pane } from "./pane.js";
import { saveValue, loadValue } from "./local-storage.js";
import { createConnectGuide } from "./welcome.js";
import { WireLog } from "./wire-log.js";

const SIDES = ["left", "right"];
const DEFAULT_USERNAMES = { left: "otter", right: "heron" };

let setup = null;
const wireLog = new WireLog();
const pageUrl = new URL(location.href);

/** @typedef {typeof page} Page */
const page = {
  isFirstPane: (pane) => pane.side === "left",
  getSetup: () => setup,
  /** Return the people whom a pane can show. The default ones are offered even if the playground does not answer. */
  listPeople() {
    const known = Object.values(panes).flatMap((pane) => [...pane.store.people.values()]);
    const people = [...known.filter((person) => !person.bot), ...Object.values(DEFAULT_USERNAMES).map((username) => ({ username }))];
    return people.filter((person, index) => people.findIndex(({ username }) => username === person.username) === index);
  },
  switchPerson(pane, name) {
    pageUrl.searchParams.set(pane.side, name);
    history.replaceState(null, "", pageUrl);
    saveValue(pane.side, name);
    pane.switchPerson(name);
  },
  handleEvent(event) {
    if (event.type !== "wire") return;
    wireLog.addEntry(event);
    // Entries have the playground's time, which a test may have moved.
    setClock(event.entry.at);
  },
  renderTabs: () => renderTabs(),
  async handleConnection(pane, isOpen) {
    if (!isOpen || pane.side !== "left") return;
    wireLog.loadMissedEntries();
    setup = await api.fetchSetup().catch(() => setup);
    if (pane.store.me) pane.scheduleRender();
  },
};

const panes = Object.fromEntries(SIDES.map((side) => [side, new Pane(side, page)]));

// A phone shows one pane at a time, and these tabs to switch.

const tabs = Object.fromEntries(SIDES.map((side) => [side, h("button", { type: "button", onclick: () => showSide(side) })]));

function showSide(side) {
  document.body.dataset.shown = side;
  saveValue("shown", side);
  renderTabs();
  const { channel } = panes[side];
  if (channel) panes[side].markRead(channel.id);
}

function renderTabs() {
  for (const [side, tab] of Object.entries(tabs)) {
    const { store, name } = panes[side];
    const person = store?.me && store.getPerson(store.me.id);
    const unread = store ? store.countUnread(store.dms) + [...store.channels.values()].reduce((sum, channel) => sum + (channel.guild_id ? channel.mentions : 0), 0) : 0;
    tab.setAttribute("aria-pressed", String(document.body.dataset.shown === side));
    tab.setAttribute("aria-label", `Show ${person?.name ?? name}${unread ? `, ${unread} unread` : ""}`);
    tab.replaceChildren(person?.name ?? name ?? "", ...(unread ? [h("span.badge", {}, String(unread))] : []));
  }
}

const connectButton = h("button.connect", { type: "button", "aria-haspopup": "dialog", onclick: () => openConnectDialog() }, createIcon("plug"), h("span", {}, "Connect a bot"));

async function openConnectDialog() {
  setup = await api.fetchSetup().catch(() => setup);
  const dialog = h("dialog.connect-dialog", { "data-theme": panes.left.theme, "aria-label": "Connect a bot", onclose: () => dialog.remove(), onclick: (event) => event.target === dialog && dialog.close() }, h("button.icon-button.close", { type: "button", "aria-label": "Close", onclick: () => dialog.close() }, createIcon("close")), createConnectGuide(setup));
  document.body.append(dialog);
  dialog.showModal();
}

document.body.append(
  h("header.page-header", { "data-theme": "dark" }, h("h1", {}, "Playground"), h("nav.pane-tabs", { "aria-label": "Player" }, Object.values(tabs)), createClockControls(), connectButton),
  h("main.panes", {}, SIDES.map((side) => panes[side].root)),
  wireLog.element,
);
document.body.dataset.shown = loadValue("shown") === "right" ? "right" : "left";

for (const side of SIDES) panes[side].switchPerson(pageUrl.searchParams.get(side) ?? loadValue(side) ?? DEFAULT_USERNAMES[side]);
renderTabs();

// F6 moves the focus between the regions of the page, as it does between those of a browser.
document.addEventListener("keydown", (event) => {
  if (event.key !== "F6") return;
  event.preventDefault();
  const regions = [panes.left.root, panes.right.root, wireLog.element].filter((element) => element.getClientRects().length);
  const current = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(current + (event.shiftKey ? -1 : 1) + regions.length) % regions.length];
  if (next === wireLog.element) wireLog.toggle.focus();
  else panes[next.dataset.side].focus();
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const pane of Object.values(panes)) if (pane.channel && pane.messageList.followsNewest) pane.markRead(pane.channel.id);
});
