// How cards and seats look in a game that brings no looks of its own; `parts(game)` finds those of a game that does.
import { html } from "./view.mjs";

/** @import { Looks } from "../types/looks" */

/** @type {Looks} */
const plain = {
  /** A card: its code and what people call it, and the `face` that is up, where it has two; null where nothing lies. */
  Card: ({ label }) => html`<div class="card plain"><span>${label}</span></div>`,
  /** The face that is up of a card with two sides: its `label` names both, `up` is 0 or 1; null where cards have one. */
  faceUp: () => null,
  /** The back of a card. */
  Back: () => html`<div class="card plain back"></div>`,
  /** Whether the game brings a style sheet, `looks.css`, for what its parts draw. */
  styles: false,
  /** Whether who draws says so by his button, so that the draw pile can press it for him. */
  drawsByButton: false,
  /** Whether a seat may draw now, where the draw pile presses its button. */
  mayDraw: ({ picture, seat }) => picture.turn === seat,
  /** Whether cards may vanish and two be dropped as one, so that hands are offered it. */
  sleights: false,
  /** Loads where the owner says what is printed on a card, `CardForm`, with a `blank` card and `printed`; null where nobody can. */
  form: null,
  /** Draws all seats with what lies before them, in place of the list of scores, and anew by `redraw`; null where nothing does. */
  Board: null,
  /** The picture without what the `Board` has yet to tell, so that nothing else on the page tells it first. */
  soFar: (picture) => picture,
  /** What a seat can choose on its phone: given `picture`, `seat`, `choose(choice, value)`; and at the virtual table, `table`. */
  Choices: null,
  /** Whether the picked `cards`, or the top of the `own` pile, may lie on the pile of a `zone` now, so that it glows; people may lay them there all the same. */
  mayLie: ({ picture, seat }) => picture.turn === seat,
  /** How many cards a seat draws at once now; 0 where it draws none. */
  draws: () => 1,
  /** What is said to somebody without a card. */
  emptyHand: "Your hand is empty.",
  /** What marks a seat, such as an office that it holds; null for nothing. */
  SeatMark: () => null,
  /** What a tap on a seat's button says now, in a word; null where it goes without saying. */
  buttonSays: () => null,
  /** What a press on a seat's button means now, by any word that changes with it, but for races and questions; null: nothing. */
  buttonMeans: ({ picture, seat }) =>
    picture.turn === seat ? "turn" : picture.waiting?.includes(seat) ? "waiting" : null,
};

/** @type {Map<string, Promise<unknown>>} */
const linked = new Map(); // style sheets of games: a promise for each, which is kept when it is in force

/** @param {string} game */
function styled(game) {
  if (!linked.has(game)) linked.set(game, new Promise((done) => document.head.append(link(game, done))));
  return linked.get(game);
}

/**
 * @param {string} game
 * @param {(loaded: unknown) => void} done
 */
function link(game, done) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = `/games/${game}/looks.css`;
  sheet.onload = sheet.onerror = done; // without it cards are still to be read
  return sheet;
}

/**
 * Load the parts of a game, and its styles before anything is drawn; the plain ones stand in for what it does not have.
 * @param {string | null | undefined} game
 * @returns {Promise<Looks>}
 */
export async function parts(game) {
  if (!game) return plain;
  try {
    const found = { ...plain, ...(await import(`/games/${game}/parts.mjs`)) };
    if (found.styles) await styled(game);
    return found;
  } catch (error) {
    console.info(`${game} has no looks of its own`, error);
    return plain;
  }
}
