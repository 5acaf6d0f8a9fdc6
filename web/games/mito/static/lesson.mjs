// One minute of Mito: a card that fits, one that does not, and a mosquito. The cards are those of practice.json.
import { say } from "/static/say.mjs";

/**
 * @import { Lesson } from "../../../types/ui"
 * @import { Event } from "../../../types/table"
 */
const SLOW_MS = 900;
const SLOWER_MS = 1600;

/**
 * @param {string} name
 * @param {string} [card]
 * @returns {(event: Event) => boolean}
 */
const is = (name, card) => (event) => event.event === name && (!card || event.card === card);

/** @type {Lesson} */
export const lesson = {
  steps: [
    {
      say: say("It is your turn. A 2 is on the discard, so a 1 or a 3 fits. Tap your 3, then the discard."),
      hint: "number3.1",
      until: is("card_played", "number3.1"),
    },
    {
      say: say("Good. Now your neighbours tap their buttons to draw a card each. Then it is your turn again."),
      until: (event, seat) => event.event === "turn_started" && event.seat === seat,
    },
    {
      say: say("Now try a wrong card: lay your 5 on the 3."),
      hint: "number5.1",
      until: is("play_refused", "number5.1"),
    },
    {
      say: say("Refused: a 5 is not next to a 3. Nothing is lost. Tap the card with the red cross to take it back."),
      until: is("correction_closed"),
    },
    {
      say: say("Now lay the mosquito. It is a 4, so it fits. Everybody has to slap it: get your finger ready!"),
      hint: "mosquito4.1",
      until: is("race_opened"),
    },
    { say: say("Slap! Hit your round button, quick!"), press: true, until: is("race_closed") },
  ],
  done: say(
    "That is all there is to it. Lay cards, tap your button to draw, slap mosquitos, and let cards vanish when nobody looks. The table does the rest.",
  ),
  /** The neighbours whose buttons the practice presses: on their turn they draw, and in a race all slap, but late. */
  neighbours(picture, seat) {
    if (picture.race?.race === "slap") {
      const waited = (picture.waiting ?? []).filter((other) => other !== seat);
      return waited.map((other, n) => ({ seat: other, after: n ? SLOWER_MS : SLOW_MS }));
    }
    return picture.turn && picture.turn !== seat ? [{ seat: picture.turn, after: SLOW_MS }] : [];
  },
};
