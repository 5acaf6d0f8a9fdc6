// The phone's own voice, in the language of the phone. What is newer and matters cuts short what is older.
import { language } from "./say.mjs";

/** A voice that speaks the phone's language; one that is on the phone itself goes before one from afar. */
function voice() {
  const voices = speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(language));
  return voices.find(({ localService }) => localService) ?? voices[0] ?? null;
}

/**
 * A sentence with its end, at which a voice pauses.
 * @param {string} sentence
 */
const ended = (sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

/**
 * Say these sentences, after what is being said, or at once.
 * @param {readonly string[]} sentences
 * @param {boolean} [urgent]
 */
export function speak(sentences, urgent = false) {
  if (!sentences.length) return;
  if (urgent) hush();
  const says = new SpeechSynthesisUtterance(sentences.map(ended).join(" "));
  says.lang = language;
  says.voice = voice();
  speechSynthesis.speak(says);
}

/** Say nothing any more. */
export function hush() {
  speechSynthesis.cancel();
}
