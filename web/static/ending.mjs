// When a game is over: the same once more, or another one, for those who are still there.
import { ask } from "./api.mjs";
import { LookAgain } from "./look_again.mjs";
import { say } from "./say.mjs";
import { Opens } from "./sheet.mjs";
import { fitting } from "./start.mjs";
import { html, state as useState } from "./view.mjs";

/**
 * @import { Asking, Brief } from "../types/page"
 * @import { Picture } from "../types/table"
 */

/** What the table calls a question that all who play answer together. */
export const CONSENT = "consent";
const LATER = [
  { answer: "robot", label: say("A robot plays on") },
  { answer: "end", label: say("End the game") },
];

/**
 * Ask for another game: the people who are there play it, and as many robots as before, if it has room for them.
 * @param {Brief} game
 * @param {Picture} picture
 * @param {number | null} own the seat of whoever asks, who keeps their name
 */
function another(game, { seats }, own) {
  const robots = seats.filter((one) => one.robot);
  const people = seats.filter((one) => one.name && !one.robot);
  if (!game.robots) {
    const players = seats.map((one) => (one.robot ? null : one.name));
    return ask("/api/v1/games", { game: game.game, players });
  }
  const kind = robots[0]?.robot ?? "easy";
  const name = people.find((one) => one.seat === own)?.name;
  const named = name ? { name } : {};
  return ask("/api/v1/quick", { game: game.game, robots: fitting(game, people.length, robots.length), kind, ...named });
}

/**
 * End the game that is on: at once for whoever plays alone, else all who play are asked. It is asked for twice.
 * @param {{ picture: Picture, asking: Asking, onEnd?: () => void }} props
 */
export function EndIt({ picture, asking, onEnd }) {
  const [sure, set] = useState(false);
  if (!picture.game_id || picture.over || picture.household || picture.question?.choice === CONSENT) return null;
  const end = () => {
    set(false);
    asking(ask("/api/v1/end", {})).then(onEnd);
  };
  if (!sure) return html`<button class="says" data-end onClick=${() => set(true)}>${say("End the game …")}</button>`;
  return html`<button class="says" data-choice="end" onClick=${end}>${say("Really end it")}</button>
    <button class="says" onClick=${() => set(false)}>${say("Play on")}</button>`;
}

/**
 * What somebody who plays is asked by all: to end the game, or what becomes of a seat that was left. After "wait" a
 * robot and the end are still to be had.
 * @param {{ picture: Picture, seat: number, games: Brief[], asking: Asking }} props
 */
export function Consent({ picture, seat, games, asking }) {
  const { question, left, over } = picture;
  const asked = question?.choice === CONSENT;
  const plays = picture.seats.some((one) => one.seat === seat && one.name && !one.robot) && !left?.includes(seat);
  if (over || !plays || !(asked ? question.seats.includes(seat) : left?.length)) return null;
  const robots = games.some(({ game, robots }) => game === picture.game && robots);
  const options = asked ? question.options : LATER.filter(({ answer }) => robots || answer !== "robot");
  return options.map(
    ({ answer, label }) => html`<button class=${asked ? "again" : "says"} key=${answer} data-choice=${answer}
      onClick=${() => asking(answer === "end" ? ask("/api/v1/end", {}) : ask("/api/v1/choices", { seat, choice: "settle", value: answer }))}>${label}</button>`,
  );
}

/**
 * At a table where whoever sits may begin a game; elsewhere the host does.
 * @param {{ picture: Picture, games: Brief[], asking: Asking, seat?: number | null }} props
 */
export function Ending({ picture, games, asking, seat = null }) {
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
              asking(another(one, picture, seat));
            }}><img src=${`/games/${one.game}/emblem.webp`} alt="" width="120" height="98" /><b>${one.title}</b> <small>${say("{fewest} to {most} players", { fewest: one.fewest, most: one.most })}</small></button>`,
        )}</div>`}<//>`
    }
    <${LookAgain} picture=${picture} />`;
}
