// One minute of Mytho: a card that fits, a draw, a card that does not fit, and a lie. The cards are those of practice.json.
import { say } from "/static/say.mjs";

/**
 * @import { Lesson } from "../../../types/ui"
 * @import { Event, Picture } from "../../../types/table"
 */
const SLOW_MS = 900;
const DOUBT_MS = 3200; // as long as people look each other in the eye

/**
 * @param {string} name
 * @param {string} [card]
 * @returns {(event: Event) => boolean}
 */
const is = (name, card) => (event) => event.event === name && (!card || event.card === card);
/**
 * @param {string} name
 * @param {string} [zone]
 * @returns {(event: Event, seat: number) => boolean}
 */
const mine = (name, zone) => (event, seat) =>
  event.event === name && event.seat === seat && (!zone || event.zone === zone);

/**
 * The next seat in the order of turns.
 * @param {Picture} picture
 * @param {number} seat
 */
function next(picture, seat) {
  const seats = picture.seats.map((one) => one.seat);
  return seats.find((other) => other > seat) ?? seats[0];
}

/** @type {Lesson} */
export const lesson = {
  steps: [
    {
      say: say(
        "It is your turn. The 7 of hearts is the reference: the same number or the same suit fits. Tap your 7 of spades, then the visible pile.",
      ),
      hint: "7s",
      until: mine("card_played", "visible"),
    },
    {
      say: say(
        "Good: your card is the reference now. Your neighbours each draw a card and end their turns. Then it is your turn again.",
      ),
      until: mine("turn_started"),
    },
    { say: say("Tap your round button: you draw a card, and may still play."), press: true, until: mine("card_drawn") },
    {
      say: say("Now try a wrong card: lay your king of diamonds on the visible pile."),
      hint: "kd",
      until: is("play_refused", "kd"),
    },
    {
      say: say(
        "Refused: it is neither a 7 nor a spade. Nothing is lost. Tap the card with the red cross to take it back.",
      ),
      until: is("correction_closed"),
    },
    {
      say: say("But you may lie. Tap your 3 of clubs, then the hidden pile. It lies there face down, as if it fitted."),
      hint: "3c",
      until: mine("card_played", "hidden"),
    },
    {
      say: say(
        "Anybody could tap now to contest it. Your neighbour looks at you … and holds the button, which lets it pass.",
      ),
      until: (event, seat) => event.event === "turn_started" && event.seat !== seat,
    },
  ],
  done: say(
    "You lied and got away with it. If a lie is contested, you draw a card and take one from the challenger’s hand. If you were honest, the challenger draws.",
  ),
  /** The neighbours whose buttons the practice presses: the next player lets a card pass; others draw and end their turns. */
  neighbours(picture, seat) {
    if (picture.race?.race === "contest") {
      return picture.race.by === seat ? [{ seat: next(picture, seat), after: DOUBT_MS, hold: true }] : [];
    }
    return picture.turn && picture.turn !== seat ? [{ seat: picture.turn, after: SLOW_MS }] : [];
  },
};
