// One minute of practice: a game with a stacked deck, and somebody who says what to do next. What is to be learnt the
// game's own `lesson.mjs` knows: steps with what to `say`, which card to `hint` at, and the event that ends each; and
// which neighbours press now, `after` how long, and whether they `hold`.
import { ask } from "./api.mjs";
import { gesture } from "./button.mjs";
import { gameOf } from "./felt.mjs";
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/**
 * @import { Lesson, Wish } from "../types/looks"
 * @import { Asking, Brief, Set, State } from "../types/page"
 * @import { Event } from "../types/table"
 */

const KEPT = "practice"; // its key on this phone, as long as the page is open
/** @type {Lesson | null} */
let lesson = null;
/** @type {number | null} */
let ended = null; // the game that was a practice, and is none any more
/** @type {Map<number, ReturnType<typeof setTimeout>>} */
const about = new Map(); // neighbours who are about to press, and when: timers by seat

/**
 * Take a seat's practice one step on, if this event is what it waits for.
 * @param {Event} event
 * @param {State} state
 * @param {Set} set
 */
export function heard(event, state, set) {
  if (!state.practice || !lesson || state.seat === null) return;
  const now = lesson.steps[state.practice.step];
  if (!now?.until(event, state.seat)) return;
  const { step } = state.practice;
  set({ practice: at(step + 1) });
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ game: state.picture.game_id, step: step + 1 }));
  } catch (error) {
    console.info("how far the practice has got is not kept", error);
  }
}

/**
 * Let the neighbours press, where it is on them.
 * @param {State} state
 */
export function watched(state) {
  for (const wanted of wishes(state)) {
    const { seat, after } = wanted;
    if (!about.has(seat))
      about.set(
        seat,
        setTimeout(() => press(wanted, state), after),
      );
  }
}

/**
 * @param {State} state
 * @returns {Wish[]}
 */
const wishes = (state) =>
  state.practice && lesson && state.seat !== null ? lesson.neighbours(state.picture, state.seat) : [];

/**
 * Let a neighbour press, unless play has gone on meanwhile and something else is wanted of him.
 * @param {Wish} wish
 * @param {State} state
 */
function press({ seat, hold: long }, state) {
  about.delete(seat);
  const still = wishes(state).some((one) => one.seat === seat && Boolean(one.hold) === Boolean(long));
  if (still) gesture(seat, long ? "hold" : "tap");
  else watched(state);
}

/**
 * Leave the practice, which is this game, and let no neighbour press any more.
 * @param {Set} set
 * @param {Asking} asking
 * @param {number | null} game
 */
export async function endPractice(set, asking, game = null) {
  ended = game;
  about.forEach(clearTimeout);
  about.clear();
  set({ practice: null, menu: false });
  await asking(ask("/api/v1/practice/end", {}));
}

/**
 * @param {string} game
 * @returns {Promise<Lesson>}
 */
const lessonOf = async (game) => (await import(`/games/${game}/lesson.mjs`)).lesson;

/**
 * How far which practice had got on this phone.
 * @returns {{ game?: number, step: number }}
 */
function known() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "") ?? { step: 0 };
  } catch {
    return { step: 0 }; // nothing was kept, or nothing may be
  }
}

/** @param {number} step */
function at(step) {
  const { hint = null, press: presses = false } = lesson?.steps[step] ?? {};
  return { step, hint, press: presses };
}

/**
 * Go on with a practice that this page did not begin: it was opened anew, or the practice was begun on the start page.
 * @param {State} state
 * @param {Set} set
 */
export async function resume(state, set) {
  const { picture, room, seat } = state;
  const game = gameOf(picture);
  if (!room.practice || state.practice || seat === null || !game || picture.game_id === ended) return;
  lesson = await lessonOf(game);
  const reached = picture.game_id === known().game ? known().step : 0;
  if (!state.practice) set({ practice: at(reached) });
}

/**
 * Why nobody can practise now; null if somebody can.
 * @param {State} state
 */
function hindered({ picture, room, me }) {
  if (room.taken.some((one) => !me.seats.includes(one)))
    return say("Others are at the table. Practise before they come, or when they have gone.");
  const on = (picture.running && !room.deal) || picture.rounds_played.length > 0;
  return on && !picture.over && !picture.household && !room.practice
    ? say("A game is on, and practice would end it. Practise when it is over.")
    : null;
}

/**
 * Practise a game at the own seat, or at the first free one.
 * @param {string} game
 * @param {State} state
 * @param {number[]} seats those that the table has
 */
async function practise(game, { picture, room, seat: own }, seats) {
  const seat = own ?? seats.find((one) => !room.taken.includes(one)) ?? seats[0];
  const { name } = picture.seats.find((one) => one.seat === seat && !picture.household && !one.robot) ?? {};
  const other = game === gameOf(picture) ? {} : { game };
  if (own === null) await ask(`/api/v1/seats/${seat}/take`, {});
  try {
    await ask("/api/v1/practice", { seat, name: name ?? room.coming?.[seat] ?? say("Guest"), ...other });
  } catch (error) {
    if (own === null) await ask(`/api/v1/seats/${seat}/leave`, {});
    throw error;
  }
  return seat;
}

/**
 * The offer to practise, at any time: a game that people play is not touched. `onSeat(seat)` is told of a seat taken for it.
 * @param {{ state: State, set: Set, asking: Asking, games: Brief[], seats: number[], onSeat(seat: number): Promise<unknown> }} props
 */
export function Learn({ state, set, asking, games, seats, onSeat }) {
  const now = gameOf(state.picture);
  const why = hindered(state);
  /** @param {string} game */
  async function begin(game) {
    const seat = await asking(practise(game, state, seats));
    if (seat === null) return set({ menu: false });
    lesson = await lessonOf(game);
    if (state.seat !== seat) await onSeat(seat);
    set({ practice: at(0), menu: false, page: "table" });
  }
  const known = games.filter(({ game }) => state.lessons.includes(game));
  return html`${why && html`<p class="hindered">${why}</p>`}
    <div class="lessons">${known.map(
      ({
        game,
        title,
      }) => html`<button key=${game} class=${game === now ? "says learn" : "says"} data-learn=${game} disabled=${why !== null}
        onClick=${() => begin(game)}>${game === now ? say("New here? Learn it in a minute") : say("Practise {game}", { game: title })}</button>`,
    )}</div>`;
}

/**
 * What the coach says now.
 * @param {{ state: State, set: Set, asking: Asking }} props
 */
export function Practice({ state, set, asking }) {
  const { practice } = state;
  if (!practice || !lesson) return null;
  const end = () => endPractice(set, asking, state.picture.game_id);
  const step = lesson.steps[practice.step];
  return html`<section class="coach" role="status">
    <p>${step ? step.say : lesson.done}</p>
    <div class="row">
      <p class="dots" role="img" aria-label=${say("step {step} of {steps}", { step: Math.min(practice.step + 1, lesson.steps.length), steps: lesson.steps.length })}>
        ${lesson.steps.map((_, n) => html`<span key=${n} class=${n < practice.step ? "past" : n === practice.step ? "now" : ""}></span>`)}
      </p>
      <button class=${step ? "says" : "again"} onClick=${end}>${step ? say("Stop the lesson") : say("Play a real game")}</button>
    </div>
  </section>`;
}
