// What this browser remembers; where it may not, nothing is remembered and nothing breaks.
const PREFIX = "playground.";

export function kept(name) {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // A private window may refuse.
  }
}
