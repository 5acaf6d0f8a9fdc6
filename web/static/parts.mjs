// How cards and seats look in a game that brings no looks of its own; `parts(game)` finds those of a game that does. What each
// part is stands in web/types/looks.d.ts.
import { many, say } from "./say.mjs";
import { styled } from "./styled.mjs";
import { html } from "./view.mjs";

/** @import { Looks } from "../types/looks" */

/** @type {Looks} */
const plain = {
  Card: ({ label }) => html`<div class="card plain"><span>${label}</span></div>`,
  faceUp: () => null,
  Back: () => html`<div class="card plain back"></div>`,
  styles: false,
  drawsByButton: false,
  mayDraw: ({ picture, seat }) => picture.turn === seat,
  form: null,
  Board: null,
  soFar: (picture) => picture,
  Choices: null,
  mayLie: ({ picture, seat }) => picture.turn === seat,
  draws: () => 1,
  emptyHand: say("Your hand is empty."),
  SeatMark: () => null,
  standing: ({ score }) => ({ number: score, says: many("{count} point", "{count} points", Number(score)) }),
  aim: null,
  shows: [],
  buttonSays: ({ picture }) => picture.gestures?.tap?.says ?? null,
  buttonMeans: ({ picture, seat }) =>
    picture.turn === seat ? "turn" : picture.waiting?.includes(seat) ? "waiting" : null,
};

/**
 * Load the parts of a game, and its styles before anything is drawn; the plain ones stand in for what it does not have.
 * @param {string | null | undefined} game
 * @returns {Promise<Looks>}
 */
export async function parts(game) {
  if (!game) return plain;
  try {
    const found = { ...plain, ...(await import(`/games/${game}/parts.mjs`)) };
    if (found.styles) await styled(`/games/${game}/looks.css`);
    return found;
  } catch (error) {
    console.info(`${game} has no looks of its own`, error);
    return plain;
  }
}
