// Sound and speech of this phone. Both are off until somebody switches them on, and silent while the page is hidden. The
// module that makes sounds is loaded when it is first needed.

/**
 * @import { Sound } from "./heard.mjs"
 * @import { Event, Picture } from "../types/table"
 */

/** @typedef {"sound" | "speech"} Ear */
/** The page event that is sent when sound or speech is switched on or off, or becomes audible. */
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
    return false; // storage is disabled on this phone
  }
}

/**
 * Switch sound or speech. Call it on a tap, without which no phone makes a sound.
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

/** Load the modules for what is switched on. */
export async function ready() {
  if (isOn("sound") || isOn("speech")) heard ??= await import("./heard.mjs");
  if (isOn("sound")) {
    audio ??= listened(new AudioContext());
    if (audio.state === "suspended") audio.resume(); // browsers allow it only after a first tap
  }
  tell();
  dispatchEvent(new globalThis.Event(SWITCHED)); // now it is known whether the browser allows sound
}

/** @param {AudioContext} made */
function listened(made) {
  made.onstatechange = () => dispatchEvent(new globalThis.Event(SWITCHED));
  return made;
}

/** Whether something is switched on that the browser mutes until somebody taps or presses a key. */
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
 * Make the sound of an event, as these seats hear it.
 * @param {Event} event
 * @param {readonly number[]} seats
 */
export function event(event, seats) {
  const which = heard?.soundOf(event, seats);
  if (which) sound(which);
}

/** Make the sound of this phone's button: in a race, a hand that comes down. */
export function pressed() {
  if (now?.race) sound("bang");
}

/** @type {(sentences: readonly string[]) => void} */
let spread = () => {};

/**
 * Set a function that also gets the sentences spoken about a picture.
 * @param {(sentences: readonly string[]) => void} tell
 */
export function onSaid(tell) {
  spread = tell;
}

/**
 * Speak sentences at once, instead of the sentence being spoken.
 * @param {readonly string[]} sentences
 */
export function say(sentences) {
  if (isOn("speech") && !document.hidden) heard?.speak(sentences, true);
}

/** @type {Picture | null} */
let now = null; // the latest picture
/** @type {Picture | null} */
let spoken = null; // the latest picture whose news was spoken

/**
 * Speak what is new in a picture.
 * @param {Picture} picture
 */
export function picture(picture) {
  now = picture;
  tell();
}

/** Speak what is new since the last time. Events that happen while the page is hidden are not spoken later. */
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
