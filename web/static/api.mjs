// Asking the table for something: one request after another, and a sentence if it says no.
let queue = Promise.resolve();

/** Send JSON; resolve to the answer. Throws an Error whose message is the table's own sentence. */
export async function ask(path, body, method = "POST") {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      keepalive: true,
    });
  } catch (error) {
    throw new Error(`The table does not answer: ${error.message}.`);
  }
  const said = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : {};
  if (!answer.ok) throw new Error(said.error ?? `The table says ${answer.status}.`);
  return said;
}

/** As `ask`, after everything that was asked before: a release that overtook its press would leave the button down. */
export function inTurn(path, body) {
  const asked = queue.then(() => ask(path, body));
  queue = asked.catch(() => {});
  return asked;
}

/** Wait for an answer; resolve to the complaint in a sentence, or to null. */
export const complaintOf = (asked) => asked.then(() => null, (error) => error.message);
