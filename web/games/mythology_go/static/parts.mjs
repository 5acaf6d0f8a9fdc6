// How Mythology GO looks: what every page of a table takes from here, by the names that all games use.

import { say } from "/static/say.mjs";

/** @import { Picture } from "../told" */
export { Board } from "./board.mjs";
export { Back, Card, learn } from "./cards.mjs";
export { Choices, draws, mayLie } from "./choices.mjs";
export { soFar } from "./tally.mjs";

/**
 * What a press on a seat's button means now.
 * @param {{ picture: Picture, seat: number }} at
 * @returns {string | null}
 */
export function buttonMeans({ picture, seat }) {
  const { declared } = picture.seats.find((one) => one.seat === seat) ?? {};
  if (picture.counting) return declared ? null : "declared";
  if (!picture.running) return picture.waiting?.includes(seat) ? "next round" : null;
  return picture.turn === seat ? "end turn" : null;
}

/**
 * What a tap on a seat's button says now.
 * @param {{ picture: Picture, seat: number }} at
 * @returns {string | null}
 */
export function buttonSays({ picture, seat }) {
  const means = buttonMeans({ picture, seat });
  if (means === "next round") return say("Hold: next round");
  if (means === "end turn" && picture.own?.played === 0) return null; // a card has to be played first (MGO-18)
  return means === "declared" ? say("I have declared") : means && say("My turn is over");
}

/** Where the owner says what is printed on a card. */
export const form = () => import("./form.mjs");

export const styles = true;
export const shows = ["take_back"];
export const aim = { best: "most", says: say("Most points win") };
export const drawsByButton = false;
export const emptyHand = say("You hold no cards.");
