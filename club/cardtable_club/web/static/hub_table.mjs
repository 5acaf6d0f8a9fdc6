// One table of a club in large, like its own scoreboard.
import { roundOf, Scene } from "/static/felt.mjs";
import { livePage } from "/static/page.mjs";
import { say } from "/static/say.mjs";
import { embedded, html } from "/static/view.mjs";

/** @import { Tile } from "../hub" */

/** @type {Tile} */
const tile = embedded("tile");
const { state, set, redraw, listen } = livePage("table", { tile }, Table, {
  board: true,
  looks: (picture) => picture?.game ?? null,
});

/** @returns {import("preact").VNode} */
function Table() {
  const { picture, parts, tile: now } = state;
  const about = [now.club, picture?.title, picture && roundOf(picture)].filter(Boolean).join(" · ");
  return html`<p class="about">${about}${!now.online && html` <b class="notice">${say("This table is not there now. What is shown here is from before.")}</b>`}</p>
    ${
      picture?.game
        ? html`<${Scene} picture=${picture} parts=${parts} redraw=${redraw} base=${null} />`
        : html`<section class="panel none"><h2>${say("No game is on")}</h2><p>${picture?.prompt ?? ""}</p></section>`
    }`;
}

redraw();
listen({
  url: `/api/v1/tables/${tile.club}/${tile.table}/events`,
  hear: { tile: (/** @type {Tile} */ one) => set({ tile: one }) },
});
