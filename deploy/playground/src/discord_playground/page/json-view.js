// Shows JSON, and finds the errors in Discord's error responses.
import { h } from "./dom.js";

const INDENT = "  ";

/** Return the indented text of a JSON value, as strings and elements with a class for each type. */
export function renderJson(value, depth = 0) {
  if (value === null || typeof value !== "object") return [h(`span.${value === null ? "null" : typeof value}`, {}, JSON.stringify(value) ?? "nothing")];
  const isArray = Array.isArray(value);
  const entries = Object.entries(value);
  if (!entries.length) return [isArray ? "[]" : "{}"];
  const indent = INDENT.repeat(depth + 1);
  return [
    isArray ? "[" : "{",
    ...entries.flatMap(([key, item], index) => [`\n${indent}`, isArray ? "" : h("span.key", {}, `${key}: `), ...renderJson(item, depth + 1), index < entries.length - 1 ? "," : ""]),
    `\n${INDENT.repeat(depth)}${isArray ? "]" : "}"}`,
  ];
}

/** Flatten Discord's tree of errors into a list of `[path, code, message]`. */
export function flattenErrors(errors, path = []) {
  if (!errors || typeof errors !== "object") return [];
  const own = (errors._errors ?? []).map(({ code, message }) => [path, code, message]);
  return [...own, ...Object.entries(errors).flatMap(([key, inner]) => (key === "_errors" ? [] : flattenErrors(inner, [...path, key])))];
}

/** Return the value at a path of a request body, or `undefined` if there is none. */
export const getAtPath = (body, path) => path.reduce((value, key) => value?.[key], body);
