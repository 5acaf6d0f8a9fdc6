// What a seat of crazy eights can choose; the cards are those of every standard deck.
import { many, say } from "/static/say.mjs";
import { html } from "/static/view.mjs";

export { Back, Card } from "/static/standard52.mjs";

const SUITS = { clubs: say("clubs"), diamonds: say("diamonds"), hearts: say("hearts"), spades: say("spades") };

export const aim = { best: "most", says: say("Most points win") };
export const drawsByButton = true;

/**
 * How many cards somebody holds.
 * @param {{ seat: { hand?: number | null } }} props
 */
export const SeatMark = ({ seat }) =>
  seat.hand == null ? null : html`<span class="badge">${many("{count} card", "{count} cards", seat.hand)}</span>`;

/**
 * Whether a tap draws a card now.
 * @param {{ picture: { turn: number | null, draw: number | null, correction: object | null }, seat: number }} at
 */
export const mayDraw = ({ picture, seat }) => picture.turn === seat && !picture.correction && !!picture.draw;

/**
 * The four suits, for who has laid an eight.
 * @param {{ picture: { phase: string | null, prompt: string, waiting: number[] | null }, seat: number, choose: Function }} at
 */
export function Choices({ picture, seat, choose }) {
  if (picture.phase !== "NAMING" || !picture.waiting?.includes(seat)) return null;
  return html`<div class="acts" role="group" aria-label=${picture.prompt}>
    ${Object.entries(SUITS).map(
      ([suit, name]) =>
        html`<button class="again" key=${suit} data-choice="suit" onClick=${() => choose("suit", suit)}>${name}</button>`,
    )}
  </div>`;
}
