// The parts of Nur Mut: cards with two faces, each an animal, from the mouse to the lion, or a joker. If it is unknown which
// face is up, a card shows both.
import { burst, Frame, Ground, Plain } from "/static/card.mjs";
import { many, say } from "/static/say.mjs";
import { html } from "/static/view.mjs";

/**
 * @import { VNode } from "preact"
 * @import { OwnPile } from "../../../types/table"
 * @import { Face, Picture, Seat } from "../types"
 */

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
const eyes = (x, y, r) =>
  html`<circle class="cut" cx=${-x} cy=${y} r=${r} /><circle class="cut" cx=${x} cy=${y} r=${r} />`;
/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
const stares = (x, y, r) => html`${eyes(x, y, r)}
  <circle class="ink" cx=${1 - x} cy=${y} r=${r / 2} /><circle class="ink" cx=${x + 1} cy=${y} r=${r / 2} />`;

// Each head is drawn around its own middle, about 60 wide and high; the higher the number, the braver the animal.
/** @type {{ [face: string]: () => VNode }} */
const HEADS = {
  0: () => html`
    <path class="ink" d="M0-29C15-29 23-6 23 7 23 20 13 28 0 28-13 28-23 20-23 7-23-6-15-29 0-29Z" />
    <path class="slit" d="M-22 2-13-5-6 4 2-6 10 3 16-4 22 2" />`,
  1: () => html`
    <path class="line" d="M-10 17-29 13M-10 21-27 25M10 17 29 13M10 21 27 25" />
    <circle class="ink" cx="-18" cy="-15" r="14" /><circle class="ink" cx="18" cy="-15" r="14" />
    <circle class="cut" cx="-19" cy="-16" r="7.5" /><circle class="cut" cx="19" cy="-16" r="7.5" />
    <path class="ink" d="M-21-1C-21-18 21-18 21-1 21 12 8 27 0 27-8 27-21 12-21-1Z" />
    ${eyes(8, 2, 3.4)}<circle class="cut" cx="0" cy="21" r="3.6" />`,
  2: () => html`
    <path class="ink" d="M-3-4C-17-10-20-36-11-36-3-36 0-20-1-4ZM3-4C17-10 20-36 11-36 3-36 0-20 1-4Z" />
    <path class="slit" d="M-7.5-10C-11-18-12-26-11-30M7.5-10C11-18 12-26 11-30" />
    <circle class="ink" cx="0" cy="9" r="20" />${eyes(8, 5, 3.4)}
    <path class="cut" d="M-3.5 12H3.5L0 16ZM-4.6 20H4.6V27H-4.6Z" /><path class="crease" d="M0 20V27" />`,
  3: () => html`
    <path class="line" d="M-18 12-33 8M-18 17-32 20M18 12 33 8M18 17 32 20" />
    <path class="ink" d="M-24-29-8-16H8L24-29 25 5C25 19 13 26 0 26-13 26-25 19-25 5Z" />
    <path class="cut" d="M-18 0C-14-6-8-5-5 3-10 5-15 5-18 0ZM18 0C14-6 8-5 5 3 10 5 15 5 18 0ZM-4 11H4L0 15.5Z" />
    <path class="crease" d="M-11-3V4M11-3V4" /><path class="slit" d="M-6 20Q-2.5 21 0 17.5 2.5 21 6 20" />`,
  4: () => html`
    <path class="ink" d="M-25-30C-17-22-8-21 0-21 8-21 17-22 25-30 30-18 28-4 27 6 26 21 14 29 0 29-14 29-26 21-27 6-28-4-30-18-25-30Z" />
    ${stares(10.5, -5, 9.6)}<path class="cut" d="M-4 3H4L0 12Z" />
    <path class="slit" d="M-11 16Q-8 20-5 16M5 16Q8 20 11 16M-3 20Q0 24 3 20" />`,
  5: () => html`
    <circle class="ink" cx="-16" cy="-14" r="12" /><circle class="ink" cx="16" cy="-14" r="12" />
    <ellipse class="ink" cx="0" cy="7" rx="30" ry="20" />${stares(16, -14, 7.6)}
    <path class="slit" d="M-21 8Q0 26 21 8" /><circle class="cut" cx="-4" cy="1" r="1.7" /><circle class="cut" cx="4" cy="1" r="1.7" />`,
  6: () => html`
    <path class="ink" d="M-29-24C-18-26-9-22-4-14L-19 2C-26-6-29-14-29-24ZM29-24C18-26 9-22 4-14L19 2C26-6 29-14 29-24Z" />
    <circle class="ink" cx="0" cy="4" r="24" /><path class="slit" d="M-24-12-9-15M24-12 9-15" />${eyes(10, -2, 3.4)}
    <ellipse class="cut" cx="0" cy="12" rx="12" ry="8.6" /><ellipse class="ink" cx="-4.5" cy="12" rx="2.3" ry="3.6" />
    <ellipse class="ink" cx="4.5" cy="12" rx="2.3" ry="3.6" />`,
  7: () => html`
    <path class="ink" d="M-12-20C-26-30-36-16-34-2-32 12-20 18-10 8ZM12-20C26-30 36-16 34-2 32 12 20 18 10 8Z" />
    <path class="ink rim" d="M-15-12C-15-30 15-30 15-12 15 2 9 6 8 14 7 21 10 21 14 19 18 17 21 22 17 25 8 31-4 29-6 16-7 6-15 2-15-12Z" />
    ${eyes(7, -10, 3.2)}<path class="slit" d="M-4 5Q0 7 5 5M-4.5 11.5Q0 13.5 5 11.5" />`,
  8: () => html`
    <path class="ink" d="M-10-19C-21-17-26-23-24-34-36-26-34-7-13-8ZM10-19C21-17 26-23 24-34 36-26 34-7 13-8Z" />
    <path class="ink" d="M-15-4C-22-8-28-5-30 1-24 6-18 5-13 2ZM15-4C22-8 28-5 30 1 24 6 18 5 13 2Z" />
    <path class="ink" d="M-14-20Q0-25 14-20C20-8 15 6 15 16 15 30-15 30-15 16-15 6-20-8-14-20Z" />
    <path class="slit" d="M-12-6-5-3M12-6 5-3" />${eyes(8, -1, 3)}
    <ellipse class="cut" cx="0" cy="17" rx="10.5" ry="7" /><circle class="ink" cx="-4" cy="16" r="2" /><circle class="ink" cx="4" cy="16" r="2" />`,
  9: () => html`
    <path class="ink" d=${burst(15, 33, 25)} /><circle class="cut" cx="-13" cy="-14" r="6" /><circle class="cut" cx="13" cy="-14" r="6" />
    <path class="cut" d="M-18-2C-18-22 18-22 18-2 18 12 10 20 0 20-10 20-18 12-18-2Z" />
    <path class="bold" d="M-13-8-5-5M13-8 5-5M0 9V13M-8 13Q-3 17 0 12.5 3 17 8 13" />
    <circle class="ink" cx="-8" cy="-2" r="2.8" /><circle class="ink" cx="8" cy="-2" r="2.8" /><path class="ink" d="M-5.5 4H5.5L0 10Z" />`,
  joker: () => html`
    <path class="red" d="M-19 14C-18-8-24-13-33-7-31-24-6-26 0 14Z" /><path class="blue" d="M19 14C18-8 24-13 33-7 31-24 6-26 0 14Z" />
    <path class="yellow" d="M-11 14C-12-6-5-18 0-29 5-18 12-6 11 14Z" />
    <circle class="ink" cx="-32" cy="-5" r="5" /><circle class="ink" cx="32" cy="-5" r="5" /><circle class="ink" cx="0" cy="-30" r="5" />
    <path class="ink" d="M-16 20H16C18 46-18 46-16 20Z" />${eyes(6.5, 27.5, 2.4)}<path class="cut" d="M-9 32Q0 35 9 32C6 41-6 41-9 32Z" />
    <rect class="ink brim" x="-21" y="13" width="42" height="10" rx="4.5" />`,
};
const NAMES = [
  say("the egg 0"),
  say("the mouse 1"),
  say("the hare 2"),
  say("the cat 3"),
  say("the owl 4"),
  say("the frog 5"),
  say("the pig 6"),
  say("the elephant 7"),
  say("the bull 8"),
  say("the lion 9"),
];

/** @param {Face} face */
const sign = (face) => (face === "joker" ? "J" : face);
/** @param {Face} face */
const named = (face) => (face === "joker" ? say("the joker") : NAMES[face]);

/** @param {{ face: Face, x: number, y: number, size: number }} props */
function Head({ face, x, y, size }) {
  return html`<g transform=${`translate(${x} ${y}) scale(${size})`}>${HEADS[face]()}</g>`;
}

/**
 * Only the face that is up, because nobody sees the other side.
 * @param {{ face: Face }} props
 */
function Up({ face }) {
  if (face === "joker") {
    return html`<g class="shows-joker">
      <${Ground} />
      ${[18, 82].map(
        (x) => html`<text class="number corner" x=${x} y="31">J</text>
        <text class="number corner" x=${x} y="31" transform="rotate(180 50 74)">J</text>`,
      )}
      <${Head} face="joker" x=${50} y=${71} size=${1.15} />
    </g>`;
  }
  return html`<g class=${`shows-${face}`}>
    <${Ground} />
    <text class="number up" x="50" y="71">${face}</text>
    <${Head} face=${face} x=${50} y=${110} size=${0.94} />
  </g>`;
}

/**
 * Both faces of a card, if it is unknown which one is up.
 * @param {{ faces: Face[] }} props
 */
function Both({ faces: [one, two] }) {
  return html`<g class=${`shows-${one}`}>
      <path class="ground" d="M5 104V12.5A7.5 7.5 0 0 1 12.5 5H87.5A7.5 7.5 0 0 1 95 12.5V38.5Z" />
      <text class="number half" x="29" y="63">${sign(one)}</text>
      <${Head} face=${one} x=${70} ...${one === "joker" ? { y: 27, size: 0.54 } : { y: 29, size: 0.6 }} />
    </g>
    <g class=${`shows-${two}`}>
      <path class="ground" d="M95 44V135.5A7.5 7.5 0 0 1 87.5 143H12.5A7.5 7.5 0 0 1 5 135.5V109.5Z" />
      <text class="number half" x="71" y="131">${sign(two)}</text>
      <${Head} face=${two} x=${30} ...${two === "joker" ? { y: 117, size: 0.54 } : { y: 122.5, size: 0.58 }} />
    </g>`;
}

/**
 * The faces in a label such as "4/joker", in any language: anything but a number is the joker. Empty if the text is not a
 * label, but the code of an unknown card.
 * @param {unknown} label
 * @returns {Face[]}
 */
function facesOf(label) {
  const named = String(label ?? "").split("/");
  if (named.length > 2 || named.some((one) => !one || /^nm\d/.test(one))) return [];
  return named.map((one) => (/\d/.test(one) ? Number(/\d/.exec(one)) : "joker"));
}

/**
 * A card: `label` names its faces; `face` is the one that is up, if it is known.
 * @param {{ label: string, face?: Face | null }} props
 */
export function Card({ label, face }) {
  const faces = facesOf(label);
  if (!faces.length) return html`<${Plain} label=${label} />`;
  const up = faces.length === 1 ? faces[0] : faces.find((one) => face != null && String(one) === String(face));
  if (up == null) {
    return html`<${Frame} looks="nur-mut both" name=${say("{one} or {other}", { one: named(faces[0]), other: named(faces[1]) })}><${Both} faces=${faces} /><//>`;
  }
  return html`<${Frame} looks="nur-mut up" name=${named(up)}><${Up} face=${up} /><//>`;
}

// How far each card of a pile sticks out, seen from the edge.
const EDGES = [2, -3, 4, 0, -2, 3, -4, 1, -1, 3, -3, 2, -2, 0];

/** A pile seen from its edge, because cards with two faces have no back. */
export function Back() {
  return html`<svg class="card nur-mut pile" viewBox="0 0 100 148" role="img" aria-label=${say("a pile of cards")}>
    <rect class="place" x="1.5" y="1.5" width="97" height="145" rx="11" />
    ${EDGES.map((x, n) => html`<rect class=${`edge shows-${((n * 4) % 9) + 1}`} x=${13 + x} y=${16.5 + n * 8.3} width="74" height="6.8" rx="2.6" />`)}
  </svg>`;
}

export const styles = true;
export const aim = { best: "fewest", says: say("Fewest cards win") };
export const drawsByButton = false;
export const emptyHand = say("Your pile is empty.");

/**
 * The face of a card that is up: the first or the second in its label.
 * @param {{ label: string, up: 0 | 1 }} card
 */
export function faceUp({ label, up }) {
  const faces = facesOf(label);
  return faces[up] ?? faces[0] ?? null;
}

/**
 * Whether only laying a card is possible now, because a place is empty or a joker has to be covered.
 * @param {Picture} picture
 */
const onlyCards = ({ piles }) => Object.values(piles).some(({ count, face }) => !count || face === "joker");

/**
 * Whether the top card of the seat's own pile may be laid on a pile now, with the face that is up; if the table cannot know
 * that, the seat may try.
 * @param {{ picture: Picture, seat: number, zone: string, own?: OwnPile | null }} at
 */
export function mayLie({ picture: { piles, turn, running, correction }, seat, zone, own }) {
  if (!running || correction || (turn !== null && turn !== seat)) return false;
  const { fits } = piles[zone];
  if (fits == null || fits.some((one) => one === null) || !own?.top) return true; // worlds may differ on some of the faces
  const up = faceUp(own.top);
  return up !== null && fits.includes(up);
}

/**
 * What a tap says now, or after Courage what a hold says.
 * @param {{ picture: Picture, seat: number }} at
 * @returns {string | null}
 */
export function buttonSays({ picture, seat }) {
  if (!picture.running) return picture.waiting?.includes(seat) ? say("Hold: next round") : null;
  if (picture.turn !== seat || onlyCards(picture)) return null;
  if (picture.courage) return say("Hold: no fit");
  if (picture.correction) return null;
  return say("Courage!");
}

/**
 * What a press on a seat's button means now.
 * @param {{ picture: Picture, seat: number }} at
 * @returns {string | null}
 */
export function buttonMeans({ picture, seat }) {
  if (!picture.running) return picture.waiting?.includes(seat) ? "next round" : null;
  if (picture.turn !== seat || onlyCards(picture)) return null;
  return picture.courage ? "no fit" : "Courage";
}

/**
 * The large number at a seat: the cards left in its pile, as far as that is known.
 * @param {Seat} seat
 */
export function standing({ hand = null }) {
  if (hand === null) return { number: "?", says: say("unknown number of cards left") };
  return { number: hand, says: many("{count} card left", "{count} cards left", hand) };
}

/**
 * The points of earlier rounds, and whether a seat has just passed.
 * @param {{ seat: Seat }} props
 */
export function SeatMark({ seat: { score, passed } }) {
  return html`${Boolean(score) && html`<span class="points-before">${many("{count} point", "{count} points", Number(score))}</span>`}
    ${passed && html`<span class="has-passed">${say("passed")}</span>`}`;
}
