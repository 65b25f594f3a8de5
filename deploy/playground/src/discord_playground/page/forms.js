// The forms that may open before a person: a bot's, a new thread, a new group.
import { Modal } from "./modal.js";

const SHORT = 1;
const LABEL = 18;
const SELECT = 3;
const TEXT_INPUT = 4;
const TOGETHER = 10;

/** The form that a bot opened before a person, of which there is one at a time. */
export class Forms {
  #open = null;

  constructor(pane) {
    this.pane = pane;
  }

  /** The playground says that another form is open, or none. */
  changed() {
    const told = this.pane.store.modal;
    // What is on its way stays until it is known to have arrived.
    if (this.#open?.sending && !told) return;
    this.#open?.remove();
    this.#open = told && this.#made(told);
    this.#open?.open();
  }

  #made(told) {
    return new Modal(told, this.pane, {
      send: async (values) => {
        const answer = await this.pane.act({ do: "submit", values });
        if (answer.state === "failed") throw new Error(answer.error ?? "The application did not respond");
        this.#open = null;
      },
      dismiss: async () => {
        this.#open = null;
        await this.pane.try({ do: "close_modal" });
      },
    });
  }
}

/** Asks how a thread shall be called, and begins it: at a message, or in a channel. */
export function beginThread(pane, message, channel) {
  const name = { type: TEXT_INPUT, style: SHORT, custom_id: "name", max_length: 100, required: true, value: message?.content?.slice(0, 40) ?? "" };
  const told = { title: "Create thread", components: [{ type: LABEL, label: "Thread name", component: name }] };
  const send = async (values) => {
    const answer = await pane.act({ do: "thread", channel: channel.id, name: values.name, ...(message && { message: message.id }) });
    pane.met(answer.channel);
  };
  new Modal(told, pane, { send, verb: "Create" }).open();
}

/** Asks who shall be in a group, and begins it. */
export function gather(pane) {
  const { store } = pane;
  const options = [...store.people.values()].filter(({ bot, id }) => !bot && id !== store.me.id).map(({ id, global_name: name, username }) => ({ label: name ?? username, value: id, description: `@${username}` }));
  const people = { type: SELECT, custom_id: "people", options: options.slice(0, 25), min_values: 1, max_values: Math.min(TOGETHER - 1, options.length), required: true };
  const name = { type: TEXT_INPUT, style: SHORT, custom_id: "name", max_length: 100, required: false };
  const told = { title: "New group", components: [{ type: LABEL, label: "People", component: people }, { type: LABEL, label: "Its name", component: name }] };
  const send = async (values) => {
    const answer = await pane.act({ do: "group", members: values.people, ...(values.name && { name: values.name }) });
    pane.met(answer.channel);
  };
  new Modal(told, pane, { send, verb: "Create" }).open();
}
