// People, roles and channels as items of a list.
import { colour, h } from "./element.js";
import { channelIcon } from "./icon.js";
import { avatar } from "./person.js";

const matches = (query, ...words) => {
  const wanted = query.trim().replace(/^[@#]/, "").toLowerCase();
  return !wanted || words.some((word) => word?.toLowerCase().includes(wanted));
};

const personItem = (person) => ({ value: person.id, label: person.name, hint: person.username === person.name ? "" : person.username, note: person.bot ? "BOT" : null, face: avatar(person) });

const roleItem = (role) => {
  const face = h("span.dot", { "aria-hidden": "true" });
  if (role.color) face.style.backgroundColor = colour(role.color);
  return { value: role.id, label: role.name.startsWith("@") ? role.name : `@${role.name}`, face };
};

const channelItem = (channel, name = channel.name) => ({ value: channel.id, label: name, face: channelIcon(channel) });

export function people(store, channel, query = "") {
  return store.company(channel).filter((person) => matches(query, person.name, person.username, person.id)).map(personItem);
}

export function roles(store, channel, query = "") {
  return (store.server(channel?.guild_id)?.roles ?? []).filter((role) => matches(query, role.name, role.id)).map(roleItem);
}

/** @param types Discord's numbers of the kinds that may be chosen; none given, all may. */
export function channels(store, channel, query = "", types = null) {
  const all = store.server(channel?.guild_id)?.channels ?? [];
  return all.filter((one) => (!types?.length || types.includes(one.type)) && matches(query, one.name, one.id)).map((one) => channelItem(one));
}

export const mentionables = (store, channel, query = "") => [
  ...people(store, channel, query).map((item) => ({ ...item, group: "People" })),
  ...roles(store, channel, query).map((item) => ({ ...item, group: "Roles" })),
];

/** The item of something that is already chosen, by its id. */
export function named(store, id) {
  const person = store.person(id);
  const role = store.role(id);
  const channel = store.channels.get(id);
  if (person) return personItem(person);
  if (role) return roleItem(role);
  if (channel) return channelItem(channel, store.name(channel));
  return { value: id, label: id };
}
