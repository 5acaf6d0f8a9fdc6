// When a game is over: the same once more, or another one, for those who are still there.
import { ask } from "./api.mjs";
import { LookAgain } from "./look_again.mjs";
import { say } from "./say.mjs";
import { Opens } from "./sheet.mjs";
import { fitting } from "./start.mjs";
import { html } from "./view.mjs";

/**
 * @import { Asking, Brief } from "../types/page"
 * @import { Picture } from "../types/table"
 */

/**
 * Ask for another game: the people who are there play it, and as many robots as before, if it has room for them.
 * @param {Brief} game
 * @param {Picture} picture
 */
function another(game, { seats }) {
  const robots = seats.filter((one) => one.robot);
  const people = seats.filter((one) => one.name && !one.robot);
  if (!game.robots) {
    const players = seats.map((one) => (one.robot ? null : one.name));
    return ask("/api/v1/games", { game: game.game, players });
  }
  const kind = robots[0]?.robot ?? "easy";
  return ask("/api/v1/quick", { game: game.game, robots: fitting(game, people.length, robots.length), kind });
}

/**
 * At a table where whoever sits may begin a game; elsewhere the host does.
 * @param {{ picture: Picture, games: Brief[], asking: Asking }} props
 */
export function Ending({ picture, games, asking }) {
  if (!picture.over || picture.household) return null;
  const others = games.filter(({ game }) => game !== picture.game);
  return html`<button class="again" data-choice="again" onClick=${() => asking(ask("/api/v1/games", {}))}>${say("Play again")}</button>
    ${
      others.length > 0 &&
      html`<${Opens} name=${say("Another game")} choice="another">${(/** @type {() => void} */ close) =>
        html`<div class="other-games">${others.map(
          (one) =>
            html`<button key=${one.game} class="says" data-game=${one.game} onClick=${() => {
              close();
              asking(another(one, picture));
            }}><img src=${`/games/${one.game}/emblem.webp`} alt="" width="120" height="98" /><b>${one.title}</b> <small>${say("{fewest} to {most} players", { fewest: one.fewest, most: one.most })}</small></button>`,
        )}</div>`}<//>`
    }
    <${LookAgain} picture=${picture} />`;
}
