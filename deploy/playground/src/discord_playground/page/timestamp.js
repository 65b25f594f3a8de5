// Times in Discord's formats, in the person's language.
const FORMAT_OPTIONS = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

// Each unit is used below a number of seconds; the second number is its length in seconds.
const RELATIVE_UNITS = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86_400, 3600, "hour"],
  [2_592_000, 86_400, "day"],
  [31_536_000, 2_592_000, "month"],
  [Infinity, 31_536_000, "year"],
];

// Creating a formatter is much slower than using it.
const formatters = new Map();

function getFormatter(Kind, locale, options) {
  const key = `${Kind.name} ${locale} ${JSON.stringify(options)}`;
  if (!formatters.has(key)) formatters.set(key, new Kind(locale, options));
  return formatters.get(key);
}

/** Format a time in one of Discord's styles, as in `<t:seconds:style>`. Return `null` if JavaScript has no such date. */
export function formatTime(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? null : getFormatter(Intl.DateTimeFormat, locale, FORMAT_OPTIONS[style] ?? FORMAT_OPTIONS.f).format(date);
}

/** Format the distance between a time and now, for example "in 5 minutes". */
export function formatRelative(seconds, nowMs, locale) {
  const differenceS = seconds - nowMs / 1000;
  const distanceS = Math.abs(differenceS);
  // The unit depends on the rounded number, so that 59.7 s become a minute and not "60 seconds".
  const [, unitS, unit] = RELATIVE_UNITS.find(([below, unitLength]) => Math.round(distanceS / unitLength) * unitLength < below);
  const count = Math.round(distanceS / unitS);
  return getFormatter(Intl.RelativeTimeFormat, locale, { numeric: count ? "always" : "auto" }).format(Math.sign(differenceS) * count, unit);
}

const getDay = (instant) => new Date(instant).toDateString();

export const isSameDay = (a, b) => getDay(a) === getDay(b);

/** Format the time beside the name of a message's author. */
export function formatMessageTime(timeMs, nowMs, locale) {
  const seconds = timeMs / 1000;
  if (isSameDay(timeMs, nowMs)) return formatTime(seconds, "t", locale);
  if (isSameDay(timeMs, nowMs - 86_400_000)) return `Yesterday at ${formatTime(seconds, "t", locale)}`;
  return formatTime(seconds, "s", locale);
}
