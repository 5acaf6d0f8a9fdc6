// Beginning and ending games.
import { ask, messageOf } from "./api.mjs";
import { gameOf } from "./felt.mjs";
import { say } from "./say.mjs";
import { html, state as useState } from "./view.mjs";
import { LookAgain, Named, NameField, Opens, said } from "./widgets.mjs";

/**
 * @import { Asking, Brief, Setting } from "../types/page"
 * @import { Game, Picture, Room } from "../types/table"
 */

// -- who sits where, and changing places before the deal: one step up or down, together with names, robots and phones

/**
 * Whether people may still change places, as far as this phone knows; the table decides.
 * @param {Picture} picture
 * @param {Room | null} room
 */
export const mayMove = (picture, room) =>
  !picture.auto && !picture.over && !picture.rounds_played.length && (!picture.running || Boolean(room?.deal));

/**
 * The order of seats after two of them have changed places.
 * @param {number} one
 * @param {number} other
 */
function swapped(one, other) {
  const order = [...Array(Math.max(one, other)).keys()].map((n) => n + 1);
  order[one - 1] = other;
  order[other - 1] = one;
  return order;
}

/**
 * Everybody at the table, by seat, and with `free` also the free seats. A phone that `sits` there may move them; `seats`
 * are the seats of the table.
 * @param {{ picture: Picture, room: Room | null, seats: number[], sits: boolean, asking: Asking, free?: boolean }} props
 */
export function Order({ picture, room, seats, sits, asking, free = false }) {
  const there = seats.map((seat) => {
    const one = picture.seats.find((known) => known.seat === seat);
    const taken = room?.taken.includes(seat);
    return {
      seat,
      robot: one?.robot,
      name: one?.name ?? room?.coming?.[seat] ?? (taken ? say("Somebody") : null),
      taken,
    };
  });
  const last = seats.at(-1) ?? 1;
  const moves = sits && mayMove(picture, room);
  /**
   * @param {number} from
   * @param {number} to
   */
  const swap = (from, to) => asking(ask("/api/v1/seats/order", { order: swapped(from, to) }));
  /** @param {(typeof there)[0]} one */
  const isThere = (one) => Boolean(one.robot || one.taken || (picture.gathering && one.name));
  return html`<ol class="order">${there
    .filter((one) => free || isThere(one))
    .map((one) =>
      isThere(one)
        ? html`<li key=${one.seat} data-seat=${one.seat}><span class="number">${one.seat}</span>
        <span class="name"><${Named} seat=${one} /></span>
        ${
          moves &&
          html`<button type="button" class="step" data-choice="move_up" disabled=${one.seat <= 1} aria-label=${say("Move {who} one seat up", { who: one.name })} onClick=${() => swap(one.seat, one.seat - 1)}>▲</button>
          <button type="button" class="step" data-choice="move_down" disabled=${one.seat >= last} aria-label=${say("Move {who} one seat down", { who: one.name })} onClick=${() => swap(one.seat, one.seat + 1)}>▼</button>`
        }</li>`
        : html`<li key=${one.seat} class="free"><span class="number">${one.seat}</span> <span class="name">${say("free")}</span></li>`,
    )}</ol>`;
}

// -- the start page: the choice of a game and its robots. It needs no host, and works for any game

const NAME = "start-name";
const KINDS = /** @type {const} */ ([
  ["easy", say("Easy"), say("plays as people do who do not think long, mistakes and all")],
  ["keen", say("Keen"), say("thinks about what you may hold")],
]);

/** @typedef {typeof KINDS[number][0]} Kind of robots */

/**
 * The lowest and the highest number of robots that a game can have with `people` people.
 * @param {Pick<Game, "fewest" | "most">} game
 * @param {number} people
 */
export const range = ({ fewest, most }, people) => [Math.max(0, fewest - people), Math.max(0, most - people)];

/**
 * A number of robots that a game can have; if `wanted` is null, a single person gets two, if the game has room.
 * @param {Pick<Game, "fewest" | "most">} game
 * @param {number} people
 * @param {number | null} wanted
 */
export function fitting(game, people, wanted) {
  const [least, most] = range(game, people);
  return Math.min(most, Math.max(least, wanted ?? (people < 2 ? 2 : least)));
}

/**
 * Who is at the table: people with phones, and robots.
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
  const people = taken.length + Number(!setting.held.some((seat) => taken.includes(seat))); // the asking phone also gets a seat
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
        onClick=${() => choose(one.game)}><img class="fan" src=${`/games/${one.game}/emblem`} alt="" width="200" height="164" /><b>${one.title}</b>
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
 * The choice of the number and kind of robots; `range` is the lowest and the highest number that a game can have.
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
 * Practise at this phone's seat, or at the first free one, which is left again if the table refuses.
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

// -- after a game: the same game again, or another one, for the people who are still there

/** The table's name for a question that all players answer together. */
export const CONSENT = "consent";
const LATER = [
  { answer: "robot", label: say("A robot plays on") },
  { answer: "end", label: say("End the game") },
];

/**
 * The request for another game, with the people who are there, and as many robots as before, if it has room for them.
 * @param {Brief} game
 * @param {Picture} picture
 * @param {number | null} own the seat of the asking player, who keeps their name
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
 * The button that ends the game: at once for a player who plays alone, otherwise all players are asked. It asks for
 * confirmation.
 * @param {{ picture: Picture, asking: Asking, onEnd?: () => void }} props
 */
export function EndIt({ picture, asking, onEnd }) {
  const [sure, set] = useState(false);
  if (!picture.game_id || picture.over || picture.auto || picture.question?.choice === CONSENT) return null;
  const end = () => {
    set(false);
    asking(ask("/api/v1/end", {})).then(onEnd);
  };
  if (!sure) return html`<button class="says" data-end onClick=${() => set(true)}>${say("End the game …")}</button>`;
  return html`<button class="says" data-choice="end" onClick=${end}>${say("Really end it")}</button>
    <button class="says" onClick=${() => set(false)}>${say("Play on")}</button>`;
}

/**
 * A question to all players: whether to end the game, or what to do about a seat whose player has left. After "wait", a
 * robot or the end can still be chosen.
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
 * The choices after a game, at a table where everybody with a seat may begin one; elsewhere only the host may.
 * @param {{ picture: Picture, games: Brief[], asking: Asking, seat?: number | null }} props
 */
export function Ending({ picture, games, asking, seat = null }) {
  if (!picture.over || picture.auto) return null;
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
            }}><img src=${`/games/${one.game}/emblem`} alt="" width="120" height="98" /><b>${one.title}</b> <small>${say("{fewest} to {most} players", { fewest: one.fewest, most: one.most })}</small></button>`,
        )}</div>`}<//>`
    }
    <${LookAgain} picture=${picture} />`;
}
