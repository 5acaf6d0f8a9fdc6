// How Cheat looks: a standard deck, and buttons for the ranks that may be named.
import { many, say } from "/static/say.mjs";
import { html } from "/static/view.mjs";

export { Back, Card } from "/static/standard52.mjs";

const RANKS = [say("ace"), "2", "3", "4", "5", "6", "7", "8", "9", "10", say("jack"), say("queen"), say("king")];

export const aim = { best: "fewest", says: say("Fewest cards win") };
export const draws = () => 0;

/**
 * What is large at a seat: how many cards it holds.
 * @param {{ hand?: number | null }} seat
 */
export const standing = ({ hand = null }) => ({
  number: hand ?? "?",
  says: hand === null ? say("unknown number of cards") : many("holds {count} card", "holds {count} cards", hand),
});

/**
 * What a press on a seat's button means now.
 * @param {{ picture: { gestures?: { [gesture: string]: { choice: string } } } }} at
 */
export const buttonMeans = ({ picture: { gestures } }) => gestures?.tap?.choice ?? gestures?.hold?.choice ?? null;

/**
 * Buttons for the ranks that may be named, where there is a choice.
 * @param {{ picture: any, seat: number, choose: (choice: string, value: number) => Promise<unknown> }} props
 */
export function Choices({ picture, seat, choose }) {
  if (picture.turn !== seat || !picture.laying || picture.ranks.length < 2) return null;
  return html`<div class="acts" role="group">${picture.ranks.map(
    /** @param {number} rank */
    (rank) =>
      html`<button class="says" key=${rank} data-choice="claim" onClick=${() => choose("claim", rank)}>${picture.laying} x ${RANKS[rank - 1]}</button>`,
  )}</div>`;
}
