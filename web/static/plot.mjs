// Plots: a line over time, and a distribution. Both are SVG that fills its width, with text in the page's font size. The
// same numbers are in tables beside the plots, and nothing is shown by colour alone.
import { language, say } from "./say.mjs";
import { html } from "./view.mjs";

/** @typedef {{ y: number, low: number, high: number, filled: boolean, name: string }} Point */
/** @typedef {{ at: number, own: number, all: number }} Bin */

const MANY = 40; // with more points than this, points have no marks
const BIN_MS = 50;
const MOST_BINS = 24;

const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 12, useGrouping: false });
const inWords = (/** @type {number} */ number) => numbers.format(number);

/**
 * Round numbers between two numbers: at least one, and at most `most`.
 * @param {number} low
 * @param {number} high
 * @param {number} most
 */
export function ticks(low, high, most) {
  const wide = Math.max(high - low, 1e-9) / most;
  const ten = 10 ** Math.floor(Math.log10(wide));
  const step = [1, 2, 5, 10].map((one) => one * ten).find((one) => one >= wide) ?? wide;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return [...Array(Math.max(0, count)).keys()].map((n) => Number(((first + n) * step).toPrecision(12)));
}

/**
 * A function that returns the position of a number between two others, in percent; the middle if those are equal.
 * @param {number} low
 * @param {number} high
 */
export const scale = (low, high) => (/** @type {number} */ at) =>
  high === low ? 50 : (100 * (at - low)) / (high - low);

/**
 * A distribution of durations, in bins wide enough that there are only a few.
 * @param {{ [from: string]: number }} own
 * @param {{ [from: string]: number }} all
 * @returns {{ width: number, bins: Bin[] }}
 */
export function binned(own, all) {
  const starts = [...Object.keys(own), ...Object.keys(all)].map(Number);
  if (!starts.length) return { width: BIN_MS, bins: [] };
  const [low, high] = [Math.min(...starts), Math.max(...starts) + BIN_MS];
  const width = BIN_MS * ([1, 2, 4, 10].find((one) => (high - low) / (one * BIN_MS) <= MOST_BINS) ?? 20);
  const first = Math.floor(low / width) * width;
  const count = Math.ceil((high - first) / width);
  const sum = (/** @type {{ [from: string]: number }} */ of, /** @type {number} */ from) =>
    Object.entries(of).reduce((sum, [at, n]) => (Number(at) >= from && Number(at) < from + width ? sum + n : sum), 0);
  const bins = [...Array(count).keys()].map((n) => {
    const at = first + n * width;
    return { at, own: sum(own, at), all: sum(all, at) };
  });
  return { width, bins };
}

/**
 * The points with a number below the plot: the first, the last, and some between them, with enough room.
 * @param {number} count
 */
export function numbered(count) {
  const between = ticks(1, count, 4).filter((n) => Number.isInteger(n) && n - 1 >= count / 5 && count - n >= count / 8);
  return [...new Set([1, ...between, count])];
}

/** @param {{ name: string, up: [number, string][], along: [number, string][], children?: any }} props */
function Plot({ name, up, along, children }) {
  return html`<svg class="plot" role="img" aria-label=${name}>
    ${up.map(([at, text]) => html`<g key=${text}><line class="grid" x1="0" x2="100%" y1=${`${at}%`} y2=${`${at}%`} /><text class="up" x="-8" y=${`${at}%`} dy="0.32em">${text}</text></g>`)}
    ${children}
    ${along.map(([at, text]) => html`<text class="along" key=${text} x=${`${at}%`} y="100%" dy="1.45em">${text}</text>`)}
  </svg>`;
}

/** Lines over the whole plot, in percent of its size. */
const Over = (/** @type {any} */ { children }) =>
  html`<svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none">${children}</svg>`;

/**
 * A number over time with its uncertainty: a line in a band, with a filled or hollow mark for each point.
 * @param {{ name: string, points: Point[], unit: string }} props
 */
export function Course({ name, points, unit }) {
  const [low, high] = [Math.min(...points.map((one) => one.low)), Math.max(...points.map((one) => one.high))];
  const up = scale(high, low);
  const along = scale(0, points.length - 1);
  const at = (/** @type {number} */ n, /** @type {number} */ y) => `${along(n).toFixed(2)} ${up(y).toFixed(2)}`;
  const above = points.map((one, n) => at(n, one.high));
  const below = points.map((one, n) => at(n, one.low)).reverse();
  const marks = numbered(points.length);
  return html`<${Plot} name=${name} up=${ticks(low, high, 4).map((y) => [up(y), inWords(y)])}
    along=${marks.map((n) => [along(n - 1), n === 1 ? `${unit} 1` : String(n)])}>
    <${Over}><path class="band" d=${`M${[...above, ...below].join("L")}Z`} /><path class="way" d=${`M${points.map((one, n) => at(n, one.y)).join("L")}`} /><//>
    ${points.length <= MANY && points.map((one, n) => html`<circle key=${one.name} class=${one.filled ? "mark filled" : "mark"} cx=${`${along(n)}%`} cy=${`${up(one.y)}%`} r="5"><title>${one.name}</title></circle>`)}
  <//>`;
}

/**
 * A distribution of durations: a person's as bars, everybody's as a line around them, each in percent of its sum.
 * @param {{ name: string, width: number, bins: Bin[] }} props
 */
export function Spread({ name, width, bins }) {
  const [owns, alls] = [bins.reduce((sum, { own }) => sum + own, 0), bins.reduce((sum, { all }) => sum + all, 0)];
  const share = (/** @type {number} */ n, /** @type {number} */ of) => (of ? (100 * n) / of : 0);
  const high = Math.max(1, ...bins.map(({ own, all }) => Math.max(share(own, owns), share(all, alls))));
  const up = scale(high, 0);
  const end = bins[bins.length - 1].at + width;
  const along = scale(bins[0].at, end);
  const wide = along(bins[0].at + width);
  const way = bins.map(({ at, all }) => `V${up(share(all, alls)).toFixed(2)}H${along(at + width).toFixed(2)}`);
  return html`<${Plot} name=${name} up=${ticks(0, high, 3).map((y) => [up(y), say("{share} %", { share: inWords(y) })])}
    along=${ticks(bins[0].at, end, 4).map((at) => [along(at), `${at}`])}>
    ${bins.map(({ at, own }) => own > 0 && html`<rect key=${at} class="bar" x=${`${along(at) + wide * 0.08}%`} width=${`${wide * 0.84}%`} y=${`${up(share(own, owns))}%`} height=${`${100 - up(share(own, owns))}%`} rx="2" />`)}
    <${Over}><path class="all" d=${`M0 100${way.join("")}V100`} /><//>
  <//>`;
}
