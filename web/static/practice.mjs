// One minute of practice: a game with a stacked deck, and somebody who says what to do next. What is to be learnt the
// game's own `lesson.mjs` knows: steps with what to `say`, which card to `hint` at, and the event that ends each; and
// which neighbours press now, `after` how long, and whether they `hold`.
import { ask } from "./api.mjs";
import { hold, tap } from "./button.mjs";
import { gameOf } from "./felt.mjs";
import { html } from "./view.mjs";

/**
 * @import { Lesson, Wish } from "../types/looks"
 * @import { Asking, Set, State } from "../types/page"
 * @import { Event } from "../types/table"
 */

/** @type {Lesson | null} */
let lesson = null;
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
  if (now?.until(event, state.seat)) set({ practice: at(state.practice.step + 1) });
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
  if (still) (long ? hold : tap)(seat);
  else watched(state);
}

/**
 * Leave the practice, and let no neighbour press any more.
 * @param {Set} set
 * @param {Asking} asking
 */
export async function endPractice(set, asking) {
  about.forEach(clearTimeout);
  about.clear();
  set({ practice: null, menu: false });
  await asking(ask("/api/v1/practice/end", {}));
}

/** @param {number} step */
function at(step) {
  const { hint = null, press: presses = false } = lesson?.steps[step] ?? {};
  return { step, hint, press: presses };
}

/**
 * The offer to practise.
 * @param {{ state: State, set: Set, asking: Asking }} props
 */
export function Learn({ state, set, asking }) {
  const { picture, seat, lessons, room } = state;
  const begun = picture.rounds_played.length > 0 && !picture.over;
  const game = gameOf(picture);
  if (seat === null || (picture.running && !room?.deal) || begun || game === null || !lessons.includes(game))
    return null;
  async function begin() {
    if (!(await asking(ask("/api/v1/practice", { seat: /** @type {number} */ (seat) })))) return;
    lesson = (await import(`/games/${game}/lesson.mjs`)).lesson;
    set({ practice: at(0), menu: false });
  }
  return html`<button class="says learn" onClick=${begin}>New here? Learn it in a minute</button>`;
}

/**
 * What the coach says now.
 * @param {{ state: State, set: Set, asking: Asking }} props
 */
export function Practice({ state, set, asking }) {
  const { practice } = state;
  if (!practice || !lesson) return null;
  const end = () => endPractice(set, asking);
  const step = lesson.steps[practice.step];
  return html`<section class="coach" role="status">
    <p>${step ? step.say : lesson.done}</p>
    <div class="row">
      <p class="dots" role="img" aria-label=${`step ${Math.min(practice.step + 1, lesson.steps.length)} of ${lesson.steps.length}`}>
        ${lesson.steps.map((_, n) => html`<span key=${n} class=${n < practice.step ? "past" : n === practice.step ? "now" : ""}></span>`)}
      </p>
      <button class=${step ? "says" : "again"} onClick=${end}>${step ? "Stop the lesson" : "Play a real game"}</button>
    </div>
  </section>`;
}
