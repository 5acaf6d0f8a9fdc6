// What is heard at the table, made on the phone: nothing is fetched. Five sounds that nobody takes for each other.

/** @typedef {"card" | "no" | "bang" | "turn" | "end"} Sound */

const LOUD = 0.5;
/** @type {{ [sound in Sound]: number[] }} */
export const BUZZES = { card: [15], no: [60, 60, 60], bang: [90], turn: [30, 60, 30], end: [200, 80, 200] };

/**
 * Let a tone sound, which fades away.
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
 * Let a noise sound, as of a hand that comes down.
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
 * Let a sound sound, now or at a time of its audio.
 * @param {Sound} sound
 * @param {BaseAudioContext} audio
 * @param {number} [at]
 */
export const sounds = (sound, audio, at = audio.currentTime) => SOUNDS[sound](audio, audio.destination, at);
