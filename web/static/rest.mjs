// Seat buttons rest for a second when what they mean has changed by itself, so that a finger that wanted one thing does
// not do another. What begins to mean something where nothing was meant does not rest, nor does a race or a contest that
// opens: they are to be hit at once.
import { say } from "./say.mjs";

/**
 * @import { Looks } from "../types/looks"
 * @import { Picture } from "../types/table"
 */
const REST_MS = 1000;
/** @typedef {{ means: string | null, before: string | null, left: number, rest: { until: number, why: string } | null }} Known */
const OWN_MS = 1500; // what changes so soon after something was done at a seat, its own player has changed
/** @type {Map<number, Known>} */
const known = new Map(); // by seat: what its button means, what it meant before and until when, and how long it rests
/** @type {Map<number, number>} */
const acts = new Map(); // by seat: when its player did something last
/** @type {number | null} */
let game = null;
/** @typedef {"tap" | "hold" | "double"} Gesture */
/** @type {{ seat: number | null, says: Picture["gestures"] }} */
const own = { seat: null, says: {} }; // what the gestures of the own button say

/** @param {string} means */
const isRace = (means) => means.startsWith("race ");

/**
 * What a press of a seat's button means now, as a word that changes with it; null where it means nothing.
 * @param {Picture} picture
 * @param {number} seat
 * @param {Looks["buttonMeans"]} buttonMeans
 * @returns {string | null}
 */
function meaningOf(picture, seat, buttonMeans) {
  const { question, race } = picture;
  if (question?.seats.includes(seat)) return `question ${question.text}`;
  if (race?.seats.includes(seat)) return `race ${race.race}`;
  return race ? null : buttonMeans({ picture, seat });
}

/**
 * @param {string} before
 * @param {string} means
 */
function why(before, means) {
  if (before === "race contest") return say("Contest over");
  if (isRace(before)) return say("Race over");
  return means.startsWith("question ") ? say("A question") : say("Just changed");
}

/**
 * Note that a player did something: what follows from it is no surprise to him.
 * @param {number} seat
 */
export function did(seat) {
  acts.set(seat, performance.now());
}

/**
 * Look at a new picture for the seats of this phone, of which it is told as `seat`; `redraw` shows when a button rests
 * no more.
 * @param {{ picture: Picture, seat: number | null, seats: number[], buttonMeans: Looks["buttonMeans"], redraw(): void }} what
 */
export function watch({ picture, seat, seats, buttonMeans, redraw }) {
  Object.assign(own, { seat, says: picture.gestures });
  if (game !== picture.game_id) known.clear();
  game = picture.game_id;
  for (const one of seats) look(one, meaningOf(picture, one, buttonMeans), redraw);
}

/**
 * @param {number} seat
 * @param {string | null} means
 * @param {() => void} redraw
 */
function look(seat, means, redraw) {
  const now = performance.now();
  const was = known.get(seat) ?? { means, before: null, left: -Infinity, rest: null };
  known.set(seat, was);
  if (was.means === means) return;
  if (was.means !== null) Object.assign(was, { before: was.means, left: now });
  was.means = means;
  if (means !== null && isRace(means)) was.rest = null;
  const before = now - was.left < REST_MS ? was.before : null;
  if (before === null || means === null || means === before || isRace(means)) return;
  if (!isRace(before) && now - (acts.get(seat) ?? -Infinity) < OWN_MS) return;
  was.rest = { until: now + REST_MS, why: why(before, means) };
  setTimeout(redraw, REST_MS);
}

/**
 * Why a seat's button rests; null while it does not.
 * @param {number} seat
 * @returns {string | null}
 */
export function rests(seat) {
  const rest = known.get(seat)?.rest;
  return rest && performance.now() < rest.until ? rest.why : null;
}

/**
 * What a gesture of a seat's button says now, as far as this phone is told.
 * @param {number} seat
 * @param {Gesture} gesture
 */
export const saysBy = (seat, gesture) => (seat === own.seat ? own.says?.[gesture] : undefined);

/**
 * Whether a seat's player is in a race of hands: then its button is hit as soon as a finger is down.
 * @param {number} seat
 */
export const races = (seat) => isRace(known.get(seat)?.means ?? "") && !contests(seat);

/**
 * Whether a seat's player can contest a card now, as far as this phone knows.
 * @param {number} seat
 */
export const contests = (seat) => known.get(seat)?.means === "race contest";
