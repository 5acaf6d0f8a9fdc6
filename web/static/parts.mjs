// How cards and seats look in a game that brings no looks of its own; `parts(game)` finds those of a game that does.
import { html } from "./view.mjs";

const plain = {
  /** A card: its code and what people call it; null where nothing lies. */
  Card: ({ label }) => html`<div class="card plain"><span>${label}</span></div>`,
  /** The back of a card. */
  Back: () => html`<div class="card plain back"></div>`,
  /** Whether who draws says so by his button, so that the draw pile can press it for him. */
  drawsByButton: false,
  /** What is said to somebody without a card. */
  emptyHand: "Your hand is empty.",
  /** What marks a seat, such as an office that it holds; null for nothing. */
  SeatMark: () => null,
};

/** Load the parts of a game; the plain ones stand in for what it does not have. */
export async function parts(game) {
  if (!game) return plain;
  try {
    return { ...plain, ...(await import(`/games/${game}/parts.mjs`)) };
  } catch (error) {
    console.info(`${game} has no looks of its own`, error);
    return plain;
  }
}
