// Seat buttons: a finger, or a key, goes down and comes up; what that means the table works out.
import { inTurn } from "./api.mjs";
import * as ears from "./ears.mjs";
import { contests, did, rests } from "./rest.mjs";
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/** @import { Move } from "../types/table" */

const KEY = "key";
const A_HOLD_MS = 800; // longer than any tap
const A_MOMENT_MS = 150;
const A_WORD = 6; // letters: what is longer stands on the button in smaller type
const A_TOUCH_MS = 1200; // until a card that waits for its pad has touched it
/** @typedef {number | string} Finger the number of a pointer, or the key */
/** @type {Map<Finger, number>} */
const down = new Map(); // which finger is on which button
/** @type {(complaint: string) => void} */
let complain = () => {};
let keyed = false; // the click that follows was made by a key

/** @param {Move} body */
const move = (body) => inTurn("/api/v1/tabletop", body, "fingers").catch((error) => complain(error.message));

/**
 * @param {Finger} finger
 * @param {number} seat
 */
function press(finger, seat) {
  release(finger);
  if (takesNone(seat)) return; // until the finger comes again
  down.set(finger, seat);
  put(seat);
}

/**
 * Put a finger down, and say whether it is to contest: if that is over by then, it must not do something else.
 * @param {number} seat
 */
function put(seat) {
  did(seat);
  ears.pressed();
  move({ do: "press", seat, ...(contests(seat) && { contests: true }) });
}

/** @param {Finger} finger */
function release(finger) {
  const seat = down.get(finger);
  if (seat === undefined) return;
  down.delete(finger);
  move({ do: "release", seat });
}

function releaseAll() {
  for (const finger of [...down.keys()]) release(finger);
}
window.addEventListener("pointerup", (event) => release(event.pointerId));
window.addEventListener("pointercancel", (event) => release(event.pointerId));
window.addEventListener("keyup", () => release(KEY));
// No finger stays on a button of a page that nobody sees.
for (const gone of ["pagehide", "blur"]) window.addEventListener(gone, releaseAll);
document.addEventListener("visibilitychange", () => document.hidden && releaseAll());

/**
 * Tap a button for its player: by the draw pile, by voice, or for a neighbour in practice.
 * @param {number} seat
 */
export function tap(seat) {
  put(seat);
  move({ do: "release", seat });
}

/**
 * Hold a button for a neighbour in practice.
 * @param {number} seat
 */
export function hold(seat) {
  put(seat);
  setTimeout(() => move({ do: "release", seat }), A_HOLD_MS);
}

/** @type {Set<number>} */
const held = new Set(); // seats whose button is kept down for them

/**
 * Why a seat's button takes no press now; null while it does.
 * @param {number} seat
 */
const takesNone = (seat) => rests(seat) ?? (held.has(seat) ? say("One moment") : null);

/**
 * Keep a button down while something is done that takes a moment, such as a card that touches a pad.
 * @param {number} seat
 * @param {() => Promise<unknown>} done
 */
export async function during(seat, done) {
  held.add(seat);
  put(seat);
  await new Promise((soon) => setTimeout(soon, A_MOMENT_MS)); // the finger is down before the hand comes
  await done();
  await new Promise((soon) => setTimeout(soon, A_TOUCH_MS));
  await move({ do: "release", seat });
  held.delete(seat);
}

/**
 * Say where complaints of buttons go.
 * @param {(complaint: string) => void} tell
 */
export function onComplaint(tell) {
  complain = tell;
}

/**
 * `says` is what a tap means now, in a word: without one the button is not lit, for it would do nothing; `instead` is done where a press would say what nobody can mean.
 * @param {{ seat: number, name: string, lit?: boolean, hinted?: boolean, says?: string | null, instead?: (() => void) | null }} props
 */
export function SeatButton({ seat, name, lit, hinted, says, instead }) {
  /** @param {KeyboardEvent} event */
  const isKey = (event) => event.key === " " || event.key === "Enter";
  /** @param {Finger} finger */
  const begin = (finger) => (instead && !takesNone(seat) ? instead() : press(finger, seat));
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (!isKey(event) || event.repeat) return;
    keyed = true;
    begin(KEY);
  };
  // A click that no finger and no key has made comes from a screen reader or a voice: it means a tap.
  /** @param {MouseEvent} event */
  const click = (event) => {
    if (event.detail === 0 && !keyed && !takesNone(seat)) (instead ?? (() => tap(seat)))();
    keyed = false;
  };
  const why = takesNone(seat);
  const word = why ?? says;
  return html`<button
    class=${`big ${lit && word ? "lit" : ""} ${hinted ? "hinted" : ""} ${why ? "rests" : ""}`}
    data-button=${seat}
    aria-disabled=${Boolean(why)}
    aria-description=${say("a button: tap, hold or press twice")}
    onPointerDown=${(event) => begin(event.pointerId)}
    onKeyDown=${key}
    onClick=${click}
    onContextMenu=${(event) => event.preventDefault()}
  ><span class="cap">${word ? html`<span class=${`means ${word.length > A_WORD ? "long" : ""}`}>${word}</span>` : html`<span class="number">${seat}</span>`}</span><span class="of">${name}</span></button>`;
}
