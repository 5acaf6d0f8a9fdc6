// Somebody who has played: in each game how often, with what rating over time, and how fast.
import { Emblem, some, Top } from "./past.mjs";
import { binned, Course, Spread } from "./plot.mjs";
import { byId, embedded, html, render } from "./view.mjs";

/** @import { Course as Played, Titles, WholePerson } from "../types/past" */

/** @type {{ titles: Titles, person: WholePerson }} */
const { titles, person } = embedded("given");
const root = byId("person");
root.replaceChildren();

const ms = (/** @type {number | null} */ time) => (time === null ? "–" : `${Math.round(time)} ms`);
const titleOf = (/** @type {string} */ game) => titles[game]?.title ?? game;

/** @param {{ of: [string, any, string?][] }} props what is counted, how much, and a word about it */
function Figures({ of }) {
  return html`<dl class="figures">${of.map(([name, value, note]) => html`<div key=${name}><dt>${name}</dt><dd>${value}${note && html` <small>${note}</small>`}</dd></div>`)}</dl>`;
}

/**
 * What was counted in calls and bluffs, as far as there were any.
 * @param {Pick<WholePerson, "calls" | "bluffs">} of
 * @returns {[string, any, string?][]}
 */
function deeds({ calls, bluffs }) {
  /** @type {[string, any, string?][]} */
  const found = [];
  const said = calls.right + calls.wrong;
  if (said) found.push(["Saw through others", `${calls.right} of ${said}`]);
  if (bluffs.told) found.push(["Bluffs", bluffs.told, "that came to light"]);
  if (bluffs.doubted) found.push(["Found out", `${bluffs.found_out} of ${bluffs.doubted}`, "when doubted"]);
  return found;
}

/** @param {{ of: Played }} props */
function Rating({ of }) {
  const { ratings } = of;
  const points = ratings.map(({ id, mu, sigma, won }, n) => ({
    y: mu,
    low: mu - sigma,
    high: mu + sigma,
    filled: won,
    name: `Game ${n + 1}: ${mu.toFixed(1)}${won ? ", won" : ""} (${id})`,
  }));
  const last = ratings[ratings.length - 1];
  return html`<figure><figcaption><h3>Rating</h3> <b>${last.mu.toFixed(1)}</b> <small>± ${last.sigma.toFixed(1)}</small></figcaption>
    <${Course} name=${`The rating of ${person.name}, from ${ratings[0].mu.toFixed(1)} to ${last.mu.toFixed(1)} in ${some(ratings.length, "game")}`} points=${points} unit="game" />
    <p class="key"><span class="filled">won</span> <span class="hollow">not won</span> <span class="banded">how sure it is</span></p>
    <details><summary>In numbers</summary><div class="scroll" tabindex="0" role="region" aria-label="Ratings after each game"><table class="standings"><thead><tr><th scope="col">Game</th><th scope="col">Rating</th><th scope="col">Won</th></tr></thead>
      <tbody>${ratings.map((one, n) => html`<tr key=${one.id}><th scope="row"><a href=${`/history/${one.id}`}>Game ${n + 1}</a></th><td>${one.mu.toFixed(1)} ± ${one.sigma.toFixed(1)}</td><td>${one.won ? "★" : "–"}</td></tr>`)}</tbody></table></div></details>
  </figure>`;
}

/** @param {{ of: Played }} props */
function Times({ of }) {
  if (!of.times) return null;
  const { width, bins } = binned(of.times.own, of.times.all);
  const [own, all] = [of.times.own, of.times.all].map((one) => Object.values(one).reduce((sum, n) => sum + n, 0));
  return html`<figure><figcaption><h3>Reaction times</h3> <b>${ms(of.slaps.median_ms)}</b> <small>in the middle, ${ms(of.slaps.best_ms)} at best</small></figcaption>
    <${Spread} name=${`How long slaps took: half of those of ${person.name} less than ${ms(of.slaps.median_ms)}`} width=${width} bins=${bins} />
    <p class="key"><span class="bars">${person.name}, ${some(own, "slap")}</span> <span class="around-all">everybody, ${some(all, "slap")}</span> <span>in ms</span></p>
    <details><summary>In numbers</summary><div class="scroll" tabindex="0" role="region" aria-label="How many slaps took how long"><table class="standings"><thead><tr><th scope="col">Took</th><th scope="col">${person.name}</th><th scope="col">Everybody</th></tr></thead>
      <tbody>${bins.filter((one) => one.own || one.all).map((one) => html`<tr key=${one.at}><th scope="row">${one.at} to ${one.at + width} ms</th><td>${one.own}</td><td>${one.all}</td></tr>`)}</tbody></table></div></details>
  </figure>`;
}

/** @param {{ game: string, of: Played }} props */
function Game({ game, of }) {
  const share = of.games ? `${Math.round((100 * of.wins) / of.games)} %` : "";
  return html`<section class="panel played" aria-label=${titleOf(game)}>
    <h2><${Emblem} game=${game} titles=${titles} /> ${titleOf(game)}</h2>
    <${Figures} of=${[
      ["Games", of.games],
      ["Won", of.wins, share],
      ["Points", of.points],
      ["Won in a row", of.streak.longest, of.streak.now > 1 ? `${of.streak.now} now` : ""],
      ...(of.slaps.races ? [["Last in a race", `${of.slaps.last} of ${of.slaps.races}`]] : []),
      ...deeds(of),
    ]} />
    <div class="plots">${of.ratings.length > 0 && html`<${Rating} of=${of} />`}<${Times} of=${of} /></div>
    <p><a href=${`/history?${new URLSearchParams({ game, player: person.name })}`}>Games of ${titleOf(game)} with ${person.name}</a></p>
  </section>`;
}

function Page() {
  const all = Object.entries(person.games);
  const [games, wins] = /** @type {const} */ (["games", "wins"]).map((what) =>
    all.reduce((sum, [, of]) => sum + of[what], 0),
  );
  return html`<${Top} title=${person.name} here="" />
    <section class="panel whole-life" aria-label="In all games"><${Figures} of=${[["Games", games], ["Won", wins], ...(person.slaps.races ? [["Slaps", person.slaps.races, `${ms(person.slaps.best_ms)} at best`]] : []), ...deeds(person)]} />
      <p><a class="says" href=${`/history?${new URLSearchParams({ player: person.name })}`}>All games with ${person.name}</a></p></section>
    ${all.sort(([, one], [, other]) => other.games - one.games).map(([game, of]) => html`<${Game} key=${game} game=${game} of=${of} />`)}`;
}

render(html`<${Page} />`, root);
