// The replay of a finished game: its pictures as everybody saw them, and a time line that people can drag.
import { Scene } from "./felt.mjs";
import { clock, got } from "./past.mjs";
import { say } from "./say.mjs";
import { html } from "./view.mjs";
import { Verdict } from "./widgets.mjs";

/**
 * @import { Ui } from "../types/ui"
 * @import { Highlight, Mark, Moment, Told, Whole } from "../types/past"
 * @import { Picture } from "../types/table"
 */

// -- the time line of a finished game: its moments, its marks, and the passing of time in a replay

const SPEEDS = [1, 2, 4, 8, 16];
const LONGEST_S = 20; // the longest wait between events; the rest of it is skipped
const NAMES = { closest_race: say("Closest race"), bluff: say("Found out"), opened: say("Came to light") };

/**
 * The moments of a game; events with the same time are one moment.
 * @param {Pick<Told, "seq" | "t">[]} events
 * @returns {Moment[]}
 */
export function momentsOf(events) {
  /** @type {Moment[]} */
  const found = [];
  for (const { seq, t } of events) {
    const before = found.at(-1);
    if (before?.t === t) before.seq = seq;
    else found.push({ first: seq, seq, t });
  }
  return found;
}

/**
 * The index of the moment at a time; before the first moment, that of the first.
 * @param {Moment[]} moments
 * @param {number} t
 */
export function indexAt(moments, t) {
  let [low, high] = [0, moments.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (moments[middle].t <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The index of an event's moment.
 * @param {Moment[]} moments
 * @param {number} seq
 */
export function indexOf(moments, seq) {
  const found = moments.findIndex((one) => one.seq >= seq);
  return found < 0 ? Math.max(0, moments.length - 1) : found;
}

/**
 * The game time after `seconds` seconds of replay. Long waits are skipped, except for their ends.
 * @param {Moment[]} moments
 * @param {number} now
 * @param {number} seconds
 * @param {number} speed
 */
export function later(moments, now, seconds, speed) {
  const next = moments[indexAt(moments, now) + 1] ?? moments[moments.length - 1];
  const from = Math.max(now, next.t - LONGEST_S);
  return Math.min(from + seconds * speed, moments[moments.length - 1].t);
}

/**
 * The marks on the time line: the ends of rounds, and highlights, in order.
 * @param {Pick<Whole, "rounds_played" | "highlights">} game
 * @returns {Mark[]}
 */
export function marksOf({ rounds_played, highlights }) {
  /** @type {Mark[]} */
  const rounds = rounds_played.map(({ seq, t, round }) => ({
    kind: "round",
    seq,
    t,
    name: say("Round {round}", { round }),
  }));
  const special = highlights.map(({ kind, seq, t }) => ({ kind, seq, t, name: NAMES[kind] }));
  return [...rounds, ...special].sort((one, other) => one.seq - other.seq);
}

/**
 * The title of a highlight.
 * @param {Highlight["kind"]} kind
 */
export const called = (kind) => NAMES[kind];

/**
 * The index of the next mark from a moment, forwards or backwards; the first or last moment if there is none.
 * @param {Mark[]} marks
 * @param {Moment[]} moments
 * @param {number} at
 * @param {1 | -1} way
 */
export function markFrom(marks, moments, at, way) {
  const places = marks.map(({ seq }) => indexOf(moments, seq));
  if (way > 0) return places.find((place) => place > at) ?? moments.length - 1;
  return places.findLast((place) => place < at) ?? 0;
}

/**
 * The event that an address names as `#e123` or `?at=123`; null if it names none.
 * @param {{ hash: string, search: string }} address
 */
export function askedFor({ hash, search }) {
  const [, number] = /^#e(\d{1,9})$/.exec(hash) ?? /[?&]at=(\d{1,9})(?:&|$)/.exec(search) ?? [];
  return number ? Number(number) : null;
}

// -- the pictures of a finished game, loaded on demand: several at once, and the next ones in advance

const AT_ONCE = 5;
const AHEAD = 3; // stretches to load in advance
const MOST = 160; // stretches of pictures to keep in memory

/**
 * The pictures of one game; `arrived` is called when some arrive, `failed` with a sentence if they cannot be loaded.
 * @param {{ id: number, last: number, arrived(): void, failed(sentence: string): void }} game
 */
function picturesOf({ id, last, arrived, failed }) {
  /** @type {Map<number, Picture[]>} */
  const stretches = new Map();
  /** @type {Set<number>} */
  const asked = new Set();
  /** @type {number[]} */
  let wanted = [];
  let stopped = false;

  /** @param {number} seq */
  const stretchOf = (seq) => Math.floor((seq - 1) / AT_ONCE);

  /** Load the most wanted stretch, one at a time: while people drag, only the latest position counts. */
  async function next() {
    const stretch = wanted.find((one) => !stretches.has(one));
    if (stretch === undefined || asked.size || stopped) return;
    asked.add(stretch);
    const from = stretch * AT_ONCE + 1;
    try {
      stretches.set(stretch, await got(`/api/v1/history/${id}/pictures?from=${from}&to=${from + AT_ONCE - 1}`));
      for (const old of [...stretches.keys()].slice(0, Math.max(0, stretches.size - MOST))) stretches.delete(old);
      arrived();
    } catch (error) {
      stopped = true;
      failed(
        error instanceof TypeError
          ? say("The table does not answer. Try again in a moment.")
          : String(/** @type {Error} */ (error).message),
      );
    } finally {
      asked.delete(stretch);
    }
    next();
  }

  return {
    /**
     * The picture after an event, or null if it is not loaded.
     * @param {number} seq
     */
    at: (seq) => stretches.get(stretchOf(seq))?.[(seq - 1) % AT_ONCE] ?? null,
    /**
     * Request the picture after an event, and the next ones.
     * @param {number} seq
     */
    want(seq) {
      const here = stretchOf(seq);
      wanted = Array.from({ length: 1 + AHEAD }, (_, n) => here + n).filter((one) => one * AT_ONCE < last);
      next();
    },
    again() {
      stopped = false;
      next();
    },
  };
}

// -- the replay

/** @typedef {{ game: Whole, moments: Moment[], marks: Mark[], parts: Ui, draw(): void }} Given */
const SMOOTH_MS = 100; // between two steps of the time line while there are no events
const STEPPED = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown"];
const KEYS = [...STEPPED, "PageUp", "PageDown", "Home", "End"];
const USED = "button:not(.play), a, select, summary, input:not([type=range]), textarea, dialog";

/**
 * A replay of a game. `Replay` draws it; `go` shows the moment of an event.
 * @param {Given} given
 */
export function replayOf({ game, moments, marks, parts, draw }) {
  const end = moments[moments.length - 1];
  const state = {
    t: moments[0].t,
    playing: false,
    speed: 2,
    asked: /** @type {number | null} */ (null), // the requested event, if the moment has several
    said: /** @type {string | null} */ (null), // a sentence about the copied link
    complaint: /** @type {string | null} */ (null),
    shown: /** @type {Picture | null} */ (null),
  };
  const pictures = picturesOf({
    id: game.id,
    last: game.events,
    arrived: draw,
    failed: (complaint) => set({ complaint, playing: false }),
  });
  let before = 0; // the times of the last frame, and of the last drawing
  let drawn = 0;

  /** @param {Partial<typeof state>} change */
  function set(change) {
    Object.assign(state, change);
    draw();
  }

  const at = () => indexAt(moments, state.t);
  const seq = () => moments[at()].seq;

  /** @param {number} t */
  const to = (t) => set({ t, playing: false, said: null, asked: null });
  /** @param {number} index */
  const step = (index) => {
    to(moments[Math.min(Math.max(index, 0), moments.length - 1)].t);
    settle();
  };

  /** Put the moment into the page's address, when it no longer changes. */
  function settle() {
    history.replaceState(null, "", `#e${state.asked ?? seq()}`);
  }

  function toggle() {
    if (state.playing) {
      set({ playing: false });
      return settle();
    }
    before = performance.now();
    set({ playing: true, said: null, asked: null, t: state.t >= end.t ? moments[0].t : state.t });
    requestAnimationFrame(runs);
  }

  /** @param {number} now */
  function runs(now) {
    if (!state.playing) return;
    const there = pictures.at(seq()) !== null; // otherwise the replay waits for the picture
    const seconds = Math.min(Math.max(now - before, 0), 250) / 1000;
    before = now;
    const was = at();
    if (there) state.t = later(moments, state.t, seconds, state.speed);
    if (at() !== was || now - drawn > SMOOTH_MS) {
      drawn = now;
      draw();
    }
    if (state.t < end.t) requestAnimationFrame(runs);
    else toggle();
  }

  /** @param {KeyboardEvent} event */
  function pressed(event) {
    const { key } = event;
    if (!KEYS.includes(key) || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (key === "Home") step(0);
    else if (key === "End") step(moments.length - 1);
    else if (STEPPED.includes(key)) step(at() + (STEPPED.indexOf(key) < 2 ? 1 : -1));
    else step(markFrom(marks, moments, at(), key === "PageUp" ? 1 : -1));
  }

  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key !== " " || target.closest(USED) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    toggle();
  });

  async function copy() {
    const address = `${location.origin}/history/${game.id}#e${state.asked ?? seq()}`;
    set({ said: (await copied(address)) ? say("The link is copied.") : address });
  }

  function picture() {
    pictures.want(seq());
    state.shown = pictures.at(seq()) ?? state.shown;
    return state.shown;
  }

  const Replay = () =>
    html`<${Player} ...${{ state, game, moments, marks, parts, draw, picture: picture() }} at=${at()} on=${{ to, step, settle, toggle, pressed, copy, again: pictures.again, set }} />`;
  /** @param {number} number */
  function go(number) {
    to(moments[indexOf(moments, number)].t);
    set({ asked: number });
    settle();
  }

  return { Replay, go };
}

/**
 * Copy words to the clipboard; resolves to false if the browser does not allow that.
 * @param {string} words
 */
async function copied(words) {
  try {
    await navigator.clipboard.writeText(words);
    return true;
  } catch {
    // Browsers offer the clipboard API only to https pages; the old way also works elsewhere.
    const field = Object.assign(document.createElement("textarea"), { value: words, className: "unseen" });
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/**
 * The sentence about a moment.
 * @param {Picture | null} picture
 * @param {Moment} moment
 */
function saidAt(picture, moment) {
  const news = picture?.news.filter(({ seq }) => seq >= moment.first && seq <= moment.seq) ?? [];
  return news
    .map(({ said }) => said)
    .reverse()
    .join(" ");
}

/** @param {any} props */
function Player({ state, game, moments, marks, parts, draw, picture, at, on }) {
  const moment = moments[at];
  const shown = picture && parts.soFar(picture);
  return html`<section class=${`scoreboard replay ${state.playing ? "playing" : ""}`} id="replay" aria-label=${say("The game again")}>
    ${
      shown
        ? html`<${Scene} picture=${shown} parts=${parts} redraw=${draw} base=${`/api/v1/history/${game.id}/events`} quiet=${state.playing} />`
        : html`<div class="felt"><p class="prompt" role="status">${state.complaint ? "" : say("One moment …")}</p></div><div class="people"></div>`
    }
    <div class="player">
      ${
        state.complaint &&
        html`<p class="notice" role="alert">${state.complaint} <button type="button" class="says" onClick=${() => {
          on.set({ complaint: null });
          on.again();
        }}>${say("Try again")}</button></p>`
      }
      <${Now} ...${{ game, moment, picture: shown, asked: state.asked }} />
      <${Line} ...${{ state, moments, marks, moment, picture, on }} />
      <div class="ways">
        <button type="button" class="step" aria-label=${say("One step back")} disabled=${at === 0} onClick=${() => on.step(at - 1)}>◂</button>
        <button type="button" class="again play" data-play aria-label=${state.playing ? say("Pause") : say("Play")} onClick=${on.toggle}><${Sign} playing=${state.playing} /></button>
        <button type="button" class="step" aria-label=${say("One step on")} disabled=${at === moments.length - 1} onClick=${() => on.step(at + 1)}>▸</button>
        <span class="speeds" role="group" aria-label=${say("How fast")}>${SPEEDS.map(
          (speed) =>
            html`<button type="button" key=${speed} aria-pressed=${state.speed === speed} aria-label=${say("{speed} times as fast", { speed })} onClick=${() => on.set({ speed })}>${speed}×</button>`,
        )}</span>
      </div>
    </div>
  </section>`;
}

/** @param {{ playing: boolean }} props */
const Sign = ({ playing }) =>
  html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d=${playing ? "M6 4h4v16H6zM14 4h4v16h-4z" : "M7 4v16l13-8z"} /></svg>`;

/**
 * The sentence about this moment: its last event, or else an earlier one.
 * @param {{ game: Whole, moment: Moment, picture: Picture | null, asked: number | null }} props
 */
function Now({ game, moment, picture, asked }) {
  const event = picture?.news.find(({ seq }) => seq === asked) ?? picture?.news.find(({ seq }) => seq <= moment.seq);
  const base = `/api/v1/history/${game.id}/events`;
  return html`<p class=${event && event.seq >= moment.first ? "now" : "now before"}>${event && html`<${Verdict} key=${event.seq} event=${event} base=${base} game=${game.id} />`}</p>`;
}

/**
 * The time line: a slider over the time of the game, with the marks below it.
 * @param {any} props
 */
function Line({ state, moments, marks, moment, picture, on }) {
  const [from, to] = [moments[0].t, moments[moments.length - 1].t];
  const part = (/** @type {number} */ t) => (to > from ? (t - from) / (to - from) : 0);
  const said = saidAt(picture, moment);
  return html`<div class="line" style=${{ "--at": part(state.t) }}>
    <div class="times"><b>${clock(state.t)}</b>
      <span class="copied" role="status">${state.said ?? html`<button type="button" class="linked" data-copy onClick=${on.copy}>${say("Link to this moment")}</button>`}</span>
      <span>${clock(to)}</span></div>
    <input type="range" min="0" max="1000" step="any" value=${1000 * part(state.t)} aria-label=${say("Time of the game")}
      aria-valuetext=${`${clock(state.t)}. ${said}`} data-seq=${moment.seq}
      onInput=${(/** @type {any} */ event) => on.to(from + (event.target.value / 1000) * (to - from))}
      onChange=${on.settle} onKeyDown=${on.pressed} />
    <div class="marks" aria-hidden="true">${marks.map(
      (/** @type {Mark} */ one) =>
        html`<span key=${one.seq} class=${one.kind} style=${{ "--place": part(one.t) }}></span>`,
    )}</div>
  </div>`;
}
