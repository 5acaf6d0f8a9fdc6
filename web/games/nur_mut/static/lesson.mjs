// One minute of Nur Mut: a card that fits, Courage that is rewarded, a card that does not fit, and Courage that costs. The
// cards are those of practice.json.
import { say } from "/static/say.mjs";

/**
 * @import { Lesson } from "../../../types/ui"
 * @import { Event } from "../../../types/table"
 */
const SLOW_MS = 1100;

/**
 * @param {string} name
 * @returns {(event: Event, seat: number) => boolean}
 */
const mine = (name) => (event, seat) => event.event === name && event.seat === seat;

/** @type {Lesson} */
export const lesson = {
  steps: [
    {
      say: say(
        "Only the top card of your pile counts, with the side that is up. It is your turn: your 2 is next to the 1. Tap it, then pile 1.",
      ),
      hint: "nm12",
      until: mine("card_played"),
    },
    {
      say: say("Good: one card less. Your neighbours hold their buttons to pass. Then it is your turn again."),
      until: mine("turn_started"),
    },
    {
      say: say(
        "Your 7 fits nowhere. But what is on its other side? Be brave: tap your round button to turn the card over.",
      ),
      press: true,
      until: mine("courage_declared"),
    },
    { say: say("It is a 6, and the 5 lies open! Tap it, then pile 2."), hint: "nm06", until: mine("card_played") },
    {
      say: say(
        "You were brave and right, so you get another whole turn. Now try a wrong card: lay your 4 on the 9 of pile 3.",
      ),
      hint: "nm22",
      until: mine("play_refused"),
    },
    {
      say: say("Refused: only an 8 is next to a 9. Nothing is lost. Tap the card with the red cross to take it back."),
      until: (event) => event.event === "correction_closed",
    },
    { say: say("Be brave once more: tap your round button."), press: true, until: mine("courage_declared") },
    {
      say: say("A 2 fits nowhere either. Hold your button until it says so. That is the price of Courage."),
      press: true,
      until: mine("courage_failed"),
    },
  ],
  done: say(
    "You take the highest pile, the 9, and shuffle it into yours. The first to lay all their cards wins. Without Courage, press twice to put a card under your pile, or hold to pass.",
  ),
  /** The neighbours whose buttons the practice holds: in their turns they pass, unless a pile has to be started again. */
  neighbours({ turn, piles }, seat) {
    const complete = Object.values(piles).every((pile) => pile.count);
    return turn && turn !== seat && complete ? [{ seat: turn, after: SLOW_MS, hold: true }] : [];
  },
};
