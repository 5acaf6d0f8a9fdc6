// How Mythology GO looks: what every page of a table takes from here, by the names that all games use.
export { Board } from "./board.mjs";
export { Back, Card, learn } from "./cards.mjs";
export { Choices, draws, mayLie } from "./choices.mjs";
export { soFar } from "./tally.mjs";

/** Where the owner says what is printed on a card. */
export const form = () => import("./form.mjs");

export const styles = true;
export const drawsByButton = false;
export const emptyHand = "You hold no cards.";
