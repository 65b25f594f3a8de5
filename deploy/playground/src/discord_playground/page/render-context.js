// The context in which a pane renders messages: its locale, its people and channels, and the handlers of controls.
import { openPersonMenu } from "./context-menus.js";
/** @import { Pane } from "./pane.js" */

/** @typedef {ReturnType<typeof createRenderContext>} RenderContext */

/**
 * Create the context of a pane. The getters read the pane at each call, because its channel and its person change.
 * @param {Pane} pane
 */
export function createRenderContext(pane) {
  return {
    get locale() {
      return pane.store.me?.locale ?? "en-US";
    },
    get store() {
      return pane.store;
    },
    get channel() {
      return pane.channel;
    },
    getPerson: (id) => pane.store.getPerson(id),
    getRole: (id) => pane.store.getRole(id),
    getChannel: (id) => pane.store.channels.get(id),
    openPersonMenu: (id, element) => openPersonMenu(pane, id, element),
    openChannel: (id) => pane.openChannel(id),
    startCommand: (name) => pane.composer.startCommandByPath(name),
    jumpToMessage: (id) => pane.messageList.scrollToMessage(id) || pane.showNotice("That message is not loaded. Scroll up to load it."),
    dismissMessage: (message) => pane.dismissMessage(message),
    clickButton: (messageId, customId) => pane.useComponent(messageId, { do: "click", custom_id: customId }),
    toggleReaction: (messageId, { id, name }, remove) => pane.tryAction({ do: "react", message: messageId, emoji: id ?? name, off: remove }),
    chooseOptions: (messageId, customId, values) => pane.useComponent(messageId, { do: "select", custom_id: customId, values }),
  };
}
