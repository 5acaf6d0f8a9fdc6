// The way from the end of a game to the game itself, once it is kept; one that is not kept has none.
import { say } from "./say.mjs";
import { html, state as useState } from "./view.mjs";

/** @import { Picture } from "../types/table" */

const PATIENCE_MS = [300, 1000, 3000, 6000]; // a game is kept a moment after its end
/** @type {Map<number, boolean>} */
const kept = new Map(); // by game: whether the history has it, as far as this page knows

/**
 * Ask whether a game is kept, and again if it is not yet.
 * @param {number} game
 * @param {() => void} found
 */
function look(game, found, tries = 0) {
  if (tries >= PATIENCE_MS.length) return;
  setTimeout(async () => {
    const answer = await fetch(`/api/v1/history?limit=1&before=${game + 1}`).catch(() => null);
    const [latest] = answer?.ok ? await answer.json() : [];
    if (latest?.id !== game) return look(game, found, tries + 1);
    kept.set(game, true);
    found();
  }, PATIENCE_MS[tries]);
}

/** @param {{ picture: Picture }} props */
export function LookAgain({ picture }) {
  const [, redraw] = useState(0);
  const { game_id: game, over, household } = picture;
  if (!over || household || game == null) return null;
  if (!kept.has(game)) {
    kept.set(game, false);
    look(game, () => redraw(game));
  }
  return (
    kept.get(game) &&
    html`<a class="says looks-back" data-look-again href=${`/history/${game}`}>${say("Look at this game again")}</a>`
  );
}
