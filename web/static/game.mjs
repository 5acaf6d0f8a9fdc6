// A finished game: its result, highlights, rounds, and a replay.
import { Crown } from "./felt.mjs";
import { parts as partsOf } from "./parts.mjs";
import { clock, dayOf, got, hourOf, minutes, placed, Top } from "./past.mjs";
import { askedFor, called, marksOf, momentsOf, replayOf } from "./replay.mjs";
import { many, say } from "./say.mjs";
import { FONT, GOLD, INK, lines, share, SOFT, text } from "./sharing.mjs";
import { byId, embedded, html, render } from "./view.mjs";
import { Named, PhotoFinish, Verdict } from "./widgets.mjs";

/**
 * @import { Highlight, Told, Whole } from "../types/past"
 * @import { Why } from "../types/table"
 */

// -- the result and the highlights of a game, as an image to share

const WIDE = 1080;
const SIDE = 64;
const HEAD = 240; // px above the players
const ROW = 96;
const LINE = 46;
const MOST = 3; // highlights

/**
 * The highlights for the image, each with its title and its sentence.
 * @param {Whole} game
 */
export function specials({ highlights }) {
  return highlights
    .filter(({ said, ms }) => said || ms)
    .slice(0, MOST)
    .map(({ kind, said, ms }) => ({
      name: called(kind),
      said: [said, ms != null && say("By {ms} ms.", { ms: Math.round(ms) })].filter(Boolean).join(" "),
    }));
}

/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{ name: string, said: string, lines: string[] }} Special a highlight, and how its sentence breaks into lines */

/** @param {Whole} game */
function drawn(game) {
  const canvas = document.createElement("canvas");
  const pen = /** @type {Pen} */ (canvas.getContext("2d"));
  pen.font = `500 34px ${FONT}`;
  const fits = (/** @type {string} */ line) => pen.measureText(line).width <= WIDE - 2 * SIDE;
  const special = specials(game).map((one) => ({ ...one, lines: lines(one.said, 2, fits) }));
  const players = placed(game);
  canvas.width = WIDE;
  canvas.height = HEAD + ROW * players.length + special.reduce((sum, one) => sum + high(one), 0) + 90;
  ground(pen);
  title(pen, game);
  for (const [n, one] of players.entries()) place(pen, one, HEAD + n * ROW);
  let y = HEAD + players.length * ROW + 56;
  for (const one of special) {
    highlight(pen, one, y);
    y += high(one);
  }
  return canvas;
}

/** @param {Special} one */
const high = ({ lines }) => LINE * (lines.length + 1) + 24;

/** @param {Pen} pen */
function ground(pen) {
  const { width, height } = pen.canvas;
  const colours = pen.createRadialGradient(width / 2, 300, 60, width / 2, 400, 1000);
  colours.addColorStop(0, "#1a3f35");
  colours.addColorStop(1, "#0d1f1a");
  pen.fillStyle = colours;
  pen.fillRect(0, 0, width, height);
}

/**
 * @param {Pen} pen
 * @param {Whole} game
 */
function title(pen, game) {
  text(pen, game.title, SIDE, 122, { size: 84, weight: 800, colour: GOLD, wide: WIDE - 2 * SIDE });
  const rounds = game.rounds ? many("{count} round", "{count} rounds", game.rounds) : "";
  const when = [dayOf(game.ended_at), rounds, minutes(game.lasted_s)].filter(Boolean).join(" · ");
  text(pen, when, SIDE, 182, { size: 36, colour: SOFT });
}

/**
 * Draw a player with their points.
 * @param {Pen} pen
 * @param {ReturnType<typeof placed>[number]} one
 * @param {number} y
 */
function place(pen, { name, points, won }, y) {
  pen.fillStyle = won ? "#3a4a26" : "#12241fcc";
  pen.beginPath();
  pen.roundRect(SIDE - 24, y, WIDE - 2 * SIDE + 48, ROW - 14, 22);
  pen.fill();
  const colour = won ? GOLD : INK;
  text(pen, `${won ? "★ " : ""}${name}`, SIDE, y + 57, { size: 46, weight: won ? 800 : 600, colour, wide: 700 });
  const written = String(points).replace("-", "−");
  text(pen, written, WIDE - SIDE, y + 60, { size: 56, weight: 800, align: "right", colour });
}

/**
 * @param {Pen} pen
 * @param {Special} one
 * @param {number} y
 */
function highlight(pen, { name, lines }, y) {
  text(pen, name, SIDE, y, { size: 32, weight: 700, colour: GOLD });
  for (const [n, line] of lines.entries()) text(pen, line, SIDE, y + LINE * (n + 1), { size: 34 });
}

/**
 * Draw a finished game, and let people share the image. Resolves when that is done.
 * @param {Whole} game
 */
async function shareGame(game) {
  await document.fonts.ready;
  await share(drawn(game), { title: game.title, name: `${game.game}-${game.id}` });
}

// -- the page

/** @type {{ whole: Whole }} */
const { whole } = embedded("given");
const root = byId("game");
root.replaceChildren();
/** @type {ReturnType<typeof replayOf> | null} */
let again = null; // the replay; null until the events are loaded
/** @type {string | null} */
let failure = null;
/** @type {Why | null} */
let closest = null; // the photo finish of the closest race
let sharing = false;

/** Headings of results, for games that did not end by their rules. */
const ENDED = {
  completed: null,
  aborted: say("The game was ended early"),
  abandoned: say("The game was not finished"),
};

/** On a phone the result comes first, instead of several screens below, unless the address is a link to a moment. */
const RESULT_FIRST = matchMedia("(max-width: 39.99rem)").matches && askedFor(location) === null;
const draw = () => render(html`<${Page} />`, root);

function Result() {
  const players = placed(whole);
  return html`<section class="outcome panel" aria-labelledby="outcome">
    <h2 id="outcome">${ENDED[whole.termination] ?? say("The result")}</h2>
    <ol class="seats">${players.map(
      (one) => html`<li key=${one.seat} class=${one.won ? "seat won" : "seat"}>
        <span class="called"><span class="name">${one.won && html`<${Crown} />`}<${Named} seat=${one} /></span></span>
        <span class="score" aria-label=${many("{count} point", "{count} points", one.points)}>${one.points}</span></li>`,
    )}</ol>
    <p><button type="button" class="says" data-share disabled=${sharing} onClick=${shareIt}>${say("Share as a picture")}</button></p>
  </section>`;
}

async function shareIt() {
  sharing = true;
  draw();
  try {
    await shareGame(whole);
  } finally {
    sharing = false;
    draw();
  }
}

/** @param {number} seq */
function see(seq) {
  again?.go(seq);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  byId("replay").scrollIntoView({ behavior: still ? "auto" : "smooth", block: "start" });
  /** @type {HTMLElement | null} */ (document.querySelector("#replay input"))?.focus({ preventScroll: true });
}

/** @param {{ one: Highlight }} props */
function Special({ one }) {
  const race = one.kind === "closest_race" ? closest : null;
  return html`<li class=${one.kind}>
    <h3>${called(one.kind)} <small>${clock(one.t)}</small></h3>
    <p>${one.said && html`<${Verdict} event=${{ seq: one.seq, said: one.said }} base=${`/api/v1/history/${whole.id}/events`} game=${whole.id} />`}
      ${one.ms != null && html` <span class="by">${say("By {ms} ms.", { ms: Math.round(one.ms) })}</span>`}</p>
    ${race?.times && html`<div class=${race.times.length > 4 ? "slim" : ""}><${PhotoFinish} ...${race} times=${race.times} /></div>`}
    ${again && html`<button type="button" class="says" data-see=${one.seq} onClick=${() => see(one.seq)}>${say("See it again")}</button>`}
  </li>`;
}

function Highlights() {
  if (!whole.highlights.length) return null;
  return html`<section class="special panel" aria-labelledby="special"><h2 id="special">${say("Highlights")}</h2>
    <ol>${whole.highlights.map((one) => html`<${Special} key=${one.seq} one=${one} />`)}</ol>
  </section>`;
}

function Rounds() {
  const { rounds_played: played, players, totals } = whole;
  const seats = players.flatMap((name, n) => (name === null ? [] : [{ seat: n + 1, name }]));
  if (!played.length) return null;
  return html`<section class="panel rounds" aria-labelledby="rounds"><h2 id="rounds">${say("Rounds")}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${say("Points of every round")}><table>
      <thead><tr><th scope="col">${say("Round")}</th>${seats.map((one) => html`<th scope="col" key=${one.seat}>${one.name}</th>`)}</tr></thead>
      <tbody>${played.map(
        (round) => html`<tr key=${round.seq}><th scope="row">${
          again
            ? html`<button type="button" class="verdict plain" aria-label=${say("See round {round} end", { round: round.round })} onClick=${() => see(round.seq)}>${round.round}</button>`
            : round.round
        }</th>
          ${seats.map(({ seat }) => html`<td key=${seat} class=${round.out === seat ? "out" : ""}>${round.scores[seat]}</td>`)}</tr>`,
      )}</tbody>
      <tfoot><tr><th scope="row">${say("Total")}</th>${seats.map(({ seat }) => html`<td key=${seat}>${totals[seat] ?? 0}</td>`)}</tr></tfoot>
    </table></div></section>`;
}

function Again() {
  if (again) return html`<${again.Replay} />`;
  const says = whole.can_replay
    ? (failure ?? say("One moment …"))
    : say("The rules have changed since this game was played, so it cannot be shown move by move. The result is kept.");
  return html`<p class="panel cannot" role="status">${says}</p>`;
}

function Page() {
  const when = `${dayOf(whole.ended_at)}, ${hourOf(whole.ended_at)}`;
  const rounds = whole.rounds ? many("{count} round", "{count} rounds", whole.rounds) : null;
  const notes = [when, rounds, minutes(whole.lasted_s), whole.imported ? say("from elsewhere") : null];
  return html`<${Top} title=${whole.title} note=${notes.filter(Boolean).join(" · ")} brief />
    ${RESULT_FIRST && html`<${Result} />`}
    <${Again} />
    <div class="told">
      ${!RESULT_FIRST && html`<${Result} />`}
      <${Highlights} />
      <${Rounds} />
    </div>`;
}

/** Load the game's parts and events; then show the moment that the address names. */
async function begin() {
  const race = whole.highlights.find(({ kind }) => kind === "closest_race");
  if (race)
    got(`/api/v1/history/${whole.id}/events/${race.seq}/why`).then((why) => {
      closest = why;
      draw();
    }, console.info);
  if (!whole.can_replay) return;
  try {
    const [parts, events] = await Promise.all([partsOf(whole.game), got(`/api/v1/history/${whole.id}/events`)]);
    const moments = momentsOf(/** @type {Told[]} */ (events));
    again = replayOf({ game: whole, moments, marks: marksOf(whole), parts, draw });
    const asked = askedFor(location);
    if (asked !== null) again.go(asked);
    addEventListener("hashchange", () => {
      const now = askedFor(location);
      if (now !== null) again?.go(now);
    });
  } catch (error) {
    failure = error instanceof TypeError ? say("The table does not answer. Try again in a moment.") : String(error);
  }
  draw();
}

draw();
begin();
