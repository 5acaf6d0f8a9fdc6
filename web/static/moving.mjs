// Hands that are seen to move at the emulated table: a player's plate stirs for as long, whatever the hand does.

/** @import { Moved } from "../types/page" */

const SWING_MS = 150; // there and back again
const SWAY = ["0 0", "0.22rem 0", "0 0", "-0.22rem 0", "0 0"].map((translate) => ({ translate }));
const FRAME = { outline: "3px solid var(--soft)", outlineOffset: "1px", zIndex: 4 }; // news pass over plates, but not meanwhile

/** @type {{ seat: number | null }} whose hand has moved last, as far as this page has seen */
export const latest = { seat: null };

/**
 * Show that a hand moves. Where people want no motion, its plate has a frame meanwhile.
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
