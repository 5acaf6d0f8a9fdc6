// Seat buttons: a finger or a key goes down and up; the table decides what that means.
import { inTurn } from "./api.mjs";
import * as ears from "./ears.mjs";
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/**
 * @import { Ui } from "../types/ui"
 * @import { Move, Picture } from "../types/table"
 */

// -- three gestures on one large area, and keys that do the same

const A_SWIPE = 40; // px sideways: a finger that moves less has tapped
/** @type {{ [key: string]: "next" | "before" | "tap" | "hold" }} */
const KEYS = {
  ArrowRight: "next",
  ArrowDown: "next",
  ArrowLeft: "before",
  ArrowUp: "before",
  Enter: "tap",
  " ": "tap",
  Escape: "hold",
};

/** @typedef {{ next(): void, before(): void, tap(): void, hold(): void }} Gestures */

/**
 * Return the event handlers of an area for gestures: a swipe to the left means the next item, like turning a page.
 * @param {Gestures} does
 */
export function gestures(does) {
  /** @type {{ x: number, y: number, held: ReturnType<typeof setTimeout> } | null} */
  let down = null;
  const up = () => {
    if (down) clearTimeout(down.held);
    down = null;
  };
  return {
    /** @param {PointerEvent} event */
    onPointerDown(event) {
      up();
      if (event.button) return;
      const held = setTimeout(() => {
        up();
        does.hold();
      }, A_HOLD_MS);
      down = { x: event.clientX, y: event.clientY, held };
    },
    /** @param {PointerEvent} event */
    onPointerMove(event) {
      if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > A_SWIPE) clearTimeout(down.held);
    },
    /** @param {PointerEvent} event */
    onPointerUp(event) {
      if (!down) return;
      const [x, y] = [event.clientX - down.x, event.clientY - down.y];
      up();
      if (Math.abs(x) > A_SWIPE && Math.abs(x) > Math.abs(y)) does[x < 0 ? "next" : "before"]();
      else if (Math.hypot(x, y) <= A_SWIPE) does.tap();
    },
    onPointerCancel: up,
    onContextMenu: (/** @type {Event} */ event) => event.preventDefault(),
    /** @param {KeyboardEvent} event */
    onKeyDown(event) {
      const what = KEYS[event.key];
      if (!what || event.repeat) return;
      event.preventDefault();
      does[what]();
    },
  };
}

// -- a seat button ignores presses for a second after its meaning has changed by itself, so that a finger that meant one
// thing does not do another ("the button rests"). A button that meant nothing before does not rest, nor does a button in a
// race or a contest that has just opened, because people have to press it at once.

const REST_MS = 1000;
/** @typedef {{ means: string | null, before: string | null, left: number, rest: { until: number, why: string } | null }} Known */
const OWN_MS = 1500; // a change this soon after an action at a seat is caused by its own player
/** @type {Map<number, Known>} */
const known = new Map(); // by seat: its button's meaning, the one before and when that ended, and how long the button rests
/** @type {Map<number, number>} */
const acts = new Map(); // by seat: when its player last did something
/** @type {number | null} */
let game = null;
/** @typedef {"tap" | "hold" | "double"} Gesture */
/** @type {{ seat: number | null, says: Picture["gestures"] }} */
const own = { seat: null, says: {} }; // what gestures of this phone's own button say

/** @param {string} means */
const isRace = (means) => means.startsWith("race ");

/**
 * What a press of a seat's button means now, as a word that differs for different meanings; null if it means nothing.
 * @param {Picture} picture
 * @param {number} seat
 * @param {Ui["buttonMeans"]} buttonMeans
 * @returns {string | null}
 */
function meaningOf(picture, seat, buttonMeans) {
  const { question, race } = picture;
  if (question?.seats.includes(seat)) return `question ${question.text}`;
  if (race?.seats?.includes(seat)) return `race ${race.race}`;
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
 * Note that a player has done something, so that changes that follow do not surprise them.
 * @param {number} seat
 */
export function did(seat) {
  acts.set(seat, performance.now());
}

/**
 * Update the buttons of this phone's seats from a new picture, which is the view of `seat`; `redraw` is called when a
 * button no longer rests.
 * @param {{ picture: Picture, seat: number | null, seats: number[], buttonMeans: Ui["buttonMeans"], redraw(): void }} what
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
 * Why a seat's button rests, as a text; null if it does not rest.
 * @param {number} seat
 * @returns {string | null}
 */
export function rests(seat) {
  if (edges) return null; // a real table itself decides about presses that come too late
  const rest = known.get(seat)?.rest;
  return rest && performance.now() < rest.until ? rest.why : null;
}

/**
 * What a gesture of a seat's button says now, as far as this phone knows.
 * @param {number} seat
 * @param {Gesture} gesture
 */
const saysBy = (seat, gesture) => (seat === own.seat ? own.says?.[gesture] : undefined);

/**
 * Whether a seat's player is in a race of hands: then a press counts as soon as the finger is down.
 * @param {number} seat
 */
const races = (seat) => isRace(known.get(seat)?.means ?? "") && !contests(seat);

/**
 * Whether a seat's player can contest a card now, as far as this phone knows.
 * @param {number} seat
 */
export const contests = (seat) => known.get(seat)?.means === "race contest";

// -- the round button

const KEY = "key";
const A_HOLD_MS = 600; // a finger that is down for this long makes a hold
const AGAIN_MS = 400; // a second press within this time makes a double press
const A_MOMENT_MS = 150;
const A_WORD = 6; // letters; longer texts are shown on the button in smaller type
const A_TOUCH_MS = 1200; // until a card in motion has touched its pad
/** @typedef {number | string} Finger the number of a pointer, or the key */
/** @typedef {{ seat: number, hit: boolean, contest: boolean, timer: ReturnType<typeof setTimeout> | null }} Down */
/** @type {Map<Finger, Down>} */
const down = new Map(); // by finger: its button; `timer` is null once it is a hold, `hit` says whether a tap was sent
/** @type {Map<number, ReturnType<typeof setTimeout>>} */
const waiting = new Map(); // by seat: a tap that may become a double press
/** @type {(complaint: string) => void} */
let complain = () => {};
let keyed = false; // the next click event comes from a key
/** @typedef {(down: boolean, at: number) => void} Edges */
/** @type {Edges | null} */
let edges = null; // set if this phone is the button of a real table: a function that reports each edge

/**
 * Let this phone be the button of a real table.
 * @param {Edges | null} tell
 */
export function wire(tell) {
  edges = tell;
}

/** @param {Move} body */
const move = (body) => inTurn("/api/v1/tabletop", body, "fingers").catch((error) => complain(error.message));

/**
 * Handle a finger that goes down. The gesture is recognised here, by this phone's clock, and sent in one request, so a tap
 * stays a tap on a slow network. In a race the press is sent at once; the table, which also waits for earlier presses,
 * decides whether it contests or passes.
 * @param {Finger} finger
 * @param {number} seat
 * @param {number} at
 */
function press(finger, seat, at) {
  release(finger, at);
  if (takesNone(seat)) return; // until the next press
  did(seat);
  ears.pressed();
  if (edges) return presses(edges, finger, seat, at);
  const contest = contests(seat);
  const first = waiting.get(seat);
  clearTimeout(first);
  waiting.delete(seat);
  if (first !== undefined && !contest) return tell(seat, "double");
  const hit = races(seat);
  if (hit) tell(seat, "tap");
  if (contest) tell(seat);
  const means = saysBy(seat, "hold")?.choice;
  if (hit && !means) return;
  const timer = setTimeout(() => {
    down.set(finger, { seat, hit, contest, timer: null });
    if (!contest && !contests(seat)) tell(seat, "hold", means, true);
    shows(seat, "holds");
  }, A_HOLD_MS);
  down.set(finger, { seat, hit, contest, timer });
  shows(seat, "down");
}

/**
 * Whether a finger is on a seat's button.
 * @param {number} seat
 */
const isDown = (seat) => [...down.values()].some((one) => one.seat === seat);

/**
 * Handle a finger that goes down on a button of a real table.
 * @param {Edges} tell
 * @param {Finger} finger
 * @param {number} seat
 * @param {number} at
 */
function presses(tell, finger, seat, at) {
  if (!isDown(seat)) tell(true, at); // two fingers on a button are one press
  const timer = setTimeout(() => shows(seat, "holds"), A_HOLD_MS);
  down.set(finger, { seat, hit: false, contest: false, timer });
  shows(seat, "down");
}

/**
 * Send a gesture to the table; without one the button stays down until it is released. The request says whether the
 * gesture is meant to contest: if the contest is over by then, it must not do anything else.
 * @param {number} seat
 * @param {Gesture} [gesture]
 * @param {string} [means] the only choice that the gesture is meant to make
 * @param {boolean} [stays] the finger that holds is still down
 */
const tell = (seat, gesture, means, stays) =>
  move({
    do: "press",
    seat,
    ...(gesture && { gesture }),
    ...(means && { means }),
    ...(stays && { stays }),
    ...(contests(seat) && { contests: true }),
  });

/**
 * @param {Finger} finger
 * @param {number} [at]
 */
function release(finger, at = performance.now()) {
  const { seat, hit, contest, timer } = down.get(finger) ?? {};
  if (seat === undefined) return;
  down.delete(finger);
  shows(seat, null);
  if (timer !== null) clearTimeout(timer);
  if (edges) return isDown(seat) ? undefined : edges(false, at);
  if (timer === null || contest) return move({ do: "release", seat });
  if (hit || contests(seat)) return; // a press that began before a contest does not count in it
  if (!saysBy(seat, "double")) return tell(seat, "tap");
  const again = setTimeout(() => {
    waiting.delete(seat);
    tell(seat, "tap");
  }, AGAIN_MS);
  waiting.set(seat, again);
}

/**
 * Show on a button that a finger is down, and that it has become a hold.
 * @param {number} seat
 * @param {"down" | "holds" | null} finger
 */
function shows(seat, finger) {
  const button = /** @type {HTMLElement | null} */ (document.querySelector(`[data-button="${seat}"]`));
  if (finger) button?.setAttribute("data-finger", finger);
  else button?.removeAttribute("data-finger");
}

function releaseAll() {
  for (const finger of [...down.keys()]) release(finger);
}
window.addEventListener("pointerup", (event) => release(event.pointerId, event.timeStamp));
window.addEventListener("pointercancel", (event) => release(event.pointerId));
window.addEventListener("keyup", (event) => release(KEY, event.timeStamp));
// Release all buttons when the page is no longer visible.
for (const gone of ["pagehide", "blur"]) window.addEventListener(gone, releaseAll);
document.addEventListener("visibilitychange", () => document.hidden && releaseAll());

/**
 * Make a gesture for a seat's player: from the draw pile, from a labelled button, by voice, or for a neighbour in
 * practice.
 * @param {number} seat
 * @param {Gesture} [gesture]
 * @param {string} [means]
 */
export function gesture(seat, gesture = "tap", means) {
  did(seat);
  ears.pressed();
  if (edges) return makes(edges, gesture);
  tell(seat, gesture, means);
}

/** @type {{ [gesture in Gesture]: [number, number][] }} */
const MADE_MS = {
  tap: [[0, 60]],
  hold: [[0, 700]],
  double: [
    [0, 60],
    [160, 60],
  ],
}; // when the finger goes down, and for how long

/**
 * Make a gesture as a finger would.
 * @param {Edges} tell
 * @param {Gesture} gesture
 */
function makes(tell, gesture) {
  for (const [after, lasts] of MADE_MS[gesture]) {
    setTimeout(() => tell(true, performance.now()), after);
    setTimeout(() => tell(false, performance.now()), after + lasts);
  }
}

/** @type {Set<number>} */
const held = new Set(); // seats whose button this page keeps down

/**
 * Why a seat's button accepts no press now, as a text; null if it accepts one.
 * @param {number} seat
 */
const takesNone = (seat) => rests(seat) ?? (held.has(seat) ? say("One moment") : null);

/**
 * Keep a button down during an action that takes a moment, such as a card that touches a pad.
 * @param {number} seat
 * @param {() => Promise<unknown>} done
 */
export async function during(seat, done) {
  held.add(seat);
  did(seat);
  tell(seat);
  await new Promise((soon) => setTimeout(soon, A_MOMENT_MS)); // so that the finger is down before the card comes
  await done();
  await new Promise((soon) => setTimeout(soon, A_TOUCH_MS));
  await move({ do: "release", seat });
  held.delete(seat);
}

/**
 * Set the function that shows complaints about buttons.
 * @param {(complaint: string) => void} tell
 */
export function onComplaint(tell) {
  complain = tell;
}

/**
 * A seat's button. `says` is what a tap means now, in a word; without it the button is not lit, because a tap does nothing.
 * `instead` is called instead of a press that nobody can mean.
 * @param {{ seat: number, name: string, lit?: boolean, hinted?: boolean, says?: string | null, instead?: (() => void) | null }} props
 */
export function SeatButton({ seat, name, lit, hinted, says, instead }) {
  /** @param {KeyboardEvent} event */
  const isKey = (event) => event.key === " " || event.key === "Enter";
  /**
   * @param {Finger} finger
   * @param {number} at
   */
  const begin = (finger, at) => (instead && !takesNone(seat) ? instead() : press(finger, seat, at));
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (!isKey(event) || event.repeat) return;
    keyed = true;
    begin(KEY, event.timeStamp);
  };
  // A click without a finger or a key comes from a screen reader or voice control: it means a tap.
  /** @param {MouseEvent} event */
  const click = (event) => {
    if (event.detail === 0 && !keyed && !takesNone(seat)) (instead ?? (() => gesture(seat)))();
    keyed = false;
  };
  const why = takesNone(seat);
  const word = why ?? says;
  return html`<button
    class=${`big ${lit && word ? "lit" : ""} ${hinted ? "hinted" : ""} ${why ? "rests" : ""}`}
    data-button=${seat}
    aria-disabled=${Boolean(why)}
    aria-description=${say("a button: tap, hold or press twice")}
    onPointerDown=${(event) => begin(event.pointerId, event.timeStamp)}
    onKeyDown=${key}
    onClick=${click}
    onContextMenu=${(event) => event.preventDefault()}
  ><span class="cap">${word ? html`<span class=${`means ${word.length > A_WORD ? "long" : ""}`}>${word}</span>` : html`<svg class="idle" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 11V5.500a1.500 1.500 0 0 1 3 0V11m0-1.500a1.500 1.500 0 0 1 3 0V11m0-.5a1.500 1.500 0 0 1 3 0V15a6 6 0 0 1-6 6h-.7a6 6 0 0 1-4.800-2.400L4.300 15a1.600 1.600 0 0 1 2.400-2.100L9 15" /></svg>`}</span><span class="of">${name}</span></button>`;
}

/** @type {Gesture[]} */
const SEEN = ["hold", "double"];

/**
 * Buttons for what a hold and a double press of a seat's button say; the round button itself says what a tap means.
 * `shown` are the gestures that a game shows itself.
 * @param {{ seat: number, picture: Picture, shown: string[] }} props
 */
export function Gestures({ seat, picture: { gestures }, shown }) {
  const said = new Set([gestures?.tap?.choice, ...shown]);
  return SEEN.map((one) => {
    const { choice, says } = gestures?.[one] ?? {};
    if (!choice || said.has(choice)) return null;
    said.add(choice);
    const press = () => !takesNone(seat) && gesture(seat, one, choice);
    return html`<button type="button" class="says" key=${choice} data-choice=${choice} aria-disabled=${Boolean(takesNone(seat))} onClick=${press}>${says}</button>`;
  });
}
