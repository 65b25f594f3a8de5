// Application commands: localized names, search, and validation of option values.
const SUBCOMMAND_GROUP_OPTION = 2;
const SUBCOMMAND_OPTION = 1;

export const SLASH_COMMAND = 1;
export const USER_COMMAND = 2;
export const MESSAGE_COMMAND = 3;

export const ATTACHMENT_OPTION = 11;

const NO_MATCH = 4;

/** Return a name or description in the person's language, or as it was registered if there is no translation. */
export const localize = (item, field, locale) => item[`${field}_localizations`]?.[locale] ?? item[field] ?? "";

/** Return a localized description. Libraries register "…" for a missing one, which becomes an empty string. */
export const localizeDescription = (item, locale) => localize(item, "description", locale).replace(/^…$/, "");

/** Create the list item of a choice. */
export const createChoiceItem = (choice, locale) => ({ value: choice.value, label: localize(choice, "name", locale) });

/**
 * Return everything that can be typed after a slash, sorted by name: each command, or its subcommands if it has any.
 *
 * `path` is the name as the bot registered it, for example `duel challenge`. `name` is the localized name.
 */
export function listRunnableCommands(commands, locale) {
  return commands.flatMap((command) => expandSubcommands(command, [], { command, bot: command.bot }, locale)).sort((a, b) => a.name.localeCompare(b.name, locale));
}

function expandSubcommands(node, parents, root, locale) {
  const nodes = [...parents, node];
  const subcommands = (node.options ?? []).filter((option) => option.type === SUBCOMMAND_OPTION || option.type === SUBCOMMAND_GROUP_OPTION);
  if (subcommands.length) return subcommands.flatMap((option) => expandSubcommands(option, nodes, root, locale));
  return [
    {
      ...root,
      id: `${root.command.id} ${nodes.map(({ name }) => name).join(" ")}`,
      path: nodes.map(({ name }) => name).join(" "),
      name: nodes.map((part) => localize(part, "name", locale)).join(" "),
      description: localizeDescription(node, locale),
      options: node.options ?? [],
    },
  ];
}

/** Return the commands that match a text, the best matches first. */
export function searchCommands(commands, query) {
  const search = query.trim().toLowerCase();
  if (!search) return commands;
  const getRank = (command) => Math.min(...[command.name, command.path].map((name) => rankMatch(name.toLowerCase(), search)));
  return commands
    .map((command) => [getRank(command), command])
    .filter(([rank]) => rank < NO_MATCH)
    .sort(([first], [second]) => first - second)
    .map(([, command]) => command);
}

/** Return 0 for the best kind of match to 3 for the weakest, or `NO_MATCH`. */
function rankMatch(name, search) {
  if (name.startsWith(search)) return 0;
  const words = search.split(/\s+/);
  const parts = name.split(" ");
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 1;
  if (name.includes(search)) return 2;
  return words.every((word) => name.includes(word)) ? 3 : NO_MATCH;
}

/** Return what the text must be to be a valid value of the option, or `null` if it is valid. */
export function validateOption(option, value) {
  if (option.type === 3) {
    if (value.length < (option.min_length ?? 0)) return `at least ${option.min_length} characters`;
    if (value.length > (option.max_length ?? 6000)) return `at most ${option.max_length ?? 6000} characters`;
  }
  if (option.type === 4 || option.type === 10) {
    const number = Number(value);
    if (value === "" || !Number.isFinite(number)) return option.type === 4 ? "a whole number" : "a number";
    if (option.type === 4 && !Number.isSafeInteger(number)) return "a whole number";
    if (number < (option.min_value ?? -Infinity)) return `at least ${option.min_value}`;
    if (number > (option.max_value ?? Infinity)) return `at most ${option.max_value}`;
  }
  return null;
}
