// What a message knows of the pane it stands in: its language, who and what it names, and where its controls lead.
import { aboutPerson } from "./actions.js";

/** Asked when a message is drawn, so that it always tells of the channel that is shown. */
export function surroundings(pane) {
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
    personOf: (id) => pane.store.person(id),
    roleOf: (id) => pane.store.role(id),
    channelOf: (id) => pane.store.channels.get(id),
    onuser: (id, element) => aboutPerson(pane, id, element),
    onchannel: (id) => pane.go(id),
    oncommand: (name) => pane.compose.command(name),
    onjump: (id) => pane.log.go(id) || pane.say("That message is further up; scroll to load it."),
    ondismiss: (message) => pane.dismissMessage(message),
    click: (message, customId) => pane.use(message, { do: "click", custom_id: customId }),
    react: (message, { id, name }, off) => pane.try({ do: "react", message, emoji: id ?? name, off }),
    choose: (message, customId, values) => pane.use(message, { do: "select", custom_id: customId, values }),
  };
}
