// How Higher or lower looks. web/static/parts.mjs says what else a game may export; what is missing here is plain.
import { say } from "/static/say.mjs";
import { html } from "/static/view.mjs";

/**
 * What a tap on a seat's button says now, in a word.
 * @param {{ picture: { turn: number | null, guess: string | null }, seat: number }} at
 */
export const buttonSays = ({ picture, seat }) =>
  picture.turn === seat && picture.guess === null ? say("higher") : null;

export const emptyHand = say("Nobody holds cards: draw one when you have guessed, and lay it.");

/**
 * A card: its number, and by the size of a bar how high it is.
 * @param {{ code: string, label: string }} props
 */
export function Card({ code, label }) {
  const number = Number(code.slice(1).split(".")[0]);
  return html`<svg class="card" viewBox="0 0 100 148" role="img" aria-label=${label}>
    <rect x="1" y="1" width="98" height="146" rx="11" fill="#fbf7ec" stroke="#33302a" />
    <text x="50" y="82" font-size="52" text-anchor="middle" fill="#33302a">${number}</text>
    <rect x="12" y="116" width=${(76 * number) / 13} height="14" fill="#2f6f5e" />
  </svg>`;
}
