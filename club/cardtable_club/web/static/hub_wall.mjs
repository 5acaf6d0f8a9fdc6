// The wall: all tables of a club live, with active tables first.
import { follow } from "/static/live.mjs";
import { many, say } from "/static/say.mjs";
import { byId, embedded, html, render } from "/static/view.mjs";

/** @import { Tile } from "../hub" */

const MOST = 120; // tiles at once: more than people can watch, and few enough for browsers to draw
const FEW = 9; // up to so many tables need no search field
/** @type {{ tables: Tile[], away: string | null, titles: { [game: string]: string } }} */
const given = embedded("given");
const root = byId("wall");
root.replaceChildren();
const keyOf = (/** @type {{ club: string, table: string }} */ one) => `${one.club}/${one.table}`;
const state = {
  tables: new Map(given.tables.map((one) => [keyOf(one), one])),
  away: given.away,
  link: true,
  words: "",
};

/** @param {Partial<typeof state>} change */
function set(change) {
  Object.assign(state, change);
  const link = byId("link");
  link.className = state.link ? "link up" : "link down";
  link.textContent = state.link ? say("live") : say("connecting…");
  render(html`<${Wall} />`, root);
}

/**
 * The order of tables: first those with a running game, then with a finished game, then without a game; offline tables last.
 * @param {Tile} one
 */
export const rank = (one) => (one.online ? (one.game && !one.over ? 0 : one.game ? 1 : 2) : 3);

/** @param {{ tile: Tile }} props */
function Table({ tile }) {
  const { seats, turn, tops, online } = tile;
  const seated = seats.filter(({ name }) => name != null);
  const kind = online ? (rank(tile) === 0 ? "tile on" : "tile") : "tile gone";
  return html`<li><a class=${kind} href=${`/tables/${tile.club}/${tile.table}`} data-table=${keyOf(tile)}>
    <span class="called"><b>${tile.table}</b> <small>${online ? (tile.title ?? say("No game is on")) : say("not there")}</small></span>
    ${online && tile.headline && html`<span class="says-now">${tile.headline}</span>`}
    ${tops.length > 0 && html`<span class="lies">${tops.join(" · ")}</span>`}
    ${
      seated.length > 0 &&
      html`<ol class="seated">${seated.map(
        ({ seat, name, score }) =>
          html`<li key=${seat} class=${seat === turn && !tile.over ? "turn" : ""}><span class="name">${name}</span> <b>${score ?? ""}</b></li>`,
      )}</ol>`
    }
    ${tile.news && html`<span class="news">${tile.news}</span>`}
  </a></li>`;
}

function Wall() {
  const words = state.words.toLowerCase();
  const all = [...state.tables.values()];
  const found = all
    .filter(
      (one) => !words || JSON.stringify([one.club, one.table, one.title, one.seats]).toLowerCase().includes(words),
    )
    .sort((one, other) => rank(one) - rank(other) || keyOf(one).localeCompare(keyOf(other)));
  const playing = all.filter((one) => rank(one) === 0).length;
  return html`
    ${state.away && html`<p class="notice" role="alert">${state.away}. ${say("What is shown here is from before.")}</p>`}
    ${
      all.length > 0 &&
      html`<div class="sums"><p>${many("{count} table", "{count} tables", all.length)} · ${many("one game is on", "{count} games are on", playing)}</p>
      ${all.length > FEW && html`<input type="search" aria-label=${say("Find a table, a game or somebody")} placeholder=${say("Find a table, a game or somebody")} value=${state.words} onInput=${(/** @type {any} */ event) => set({ words: event.target.value })} />`}</div>`
    }
    ${
      all.length === 0 &&
      html`<section class="panel none"><h2>${say("No table has said anything yet")}</h2><p>${say("A table that publishes to this broker appears here by itself.")}</p></section>`
    }
    <ol class=${`wall of-${found.length > 24 ? "many" : found.length > 4 ? "some" : "few"}`}>${found.slice(0, MOST).map((one) => html`<${Table} key=${keyOf(one)} tile=${one} />`)}</ol>
    ${found.length > MOST && html`<p class="about">${say("And {count} more: search for them.", { count: found.length - MOST })}</p>`}`;
}

set({});
follow({
  on: {
    tables({ all, away, tables, gone }) {
      const now = all ? new Map() : state.tables;
      for (const one of tables) now.set(keyOf(one), one);
      for (const one of gone) now.delete(keyOf(one));
      set({ tables: now, away });
    },
  },
  onLink: (link) => set({ link }),
});
