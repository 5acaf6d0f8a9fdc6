// Requests to the table's API: in order where that matters, and with a sentence if the table refuses one.

import { say } from "./say.mjs";

/** @import { Answer, Body, Method, Path } from "../types/page" */
const PATIENCE_MS = 5000; // until people see that a request did not reach the table
const MOST_KEPT_ALIVE = 60_000; // bytes; browsers do not finish larger requests after people leave the page
/** @type {{ [lane: string]: Promise<unknown> }} */
const lanes = { hands: Promise.resolve(), fingers: Promise.resolve() };

/** The complaint while the table does not answer; it disappears when the table is back. */
export const NO_ANSWER = say("The table does not answer: is this phone still on its network?");
const KEY = /^(\W?)[a-z_]+(\.[a-z0-9_]+)*: /; // the field of a request, which only programs want to know

/**
 * Return the table's error message as a sentence for people.
 * @param {string} text
 */
function forPeople(text) {
  const said = text.replace(KEY, "$1").replace(/[\p{L}\p{N}]/u, (first) => first.toUpperCase());
  return `${said}${/[.!?]\W?$/.test(said) ? "" : "."}`;
}

/**
 * Send JSON; resolve to the answer. Throws an Error whose message is the table's own sentence.
 * @template {Method} [M="POST"]
 * @template {Path<M>} [P=Path<M>]
 * @param {P} path
 * @param {Body<M, P>} [body]
 * @param {M} [method]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<M, P>>}
 */
export async function ask(path, body, method = /** @type {M} */ ("POST"), signal = AbortSignal.timeout(PATIENCE_MS)) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      keepalive: JSON.stringify(body ?? "").length < MOST_KEPT_ALIVE,
      signal,
    });
  } catch (error) {
    console.info(`${path} was not answered`, error);
    throw new Error(NO_ANSWER);
  }
  const said = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : {};
  if (!answer.ok)
    throw new Error(said.error ? forPeople(said.error) : say("The table says {status}.", { status: answer.status }));
  return said;
}

/**
 * Like `ask`, but after all earlier requests in the same lane: a release that overtakes its press would leave the
 * button down. Fingers do not wait for hands. The time limit includes the time spent waiting for other requests.
 * @template {Path<"POST">} P
 * @param {P} path
 * @param {Body<"POST", P>} body
 * @param {"hands" | "fingers"} lane
 * @returns {Promise<Answer<"POST", P>>}
 */
export function inTurn(path, body, lane = "hands") {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const asked = lanes[lane].then(() => ask(path, body, "POST", signal));
  lanes[lane] = asked.catch(() => {});
  return asked;
}

/**
 * Wait for an answer; resolve to the complaint as a sentence, or to null.
 * @param {Promise<unknown>} asked
 * @returns {Promise<string | null>}
 */
export const complaintOf = (asked) => asked.then(() => null, messageOf);

/**
 * Return the message of an error.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
