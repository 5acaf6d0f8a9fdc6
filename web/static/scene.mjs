// The table while a game is on, as the scoreboard shows it, and as it is shown again when the game is over.
import { News, Piles, Result, Rounds, Seats, Turn } from "./felt.mjs";
import { html } from "./view.mjs";

/** @import * as Felt from "../types/felt" */

const NARROW = matchMedia("(max-width: 55.99rem)");

/**
 * The felt, and beside it the people; `instead` stands where the cards would lie, `children` below whose turn it is.
 * A phone on which simulated people are looked at has less room: how to take their place stands above.
 * @param {Felt.Scene} props
 */
export function Scene({ picture, parts, redraw, base, instead = null, quiet = false, children }) {
  const { SeatMark, standing, aim, Board } = parts;
  return html`<div class="felt">
      <${Turn} picture=${picture} quiet=${quiet} />
      ${children}
      ${instead || (Board ? html`<${Board} picture=${picture} redraw=${redraw} />` : html`<${Piles} picture=${picture} parts=${parts} />`)}
      <${Result} picture=${picture} slim=${picture.household && NARROW.matches} />
    </div>
    <div class="people" style=${{ "--rounds": picture.rounds_played?.length ?? 0 }}>
      ${(!Board || instead) && html`<${Seats} picture=${picture} SeatMark=${SeatMark} standing=${standing} aim=${aim} />`}
      <${News} picture=${picture} base=${base} />
      <${Rounds} picture=${picture} />
    </div>`;
}
