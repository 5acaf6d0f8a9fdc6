// Tournaments at this table: their standings, the games that counted, and a form to begin one.
import { ask, messageOf } from "./api.mjs";
import { Crown } from "./felt.mjs";
import { dayOf, got, Top } from "./past.mjs";
import { many, say } from "./say.mjs";
import { byId, embedded, html, render } from "./view.mjs";

/** @import { Counted, Place, Titles, Tournament } from "../types/past" */

/** @type {{ titles: Titles, people: string[], tournaments: Tournament[], may: boolean, emulated: boolean }} */
const given = embedded("given");
const root = byId("tournaments");
root.replaceChildren();
const LENGTHS = [3, 5, 7];
const fresh = () => ({
  kind: /** @type {"best_of" | "ladder"} */ ("best_of"),
  best_of: LENGTHS[0],
  games: /** @type {string[]} */ ([]),
  players: /** @type {string[]} */ ([]),
  teams: false,
  title: "",
});
const state = {
  tournaments: given.tournaments,
  people: given.people,
  wish: fresh(),
  opens: false,
  sure: /** @type {number | null} */ (null), // the tournament that is about to be removed
  complaint: /** @type {string | null} */ (null),
};

/** @param {Partial<typeof state>} change */
function set(change) {
  Object.assign(state, change);
  render(html`<${Page} />`, root);
}

/** @param {Partial<typeof state.wish>} change */
const want = (change) => set({ wish: { ...state.wish, ...change } });

/**
 * The list without `one` if it contains it, otherwise with `one` appended.
 * @param {string[]} list
 * @param {string} one
 */
export const toggled = (list, one) => (list.includes(one) ? list.filter((other) => other !== one) : [...list, one]);

/**
 * Teams of two, in the order of the names; a person who is left over plays alone.
 * @param {string[]} players
 * @returns {string[][]}
 */
export const paired = (players) =>
  players.flatMap((name, n) => (n % 2 === 0 && n + 1 < players.length ? [[name, players[n + 1]]] : []));

/** @param {Promise<unknown>} asked */
async function after(asked) {
  try {
    await asked;
    set({ tournaments: await got("/api/v1/tournaments"), sure: null, opens: false, wish: fresh(), complaint: null });
  } catch (error) {
    set({ complaint: messageOf(error) });
  }
}

function begin() {
  const { kind, best_of, games, players, teams, title } = state.wish;
  after(
    ask("/api/v1/tournaments", {
      kind,
      players,
      games,
      ...(kind === "best_of" ? { best_of } : {}),
      ...(teams ? { teams: /** @type {[string, string][]} */ (paired(players)) } : {}),
      ...(title.trim() ? { title: title.trim() } : {}),
    }),
  );
}

const called = (/** @type {string[]} */ side) => side.join(" & ");
const games = (/** @type {number} */ count) => many("{count} game", "{count} games", count);
const bestOf = (/** @type {number} */ count) => say("Best of {count}", { count });
const gamesOf = (/** @type {string[]} */ games) =>
  games.length ? games.map((game) => given.titles[game]?.title ?? game).join(", ") : say("all games");

/**
 * By how many places a person has moved, as a sign and in words.
 * @param {{ by: number }} props
 */
const Moved = ({ by }) =>
  by === 0
    ? null
    : html`<span class=${by > 0 ? "moved up" : "moved down"} role="img" aria-label=${by > 0 ? say("up {places}", { places: by }) : say("down {places}", { places: -by })}>${by > 0 ? "▲" : "▼"}${Math.abs(by)}</span>`;

/** @param {{ of: Tournament, place: Place, at: number }} props */
function Row({ of, place, at }) {
  const won = of.winner !== null && called(of.winner) === called(place.side);
  return html`<li class=${won ? "seat won" : "seat"}>
    <span class="number" aria-hidden="true">${at + 1}</span>
    <span class="called"><span class="name">${won && html`<${Crown} />`}${called(place.side)}</span>
      <small>${games(place.played)}${place.played > 0 && `, ${many("{count} point", "{count} points", place.points)}`}</small></span>
    ${of.kind === "ladder" && html`<${Moved} by=${place.moved} />`}
    <span class="score" role="img" aria-label=${many("{count} game won", "{count} games won", place.wins)}>${place.wins}</span>
  </li>`;
}

/** @param {{ one: Counted }} props */
function Game({ one }) {
  const link = html`<a href=${`/history/${one.id}`}>${given.titles[one.game]?.title ?? one.game}</a>`;
  return html`<li>${
    one.winner
      ? html`${link} ${say("{who} won", { who: html`<b>${called(one.winner)}</b>` })}`
      : say("{game} was a draw", { game: link })
  } <small>${one.sides
    .toSorted((first, second) => first.place - second.place)
    .map(({ side, points }) => `${called(side)} ${points}`)
    .join(" · ")}</small></li>`;
}

/** @param {{ of: Tournament }} props */
function Board({ of }) {
  const kind = of.best_of === null ? say("Ladder") : bestOf(of.best_of);
  const says = of.winner
    ? say("{who} won.", { who: called(of.winner) })
    : of.counted.length
      ? of.kind === "ladder"
        ? say("Whoever plays next plays for the rungs they hold.")
        : say("Game {number} is next.", { number: of.counted.length + 1 })
      : say("Their next game together is the first.");
  return html`<section class="panel tournament" aria-label=${of.title ?? kind}>
    <h2>${of.title ?? kind}</h2>
    <p class="what">${of.title && `${kind} · `}${gamesOf(of.games)} · ${say("since {day}", { day: dayOf(of.begun_at) })}</p>
    <ol class="seats">${of.places.map((place, at) => html`<${Row} key=${called(place.side)} of=${of} place=${place} at=${at} />`)}</ol>
    <p>${says}</p>
    ${of.counted.length > 0 && html`<details><summary>${many("{count} game so far", "{count} games so far", of.counted.length)}</summary><ol class="counted">${of.counted.toReversed().map((one) => html`<${Game} key=${one.id} one=${one} />`)}</ol></details>`}
    ${given.may && html`<${Ends} of=${of} />`}
  </section>`;
}

/** @param {{ of: Tournament }} props */
function Ends({ of }) {
  if (state.sure !== of.id) {
    return html`<p><button type="button" class="says" onClick=${() => set({ sure: of.id })}>${say("Remove it …")}</button></p>`;
  }
  return html`<div class="sure"><p>${say("Its games stay in the history; the standings go.")}</p>
    <button type="button" class="again" data-end=${of.id} onClick=${() => after(ask(`/api/v1/tournaments/${of.id}`, undefined, "DELETE"))}>${say("Remove it")}</button>
    <button type="button" class="says" onClick=${() => set({ sure: null })}>${say("Leave it")}</button></div>`;
}

/** @param {{ name: string, options: [string, string][], on: string[], pick(one: string): void, single?: boolean }} props */
const Picks = ({ name, options, on, pick, single = false }) =>
  html`<fieldset class="picks"><legend>${name}</legend>${options.map(
    ([value, label]) =>
      html`<label key=${value}><input type=${single ? "radio" : "checkbox"} name=${name} checked=${on.includes(value)} onChange=${() => pick(value)} /> <span>${label}</span></label>`,
  )}</fieldset>`;

/** A field for the name of a person who has not played yet. */
function Another() {
  const add = () => {
    const field = /** @type {HTMLInputElement} */ (byId("another"));
    const name = field.value.trim();
    if (!name) return;
    field.value = "";
    const players = state.wish.players.includes(name) ? state.wish.players : [...state.wish.players, name];
    set({
      people: state.people.includes(name) ? state.people : [...state.people, name],
      wish: { ...state.wish, players },
    });
  };
  const entered = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  return html`<div class="row another"><label for="another">${say("Somebody else")}</label>
    <input id="another" maxlength="20" autocomplete="off" onKeyDown=${entered} />
    <button type="button" class="says" onClick=${add}>${say("Add")}</button></div>`;
}

function Form() {
  const { wish, complaint } = state;
  const ladder = wish.kind === "ladder";
  const sides = wish.teams ? wish.players.length - paired(wish.players).length : wish.players.length;
  const pairs = paired(wish.players);
  const alone = wish.players.filter((name) => !pairs.flat().includes(name));
  return html`<form class="panel begin" onSubmit=${(/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    begin();
  }}>
    <h2>${say("A new tournament")}</h2>
    <${Picks} name=${say("How it goes")} single on=${[ladder ? "ladder" : String(wish.best_of)]} pick=${(/** @type {string} */ one) => want(one === "ladder" ? { kind: "ladder" } : { kind: "best_of", best_of: Number(one) })}
      options=${[...LENGTHS.map((n) => [String(n), bestOf(n)]), ["ladder", say("Ladder")]]} />
    <p class="about">${ladder ? say("After each game those who played share the rungs that they held: the winner takes the highest. It goes on as long as you like, and others may join.") : say("The same people play {count} games, or fewer: it is over as soon as nobody can catch up with the first.", { count: wish.best_of })}</p>
    <${Picks} name=${say("Who plays")} on=${wish.players} pick=${(/** @type {string} */ one) => want({ players: toggled(wish.players, one) })} options=${state.people.map((name) => [name, name])} />
    <${Another} />
    <${Picks} name=${say("In teams")} on=${wish.teams ? ["two"] : []} pick=${() => want({ teams: !wish.teams })} options=${[["two", say("Teams of two, points added")]]} />
    ${wish.teams && html`<p class="about" role="status">${wish.players.length < 2 ? say("Choose people in the order in which they belong together.") : [...pairs.map(called), ...alone.map((name) => say("{who} alone", { who: name }))].join(", ")}</p>`}
    <${Picks} name=${say("Which games count")} on=${wish.games} pick=${(/** @type {string} */ one) => want({ games: toggled(wish.games, one) })} options=${Object.entries(given.titles).map(([game, { title }]) => [game, title])} />
    <p class="about">${wish.games.length ? say("Only {games}.", { games: gamesOf(wish.games) }) : say("None chosen: all games count.")}</p>
    <p class="field"><label for="title">${say("Name of the tournament, if you like")}</label>
      <input id="title" maxlength="40" value=${wish.title} autocomplete="off" onInput=${(/** @type {any} */ event) => want({ title: event.target.value })} /></p>
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    <div class="row"><button class="again" data-begin disabled=${sides < 2}>${say("Begin")}</button>
      <button type="button" class="says" onClick=${() => set({ opens: false })}>${say("Leave it")}</button></div>
  </form>`;
}

function Begins() {
  if (!given.may) {
    const sit = html`<a href=${given.emulated ? "/virtual" : "/"}>${say("take a seat")}</a>`;
    const host = html`<a href="/host">${say("become host")}</a>`;
    return html`<p class="about">${say("Whoever sits at the table begins a tournament: {sit}, or {host}.", { sit, host })}</p>`;
  }
  if (state.opens) return html`<${Form} />`;
  return html`<p><button type="button" class="again" data-new onClick=${() => set({ opens: true })}>${say("New tournament")}</button></p>`;
}

function Page() {
  const none = !state.tournaments.length && !state.opens;
  return html`<${Top} title=${say("Tournaments")} here="/tournaments" />
    ${
      none &&
      html`<section class="panel none"><h2>${say("No tournament yet")}</h2>
      <p>${say("Play best of three, or a ladder that goes on over weeks; alone or in teams of two. Every game that ends counts by itself.")}</p></section>`
    }
    <${Begins} />
    ${state.complaint && !state.opens && html`<p class="notice" role="alert">${state.complaint}</p>`}
    <div class="tournaments">${state.tournaments.map((one) => html`<${Board} key=${one.id} of=${one} />`)}</div>`;
}

set({});
