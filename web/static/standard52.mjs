// How a standard deck of 52 cards looks, for every game that uses it: suits, court cards with masks, and the back.
import { Frame, Plain } from "./card.mjs";
import { say } from "./say.mjs";
import { html, styled } from "./view.mjs";

/**
 * @import { ComponentChildren, VNode } from "preact"
 */

await styled("/static/standard52.css");

// The path of each suit sign, around its own centre, about 20 wide and high.
/** @type {{ [suit: string]: string }} */
const SIGNS = {
  h: "M0 9.6C-3.2 6-10 1.2-10-4.3-10-7.6-7.6-9.6-5-9.6-2.8-9.6-.8-8.2 0-6 .8-8.2 2.8-9.6 5-9.6 7.6-9.6 10-7.6 10-4.3 10 1.2 3.2 6 0 9.6Z",
  d: "M0-11C2.2-6.6 5-3.2 8.4 0 5 3.2 2.2 6.6 0 11-2.2 6.6-5 3.2-8.4 0-5-3.2-2.2-6.6 0-11Z",
  s: "M0-10.4C2.6-6.2 9.8-2.6 9.8 3 9.8 6 7.6 7.8 5.2 7.8 3.5 7.8 2 7 1.2 5.6 1.4 7.8 2.2 9.4 4 10.4H-4C-2.2 9.4-1.4 7.8-1.2 5.6-2 7-3.5 7.8-5.2 7.8-7.6 7.8-9.8 6-9.8 3-9.8-2.6-2.6-6.2 0-10.4Z",
  c: "M0-10.4A4.9 4.9 0 0 1 3.9-2.6 4.9 4.9 0 1 1 1.2 5 C1.4 7.6 2.2 9.4 4 10.4H-4C-2.2 9.4-1.4 7.6-1.2 5A4.9 4.9 0 1 1-3.9-2.6 4.9 4.9 0 0 1 0-10.4Z",
};
/** @type {{ [suit: string]: string }} */
const SUITS = { h: say("hearts"), d: say("diamonds"), s: say("spades"), c: say("clubs") };
/** @type {{ [rank: string]: string }} */
const COURT = { a: "ace", j: "jack", q: "queen", k: "king" }; // the names of CSS classes
/** @type {{ [rank: string]: string }} */
const FIGURES = { a: say("ace"), j: say("jack"), q: say("queen"), k: say("king") };

// The places and sizes of the signs for each number. Their columns lean, because the index takes two corners.
const LEAN = 0.25;
/**
 * @param {number} x
 * @param {number} y
 */
const at = (x, y) => [x + (74 - y) * LEAN, y];
/** @param {number[]} rows */
const both = (...rows) => rows.flatMap((y) => [at(36, y), at(64, y)]);
/** @param {number[]} rows */
const middle = (...rows) => rows.map((y) => at(50, y));
/** @type {{ [rank: string]: [number, number[][]] }} */
const PIPS = {
  2: [1.7, middle(46, 102)],
  3: [1.5, middle(38, 74, 110)],
  4: [1.25, both(42, 106)],
  5: [1.25, [...both(40, 108), ...middle(74)]],
  6: [1.15, both(38, 74, 110)],
  7: [1, [...both(38, 74, 110), ...middle(56)]],
  8: [1, [...both(38, 74, 110), ...middle(56, 92)]],
  9: [0.86, [...both(34, 60.7, 87.3, 114), ...middle(74)]],
  10: [0.86, [...both(34, 60.7, 87.3, 114), ...middle(47.3, 100.7)]],
};

const MASK =
  "M0-7C4-11 14-13 24-9 24 2 19.5 10.4 11.4 10.8 6.4 11 3.6 8 0 5-3.6 8-6.4 11-11.4 10.8-19.5 10.4-24 2-24-9-14-13-4-11 0-7Z" +
  "M-16-.8C-13.4-5.2-7.4-5.6-4.4-.6-8 2.8-13.2 2.6-16-.8ZM16-.8C13.4-5.2 7.4-5.6 4.4-.6 8 2.8 13.2 2.6 16-.8Z";
/** @type {{ [rank: string]: VNode }} */
const HEADS = {
  j: html`<path class="tint" d="M-20-10C-22-20-9-25 3-23 14-22 21-17 20-10 12-14 4-12 0-8-4-12-12-14-20-10Z" />
    <path class="ink" d="M9-21C13-31 21-37 31-37 30-27 23-19 14-16Z" /><path class="cut" d="M12-18.500C17-25 22-30 27-33.5" />`,
  q: html`<path class="tint" d="M-20-11C-22-18-20-23-17-25-14-18-11-17-9-20-9-26-4-30 0-32 4-30 9-26 9-20 11-17 14-18 17-25 20-23 22-18 20-11 12-14 4-12 0-8-4-12-12-14-20-11Z" />
    <circle class="ink" cx="-17" cy="-28" r="2.4" /><circle class="ink" cx="0" cy="-35.5" r="2.8" /><circle class="ink" cx="17" cy="-28" r="2.4" />
    <circle class="ink" cx="0" cy="-20" r="2.6" />`,
  k: html`<path class="tint" d="M-20-11-24-29-12-20 0-34 12-20 24-29 20-11C12-14 4-12 0-8-4-12-12-14-20-11Z" />
    <circle class="ink" cx="-24" cy="-31.5" r="2.4" /><circle class="ink" cx="0" cy="-36" r="2.6" /><circle class="ink" cx="24" cy="-31.5" r="2.4" />
    <path class="ink" d="M0-25 3.2-20.5 0-16-3.2-20.500Z" />`,
};

/** @param {{ sign: string, x: number, y: number, size: number, over?: boolean }} props */
export function Sign({ sign, x, y, size, over = false }) {
  return html`<path class="sign" d=${sign} transform=${`translate(${x} ${y}) scale(${size})${over ? " rotate(180)" : ""}`} />`;
}

/** A mask whose eyes look away. */
function Mask() {
  return html`<path class="mask" fill-rule="evenodd" d=${MASK} /><circle class="pupil" cx="-7.6" cy="-1.3" r="2.3" /><circle class="pupil" cx="12.4" cy="-1.3" r="2.3" />`;
}

/**
 * Draws its children twice, so that a card can be read from both ends.
 * @param {{ children: ComponentChildren }} props
 */
export function Twice({ children }) {
  return html`<g>${children}</g><g transform="rotate(180 50 74)" aria-hidden="true">${children}</g>`;
}

/** @param {{ text: string, sign: string }} props */
export function Index({ text, sign }) {
  const squeezed = text.length > 1 ? { textLength: 24, lengthAdjust: "spacingAndGlyphs" } : {};
  return html`<${Twice}>
    <text class="corner" x=${text.length > 1 ? 20 : 18} y="32" ...${squeezed}>${text}</text>
    <${Sign} sign=${sign} x=${18} y=${45.5} size=${0.7} />
  <//>`;
}

/** @param {{ looks: string, name: string, children: ComponentChildren }} props */
export function Face({ looks, name, children }) {
  return html`<${Frame} looks=${`standard52 ${looks}`} name=${name} inset=${5.5} round=${7.5}>${children}<//>`;
}

/** @param {{ suit: string }} props */
function Ace({ suit }) {
  return html`<${Sign} sign=${SIGNS[suit]} x=${50} y=${74} size=${2.9} />
    <g class="within" transform=${`translate(50 ${suit === "h" ? 67 : 76}) scale(0.8)`}><${Mask} /></g>`;
}

/** @param {{ rank: string }} props */
function Court({ rank }) {
  return html`<path class="parting" d="M14 88 86 60" /><${Twice}>
    <g transform="translate(58 49) scale(0.98)"><path class="chin" d="M-18 8C-15.5 17-8 21 0 21 8 21 15.5 17 18 8" /><${Mask} />${HEADS[rank]}<path class="smile" d="M-4 14C0 16.8 5 16.2 8.5 13" /></g>
  <//>`;
}

/** @param {{ rank: string, suit: string, label?: string }} props */
function Suited({ rank, suit, label }) {
  const [size, places] = PIPS[rank] ?? [];
  return html`<${Face} looks=${`suit-${suit} ${COURT[rank] ?? "pips"}`} name=${label ?? say("{rank} of {suit}", { rank: FIGURES[rank] ?? rank, suit: SUITS[suit] })}>
    ${places?.map(([x, y]) => html`<${Sign} sign=${SIGNS[suit]} x=${x} y=${y} size=${size} over=${y > 74} />`)}
    ${rank === "a" && html`<${Ace} suit=${suit} />`}
    ${HEADS[rank] && html`<${Court} rank=${rank} />`}
    <${Index} text=${rank.toUpperCase()} sign=${SIGNS[suit]} />
  <//>`;
}

/**
 * A card by its code in the deck standard52, such as `10h`; cards with other codes show their label.
 * @param {{ code: string, label: string }} props
 */
export function Card({ code, label }) {
  const [, rank, suit] = /^(10|[2-9ajqk])([hdsc])$/.exec(code) ?? [];
  return suit ? html`<${Suited} rank=${rank} suit=${suit} label=${label} />` : html`<${Plain} label=${label} />`;
}

const LATTICE = [...Array(20).keys()]
  .map((n) => -66 + n * 10.4)
  .map((n) => `${slope(n, 1)}${slope(n, -1)}`)
  .join("");

/**
 * A diagonal line across the back, clipped by the frame.
 * @param {number} from
 * @param {1 | -1} way
 */
function slope(from, way) {
  const [left, right, top, bottom] = [10, 90, 10, 138];
  /** @param {number} y */
  const x = (y) => (way > 0 ? left + (y - from) : right - (y - from));
  const [begin, end] = [Math.max(top, from), Math.min(bottom, from + right - left)];
  return begin < end ? `M${x(begin)} ${begin}L${x(end)} ${end}` : "";
}

/** The back of every card: a mask, because nobody knows what is behind it. */
export function Back() {
  return html`<${Frame} looks="standard52 back" name=${say("a card, face down")} inset=${6}>
    <path class="lattice" d=${LATTICE} />
    <path class="ground" d="M50 14 86 50V98L50 134 14 98V50Z" />
    <${Twice}><g transform="translate(50 52) scale(1.25)"><${Mask} /></g><//>
    <path class="mask" d="M50 69 54 74 50 79 46 74Z" />
  <//>`;
}
