// For ears: whether this phone makes sounds and speaks. Both are off until somebody switches them on, and quiet while
// nobody looks at the page. What makes sounds is loaded when it is wanted.

/**
 * @import { Sound } from "./heard.mjs"
 * @import { Event, Picture } from "../types/table"
 */

/** @typedef {"sound" | "speech"} Ear */
/** What a page is told when one of them was switched, or may be heard now. */
export const SWITCHED = "ears";
/** @type {AudioContext | null} */
let audio = null;
/** @type {typeof import("./heard.mjs") | null} */
let heard = null;

/** @param {Ear} ear */
export function isOn(ear) {
  try {
    return localStorage.getItem(ear) === "on";
  } catch {
    return false; // this phone was forbidden to remember anything
  }
}

/**
 * Switch one of them. It is a tap, without which no phone makes a sound.
 * @param {Ear} ear
 * @param {boolean} on
 */
export async function turn(ear, on) {
  try {
    if (on) localStorage.setItem(ear, "on");
    else localStorage.removeItem(ear);
  } catch (error) {
    console.info("what is to be heard cannot be kept", error);
  }
  await ready();
  if (ear === "speech" && !on) heard?.hush();
  if (ear === "sound" && on) sound("turn");
}

/** Load what is switched on. */
export async function ready() {
  if (isOn("sound") || isOn("speech")) heard ??= await import("./heard.mjs");
  if (isOn("sound")) {
    audio ??= listened(new AudioContext());
    if (audio.state === "suspended") audio.resume(); // until the first tap no browser lets it
  }
  tell();
  dispatchEvent(new globalThis.Event(SWITCHED)); // by now it is known whether the browser lets us be heard
}

/** @param {AudioContext} made */
function listened(made) {
  made.onstatechange = () => dispatchEvent(new globalThis.Event(SWITCHED));
  return made;
}

/** Whether something is switched on that the browser keeps quiet until somebody taps, or presses a key. */
export const isMuted = () =>
  (isOn("sound") && audio?.state === "suspended") ||
  (isOn("speech") && navigator.userActivation?.hasBeenActive === false);

/** @param {Sound} which */
export function sound(which) {
  if (!heard || !audio || !isOn("sound") || document.hidden) return;
  heard.sounds(which, audio);
  navigator.vibrate?.(heard.BUZZES[which]);
}

/**
 * Hear an event, at these seats.
 * @param {Event} event
 * @param {readonly number[]} seats
 */
export function event(event, seats) {
  const which = heard?.soundOf(event, seats);
  if (which) sound(which);
}

/** Hear the own button: in a race a hand that comes down. */
export function pressed() {
  if (now?.race) sound("bang");
}

/** @type {(sentences: readonly string[]) => void} */
let spread = () => {};

/**
 * Say who else wants to know what is said of a picture.
 * @param {(sentences: readonly string[]) => void} tell
 */
export function onSaid(tell) {
  spread = tell;
}

/**
 * Say sentences at once, in place of what is being said.
 * @param {readonly string[]} sentences
 */
export function say(sentences) {
  if (isOn("speech") && !document.hidden) heard?.speak(sentences, true);
}

/** @type {Picture | null} */
let now = null; // what the table shows
/** @type {Picture | null} */
let spoken = null; // what was said of it last

/**
 * Hear what is new in a picture.
 * @param {Picture} picture
 */
export function picture(picture) {
  now = picture;
  tell();
}

/** Say what is new since it was told last. What happens while nobody looks is not told later. */
function tell() {
  if (!now || !heard) return;
  if (!document.hidden) {
    const { urgent, sentences } = heard.sentencesOf(spoken, now);
    if (isOn("speech")) heard.speak(sentences, urgent);
    if (sentences.length) spread(sentences);
  }
  spoken = now;
}

for (const touched of ["pointerdown", "keydown"])
  addEventListener(touched, () => audio?.state === "suspended" && audio.resume());
if (isOn("sound") || isOn("speech")) ready();
