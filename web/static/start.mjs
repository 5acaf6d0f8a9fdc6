// The start page: which game, with whom, and off. Nobody needs to be host for it, and nothing in it knows a game by name.
import { ask, messageOf } from "./api.mjs";
import { gameOf } from "./felt.mjs";
import { NameField, said } from "./name.mjs";
import { Order } from "./order.mjs";
import { say } from "./say.mjs";
import { html, state as useState } from "./view.mjs";

/**
 * @import { Asking, Setting } from "../types/page"
 * @import { Game, Picture, Room } from "../types/table"
 */

const NAME = "start-name";
const KINDS = /** @type {const} */ ([
  ["easy", say("Easy"), say("plays as people do who do not think long, mistakes and all")],
  ["keen", say("Keen"), say("thinks about what you may hold")],
]);

/** @typedef {typeof KINDS[number][0]} Kind of robots */

/**
 * How many robots a game can have besides these people: at least, and at most.
 * @param {Pick<Game, "fewest" | "most">} game
 * @param {number} people
 */
export const range = ({ fewest, most }, people) => [Math.max(0, fewest - people), Math.max(0, most - people)];

/**
 * Keep a number of robots within what a game can have; who comes alone plays with two, if the game has room.
 * @param {Pick<Game, "fewest" | "most">} game
 * @param {number} people
 * @param {number | null} wanted
 */
export function fitting(game, people, wanted) {
  const [least, most] = range(game, people);
  return Math.min(most, Math.max(least, wanted ?? (people < 2 ? 2 : least)));
}

/**
 * Who is there: people with phones, and robots.
 * @param {{ picture: Picture, room: Room | null, setting: Setting, asking: Asking }} props
 */
export function There({ picture, room, setting, asking }) {
  const nobody = !room?.taken.length && !picture.gathering && picture.seats.every((one) => !one.robot);
  return html`<section class="there" aria-label=${say("Who is there")}>
    <h2>${say("At the table")}</h2>
    ${picture.gathering && html`<p data-prompt>${picture.prompt}</p>`}
    ${nobody && html`<p>${say("Nobody yet. Whoever comes plays with robots, or waits for friends.")}</p>`}
    <${Order} picture=${picture} room=${room} seats=${setting.seats} sits=${setting.sits} asking=${asking} free />
    <p class="before"><a href="/history">${say("Games so far")}</a> <a href="/people">${say("People and records")}</a></p>
  </section>`;
}

/**
 * @param {{ picture: Picture, room: Room | null, setting: Setting, go(): void }} props
 */
export function Start({ picture, room, setting, go }) {
  const known = setting.games;
  const [name, choose] = useState(gameOf(picture) ?? known[0].game);
  const [wanted, want] = useState(/** @type {number | null} */ (null));
  const [kind, setKind] = useState(/** @type {Kind} */ ("easy"));
  const [complaint, complain] = useState(/** @type {string | null} */ (null));
  const game = known.find((one) => one.game === name) ?? known[0];
  const taken = room?.taken ?? [];
  const people = taken.length + Number(!setting.held.some((seat) => taken.includes(seat))); // whoever asks sits down, too
  const robots = fitting(game, people, wanted);

  /** @param {Promise<unknown>} asked */
  const then = (asked) => asked.then(go, (error) => complain(messageOf(error)));
  const called = () => said(NAME).trim();
  const play = (/** @type {Event} */ event) => {
    event.preventDefault();
    then(ask("/api/v1/quick", { game: game.game, robots, kind, ...(called() ? { name: called() } : {}) }));
  };
  const practise = () => then(practice(game.game, called() || say("Guest"), taken, setting));

  return html`<section class="start" aria-label=${say("Begin a game")}>
    <h2>${say("What shall we play?")}</h2>
    <div class="games" role="radiogroup" aria-label=${say("Game")}>
      ${known.map(
        (
          one,
        ) => html`<button key=${one.game} class="game" role="radio" aria-checked=${one.game === game.game} data-game=${one.game}
        onClick=${() => choose(one.game)}><img class="fan" src=${`/games/${one.game}/emblem.webp`} alt="" width="200" height="164" /><b>${one.title}</b>
        <small>${say("{fewest} to {most} players", { fewest: one.fewest, most: one.most })}</small></button>`,
      )}
    </div>
    <form class="with" onSubmit=${play}>
      <p class="field"><label for=${NAME}>${say("Your name")}</label>
        <${NameField} id=${NAME} autocomplete="nickname" placeholder=${say("what the table calls you")} /></p>
      ${game.robots && html`<${Robots} ...${{ robots, range: range(game, people), want, kind, setKind }} />`}
      ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
      <div class="row">
        ${game.robots && html`<button class="again" data-quick>${say("Play now")}</button>`}
        ${setting.lessons?.includes(game.game) && html`<button type="button" class="says" data-practise onClick=${practise}>${say("Practise for a minute")}</button>`}
        ${setting.emulated && html`<a class="says" href="/virtual">${taken.length ? say("Join {count} at the table", { count: taken.length }) : say("Wait for friends")}</a>`}
      </div>
    </form>
  </section>`;
}

/**
 * How many robots play, and how well; `range` is how few and how many a game can have.
 * @param {{ robots: number, range: number[], want(robots: number): void, kind: Kind, setKind(kind: Kind): void }} props
 */
function Robots({ robots, range: [least, most], want, kind, setKind }) {
  return html`<div class="field"><span id="with-robots">${say("Robots")}</span>
      <span class="stepper" role="group" aria-labelledby="with-robots">
        <button type="button" aria-label=${say("One robot less")} disabled=${robots <= least} onClick=${() => want(robots - 1)}>−</button>
        <output aria-live="polite" data-robots>${robots}</output>
        <button type="button" aria-label=${say("One robot more")} disabled=${robots >= most} onClick=${() => want(robots + 1)}>+</button>
      </span></div>
    <fieldset class="kinds"><legend>${say("They are")}</legend>
      ${KINDS.map(
        ([
          one,
          title,
          meaning,
        ]) => html`<label key=${one} title=${meaning}><input type="radio" name="kind" value=${one} checked=${kind === one}
        onChange=${() => setKind(one)} /> ${title}</label>`,
      )}
    </fieldset>`;
}

/**
 * Practise at the own seat, or at the first free one; it is left again if the table refuses.
 * @param {string} game
 * @param {string} name
 * @param {number[]} taken
 * @param {Pick<Setting, "seats" | "held">} setting
 */
async function practice(game, name, taken, { seats, held }) {
  const seat = held[0] ?? seats.find((one) => !taken.includes(one)) ?? seats[0];
  await ask(`/api/v1/seats/${seat}/take`, {});
  try {
    await ask("/api/v1/practice", { seat, game, name });
  } catch (error) {
    if (!held.length) await ask(`/api/v1/seats/${seat}/leave`, {});
    throw error;
  }
}
