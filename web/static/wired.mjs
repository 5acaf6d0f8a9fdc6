// A drawing of the wired table: pads in the middle and in front of the seats, buttons around them, lights beside them. It
// grows during the set-up, and shows the live state during games.
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/** @import { VNode } from "preact" */

/**
 * How a part is drawn: `known` parts are solid, `asked` ones glow, others are outlines.
 * @typedef {{ known?: boolean, asked?: boolean, on?: boolean, bad?: boolean, cards?: number, light?: boolean }} Look
 * @typedef {{ [part: string]: Look }} Looks
 */

const WIDE = 400;
const HIGH = 300;
const PAD = { width: 40, height: 52 };
const PADS_WORDS = [say("the left pad in the middle"), say("the right pad in the middle")];

/**
 * The name of a pad, in words.
 * @param {string} zone
 * @param {string[]} pads
 */
export function padName(zone, pads) {
  if (zone.startsWith("seat.")) return say("the pad of seat {seat}", { seat: zone.slice("seat.".length) });
  const shared = pads.filter((pad) => !pad.startsWith("seat."));
  return shared.length === 1
    ? say("the pad in the middle")
    : (PADS_WORDS[shared.indexOf(zone)] ?? say("the pad {pad}", { pad: zone.replaceAll(".", " ") }));
}

/**
 * @param {number} seat
 * @param {number} seats
 * @param {number} out
 */
function around(seat, seats, out) {
  const turn = ((seat - 0.5) / seats) * 2 * Math.PI + Math.PI / 2;
  return { x: WIDE / 2 - Math.cos(turn) * (WIDE / 2) * out, y: HIGH / 2 + Math.sin(turn) * (HIGH / 2) * out };
}

/** @param {{ x: number, y: number, look?: Look, name: string }} props */
function Pad({ x, y, look = {}, name }) {
  return html`<g class=${drawn("pad", look)} data-part=${name} transform=${`translate(${x} ${y})`}>
    <rect x=${-PAD.width / 2} y=${-PAD.height / 2} width=${PAD.width} height=${PAD.height} rx="7" />
    ${look.asked && html`<rect class="glow" x=${-PAD.width / 2 - 5} y=${-PAD.height / 2 - 5} width=${PAD.width + 10} height=${PAD.height + 10} rx="11" />`}
    ${Array.from({ length: Math.min(look.cards ?? 0, 3) }, (_, n) => html`<rect key=${n} class="lying" x=${-13 + n * 3} y=${-17 - n * 3} width="26" height="36" rx="4" />`)}
    ${look.known && !look.cards && html`<path class="waves" d="M-9 6a13 13 0 0 1 18 0M-5 11a7 7 0 0 1 10 0M-14 1a20 20 0 0 1 28 0" />`}
    ${look.light && html`<circle class="light" cx=${PAD.width / 2 - 2} cy=${-PAD.height / 2 + 2} r="6" />`}
  </g>`;
}

/** @param {{ x: number, y: number, look?: Look, seat: number }} props */
function Button({ x, y, look = {}, seat }) {
  return html`<g class=${drawn("button", look)} data-part=${`button.${seat}`} transform=${`translate(${x} ${y})`}>
    <circle r="15" />${look.asked && html`<circle class="glow" r="21" />`}
    <text y="5.5">${seat}</text>
    ${look.light && html`<circle class="light" cx="12" cy="-12" r="6" />`}
  </g>`;
}

/**
 * @param {string} kind
 * @param {Look} look
 */
const drawn = (kind, look) =>
  [kind, .../** @type {const} */ (["known", "asked", "on", "bad"]).filter((how) => look[how])].join(" ");

/**
 * Draw a table. The keys of `looks` are zones, and buttons such as `button.3`; `says` describes the drawing for screen
 * readers.
 * @param {{ pads: string[], seats: number, looks: Looks, says: string }} props
 * @returns {VNode}
 */
export function Wired({ pads, seats, looks, says }) {
  const shared = pads.filter((pad) => !pad.startsWith("seat."));
  return html`<svg class="wired" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${says}>
    <ellipse class="cloth" cx=${WIDE / 2} cy=${HIGH / 2} rx=${WIDE / 2 - 4} ry=${HIGH / 2 - 4} />
    ${shared.map((pad, n) => html`<${Pad} key=${pad} name=${pad} x=${WIDE / 2 + (n - (shared.length - 1) / 2) * 58} y=${HIGH / 2} look=${looks[pad]} />`)}
    ${Array.from({ length: seats }, (_, n) => {
      const [pad, seat] = [`seat.${n + 1}`, n + 1];
      return html`${pads.includes(pad) && html`<${Pad} key=${pad} name=${pad} ...${around(seat, seats, 0.57)} look=${looks[pad]} />`}
        <${Button} key=${seat} seat=${seat} ...${around(seat, seats, 0.89)} look=${looks[`button.${seat}`]} />`;
    })}
  </svg>`;
}
