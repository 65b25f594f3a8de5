// Application commands: localized names, search, and validation of option values.
export const SLASH_COMMAND = 1;
export const USER_COMMAND = 2;
export const MESSAGE_COMMAND = 3;

const SUBCOMMAND_OPTION = 1;
const SUBCOMMAND_GROUP_OPTION = 2;
export const STRING_OPTION = 3;
export const INTEGER_OPTION = 4;
export const BOOLEAN_OPTION = 5;
export const USER_OPTION = 6;
export const CHANNEL_OPTION = 7;
export const ROLE_OPTION = 8;
export const MENTIONABLE_OPTION = 9;
export const NUMBER_OPTION = 10;
export const ATTACHMENT_OPTION = 11;

const MAX_STRING_LENGTH = 6000;

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

export const isNumeric = (option) => option.type === INTEGER_OPTION || option.type === NUMBER_OPTION;

/** Return what the text must be to be a valid value of the option, or `null` if it is valid. */
export function validateOption(option, value) {
  if (option.type === STRING_OPTION) {
    const maxLength = option.max_length ?? MAX_STRING_LENGTH;
    if (value.length < (option.min_length ?? 0)) return `at least ${option.min_length} characters`;
    if (value.length > maxLength) return `at most ${maxLength} characters`;
  }
  if (isNumeric(option)) {
    const number = Number(value);
    if (value === "" || !Number.isFinite(number)) return option.type === INTEGER_OPTION ? "a whole number" : "a number";
    if (option.type === INTEGER_OPTION && !Number.isSafeInteger(number)) return "a whole number";
    if (number < (option.min_value ?? -Infinity)) return `at least ${option.min_value}`;
    if (number > (option.max_value ?? Infinity)) return `at most ${option.max_value}`;
  }
  return null;
}
