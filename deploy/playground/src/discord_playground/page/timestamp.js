// Times as Discord writes them, in the reader's language.
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};

const UNITS = [
  [60, 1, "second"],
  [3600, 60, "minute"],
  [86_400, 3600, "hour"],
  [2_592_000, 86_400, "day"],
  [31_536_000, 2_592_000, "month"],
  [Infinity, 31_536_000, "year"],
];

// Making a formatter costs more than using it a hundred times.
const made = new Map();

function formatter(Kind, locale, options) {
  const key = `${Kind.name} ${locale} ${JSON.stringify(options)}`;
  if (!made.has(key)) made.set(key, new Kind(locale, options));
  return made.get(key);
}

/** What `<t:seconds:style>` says to a reader of this locale; `null` for an instant that no calendar holds. */
export function formatted(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? null : formatter(Intl.DateTimeFormat, locale, STYLES[style] ?? STYLES.f).format(date);
}

export function relative(seconds, now, locale) {
  const difference = seconds - now / 1000;
  const size = Math.abs(difference);
  // Rounded first: 59.7 s are a minute, never "60 seconds".
  const [, length, unit] = UNITS.find(([below, unitLength]) => Math.round(size / unitLength) * unitLength < below);
  const count = Math.round(size / length);
  return formatter(Intl.RelativeTimeFormat, locale, { numeric: count ? "always" : "auto" }).format(Math.sign(difference) * count, unit);
}

const day = (instant) => new Date(instant).toDateString();

export const sameDay = (one, other) => day(one) === day(other);

/** The time beside an author's name. */
export function stamp(instant, now, locale) {
  const seconds = instant / 1000;
  if (sameDay(instant, now)) return formatted(seconds, "t", locale);
  if (sameDay(instant, now - 86_400_000)) return `Yesterday at ${formatted(seconds, "t", locale)}`;
  return formatted(seconds, "s", locale);
}
