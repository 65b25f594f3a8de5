// The WebSocket between a pane and the playground.
import * as api from "./api.js";
import { PlaygroundUnreachable, ApiError } from "./api.js";

const RECONNECT_DELAYS_MS = [250, 500, 1000, 2000, 4000];
// Larger actions are sent by POST: they delay no others, and one that is too large gets an error instead of closing the socket.
const MAX_SOCKET_MESSAGE_CHARS = 1_000_000;

/** The connection of one person. It reconnects until `close` is called. */
export class Connection {
  #socket = null;
  #failedAttempts = 0;
  #reconnectTimer = 0;
  #pendingActions = new Map();
  #nextActionId = 1;
  #shouldReconnect = true;

  /** @param options `onevent(event)` gets each event, `onstate({isOpen, failedAttempts?, problem?})` each change of the connection */
  constructor({ username, includeWireLog = false, onevent, onstate }) {
    this.username = username;
    this.includeWireLog = includeWireLog;
    this.onevent = onevent;
    this.onstate = onstate;
    this.#connect();
  }

  #connect() {
    const url = new URL("/playground/watch", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("as", this.username);
    if (this.includeWireLog) url.searchParams.set("wire", "1");
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#handleEvent(JSON.parse(data));
    socket.onclose = () => this.#handleClose();
  }

  #handleEvent(event) {
    if (event.type === "act_result") {
      const { resolve, reject } = this.#pendingActions.get(event.id) ?? {};
      this.#pendingActions.delete(event.id);
      if (event.status === 200) resolve?.(event.answer);
      else reject?.(new ApiError(event.answer?.error ?? `The playground answered ${event.status}.`));
      return;
    }
    if (event.type === "view") {
      this.#failedAttempts = 0;
      this.onstate({ isOpen: true });
    }
    this.onevent(event);
  }

  async #handleClose() {
    for (const { reject } of this.#pendingActions.values()) reject(new ApiError("The connection was lost before the playground answered."));
    this.#pendingActions.clear();
    if (!this.#shouldReconnect) return;
    const delayMs = RECONNECT_DELAYS_MS[Math.min(this.#failedAttempts++, RECONNECT_DELAYS_MS.length - 1)];
    this.onstate({ isOpen: false, failedAttempts: this.#failedAttempts });
    this.#reconnectTimer = setTimeout(() => this.#connect(), delayMs * (0.8 + Math.random() * 0.4));
    // Browsers do not say why a WebSocket was refused, so an HTTP request asks for the reason.
    if (this.#failedAttempts > 1) {
      const problem = await api.fetchView(this.username).then(() => null, (error) => (error instanceof PlaygroundUnreachable ? null : error.message));
      if (this.#shouldReconnect && this.#socket?.readyState !== WebSocket.OPEN && problem) this.onstate({ isOpen: false, failedAttempts: this.#failedAttempts, problem });
    }
  }

  async performAction(body) {
    const request = { as: this.username, ...body };
    const text = JSON.stringify({ act: request, id: this.#nextActionId });
    if (text.length > MAX_SOCKET_MESSAGE_CHARS) return api.postAction(request);
    if (this.#socket?.readyState !== WebSocket.OPEN) throw new ApiError("Not connected to the playground. The page reconnects automatically.");
    const id = this.#nextActionId++;
    return new Promise((resolve, reject) => {
      this.#pendingActions.set(id, { resolve, reject });
      this.#socket.send(text);
    });
  }

  close() {
    this.#shouldReconnect = false;
    clearTimeout(this.#reconnectTimer);
    this.#socket?.close();
  }
}
