// The list of a channel's messages.
import { markWaiting } from "./components.js";
import { createLoadingDots, h, oncePerFrame } from "./dom.js";
import { createIcon } from "./icon.js";
import { renderFailures, continuesGroup, renderMessage } from "./message.js";
import { updateChildren, captureFocus, restoreFocus } from "./dom-update.js";
import { compareIds } from "./store.js";
import { formatTime, isSameDay } from "./timestamp.js";
/** @import { Pane } from "./pane.js" */

const BOTTOM_TOLERANCE_PX = 48;
const LOAD_EARLIER_DISTANCE_PX = 600;
// If a list that follows the newest message exceeds `MAX_MESSAGES`, only `TRIMMED_MESSAGES` of them are kept.
const MAX_MESSAGES = 600;
const TRIMMED_MESSAGES = 300;
const HIGHLIGHT_DURATION_MS = 1600;

/** Return whether this person wrote the message, or used the command to which the message responds. */
const isFrom = (message, personId) => message.author.id === personId || Boolean(message.playground?.command && message.interaction_metadata?.user.id === personId);

/**
 * Shows the messages of one channel.
 *
 * The list follows the newest message unless the person scrolled up. Rows of unchanged messages keep their elements.
 */
export class MessageList {
  #channelId = null;
  #rows = new Map();
  #renderedMessages = null;
  #isLoadingEarlier = false;
  #missedCount = 0;
  #markedMessageIds = new Set();
  #firstUnreadId = null;
  followsNewest = true;

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
    this.start = h("div.list-start", {});
    this.list = h("div.rows", { role: "log", "aria-live": "polite", "aria-relevant": "additions" });
    this.pending = h("div.pending", { role: "status" });
    this.scroller = h("div.scroller", { onscroll: () => this.#handleScroll() }, h("div.spacer", {}), this.start, this.list, this.pending);
    this.jumpButton = h("button.jump-button", { type: "button", hidden: true, onclick: () => this.jumpToNewest() });
    this.element = h("section.message-list", {}, this.scroller, this.jumpButton);
    this.list.addEventListener("focusin", (event) => this.#setTabStop(event.target.closest(".message")));
    this.list.addEventListener("keydown", (event) => this.#handleKey(event));
    this.render = oncePerFrame(() => this.#render());
    this.renderInteractions = oncePerFrame(() => this.#renderInteractions());
    const resizeObserver = new ResizeObserver(() => this.followsNewest && this.#scrollToBottom());
    for (const element of [this.scroller, this.list, this.pending]) resizeObserver.observe(element);
  }

  showChannel(channel) {
    this.#channelId = channel.id;
    this.#rows.clear();
    this.#renderedMessages = null;
    this.#missedCount = 0;
    this.#firstUnreadId = this.#findFirstUnreadId(channel);
    this.followsNewest = true;
    this.list.setAttribute("aria-busy", "true");
    this.list.setAttribute("aria-label", `Messages in ${this.pane.store.getChannelName(channel)}`);
    this.list.replaceChildren();
    this.#render();
    this.#renderInteractions();
    this.#scrollToBottom();
    this.list.removeAttribute("aria-busy");
  }

  /** Render all rows again, for example in another language. */
  rerender() {
    this.#rows.clear();
    this.#renderedMessages = null;
    this.render();
    this.renderInteractions();
  }

  /** @param {{ channelId?: string, message?: object }} [change] without a channel, all have changed; `message` is a new message */
  handleMessages({ channelId, message } = {}) {
    if (channelId && channelId !== this.#channelId) return;
    if (message && isFrom(message, this.pane.store.me.id)) this.followsNewest = true;
    else if (message && !this.followsNewest) this.#missedCount++;
    this.render();
  }

  get messages() {
    return this.pane.store.messages.get(this.#channelId) ?? [];
  }

  getRow(id) {
    return this.#rows.get(id)?.element ?? null;
  }

  #findFirstUnreadId(channel) {
    const others = this.messages.filter((message) => message.author.id !== this.pane.store.me.id);
    return channel.unread ? (others.at(-channel.unread)?.id ?? null) : null;
  }

  #render() {
    // A long list is slow, and history can load the older messages again.
    if (this.followsNewest && this.messages.length > MAX_MESSAGES) this.pane.store.trimMessages(this.#channelId, TRIMMED_MESSAGES);
    const { messages } = this;
    if (messages === this.#renderedMessages || !this.#channelId) return;
    const first = this.list.firstElementChild;
    const { scrollHeight, scrollTop } = this.scroller;
    const hasEarlier = Boolean(this.#renderedMessages?.length && messages.length && compareIds(messages[0].id, this.#renderedMessages[0].id) < 0);
    const focus = this.list.contains(document.activeElement) ? captureFocus(document.activeElement) : null;
    if (hasEarlier) this.list.setAttribute("aria-busy", "true");

    const newRows = new Map();
    const elements = [];
    let previous = null;
    for (const message of messages) {
      const isNewDay = !previous || !isSameDay(Date.parse(previous.timestamp), Date.parse(message.timestamp));
      const isFirstUnread = message.id === this.#firstUnreadId;
      const isGrouped = !isNewDay && !isFirstUnread && continuesGroup(message, previous);
      if (isNewDay || isFirstUnread) elements.push(this.#createDivider(message, isNewDay, isFirstUnread));
      const known = this.#rows.get(message.id);
      const isUnchanged = known && known.isGrouped === isGrouped && (known.message === message || JSON.stringify(known.message) === JSON.stringify(message));
      // An open editor must not lose its text if the message changes meanwhile.
      const keepsElement = isUnchanged || (known && this.pane.editingMessageId === message.id);
      const entry = keepsElement ? { ...known, message } : { message, isGrouped, element: renderMessage(message, this.pane.renderContext, { isGrouped }) };
      newRows.set(message.id, entry);
      elements.push(entry.element);
      previous = message;
    }
    this.#rows = newRows;
    this.#renderedMessages = messages;
    updateChildren(this.list, elements);
    this.renderStart();
    this.#renderInteractions();
    if (focus) restoreFocus(this.list, focus);
    this.#ensureTabStop();

    if (this.followsNewest) this.#scrollToBottom();
    else if (hasEarlier && first) this.scroller.scrollTop = scrollTop + this.scroller.scrollHeight - scrollHeight;
    if (hasEarlier) requestAnimationFrame(() => this.list.removeAttribute("aria-busy"));
    this.#updateJumpButton();
    if (this.followsNewest) this.pane.markRead(this.#channelId);
  }

  /** Render the introduction above the first message. The pane calls this when other data of the introduction changes. */
  renderStart() {
    if (this.#channelId) this.start.replaceChildren(this.#createStart());
  }

  #createStart() {
    if (this.pane.store.fullyLoaded.has(this.#channelId)) return this.pane.createChannelStart(this.#channelId);
    return h("div.loading", {}, createLoadingDots(), "Loading earlier messages");
  }

  #createDivider(message, isNewDay, isFirstUnread) {
    const dayText = isNewDay ? formatTime(Date.parse(message.timestamp) / 1000, "D", this.pane.renderContext.locale) : "";
    return h(`div.divider${isFirstUnread ? ".unread" : ""}`, { role: "separator", "aria-label": isFirstUnread ? "New messages" : dayText }, dayText ? h("span", {}, dayText) : null, isFirstUnread ? h("span.new", {}, "New") : null);
  }

  /** Show each waiting or failed interaction at its message or, if it has no message, in a line below the messages. */
  #renderInteractions() {
    const interactions = [...this.pane.store.interactions.values()].filter((interaction) => interaction.channel_id === this.#channelId);
    const messageIds = new Set(interactions.map((interaction) => interaction.message_id));
    for (const id of new Set([...this.#markedMessageIds, ...messageIds])) {
      const element = this.getRow(id);
      if (!element) continue;
      const ownInteractions = interactions.filter((interaction) => interaction.message_id === id);
      markWaiting(element, new Set(ownInteractions.filter(({ state }) => state === "waiting").map((interaction) => interaction.custom_id)));
      renderFailures(element, ownInteractions.filter(({ state }) => state === "failed"), (interaction) => this.pane.dismissInteraction(interaction));
    }
    this.#markedMessageIds = messageIds;
    const withoutMessage = interactions.filter((interaction) => !this.#rows.has(interaction.message_id));
    this.pending.replaceChildren(...withoutMessage.map((interaction) => this.#createInteractionLine(interaction)));
  }

  #createInteractionLine(interaction) {
    const isWaiting = interaction.state === "waiting";
    return h(
      `div.interaction${isWaiting ? "" : ".failed"}`,
      {},
      h("span.used-command", {}, interaction.what),
      isWaiting ? h("span.interaction-status", {}, createLoadingDots(), "Sending…") : h("span.interaction-status", {}, createIcon("warn"), interaction.error ?? "The application did not respond"),
      isWaiting ? null : h("span.private-note", {}, createIcon("eye"), "Only you can see this · ", h("button.plain", { type: "button", onclick: () => this.pane.dismissInteraction(interaction) }, "Dismiss message")),
    );
  }

  #handleScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const wasFollowing = this.followsNewest;
    this.followsNewest = scrollHeight - scrollTop - clientHeight < BOTTOM_TOLERANCE_PX;
    if (this.followsNewest && !wasFollowing) {
      this.#missedCount = 0;
      this.pane.markRead(this.#channelId);
    }
    this.#updateJumpButton();
    if (scrollTop < LOAD_EARLIER_DISTANCE_PX) this.#loadEarlier();
  }

  async #loadEarlier() {
    const channelId = this.#channelId;
    if (this.#isLoadingEarlier || this.pane.store.fullyLoaded.has(channelId) || !this.messages.length) return;
    this.#isLoadingEarlier = true;
    try {
      await this.pane.loadHistory(channelId, this.messages[0].id);
    } finally {
      this.#isLoadingEarlier = false;
    }
  }

  #updateJumpButton() {
    const missedCount = this.#missedCount;
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    this.jumpButton.hidden = this.followsNewest || (!missedCount && scrollHeight - scrollTop < 2.5 * clientHeight);
    const text = missedCount ? `${missedCount} new message${missedCount === 1 ? "" : "s"}` : "Older messages";
    if (this.jumpButton.dataset.text === text) return;
    this.jumpButton.dataset.text = text;
    this.jumpButton.replaceChildren(h("span", {}, text), h("span", {}, "Jump to present ", createIcon("down")));
  }

  jumpToNewest() {
    this.followsNewest = true;
    this.#missedCount = 0;
    this.#scrollToBottom();
    this.#updateJumpButton();
    this.pane.markRead(this.#channelId);
  }

  #scrollToBottom() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  scrollToMessage(id) {
    const element = this.getRow(id);
    if (!element) return false;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    element.classList.add("highlighted");
    setTimeout(() => element.classList.remove("highlighted"), HIGHLIGHT_DURATION_MS);
    return true;
  }

  // Only one row is a tab stop. The arrow keys move to the other rows.

  #setTabStop(row) {
    if (!row || row.tabIndex === 0) return;
    for (const other of this.list.querySelectorAll(".message[tabindex='0']")) other.tabIndex = -1;
    row.tabIndex = 0;
  }

  #ensureTabStop() {
    if (!this.list.querySelector(".message[tabindex='0']")) this.#setTabStop(this.list.querySelector(".message:last-of-type"));
  }

  #handleKey(event) {
    const row = event.target.closest(".message");
    if (event.target !== row) return;
    const rows = [...this.list.querySelectorAll(".message")];
    const index = rows.indexOf(row);
    const target = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      rows[Math.max(0, Math.min(target, rows.length - 1))].focus();
    } else this.pane.handleMessageKey(event, row.dataset.id);
  }
}
