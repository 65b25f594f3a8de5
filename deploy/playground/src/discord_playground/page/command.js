// What is known of commands: their words in the reader's language, what they take, what is wrong with a value.
const GROUP = 2;
const SUBCOMMAND = 1;

export const SLASH = 1;
export const USER = 2;
export const MESSAGE = 3;

export const ATTACHMENT = 11;

/** A name or description in the reader's language; without one, as it was registered. */
export const localised = (thing, field, locale) => thing[`${field}_localizations`]?.[locale] ?? thing[field] ?? "";

/** Libraries say "…" where their bot's author said nothing. */
export const described = (thing, locale) => localised(thing, "description", locale).replace(/^…$/, "");

/** The choices of an option, or of its bot, as a list shows them. */
export const choiceItem = (choice, locale) => ({ value: choice.value, label: localised(choice, "name", locale) });

/** Everything that can be typed after a slash: commands, or instead of one with subcommands each of these. */
export function leaves(commands, locale) {
  return commands.flatMap((command) => below(command, [], { command, bot: command.bot }, locale)).sort((one, other) => one.name.localeCompare(other.name, locale));
}

function below(node, path, root, locale) {
  const here = [...path, node];
  const inner = (node.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (inner.length) return inner.flatMap((option) => below(option, here, root, locale));
  return [
    {
      ...root,
      id: `${root.command.id} ${here.map(({ name }) => name).join(" ")}`,
      plain: here.map(({ name }) => name).join(" "),
      name: here.map((one) => localised(one, "name", locale)).join(" "),
      description: described(node, locale),
      options: node.options ?? [],
    },
  ];
}

/** What fits what is typed, the best first: names that begin so, words that begin so, names that contain it. */
export function fitting(all, typed) {
  const wanted = typed.trim().toLowerCase();
  if (!wanted) return all;
  const score = (leaf) => Math.min(...[leaf.name, leaf.plain].map((name) => rank(name.toLowerCase(), wanted)));
  return all
    .map((leaf) => [score(leaf), leaf])
    .filter(([points]) => points < 4)
    .sort(([one], [other]) => one - other)
    .map(([, leaf]) => leaf);
}

function rank(name, wanted) {
  if (name.startsWith(wanted)) return 0;
  const words = wanted.split(/\s+/);
  const parts = name.split(" ");
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 1;
  if (name.includes(wanted)) return 2;
  return words.every((word) => name.includes(word)) ? 3 : 4;
}

/** What is wrong with a text as the value of an option: a sentence, or `null`. */
export function problem(option, value) {
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
