// The forms of a pane: those that bots open, and those for a new thread or group.
import * as types from "./component-types.js";
import { Modal } from "./modal.js";
/** @import { Pane } from "./pane.js" */

const SHORT_STYLE = 1;
const MAX_GROUP_SIZE = 10;

/** Shows the form that a bot opened for the person. There is one at a time. */
export class BotForms {
  /** @type {Modal | null} */
  #openModal = null;

  /** @param {Pane} pane */
  constructor(pane) {
    this.pane = pane;
  }

  /** Close the open form, and open the one in the store, if any. */
  showCurrent() {
    const form = this.pane.store.modal;
    // A form that is being sent stays open, because it shows the problem if sending fails.
    if (this.#openModal?.isSending && !form) return;
    this.#openModal?.close();
    this.#openModal = form && this.#createModal(form);
    this.#openModal?.open();
  }

  #createModal(form) {
    return new Modal(form, this.pane, {
      onsend: async (values) => {
        const answer = await this.pane.performAction({ do: "submit", values });
        if (answer.state === "failed") throw new Error(answer.error ?? "The application did not respond");
        this.#openModal = null;
      },
      ondismiss: async () => {
        this.#openModal = null;
        await this.pane.tryAction({ do: "close_modal" });
      },
    });
  }
}

/**
 * Ask for a name and create a thread, from a message or without one.
 * @param {Pane} pane
 */
export function openThreadForm(pane, message, channel) {
  const nameInput = { type: types.TEXT_INPUT, style: SHORT_STYLE, custom_id: "name", max_length: 100, required: true, value: message?.content?.slice(0, 40) ?? "" };
  const form = { title: "Create thread", components: [{ type: types.LABEL, label: "Thread name", component: nameInput }] };
  const onsend = async (values) => {
    const answer = await pane.performAction({ do: "thread", channel: channel.id, name: values.name, ...(message && { message: message.id }) });
    pane.openReturnedChannel(answer.channel);
  };
  new Modal(form, pane, { onsend, submitLabel: "Create" }).open();
}

/**
 * Ask for the members and the name of a group, and create it.
 * @param {Pane} pane
 */
export function openGroupForm(pane) {
  const { store } = pane;
  const options = [...store.people.values()].filter(({ bot, id }) => !bot && id !== store.me.id).map(({ id, global_name: name, username }) => ({ label: name ?? username, value: id, description: `@${username}` }));
  const peopleSelect = { type: types.STRING_SELECT, custom_id: "people", options: options.slice(0, 25), min_values: 1, max_values: Math.min(MAX_GROUP_SIZE - 1, options.length), required: true };
  const nameInput = { type: types.TEXT_INPUT, style: SHORT_STYLE, custom_id: "name", max_length: 100, required: false };
  const form = { title: "New group", components: [{ type: types.LABEL, label: "People", component: peopleSelect }, { type: types.LABEL, label: "Group name", component: nameInput }] };
  const onsend = async (values) => {
    const answer = await pane.performAction({ do: "group", members: values.people, ...(values.name && { name: values.name }) });
    pane.openReturnedChannel(answer.channel);
  };
  new Modal(form, pane, { onsend, submitLabel: "Create" }).open();
}
