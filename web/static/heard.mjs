// Sounds and speech; this module is loaded when somebody switches them on.
import { language } from "./say.mjs";

/** @import { Event, Picture } from "../types/table" */

// -- five sounds that are easy to tell apart, made on the phone without audio files

/** @typedef {"card" | "no" | "bang" | "turn" | "end"} Sound */

const LOUD = 0.5;
/** @type {{ [sound in Sound]: number[] }} */
export const BUZZES = { card: [15], no: [60, 60, 60], bang: [90], turn: [30, 60, 30], end: [200, 80, 200] };

/**
 * Play a tone that fades away.
 * @param {BaseAudioContext} audio
 * @param {AudioNode} to
 * @param {{ at: number, s: number, hz: number, until?: number, type?: OscillatorType, loud?: number }} tone
 */
function tone(audio, to, { at, s, hz, until = hz, type = "sine", loud = LOUD }) {
  const source = new OscillatorNode(audio, { type, frequency: hz });
  source.frequency.exponentialRampToValueAtTime(until, at + s);
  through(audio, source, to, at, s, loud);
}

/**
 * Play a noise, like a hand that strikes the table.
 * @param {BaseAudioContext} audio
 * @param {AudioNode} to
 * @param {{ at: number, s: number, hz: number, loud?: number }} noise
 */
function noise(audio, to, { at, s, hz, loud = LOUD }) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * s), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  let seed = 1;
  for (let n = 0; n < samples.length; n++) {
    seed = (seed * 16807) % 2147483647; // the same noise each time
    samples[n] = seed / 1073741824 - 1;
  }
  const source = new AudioBufferSourceNode(audio, { buffer });
  const low = new BiquadFilterNode(audio, { type: "lowpass", frequency: hz });
  low.connect(to);
  through(audio, source, low, at, s, loud);
}

/**
 * @param {BaseAudioContext} audio
 * @param {AudioScheduledSourceNode} source
 * @param {AudioNode} to
 * @param {number} at
 * @param {number} s
 * @param {number} loud
 */
function through(audio, source, to, at, s, loud) {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + s);
  source.connect(gain).connect(to);
  source.start(at);
  source.stop(at + s);
}

/** @type {{ [sound in Sound]: (audio: BaseAudioContext, to: AudioNode, at: number) => void }} */
const SOUNDS = {
  card: (audio, to, at) => tone(audio, to, { at, s: 0.05, hz: 2400, until: 1800, type: "triangle" }),
  no(audio, to, at) {
    tone(audio, to, { at, s: 0.14, hz: 150, type: "sawtooth" });
    tone(audio, to, { at: at + 0.18, s: 0.2, hz: 110, type: "sawtooth" });
  },
  bang(audio, to, at) {
    noise(audio, to, { at, s: 0.12, hz: 3500, loud: 0.5 });
    tone(audio, to, { at, s: 0.22, hz: 160, until: 45, loud: 0.5 });
  },
  turn(audio, to, at) {
    tone(audio, to, { at, s: 0.16, hz: 660 });
    tone(audio, to, { at: at + 0.14, s: 0.3, hz: 990 });
  },
  end: (audio, to, at) =>
    [523, 659, 784, 1047].forEach((hz, n) => {
      tone(audio, to, { at: at + n * 0.16, s: 0.7, hz, type: "triangle", loud: 0.35 });
    }),
};

/**
 * Play a sound, now or at a time of the audio context.
 * @param {Sound} sound
 * @param {BaseAudioContext} audio
 * @param {number} [at]
 */
export const sounds = (sound, audio, at = audio.currentTime) => SOUNDS[sound](audio, audio.destination, at);

// -- the phone's own voice, in the language of the phone; urgent new sentences interrupt older ones

/** A voice for the phone's language; voices on the phone itself are preferred to remote ones. */
function voice() {
  const voices = speechSynthesis.getVoices().filter(({ lang }) => lang.toLowerCase().startsWith(language));
  return voices.find(({ localService }) => localService) ?? voices[0] ?? null;
}

/**
 * A sentence with a full stop at its end, so that the voice pauses there.
 * @param {string} sentence
 */
const ended = (sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

/**
 * Speak sentences, after the current one, or at once if they are urgent.
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

/** Stop speaking. */
export function hush() {
  speechSynthesis.cancel();
}

// -- the sounds and sentences for events, made only from what this phone knows

/** @type {{ [event: string]: Sound }} */
const OF_ALL = {
  pile_started: "card",
  card_played: "card",
  race_closed: "bang",
  round_ended: "end",
  game_ended: "end",
  game_aborted: "end",
};
const REFUSED = ["play_refused", "press_refused"];

/**
 * The sound of an event for a phone with these seats; one without seats hears the sounds for everybody.
 * @param {Event & { seat?: number | null }} event
 * @param {readonly number[]} seats
 * @returns {Sound | null}
 */
export function soundOf(event, seats) {
  const mine = event.seat == null || !seats.length || seats.includes(event.seat);
  if (REFUSED.includes(event.event)) return mine ? "no" : null;
  if (event.event === "turn_started") return event.seat != null && seats.includes(event.seat) ? "turn" : null;
  return OF_ALL[event.event] ?? null;
}

/**
 * The sentences to speak now: the headline and the prompt if they are new, and the news since `before`.
 * `urgent` means that older sentences are outdated.
 * @param {Picture | null} before
 * @param {Picture} now
 * @returns {{ urgent: boolean, sentences: string[] }}
 */
export function sentencesOf(before, now) {
  const known = before?.game_id === now.game_id ? before : null;
  const seq = Math.max(0, ...(known?.news ?? []).map((one) => one.seq));
  const fresh = now.news.filter((one) => one.seq > seq && one.said).map(({ said }) => said);
  const notice = now.notice !== known?.notice ? now.notice : null;
  const stands = [now.headline, now.prompt].map((one, n) =>
    one === (known && [known.headline, known.prompt][n]) ? null : one,
  );
  const sentences = [...stands, notice, ...(known ? fresh.reverse() : [])].filter((one) => !!one);
  return { urgent: stands.some((one) => !!one), sentences: /** @type {string[]} */ (sentences) };
}
