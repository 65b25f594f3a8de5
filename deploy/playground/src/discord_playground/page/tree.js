// JSON and Discord's tree of faults, to be read by people.
import { h } from "./element.js";

const INDENT = "  ";

/** A JSON value as text whose parts can be told apart; a string is text here, whatever it says. */
export function json(value, depth = 0) {
  if (value === null || typeof value !== "object") return [h(`span.${value === null ? "nothing" : typeof value}`, {}, JSON.stringify(value) ?? "nothing")];
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  if (!entries.length) return [list ? "[]" : "{}"];
  const inner = INDENT.repeat(depth + 1);
  return [
    list ? "[" : "{",
    ...entries.flatMap(([key, one], at) => [`\n${inner}`, list ? "" : h("span.key", {}, `${key}: `), ...json(one, depth + 1), at < entries.length - 1 ? "," : ""]),
    `\n${INDENT.repeat(depth)}${list ? "]" : "}"}`,
  ];
}

/** The places of Discord's error tree: `[path, code, message]` each. */
export function faults(errors, path = []) {
  if (!errors || typeof errors !== "object") return [];
  const here = (errors._errors ?? []).map(({ code, message }) => [path, code, message]);
  return [...here, ...Object.entries(errors).flatMap(([step, inner]) => (step === "_errors" ? [] : faults(inner, [...path, step])))];
}

/** What stands at a place of what was sent, so that one sees what was refused; `undefined` where it was left out. */
export const at = (body, path) => path.reduce((inner, step) => inner?.[step], body);
