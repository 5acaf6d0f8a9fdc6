// A person who has played: for each game the number of games, the rating over time, and reaction times.
import { Emblem, tenths, Top } from "./past.mjs";
import { binned, Course, Spread } from "./plot.mjs";
import { many, say } from "./say.mjs";
import { byId, embedded, html, render } from "./view.mjs";

/** @import { Course as Played, Titles, WholePerson } from "../types/past" */

/** @type {{ titles: Titles, person: WholePerson }} */
const { titles, person } = embedded("given");
const root = byId("person");
root.replaceChildren();

const ms = (/** @type {number | null} */ time) => (time === null ? "–" : say("{ms} ms", { ms: Math.round(time) }));
const titleOf = (/** @type {string} */ game) => titles[game]?.title ?? game;

/**
 * @param {number} count
 * @param {number} all
 */
const partOf = (count, all) => say("{count} of {all}", { count, all });

/** @param {{ of: [string, any, string?][] }} props for each figure its name, its value, and perhaps a note */
function Figures({ of }) {
  return html`<dl class="figures">${of.map(([name, value, note]) => html`<div key=${name}><dt>${name}</dt><dd>${value}${note && html` <small>${note}</small>`}</dd></div>`)}</dl>`;
}

/**
 * Figures about calls and bluffs, if there were any.
 * @param {Pick<WholePerson, "calls" | "bluffs">} of
 * @returns {[string, any, string?][]}
 */
function deeds({ calls, bluffs }) {
  /** @type {[string, any, string?][]} */
  const found = [];
  const said = calls.right + calls.wrong;
  if (said) found.push([say("Saw through others"), partOf(calls.right, said)]);
  if (bluffs.told) found.push([say("Bluffs"), bluffs.told, say("that came to light")]);
  if (bluffs.doubted) found.push([say("Found out"), partOf(bluffs.found_out, bluffs.doubted), say("when doubted")]);
  return found;
}

/** @param {{ of: Played, game: string }} props */
function Rating({ of, game }) {
  const { ratings } = of;
  const points = ratings.map(({ id, mu, sigma, won }, n) => ({
    y: mu,
    low: mu - sigma,
    high: mu + sigma,
    filled: won,
    name: won
      ? say("Game {number}: {rating}, won ({id})", { number: n + 1, rating: tenths(mu), id })
      : say("Game {number}: {rating} ({id})", { number: n + 1, rating: tenths(mu), id }),
  }));
  const last = ratings[ratings.length - 1];
  return html`<figure><figcaption><h3>${say("Rating")}</h3> <b>${tenths(last.mu)}</b> <small>± ${tenths(last.sigma)}</small></figcaption>
    <${Course} name=${many("The rating of {who}, from {first} to {last} in {count} game", "The rating of {who}, from {first} to {last} in {count} games", ratings.length, { who: person.name, first: tenths(ratings[0].mu), last: tenths(last.mu) })} points=${points} unit=${say("game")} />
    <p class="key"><span class="filled">${say("won")}</span> <span class="hollow">${say("not won")}</span> <span class="banded">${say("how sure it is")}</span></p>
    <details><summary>${say("In numbers")}</summary><div class="scroll" tabindex="0" role="region" aria-label=${say("{game}: ratings after each game", { game: titleOf(game) })}><table class="standings"><thead><tr><th scope="col">${say("Game")}</th><th scope="col">${say("Rating")}</th><th scope="col">${say("Won")}</th></tr></thead>
      <tbody>${ratings.map((one, n) => html`<tr key=${one.id}><th scope="row"><a href=${`/history/${one.id}`}>${say("Game {number}", { number: n + 1 })}</a></th><td>${tenths(one.mu)} ± ${tenths(one.sigma)}</td><td>${one.won ? "★" : "–"}</td></tr>`)}</tbody></table></div></details>
  </figure>`;
}

/** @param {{ of: Played, game: string }} props */
function Times({ of, game }) {
  if (!of.times) return null;
  const { width, bins } = binned(of.times.own, of.times.all);
  const [own, all] = [of.times.own, of.times.all].map((one) => Object.values(one).reduce((sum, n) => sum + n, 0));
  return html`<figure><figcaption><h3>${say("Reaction times")}</h3> <b>${ms(of.slaps.median_ms)}</b> <small>${say("typically, {time} at best", { time: ms(of.slaps.best_ms) })}</small></figcaption>
    <${Spread} name=${say("How long slaps took: half of those of {who} took less than {time}", { who: person.name, time: ms(of.slaps.median_ms) })} width=${width} bins=${bins} />
    <p class="key"><span class="bars">${many("{who}, {count} slap", "{who}, {count} slaps", own, { who: person.name })}</span> <span class="around-all">${many("everybody, {count} slap", "everybody, {count} slaps", all)}</span> <span>${say("in ms")}</span></p>
    <details><summary>${say("In numbers")}</summary><div class="scroll" tabindex="0" role="region" aria-label=${say("{game}: how many slaps took how long", { game: titleOf(game) })}><table class="standings"><thead><tr><th scope="col">${say("Took")}</th><th scope="col">${person.name}</th><th scope="col">${say("Everybody")}</th></tr></thead>
      <tbody>${bins.filter((one) => one.own || one.all).map((one) => html`<tr key=${one.at}><th scope="row">${say("{from} to {to} ms", { from: one.at, to: one.at + width })}</th><td>${one.own}</td><td>${one.all}</td></tr>`)}</tbody></table></div></details>
  </figure>`;
}

/** @param {{ game: string, of: Played }} props */
function Game({ game, of }) {
  const share = of.games ? say("{share} %", { share: Math.round((100 * of.wins) / of.games) }) : "";
  return html`<section class="panel played" aria-label=${titleOf(game)}>
    <h2><${Emblem} game=${game} /> ${titleOf(game)}</h2>
    <${Figures} of=${[
      [say("Played"), of.games],
      [say("Won"), of.wins, share],
      [say("Points"), of.points],
      [say("Won in a row"), of.streak.longest, of.streak.now > 1 ? say("{count} now", { count: of.streak.now }) : ""],
      ...(of.slaps.races ? [[say("Last in a race"), partOf(of.slaps.last, of.slaps.races)]] : []),
      ...deeds(of),
    ]} />
    <div class="plots">${of.ratings.length > 0 && html`<${Rating} of=${of} game=${game} />`}<${Times} of=${of} game=${game} /></div>
    <p><a href=${`/history?${new URLSearchParams({ game, player: person.name })}`}>${say("Games of {game} with {who}", { game: titleOf(game), who: person.name })}</a></p>
  </section>`;
}

function Page() {
  const all = Object.entries(person.games);
  const [games, wins] = /** @type {const} */ (["games", "wins"]).map((what) =>
    all.reduce((sum, [, of]) => sum + of[what], 0),
  );
  return html`<${Top} title=${person.name} here="" />
    <section class="panel whole-life" aria-label=${say("In all games")}><${Figures} of=${[[say("Played"), games], [say("Won"), wins], ...(person.slaps.races ? [[say("Slaps"), person.slaps.races, say("{time} at best", { time: ms(person.slaps.best_ms) })]] : []), ...deeds(person)]} />
      <p><a class="says" href=${`/history?${new URLSearchParams({ player: person.name })}`}>${say("All games with {who}", { who: person.name })}</a></p></section>
    ${all.sort(([, one], [, other]) => other.games - one.games).map(([game, of]) => html`<${Game} key=${game} game=${game} of=${of} />`)}`;
}

render(html`<${Page} />`, root);
