// The default parts that draw cards and seats, for games without parts of their own; `parts(game)` loads a game's parts.
// web/types/ui.ts describes each part.
import { many, say } from "./say.mjs";
import { html, styled } from "./view.mjs";

/**
 * @import { Ui } from "../types/ui"
 * @import { Moved } from "../types/page"
 */

/** @type {Ui} */
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
 * Load the styles and parts of a game; default parts replace those that are missing.
 * @param {string | null | undefined} game
 * @returns {Promise<Ui>}
 */
export async function parts(game) {
  if (!game) return plain;
  try {
    const found = { ...plain, ...(await import(`/games/${game}/parts.mjs`)) };
    if (found.styles) await styled(`/games/${game}/ui.css`);
    return found;
  } catch (error) {
    console.info(`${game} has no looks of its own`, error);
    return plain;
  }
}

// -- hands that move at the emulated table: a player's plate swings as long as the hand moves, whatever the hand does

const SWING_MS = 150; // one swing to the side and back
const SWAY = ["0 0", "0.22rem 0", "0 0", "-0.22rem 0", "0 0"].map((translate) => ({ translate }));
const FRAME = { outline: "3px solid var(--soft)", outlineOffset: "1px", zIndex: 4 }; // above the news, which usually cover plates

/** @type {{ seat: number | null }} whose hand moved last, as far as this page has seen */
export const latest = { seat: null };

/**
 * Show that a hand moves. For people who prefer reduced motion, the plate gets a frame instead.
 * @param {Moved} moved
 */
export function moves({ seat, for_ms }) {
  latest.seat = seat;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  for (const plate of document.querySelectorAll(`li[data-seat="${seat}"]`)) {
    plate.animate([FRAME, FRAME], { duration: for_ms });
    if (!still) plate.animate(SWAY, { duration: SWING_MS, iterations: for_ms / SWING_MS });
  }
}
