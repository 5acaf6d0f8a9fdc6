// Finished games, newest first: which game, when, with whom, and who won.
import { Crown } from "./felt.mjs";
import { dayOf, Emblem, ENDED, got, hourOf, minutes, placed, Top } from "./past.mjs";
import { many, say } from "./say.mjs";
import { byId, embedded, html, render } from "./view.mjs";
import { Named } from "./widgets.mjs";

/** @import { Past, Titles } from "../types/past" */

/** @type {{ titles: Titles, people: string[], past: Past[], most: number }} */
const given = embedded("given");
const root = byId("history");
root.replaceChildren();
const asked = new URLSearchParams(location.search);
const state = {
  game: asked.get("game") ?? "",
  player: asked.get("player") ?? "",
  past: given.past,
  more: given.past.length === given.most,
  loading: false,
  complaint: /** @type {string | null} */ (null),
};
const names = [...new Set([...given.people, ...(state.player ? [state.player] : [])])];

/** @param {Partial<typeof state>} change */
function set(change) {
  Object.assign(state, change);
  render(html`<${Page} />`, root);
}

/** The current filter, as the query string of the address. */
function wanted() {
  const words = new URLSearchParams();
  if (state.game) words.set("game", state.game);
  if (state.player) words.set("player", state.player);
  return words;
}

let latest = 0; // the number of the latest request, whose answer counts

/** @param {Past[]} before the games that stay on the page */
async function load(before) {
  latest += 1;
  const mine = latest;
  set({ loading: true, complaint: null });
  const words = wanted();
  history.replaceState(null, "", `/history${words.size ? `?${words}` : ""}`);
  words.set("limit", String(given.most));
  if (before.length) words.set("before", String(before[before.length - 1].id));
  try {
    const found = await got(`/api/v1/history?${words}`);
    if (mine === latest) set({ past: [...before, ...found], more: found.length === given.most, loading: false });
  } catch (error) {
    const complaint =
      error instanceof TypeError ? say("The table does not answer.") : /** @type {Error} */ (error).message;
    if (mine === latest) set({ loading: false, complaint });
  }
}

/** @param {{ one: Past }} props */
function Row({ one }) {
  const ended = ENDED[one.termination];
  const rounds = one.rounds ? many("{count} round", "{count} rounds", one.rounds) : null;
  const notes = [hourOf(one.ended_at), rounds, minutes(one.lasted_s), ended];
  return html`<li><a class="past" href=${`/history/${one.id}`}>
    <${Emblem} game=${one.game} />
    <span class="which"><b>${given.titles[one.game]?.title ?? one.game}</b> <small>${notes.filter(Boolean).join(" · ")}</small></span>
    <span class="who">${placed(one).map(
      (who) =>
        html`<span key=${who.seat} class=${who.won ? "one won" : "one"}>${who.won && html`<${Crown} />`}<span class="name"><${Named} seat=${who} /></span> <b>${who.points}</b></span>`,
    )}</span>
  </a></li>`;
}

/** Games by the day on which they ended. */
function Days() {
  const days = Map.groupBy(state.past, (one) => dayOf(one.ended_at));
  return [...days].map(
    ([day, games]) =>
      html`<section key=${day} class="day"><h2>${day}</h2><ol>${games.map((one) => html`<${Row} key=${one.id} one=${one} />`)}</ol></section>`,
  );
}

function Nothing() {
  if (state.game || state.player) {
    return html`<p class="panel none">${say("No such game yet.")} <button type="button" class="says" onClick=${() => {
      set({ game: "", player: "" });
      load([]);
    }}>${say("Show all games")}</button></p>`;
  }
  return html`<section class="panel none"><h2>${say("No game is over yet")}</h2>
    <p>${say("Finished games appear here: who won, what was special, and every move to look at again.")}</p>
    <p><a class="button" href="/">${say("Begin the first one")}</a></p></section>`;
}

function Filter() {
  if (!state.past.length && !state.game && !state.player) return null;
  /** @param {"game" | "player"} what */
  const change = (what) => (/** @type {any} */ event) => {
    set({ [what]: event.target.value });
    load([]);
  };
  return html`<div class="filter" role="search">
    <p class="field"><label for="of-game">${say("Game")}</label><select id="of-game" value=${state.game} onChange=${change("game")}>
      <option value="">${say("All games")}</option>${Object.entries(given.titles).map(([game, { title }]) => html`<option key=${game} value=${game}>${title}</option>`)}</select></p>
    <p class="field"><label for="of-player">${say("With")}</label><select id="of-player" value=${state.player} onChange=${change("player")}>
      <option value="">${say("Everybody")}</option>${names.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select></p>
  </div>`;
}

function Page() {
  return html`<${Top} title=${say("Past games")} here="/history" />
    <${Filter} />
    ${state.complaint && html`<p class="notice" role="alert">${state.complaint}</p>`}
    <div class="days" aria-busy=${state.loading}>${state.past.length ? html`<${Days} />` : !state.loading && html`<${Nothing} />`}</div>
    ${state.more && html`<p class="more"><button type="button" class="says" data-more disabled=${state.loading} onClick=${() => load(state.past)}>${say("Earlier games")}</button></p>`}`;
}

set({});
