// Values that the browser keeps between visits. If it denies access to its storage, nothing is kept.
const KEY_PREFIX = "playground.";

export function loadValue(key) {
  try {
    return localStorage.getItem(KEY_PREFIX + key);
  } catch {
    return null;
  }
}

export function saveValue(key, value) {
  try {
    localStorage.setItem(KEY_PREFIX + key, value);
  } catch {
    // Some browsers deny access in private windows.
  }
}
