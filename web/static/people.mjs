// Everybody who has played at this table, with their statistics, and the records of the table.
import { got, tenths, Top } from "./past.mjs";
import { many, say } from "./say.mjs";
import { byId, embedded, html, render } from "./view.mjs";

/** @import { Held, Person, Titles } from "../types/past" */

/** @type {{ titles: Titles, people: Person[], robots: Person[], records: Held[], most: number }} */
const given = embedded("given");
const root = byId("people");
root.replaceChildren();
const state = {
  game: "",
  people: given.people,
  more: given.people.length === given.most,
  complaint: /** @type {string | null} */ (null),
};
const KINDS = { easy: say("Easy robots"), keen: say("Keen robots") };
const MS = (/** @type {number} */ value) => say("{ms} ms", { ms: Math.round(value) });
const TIMES = (/** @type {number} */ value) => `${value} ×`;
/** @type {{ [record: string]: [string, (value: number) => string] }} */
const RECORDS = {
  fastest_slap: [say("Fastest slap"), MS],
  fastest_median: [say("Fastest hands, all slaps taken together"), MS],
  longest_streak: [say("Most games won in a row"), String],
  most_wins: [say("Most games won"), String],
  most_games: [say("Most games played"), String],
  most_calls_right: [say("Saw through others most often"), TIMES],
  most_bluffs: [say("Boldest bluffer"), TIMES],
};

/** @param {Partial<typeof state>} change */
function set(change) {
  Object.assign(state, change);
  render(html`<${Page} />`, root);
}

async function more() {
  const before = state.people[state.people.length - 1].place;
  try {
    const found = await got(`/api/v1/people?limit=${given.most}&before=${before}`);
    set({ people: [...state.people, ...found], more: found.length === given.most, complaint: null });
  } catch (error) {
    set({
      complaint: error instanceof TypeError ? say("The table does not answer.") : /** @type {Error} */ (error).message,
    });
  }
}

/**
 * A person's statistics in one game, or in all games; the rating is then the person's highest.
 * @param {Person} person
 * @param {string} game
 */
export function standing({ name, games }, game) {
  const found = Object.entries(games).filter(([one]) => !game || one === game);
  const sum = (/** @type {"games" | "wins"} */ what) => found.reduce((sum, [, one]) => sum + one[what], 0);
  const best = found.toSorted(([, one], [, other]) => other.rating.mu - one.rating.mu)[0];
  return { name, games: sum("games"), wins: sum("wins"), rating: best[1].rating.mu, in: best[0], of: best[1].games };
}

/** @param {{ people: Person[], called: string, link: boolean }} props */
function Standings({ people, called, link }) {
  const rows = people.filter(({ games }) => !state.game || games[state.game]).map((one) => standing(one, state.game));
  if (state.game) rows.sort((one, other) => other.rating - one.rating);
  if (!rows.length) return html`<p class="nobody">${say("Nobody has played that yet.")}</p>`;
  return html`<p class="about">${state.game ? say("The rating counts who was beaten in that game, and how strong they were. Everybody begins at 25.") : say("The rating counts who was beaten, and how strong they were, in the game that somebody is best at. Everybody begins at 25.")}</p>
  <table class="standings" aria-label=${called}>
    <thead><tr><th scope="col">${called}</th><th scope="col">${say("Played")}</th><th scope="col">${say("Won")}</th><th scope="col">${say("Rating")}</th></tr></thead>
    <tbody>${rows.map(
      (one) => html`<tr key=${one.name}>
        <th scope="row">${link ? html`<a href=${`/people/${encodeURIComponent(one.name)}`}>${one.name}</a>` : (KINDS[/** @type {"easy"} */ (one.name)] ?? one.name)}</th>
        <td>${one.games}</td><td>${one.wins}</td>
        <td>${tenths(one.rating)} <small>${many("{game}, {count} game", "{game}, {count} games", one.of, { game: given.titles[one.in]?.title ?? one.in })}</small></td></tr>`,
    )}</tbody>
  </table>`;
}

function Records() {
  const known = given.records.filter(({ record }) => RECORDS[record]);
  if (!known.length) return null;
  return html`<section class="panel held" aria-labelledby="records"><h2 id="records">${say("The records of this table")}</h2>
    <ul>${known.map(({ record, name, game, value }) => {
      const [what, says] = RECORDS[record];
      return html`<li key=${record}><span class="what">${what}</span> <b class="value">${says(value)}</b>
        <span class="whose"><a href=${`/people/${encodeURIComponent(name)}`}>${name}</a> <small>${given.titles[game]?.title ?? game}</small></span></li>`;
    })}</ul>
  </section>`;
}

function Nobody() {
  return html`<section class="panel none"><h2>${say("Nobody has played to the end yet")}</h2>
    <p>${say("After the first game everybody who played appears here, with games won, a rating, and how fast they slap.")}</p>
    <p><a class="button" href="/">${say("Begin a game")}</a></p></section>`;
}

/** The choice of the game whose statistics are shown. */
function Which() {
  const played = new Set([...state.people, ...given.robots].flatMap(({ games }) => Object.keys(games)));
  if (played.size < 2) return null;
  return html`<div class="which-game" role="group" aria-label=${say("Game")}>
    ${["", ...played].map((game) => html`<button type="button" class="says" key=${game} aria-pressed=${state.game === game} onClick=${() => set({ game })}>${game ? (given.titles[game]?.title ?? game) : say("All games")}</button>`)}
  </div>`;
}

function Page() {
  const note = state.people.length && !state.more ? many("{count} player", "{count} players", state.people.length) : "";
  return html`<${Top} title=${say("People")} note=${note} here="/people" />
    ${!state.people.length && html`<${Nobody} />`}
    <${Which} />
    <div class="who-played">
      ${
        state.people.length > 0 &&
        html`<section class="panel" aria-label=${say("People")}>
        <${Standings} people=${state.people} called=${say("Name")} link />
        ${state.complaint && html`<p class="notice" role="alert">${state.complaint}</p>`}
        ${state.more && html`<p class="more"><button type="button" class="says" onClick=${more}>${say("More people")}</button></p>`}
      </section>`
      }
      <${Records} />
      ${given.robots.length > 0 && html`<section class="panel" aria-label=${say("Robots")}><${Standings} people=${given.robots} called=${say("Robots")} link=${false} /></section>`}
    </div>
`;
}

set({});
