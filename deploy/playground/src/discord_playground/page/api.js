// The playground's HTTP API, see deploy/playground/API.md.
/** The error for a refused request. Its message is meant for the person who uses the page. */
export class ApiError extends Error {}

/** The error for a request without a response. */
export class PlaygroundUnreachable extends ApiError {}

async function fetchJson(path, body) {
  let response;
  try {
    response = await fetch(path, body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new PlaygroundUnreachable("The playground does not answer. Is it still running?");
  }
  const result = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(result.error ?? `The playground answered ${response.status}.`);
  return result;
}

const toQuery = (fields) => new URLSearchParams(fields).toString();

export const postAction = (body) => fetchJson("/playground/act", body);
export const fetchView = (username) => fetchJson(`/playground/view?${toQuery({ as: username })}`);
export const fetchHistory = (username, channelId, beforeId) => fetchJson(`/playground/history?${toQuery({ as: username, channel: channelId, before: beforeId })}`);
export const fetchWireLog = (afterNumber) => fetchJson(`/playground/wire?${toQuery({ after: afterNumber })}`);
export const postControl = (body) => fetchJson("/playground/control", body);
export const fetchSetup = () => fetchJson("/playground/setup");

/** Encode a file as the API expects it: its name, and its content in base64. */
export function encodeFile(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ name: file.name, data: reader.result.slice(reader.result.indexOf(",") + 1) });
    reader.onerror = () => reject(new ApiError(`${file.name} could not be read.`));
    reader.readAsDataURL(file);
  });
}
