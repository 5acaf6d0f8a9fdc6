// The scoreboard: whose turn it is, the piles, the scores, the prompt, and the latest news.
import { Code, Delays, Head, Auto, isOpen, Joining, Scene } from "./felt.mjs";
import { livePage } from "./page.mjs";
import { say } from "./say.mjs";
import { embedded, html, styled } from "./view.mjs";
import { LookAgain } from "./widgets.mjs";

/**
 * @import { Setting } from "../types/page"
 * @import { Picture, Room } from "../types/table"
 */

const HOST = ["/host", say("Host")];
const PAST = ["/history", say("Past games")];
/** @type {Setting} */
const setting = embedded("setting");
const { state, set, redraw, asking, listen } = livePage(
  "scoreboard",
  { room: /** @type {Room | null} */ (null), starts: false },
  Scoreboard,
  {
    board: true,
    looks: (picture, known) => (isLobby(picture, known.starts) ? null : picture.game),
  },
);

/** @type {typeof import("./claims.mjs").Claim | null} */
let Claim = null; // loaded when a phone asks to be host, or for a seat
/** @type {typeof import("./start.mjs") | null} */
let start = null; // loaded when a game can be chosen
let opening = false;
/** @type {typeof import("./chairs.mjs").Chairs | null} */
let Chairs = null;
if (!setting.emulated)
  import("./chairs.mjs").then((found) => {
    ({ Chairs } = found);
    redraw();
  });

/**
 * Whether people choose a game now.
 * @param {Picture} picture
 * @param {boolean} starts
 */
function isLobby(picture, starts) {
  const open = setting.emulated ? isOpen(picture) : picture.game_id == null;
  return open || (starts && (picture.over || picture.auto));
}

/**
 * Links to take the place of robots that play by themselves, on this phone or another.
 * @param {{ picture: Picture }} props
 */
function Guests({ picture }) {
  return html`<${Auto} picture=${picture}>
    ${setting.address && html`<${Code} px=${92} />`}
    <div class="ways">
      ${setting.emulated && html`<button class="again" data-start onClick=${() => set({ starts: true })}>${say("Choose a game")}</button>`}
      <a class="button" href="/virtual">${say("Take a seat")}</a>
    </div>
  <//>`;
}

/** The choice of a game and its robots; beside it the address of the table, and who is there. */
function Lobby() {
  const { picture, room } = state;
  if (!opening) opens().catch(() => (opening = false)); // loading has failed: the next picture tries again
  if (!start) return null;
  const go = () => (setting.emulated ? location.assign("/virtual") : set({ starts: false }));
  return html`<div class="lobby">
    <${start.Start} picture=${picture} room=${room} setting=${setting} go=${go} />
    <aside class="around">
      <${Joining} setting=${setting} />
      <${start.There} picture=${picture} room=${room} setting=${setting} asking=${asking} />
    </aside>
  </div>`;
}

/**
 * The table during a game; `open` if people may still join.
 * @param {{ open: boolean }} props
 */
function Playing({ open }) {
  const { picture, parts } = state;
  const joins = open && setting.address;
  return html`<${Scene} picture=${picture} parts=${parts} redraw=${redraw} base="/api/v1/events" instead=${joins && html`<${Joining} setting=${setting} />`}>
    <${Delays} room=${state.room} picture=${picture} />
    ${
      picture.over &&
      html`<p class="ending"><button class="again" data-again onClick=${() => set({ starts: true })}>${say("Play again, or something else")}</button> <${LookAgain} picture=${picture} /></p>`
    }
  <//>`;
}

/** @returns {import("preact").VNode} */
function Scoreboard() {
  const { picture, link, starts } = state;
  const open = isOpen(picture);
  const lobby = isLobby(picture, starts);
  const chairs = Chairs?.({ picture, room: state.room, open });
  return html`
    <${Head} picture=${picture} link=${link} aim=${state.parts.aim} links=${
      setting.emulated ? [["/virtual", say("Table")], HOST, PAST] : chairs ? [HOST] : [HOST, PAST]
    }>${chairs}<//>
    ${!lobby && html`<${Guests} picture=${picture} />`}
    ${Claim && html`<${Claim} room=${state.room} picture=${picture} />`}
    ${lobby ? html`<${Lobby} />` : html`<${Playing} open=${open} />`}`;
}

/**
 * Take a new room; usually it has no claim.
 * @param {Room} room
 */
async function enter(room) {
  if (room.claim && !Claim) {
    [{ Claim }] = await Promise.all([import("./claims.mjs"), styled("/static/claims.css")]);
  }
  set({ room });
}

/** Load the modules and styles of the start page, when it is first needed. */
async function opens() {
  opening = true;
  const styles = ["controls", "start"].map((name) => styled(`/static/${name}.css`));
  [start] = await Promise.all([import("./start.mjs"), ...styles]);
  redraw();
}

redraw(); // shows the picture in the page; the stream continues from there
listen({ hear: { room: enter } });
