// One minute of Mythology GO: a Deity and a Belief, an open creature and a closed one, and the end of a turn. The cards are
// those of practice.json.
import { say } from "/static/say.mjs";

/**
 * @import { Lesson } from "../../../types/ui"
 * @import { Event } from "../../../types/table"
 */

/**
 * @param {string} name
 * @returns {(event: Event, seat: number) => boolean}
 */
const mine = (name) => (event, seat) => event.event === name && event.seat === seat;

/** @type {Lesson} */
export const lesson = {
  steps: [
    {
      say: say("Everybody has a secret Deity and an open Belief. Tap “Lay my Deity and Belief before me”."),
      until: mine("belief_chosen"),
    },
    {
      say: say(
        "It is your turn. Draw 5 cards. Then lay one closed, so that nobody knows it: tap your Harpy, then “Lay it closed”.",
      ),
      hint: "harpy.1",
      until: mine("card_played"),
    },
    {
      say: say(
        "Never more closed cards than open ones: tap a Troll, then “Lay it before you”. Put the rest under the pile, and tap your round button.",
      ),
      hint: "troll.1",
      press: true,
      until: (event, seat) => event.event === "turn_started" && event.seat !== seat,
    },
  ],
  done: say(
    "That is a whole turn. When everybody has seven cards they are turned up and counted: values, effects, colours. Fuse two Trolls, aim at others, and guess their Deities. Most points win.",
  ),
  /** No neighbours press: the lesson consists of the learner's own turn. */
  neighbours: () => [],
};
