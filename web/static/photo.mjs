// The photo finish: one line a seat, from the card that opened the race to the press, with how far that may be off.
import { Named } from "./named.mjs";
import { language, say } from "./say.mjs";
import { html } from "./view.mjs";

/** @import { Seat, Time } from "../types/table" */

/** @typedef {{ seat: number, name: string, robot?: Seat["robot"], at: number | null, error: number, tied: boolean, last: boolean }} Lane */
const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000];
const LONGEST = 5000;
const MOST_MARKS = matchMedia("(min-width: 56rem)").matches ? 5 : 2.5; // on a phone numbers are as wide as the gaps

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * From when to when the picture goes, in ms, and where it has marks. The card was read at 0.
 * @param {Lane[]} lanes
 */
function scaled(lanes) {
  const ends = lanes.flatMap(({ at, error }) => (at === null ? [] : [at - error, at + error]));
  const [low, high] = [Math.min(0, ...ends), Math.max(50, ...ends)];
  const margin = 0.06 * (high - low);
  const [from, to] = [low - (low < 0 ? margin : 0), high + margin];
  const step = STEPS.find((one) => (to - from) / one <= MOST_MARKS) ?? LONGEST;
  const marks = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) marks.push(at);
  /** @param {number} at */
  const place = (at) => (100 * (at - from)) / (to - from);
  return { place, marks };
}

/** @param {number} error */
const bound = (error) => (error ? ` ± ${error < 1 ? tenths.format(error) : Math.ceil(error)}` : "");

/** @param {{ lane: Lane & { first: boolean }, place: (at: number) => number }} props */
function Lane({ lane, place }) {
  const words =
    lane.at === null ? say("not there") : say("{ms} ms", { ms: `${Math.round(lane.at)}${bound(lane.error)}` });
  const told = [lane.tied && say("tie"), lane.last && say("last")].filter(Boolean).join(", ");
  return html`<li class=${[lane.at === null && "missing", lane.first && "first", lane.tied && "tied", lane.last && "last"].filter(Boolean).join(" ")}>
    <span class="who"><${Named} seat=${lane} /></span>
    <span class="track" aria-hidden="true">
      ${
        lane.at !== null &&
        html`<span class="run" style=${{ left: `${place(Math.min(0, lane.at))}%`, width: `${Math.abs(place(lane.at) - place(0))}%` }}></span>
          <span class="bound" style=${{ left: `${place(lane.at - lane.error)}%`, width: `${place(lane.at + lane.error) - place(lane.at - lane.error)}%` }}></span>
          <span class="press" style=${{ left: `${place(lane.at)}%` }}></span>`
      }
    </span>
    <span class="at">${words}${told && html` <b>${told}</b>`}</span>
  </li>`;
}

/**
 * `times`: of each who was in the race `seat`, `name`, `at_ms` from the card (null: not there) and perhaps `error_ms`, the
 * first one first; `ties` are seats that cannot be told apart, `card` is the name of the card that opened the race.
 * @param {{ times: (Time & Pick<Partial<Seat>, "robot">)[], ties?: number[][] | null, last?: number | null, lot?: boolean | null, card?: string | null }} props
 */
export function PhotoFinish({ times, ties, last, lot, card }) {
  const tied = new Set((ties ?? []).flat());
  const lanes = times.map(({ seat, name, robot, at_ms: at, error_ms }) => ({
    seat,
    name,
    robot,
    at,
    error: error_ms ?? 0,
    tied: tied.has(seat),
    last: seat === last,
  }));
  const { place, marks } = scaled(lanes);
  const first = lanes[0]?.at === null ? null : lanes[0];
  return html`<div class="photo">
    ${card && html`<p class="scale card"><span style=${{ left: `${place(0)}%` }}>${card}</span></p>`}
    <ol style=${{ "--start": place(0) / 100 }}>
      ${lanes.map((lane) => html`<${Lane} key=${lane.seat} lane=${{ ...lane, first: lane === first && lanes.length > 1 }} place=${place} />`)}
    </ol>
    <div class="scale" aria-hidden="true">
      ${marks.map((at) => html`<span key=${at} style=${{ left: `${place(at)}%` }}>${at}</span>`)}
    </div>
    ${lot && html`<p class="lot">${say("Nobody knows who was last, so the table drew a name.")}</p>`}
  </div>`;
}
