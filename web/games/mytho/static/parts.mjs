// The parts of Mytho: a standard deck, or cards in four colours, each with its own sign.
import { burst } from "/static/card.mjs";
import { many, say } from "/static/say.mjs";
import { Card as Suited, Face, Index, Sign } from "/static/standard52.mjs";
import { html } from "/static/view.mjs";

export { Back } from "/static/standard52.mjs";

/**
 * @import { Seat } from "../../../types/table"
 * @import { Picture } from "../types"
 */

// Each sign is drawn around its own middle, about 20 wide and high.
/** @type {{ [colour: string]: string }} */
const SIGNS = {
  red: "M0 10.8C-6.2 10.8-10.4 7-10.4 1.6-10.4-2.4-8.2-5-9-10-5.6-8.4-4.2-5.8-4-3-2.2-5.2-1-8.4-1.8-12.4 3-10 5-6 4.6-2 6.2-3.6 7-5.6 6.8-8.6 9.4-5.6 10.4-1.8 10.4 1.8 10.4 7 6.2 10.8 0 10.8Z",
  blue: "M0-11.4C3.4-5.6 8.2-1 8.2 3.4A8.2 8.2 0 0 1-8.2 3.4C-8.2-1-3.4-5.6 0-11.4Z",
  yellow: burst(12, 10.8, 7.6),
  green: "M-10.6 10.6-7.4 7.4C-10.6-2.6-3.6-10 10.2-10.2 10.4 3.6 3 10.8-6.2 8.4L-9.4 11.8Z",
};
/** @type {{ [colour: string]: string }} */
const COLOURS = { red: say("red"), blue: say("blue"), yellow: say("yellow"), green: say("green") };

// The place of the number in each sign.
/** @type {{ [colour: string]: number[] }} */
const NUMBER_AT = { red: [50, 94], blue: [50, 93], yellow: [50, 88], green: [51, 88] };

/** @param {{ colour: string, number: string, label?: string }} props */
function Coloured({ colour, number, label }) {
  const [x, y] = NUMBER_AT[colour];
  return html`<${Face} looks=${`colour-${colour}`} name=${label ?? say("{colour} {number}", { colour: COLOURS[colour], number })}>
    <${Sign} sign=${SIGNS[colour]} x=${50} y=${74} size=${colour === "red" ? 2.5 : 2.9} />
    ${colour === "green" && html`<path class="vein" d="M22 104C38 90 56 74 66 58" />`}
    <text class="within" x=${x} y=${y}>${number}</text>
    <${Index} text=${number} sign=${SIGNS[colour]} />
  <//>`;
}

/** @param {{ code: string, label: string }} props */
export function Card({ code, label }) {
  const [, colour, number] = /^(red|blue|yellow|green)([0-9])(?:\.|$)/.exec(code) ?? [];
  return colour
    ? html`<${Coloured} colour=${colour} number=${number} label=${label} />`
    : html`<${Suited} code=${code} label=${label} />`;
}

export const styles = true;
export const aim = { best: "fewest", says: say("Fewest cards win") };
export const drawsByButton = true;
export const emptyHand = say("Your hand is empty.");

/**
 * Whether a tap draws a card; after drawing, a tap ends the turn.
 * @param {{ picture: Picture, seat: number }} at
 */
export const mayDraw = ({ picture, seat }) => picture.turn === seat && picture.may_draw;

/**
 * Whether a card may be laid there now: in the player's turn, or after the hidden card of the seat before, to let it pass.
 * @param {{ picture: Picture, seat: number, zone: string, cards: string[] }} at
 */
export function mayLie({ picture: { race, turn, correction, seats, fits }, seat, zone, cards }) {
  if (correction || (zone === "visible" && !cards.every((code) => fits?.includes(code)))) return false;
  if (race?.race !== "contest") return turn === seat;
  const order = seats.map((one) => one.seat);
  return order[(order.indexOf(race.by ?? 0) + 1) % order.length] === seat;
}

/**
 * What a tap on a seat's button says now.
 * @param {{ picture: Picture, seat: number }} at
 * @returns {string | null}
 */
export function buttonSays({ picture, seat }) {
  if (picture.race?.race === "contest") return picture.race.seats?.includes(seat) ? say("Contest") : null;
  if (!picture.running) return picture.waiting?.includes(seat) ? say("Hold: next round") : null;
  if (picture.turn !== seat || picture.correction) return null;
  return picture.may_draw ? say("Draw") : say("My turn is over");
}

/**
 * What a press on a seat's button means now, outside of contests.
 * @param {{ picture: Picture, seat: number }} at
 * @returns {string | null}
 */
export function buttonMeans({ picture, seat }) {
  if (!picture.running) return picture.waiting?.includes(seat) ? "next round" : null;
  if (picture.turn !== seat || picture.correction) return null;
  return picture.may_draw ? "draw" : "end turn";
}

/**
 * The large number at a seat: its cards, because the fewest win.
 * @param {Seat} seat
 */
export const standing = ({ hand = null }) => ({
  number: hand ?? "?",
  says: hand === null ? say("unknown number of cards") : many("holds {count} card", "holds {count} cards", hand),
});

/**
 * The points of earlier rounds, in games with several rounds.
 * @param {{ seat: Seat }} props
 */
export function SeatMark({ seat: { score } }) {
  return score ? html`<span class="points-before">${many("{count} point", "{count} points", score)}</span>` : null;
}
