// The time line of a game that is over: its moments, what is marked on it, and how it goes on as it is played.
import { say } from "./say.mjs";

/** @import { Highlight, Mark, Moment, Told, Whole } from "../types/past" */

export const SPEEDS = [1, 2, 4, 8, 16];
const LONGEST_S = 20; // of a wait in which nothing was told; the rest of it is passed over
const NAMES = { closest_race: say("Closest race"), bluff: say("Found out"), opened: say("Came to light") };

/**
 * The moments of a game: what was told at the same time is one of them.
 * @param {Pick<Told, "seq" | "t">[]} events
 * @returns {Moment[]}
 */
export function momentsOf(events) {
  /** @type {Moment[]} */
  const found = [];
  for (const { seq, t } of events) {
    const before = found.at(-1);
    if (before?.t === t) before.seq = seq;
    else found.push({ first: seq, seq, t });
  }
  return found;
}

/**
 * Which moment it is at a time; before the first one it is the first.
 * @param {Moment[]} moments
 * @param {number} t
 */
export function indexAt(moments, t) {
  let [low, high] = [0, moments.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (moments[middle].t <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The moment at which an event was told.
 * @param {Moment[]} moments
 * @param {number} seq
 */
export function indexOf(moments, seq) {
  const found = moments.findIndex((one) => one.seq >= seq);
  return found < 0 ? Math.max(0, moments.length - 1) : found;
}

/**
 * How far it is after so many seconds of real time. A long wait is passed over, but for its end.
 * @param {Moment[]} moments
 * @param {number} now
 * @param {number} seconds
 * @param {number} speed
 */
export function later(moments, now, seconds, speed) {
  const next = moments[indexAt(moments, now) + 1] ?? moments[moments.length - 1];
  const from = Math.max(now, next.t - LONGEST_S);
  return Math.min(from + seconds * speed, moments[moments.length - 1].t);
}

/**
 * What stands on the time line: the end of each round, and what was special, in their order.
 * @param {Pick<Whole, "rounds_played" | "highlights">} game
 * @returns {Mark[]}
 */
export function marksOf({ rounds_played, highlights }) {
  /** @type {Mark[]} */
  const rounds = rounds_played.map(({ seq, t, round }) => ({
    kind: "round",
    seq,
    t,
    name: say("Round {round}", { round }),
  }));
  const special = highlights.map(({ kind, seq, t }) => ({ kind, seq, t, name: NAMES[kind] }));
  return [...rounds, ...special].sort((one, other) => one.seq - other.seq);
}

/**
 * What a highlight is called.
 * @param {Highlight["kind"]} kind
 */
export const called = (kind) => NAMES[kind];

/**
 * The next mark from a moment on, forwards or backwards; the end if there is none.
 * @param {Mark[]} marks
 * @param {Moment[]} moments
 * @param {number} at
 * @param {1 | -1} way
 */
export function markFrom(marks, moments, at, way) {
  const places = marks.map(({ seq }) => indexOf(moments, seq));
  if (way > 0) return places.find((place) => place > at) ?? moments.length - 1;
  return places.findLast((place) => place < at) ?? 0;
}

/**
 * Which event an address asks for: `#e123`, or `?at=123`; null if it asks for none.
 * @param {{ hash: string, search: string }} address
 */
export function askedFor({ hash, search }) {
  const [, number] = /^#e(\d{1,9})$/.exec(hash) ?? /[?&]at=(\d{1,9})(?:&|$)/.exec(search) ?? [];
  return number ? Number(number) : null;
}
