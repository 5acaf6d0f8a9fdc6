// Practice, the menu and the greeting of the virtual table.
import { ask } from "./api.mjs";
import { gesture } from "./button.mjs";
import { AskBack } from "./claims.mjs";
import { gameOf, News, Result, roundOf, Rounds } from "./felt.mjs";
import { say } from "./say.mjs";
import { EndIt, mayMove, Order } from "./start.mjs";
import { EarSwitch, LanguageSwitch, ThemeSwitch } from "./switches.mjs";
import { html, state as useState } from "./view.mjs";
import { Named, NameField, said, Sheet } from "./widgets.mjs";

/**
 * @import { Lesson, Wish } from "../types/ui"
 * @import { Asking, Brief, SetState, Setting, State, Table } from "../types/page"
 * @import { Event, Picture, Room } from "../types/table"
 */

// -- one minute of practice: a game with a stacked deck, and a coach who says what to do next. The game's `lesson.mjs` has
// the steps: what to `say`, which card to `hint` at, and the event that ends the step; and which neighbours press a button
// now, `after` how long, and whether they `hold` it.

const KEPT = "practice"; // its key in the session storage
/** @type {Lesson | null} */
let lesson = null;
/** @type {number | null} */
let ended = null; // a practice game that has ended
/** @type {Map<number, ReturnType<typeof setTimeout>>} */
const about = new Map(); // by seat: the timer of a neighbour who is about to press

/**
 * Advance the practice by a step, if it waits for this event.
 * @param {Event} event
 * @param {State} state
 * @param {SetState} set
 */
export function heard(event, state, set) {
  if (!state.practice || !lesson || state.seat === null) return;
  const now = lesson.steps[state.practice.step];
  if (!now?.until(event, state.seat)) return;
  const { step } = state.practice;
  set({ practice: at(step + 1) });
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ game: state.picture.game_id, step: step + 1 }));
  } catch (error) {
    console.info("how far the practice has got is not kept", error);
  }
}

/**
 * Let neighbours press their buttons, where the lesson says so.
 * @param {State} state
 */
export function watched(state) {
  for (const wanted of wishes(state)) {
    const { seat, after } = wanted;
    if (!about.has(seat))
      about.set(
        seat,
        setTimeout(() => press(wanted, state), after),
      );
  }
}

/**
 * @param {State} state
 * @returns {Wish[]}
 */
const wishes = (state) =>
  state.practice && lesson && state.seat !== null ? lesson.neighbours(state.picture, state.seat) : [];

/**
 * Let a neighbour press, unless play has continued meanwhile and the lesson no longer wants it.
 * @param {Wish} wish
 * @param {State} state
 */
function press({ seat, hold: long }, state) {
  about.delete(seat);
  const still = wishes(state).some((one) => one.seat === seat && Boolean(one.hold) === Boolean(long));
  if (still) gesture(seat, long ? "hold" : "tap");
  else watched(state);
}

/**
 * End the practice, and cancel presses of neighbours; `game` is the practice game.
 * @param {SetState} set
 * @param {Asking} asking
 * @param {number | null} game
 */
export async function endPractice(set, asking, game = null) {
  ended = game;
  about.forEach(clearTimeout);
  about.clear();
  set({ practice: null, menu: false });
  await asking(ask("/api/v1/practice/end", {}));
}

/**
 * @param {string} game
 * @returns {Promise<Lesson>}
 */
const lessonOf = async (game) => (await import(`/games/${game}/lesson.mjs`)).lesson;

/**
 * The saved progress of practice on this phone: the game and the step.
 * @returns {{ game?: number, step: number }}
 */
function known() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "") ?? { step: 0 };
  } catch {
    return { step: 0 }; // nothing is saved, or storage is disabled
  }
}

/** @param {number} step */
function at(step) {
  const { hint = null, press: presses = false } = lesson?.steps[step] ?? {};
  return { step, hint, press: presses };
}

/**
 * Continue a practice that this page did not begin: the page was reloaded, or practice was begun on the start page.
 * @param {State} state
 * @param {SetState} set
 */
export async function resume(state, set) {
  const { picture, room, seat } = state;
  const game = gameOf(picture);
  if (!room.practice || state.practice || seat === null || !game || picture.game_id === ended) return;
  lesson = await lessonOf(game);
  const reached = picture.game_id === known().game ? known().step : 0;
  if (!state.practice) set({ practice: at(reached) });
}

/**
 * Why practice is not possible now, as a text; null if it is possible.
 * @param {State} state
 */
function hindered({ picture, room, me }) {
  if (room.taken.some((one) => !me.seats.includes(one)))
    return say("Others are at the table. Practise before they come, or when they have gone.");
  const on = (picture.running && !room.deal) || picture.rounds_played.length > 0;
  return on && !picture.over && !picture.auto && !room.practice
    ? say("A game is on, and practice would end it. Practise when it is over.")
    : null;
}

/**
 * Practise a game at this phone's seat, or at the first free one.
 * @param {string} game
 * @param {State} state
 * @param {number[]} seats the seats of the table
 */
async function practise(game, { picture, room, seat: own }, seats) {
  const seat = own ?? seats.find((one) => !room.taken.includes(one)) ?? seats[0];
  const { name } = picture.seats.find((one) => one.seat === seat && !picture.auto && !one.robot) ?? {};
  const other = game === gameOf(picture) ? {} : { game };
  if (own === null) await ask(`/api/v1/seats/${seat}/take`, {});
  try {
    await ask("/api/v1/practice", { seat, name: name ?? room.coming?.[seat] ?? say("Guest"), ...other });
  } catch (error) {
    if (own === null) await ask(`/api/v1/seats/${seat}/leave`, {});
    throw error;
  }
  return seat;
}

/**
 * The offer to practise, which never interrupts a game of people. `onSeat(seat)` is called for a seat that was taken for it.
 * @param {{ state: State, set: SetState, asking: Asking, games: Brief[], seats: number[], onSeat(seat: number): Promise<unknown> }} props
 */
export function Learn({ state, set, asking, games, seats, onSeat }) {
  const now = gameOf(state.picture);
  const why = hindered(state);
  /** @param {string} game */
  async function begin(game) {
    const seat = await asking(practise(game, state, seats));
    if (seat === null) return set({ menu: false });
    lesson = await lessonOf(game);
    if (state.seat !== seat) await onSeat(seat);
    set({ practice: at(0), menu: false, page: "table" });
  }
  const known = games.filter(({ game }) => state.lessons.includes(game));
  return html`${why && html`<p class="hindered">${why}</p>`}
    <div class="lessons">${known.map(
      ({
        game,
        title,
      }) => html`<button key=${game} class=${game === now ? "says learn" : "says"} data-learn=${game} disabled=${why !== null}
        onClick=${() => begin(game)}>${game === now ? say("New here? Learn it in a minute") : say("Practise {game}", { game: title })}</button>`,
    )}</div>`;
}

/**
 * What the coach says now.
 * @param {{ state: State, set: SetState, asking: Asking }} props
 */
export function Practice({ state, set, asking }) {
  const { practice } = state;
  if (!practice || !lesson) return null;
  const end = () => endPractice(set, asking, state.picture.game_id);
  const step = lesson.steps[practice.step];
  return html`<section class="coach" role="status">
    <p>${step ? step.say : lesson.done}</p>
    <div class="row">
      <p class="dots" role="img" aria-label=${say("step {step} of {steps}", { step: Math.min(practice.step + 1, lesson.steps.length), steps: lesson.steps.length })}>
        ${lesson.steps.map((_, n) => html`<span key=${n} class=${n < practice.step ? "past" : n === practice.step ? "now" : ""}></span>`)}
      </p>
      <button class=${step ? "says" : "again"} onClick=${end}>${step ? say("Stop the lesson") : say("Play a real game")}</button>
    </div>
  </section>`;
}

// -- the menu of the virtual table, in a sheet: joining, leaving, practice, and the news

/** @param {{ table: Table, asking: Asking, onLeave(): void, base: string }} props */
export function Menu({ table, asking, onLeave, base }) {
  const { picture, menu } = table.state;
  if (!menu) return null;
  const close = () => table.set({ menu: false, leaving: false });
  const round = roundOf(picture);
  return html`<${Sheet} name=${picture.title ?? say("Card table")} looks="menu" onClose=${close}>
    ${round && html`<p class="round">${round}</p>`}
    <nav aria-label=${say("Pages")}>
      ${gameOf(picture) && html`<a class="says" href=${`/rules/${gameOf(picture)}`}>${say("Rules")}</a>`}
      <a class="says" href="/">${say("Scoreboard")}</a>
      <a class="says" href="/host">${say("Host")}</a>
      <a class="says" href="/history">${say("Past games")}</a>
      <a class="says" href="/people">${say("People")}</a>
      <a class="says" href="/help">${say("Help")}</a>
    </nav>
    <${Ways} table=${table} asking=${asking} onLeave=${onLeave} />
    ${
      mayMove(picture, table.state.room) &&
      html`<h3>${say("Who sits where")}</h3>
      <${Order} picture=${picture} room=${table.state.room} seats=${table.seats} sits=${table.state.seat !== null} asking=${asking} />`
    }
    <h3>${say("What happened")}</h3>
    <${News} picture=${picture} base=${base} />
    <${Result} picture=${picture} />
    <${Rounds} picture=${picture} />
    <h3>${say("Practise for a minute")}</h3>
    <${Learn} state=${table.state} set=${table.set} asking=${asking} games=${table.games} seats=${table.seats} onSeat=${table.have} />
    <h3>${say("How this phone looks")}</h3>
    <${ThemeSwitch} />
    <h3>${say("What this phone speaks")}</h3>
    <${LanguageSwitch} />
    <${EarSwitch} />
    ${table.state.seat !== null && html`<a class="says" data-by-ear href=${`/ear/${table.state.seat}`}>${say("Play by ear, without looking")}</a>`}
  <//>`;
}

/**
 * Joining, leaving, and practice.
 * @param {{ table: Table, asking: Asking, onLeave(): void }} props
 */
function Ways({ table, asking, onLeave }) {
  const { state, set } = table;
  const { picture, seat, leaving, room } = state;
  return html`<div class="ways">
    ${room.practice && html`<button class="again" onClick=${() => endPractice(set, asking, picture.game_id)}>${say("End the practice")}</button>`}
    ${seat !== null && !room.practice && !room.deal && html`<${EndIt} picture=${picture} asking=${asking} onEnd=${() => set({ menu: false })} />`}
    ${!picture.auto && html`<button class="says" onClick=${() => set({ page: "welcome", menu: false })}>${seat === null ? say("Take a seat") : say("One more seat here")}</button>`}
    ${seat !== null && !leaving && html`<button class="says" onClick=${() => set({ leaving: true })}>${say("Leave {who}’s seat", { who: table.nameOf(seat) })}</button>`}
    ${
      leaving &&
      html`<button class="says" onClick=${onLeave}>${say("Really leave, cards and all")}</button>
      <button class="says" onClick=${() => set({ leaving: false })}>${say("Stay")}</button>`
    }
  </div>`;
}

// -- the greeting: what the virtual table is, and free seats

/**
 * @param {Picture} picture
 * @param {number[]} seats
 */
function seatsOf(picture, seats) {
  return seats.map((number) => picture.seats.find((one) => one.seat === number) ?? { seat: number, name: null });
}

/**
 * The callbacks are `onSit(seat, name)`, `onHave(seat)` for a seat that another phone held, `onLook()`, and `onBack()` for
 * a phone that has a seat already; `held` are the seats of this phone.
 * @param {{ picture: Picture, room: Room, held: number[], setting: Setting, complaint: string | null, onSit(seat: number, name: string): void, onHave(seat: number): void, onLook(): void, onBack: (() => void) | false }} props
 */
export function Welcome({ picture, room, held, setting, complaint, onSit, onHave, onLook, onBack }) {
  const [lost, lose] = useState(/** @type {number | null} */ (null)); // the seat whose phone is reported as lost
  /** @param {number} number */
  const sit = (number) => onSit(number, said("your-name"));
  return html`<section class="welcome">
    <h2>${say("Welcome to the card table")}</h2>
    <p class="lead">${picture.title ? say("Here you play {game} without any hardware.", { game: picture.title }) : say("Here you play cards without any hardware.")} ${say("Take a seat on this phone or laptop; your friends take theirs on their own phones. You lay the cards, the table sees them, knows the rules and keeps the score.")}</p>
    ${picture.auto && html`<p class="guests">${say("Robots are playing. They make room as soon as you sit down.")}</p>`}
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    <p class="field"><label for="your-name">${say("Your name")}</label>
      <${NameField} id="your-name" autocomplete="nickname" placeholder=${say("what the table calls you")} /></p>
    <ol class="chairs" aria-label=${say("Seats")}>
      ${seatsOf(picture, setting.seats).map((one) => {
        const taken = room.taken.includes(one.seat);
        return html`<li key=${one.seat}><button class="chair" disabled=${taken} data-chair=${one.seat} onClick=${() => sit(one.seat)}>
          <span class="number">${one.seat}</span>
          <span>${taken ? say("{who} sits here", { who: one.name ?? say("Somebody") }) : say("Take a seat")}</span>
          ${!taken && one.name && !picture.auto && html`<small>${one.robot ? say("{who} makes room", { who: html`<${Named} seat=${one} />` }) : say("kept for {who}", { who: one.name })}</small>`}
        </button>
        ${taken && !picture.auto && !held.includes(one.seat) && lost !== one.seat && html`<button class="lost" data-lost=${one.seat} onClick=${() => lose(one.seat)}>${say("I lost that phone")}</button>`}
        ${taken && lost === one.seat && html`<${AskBack} seat=${lost} name=${one.name ?? say("Seat {seat}", { seat: lost })} room=${room} onSeat=${() => onHave(lost)} onLeave=${() => lose(null)} />`}</li>`;
      })}
    </ol>
    <p class="ways">
      ${onBack ? html`<button class="says" onClick=${onBack}>${say("Back to my seat")}</button>` : html`<button class="says" onClick=${onLook}>${say("Just watch")}</button>`}
      ${gameOf(picture) && html`<a href=${`/rules/${gameOf(picture)}`}>${say("The rules of {game}", { game: picture.title })}</a>`}
      ${Object.entries(setting.counted).map(([game, title]) => html`<a key=${game} href=${`/score/${game}`}>${say("Count a round of {game}", { game: title })}</a>`)}
    </p>
    ${
      setting.address &&
      html`<aside class="joining">
      <img src="/join.svg" alt=${say("QR code with the address of this table")} width="140" height="140" />
      <p>${say("Others join with their phones at {address}", { address: html`<b>${setting.address}</b>` })}</p>
    </aside>`
    }
  </section>`;
}
