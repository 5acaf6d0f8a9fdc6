// Asking the table for something: one request after another, and a sentence if it says no.

import { say } from "./say.mjs";

/** @import { Answer, Body, Method, Path } from "../types/page" */
const PATIENCE_MS = 5000; // until people are told that something has not reached the table
const MOST_KEPT_ALIVE = 60_000; // browsers keep no more alive when a page is left
/** @type {{ [lane: string]: Promise<unknown> }} */
const lanes = { hands: Promise.resolve(), fingers: Promise.resolve() };

/** The complaint that is nobody's fault: it goes when the table is there again. */
export const NO_ANSWER = say("The table does not answer: is this phone still on its network?");
const KEY = /^(\W?)[a-z_]+(\.[a-z0-9_]+)*: /; // programs want to know which field it is, people do not

/**
 * Make a sentence for people of what the table complains of.
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
 * As `ask`, after everything that was asked before in the same lane: a release that overtook its press would leave the
 * button down. Fingers do not wait for hands. What waits for its turn is waited for no longer than the rest.
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
 * Wait for an answer; resolve to the complaint in a sentence, or to null.
 * @param {Promise<unknown>} asked
 * @returns {Promise<string | null>}
 */
export const complaintOf = (asked) => asked.then(() => null, messageOf);

/**
 * Say what an error says.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));
