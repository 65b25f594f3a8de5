// Searches people, roles and channels for list boxes. The format of an item is described at `Listbox`.
import { toCssColor, h } from "./dom.js";
import { createChannelIcon } from "./icon.js";
import { createAvatar } from "./avatar.js";
/** @import { Store } from "./store.js" */

const matchesQuery = (query, ...texts) => {
  const search = query.trim().replace(/^[@#]/, "").toLowerCase();
  return !search || texts.some((text) => text?.toLowerCase().includes(search));
};

const createPersonItem = (person) => ({ value: person.id, label: person.name, hint: person.username === person.name ? "" : person.username, note: person.bot ? "BOT" : null, face: createAvatar(person) });

const createRoleItem = (role) => {
  const face = h("span.role-dot", { "aria-hidden": "true" });
  if (role.color) face.style.backgroundColor = toCssColor(role.color);
  return { value: role.id, label: role.name.startsWith("@") ? role.name : `@${role.name}`, face };
};

const createChannelItem = (channel, name = channel.name) => ({ value: channel.id, label: name, face: createChannelIcon(channel) });

/** @param {Store} store */
export function findPeople(store, channel, query = "") {
  return store.listMembers(channel).filter((person) => matchesQuery(query, person.name, person.username, person.id)).map(createPersonItem);
}

/** @param {Store} store */
export function findRoles(store, channel, query = "") {
  return (store.getServer(channel?.guild_id)?.roles ?? []).filter((role) => matchesQuery(query, role.name, role.id)).map(createRoleItem);
}

/**
 * @param {Store} store
 * @param types the channel types that may be chosen; if there are none, channels of all types may be chosen
 */
export function findChannels(store, channel, query = "", types = null) {
  const all = store.getServer(channel?.guild_id)?.channels ?? [];
  return all.filter((candidate) => (!types?.length || types.includes(candidate.type)) && matchesQuery(query, candidate.name, candidate.id)).map((candidate) => createChannelItem(candidate));
}

/** @param {Store} store */
export const findMentionables = (store, channel, query = "") => [
  ...findPeople(store, channel, query).map((item) => ({ ...item, group: "People" })),
  ...findRoles(store, channel, query).map((item) => ({ ...item, group: "Roles" })),
];

/**
 * Create the item of the person, role or channel with this ID.
 * @param {Store} store
 */
export function createItem(store, id) {
  const person = store.getPerson(id);
  const role = store.getRole(id);
  const channel = store.channels.get(id);
  if (person) return createPersonItem(person);
  if (role) return createRoleItem(role);
  if (channel) return createChannelItem(channel, store.getChannelName(channel));
  return { value: id, label: id };
}
