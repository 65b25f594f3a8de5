// How the page asks the playground, and in which words it hears no.
/** A sentence that the playground, or the way to it, says to the person before the page. */
export class Refusal extends Error {}

/** Nobody answered at all. */
export class Away extends Refusal {}

async function ask(path, body) {
  let answer;
  try {
    answer = await fetch(path, body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new Away("The playground does not answer. Is it still running?");
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(told.error ?? `The playground answered ${answer.status}.`);
  return told;
}

const query = (fields) => new URLSearchParams(fields).toString();

export const act = (body) => ask("/playground/act", body);
export const see = (as) => ask(`/playground/view?${query({ as })}`);
export const history = (as, channel, before) => ask(`/playground/history?${query({ as, channel, before })}`);
export const wire = (after) => ask(`/playground/wire?${query({ after })}`);
export const stage = (body) => ask("/playground/control", body);
export const setup = () => ask("/playground/setup");

export function packed(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ name: file.name, data: reader.result.slice(reader.result.indexOf(",") + 1) });
    reader.onerror = () => reject(new Refusal(`${file.name} could not be read.`));
    reader.readAsDataURL(file);
  });
}
