// One minute of practice: a game with a stacked deck, and somebody who says what to do next. What is to be learnt the
// game's own `lesson.mjs` knows: steps with what to `say`, which card to `hint` at, and the event that ends each.
import { ask, inTurn } from "./api.mjs";
import { html } from "./view.mjs";

const QUICK_MS = 120; // how long a neighbour's finger stays on the button
let lesson = null;
let busy = new Set(); // neighbours who are about to press

/** Take a seat's practice one step on, if this event is what it waits for. */
export function heard(event, state, set) {
  if (!state.practice || !lesson) return;
  const now = lesson.steps[state.practice.step];
  if (now?.until(event, state.seat)) set({ practice: at(state.practice.step + 1) });
}

/** Let the neighbours press, where it is on them. */
export function watched(picture, state) {
  if (!state.practice || !lesson) return;
  for (const { seat, after } of lesson.neighbours(picture, state.seat)) {
    if (busy.has(seat)) continue;
    busy.add(seat);
    setTimeout(() => press(seat), after);
  }
}

function press(seat) {
  inTurn("/api/v1/tabletop", { do: "press", seat }).catch((error) => console.warn(error));
  setTimeout(() => {
    inTurn("/api/v1/tabletop", { do: "release", seat }).catch((error) => console.warn(error));
    busy.delete(seat);
  }, QUICK_MS);
}

function at(step) {
  const { hint = null, press: presses = false } = lesson.steps[step] ?? {};
  return { step, hint, press: presses };
}

/** The offer to practise. */
export function Learn({ state, set, asking }) {
  const { picture, seat, lessons } = state;
  if (seat === null || picture.running || !lessons.includes(picture.game)) return null;
  async function begin() {
    if (!(await asking(ask("/api/v1/practice", { seat })))) return;
    lesson = (await import(`/games/${picture.game}/lesson.mjs`)).lesson;
    busy = new Set();
    set({ practice: at(0) });
  }
  return html`<button class="says learn" onClick=${begin}>New here? Learn it in a minute</button>`;
}

/** What the coach says now. */
export function Practice({ state, set, asking }) {
  const { practice } = state;
  if (!practice || !lesson) return null;
  async function end() {
    set({ practice: null });
    await asking(ask("/api/v1/practice/end", {}));
  }
  const step = lesson.steps[practice.step];
  return html`<section class="coach" role="status">
    <p>${step ? step.say : lesson.done}</p>
    <div class="row">
      <p class="dots" role="img" aria-label=${`step ${Math.min(practice.step + 1, lesson.steps.length)} of ${lesson.steps.length}`}>
        ${lesson.steps.map((_, n) => html`<span key=${n} class=${n < practice.step ? "past" : n === practice.step ? "now" : ""}></span>`)}
      </p>
      <button class=${step ? "says" : "again"} onClick=${end}>${step ? "Enough of that" : "Play a real game"}</button>
    </div>
  </section>`;
}
