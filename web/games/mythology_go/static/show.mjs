// The display of a count, card by card, each point with its reason: step by step, or all at once; it can be repeated and
// shared.
import { called, Face, kindOf, signed } from "./cards.mjs";
import { Crown } from "/static/felt.mjs";
import { language, many, say } from "/static/say.mjs";
import { GOLD, INK, share, SOFT, text } from "/static/sharing.mjs";
import { html } from "/static/view.mjs";
import { Named } from "/static/widgets.mjs";

/**
 * @import { Seat } from "../../../types/table"
 * @import { Box, Count, Counted, LineOf, BoardToCount, Printed, Ranked, Ranking, Step } from "../types"
 */

// -- the result of a round as an image to share, or to save on devices that cannot share

const WIDE = 1080;
const ROW = 92;
/** @type {[string, (player: Counted) => number][]} */
const COLUMNS = [
  [say("value"), ({ values }) => values],
  [say("effects"), ({ effects }) => effects.reduce((sum, { points }) => sum + points, 0)],
  [say("colours"), ({ colours }) => Object.values(colours).reduce((sum, points) => sum + points, 0)],
  [say("last"), ({ strong_weak, doubling, identification }) => strong_weak + doubling + identification],
  [say("round"), ({ total }) => total],
];

/** @typedef {{ title: string, round: number, counted: Count, order: Ranked[] }} Drawn */

/** @param {number} points */
const minus = (points) => `${points}`.replace("-", "−");

/** @param {Drawn} what */
function draw({ title, round, counted, order }) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = 330 + ROW * order.length;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#14322a";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  text(pen, title, 60, 105, { size: 66, weight: 800, colour: GOLD });
  text(pen, say("Round {round}", { round }), WIDE - 60, 105, { size: 46, weight: 600, align: "right", colour: SOFT });
  /** @param {number} n */
  const right = (n) => WIDE - 60 - (COLUMNS.length - (round > 1 ? 0 : 1) - n) * 128;
  for (const [n, [name]] of COLUMNS.entries()) {
    text(pen, name, right(n), 200, { size: 30, align: "right", colour: SOFT });
  }
  if (round > 1) text(pen, say("all"), WIDE - 60, 200, { size: 30, align: "right", colour: SOFT });
  order.forEach(({ name, points, place }, n) => {
    const y = 200 + (n + 1) * ROW;
    const player = counted.players.find((one) => one.name === name);
    pen.fillStyle = n % 2 ? "#14322a" : "#193b32";
    pen.fillRect(30, y - 62, WIDE - 60, ROW);
    text(pen, `${place}. ${name}`, 60, y, { weight: 700, colour: place === 1 ? GOLD : INK, wide: right(0) - 170 });
    for (const [m, [, of]] of player ? COLUMNS.entries() : []) {
      text(pen, minus(of(/** @type {Counted} */ (player))), right(m), y, {
        align: "right",
        weight: m === COLUMNS.length - 1 ? 800 : 400,
      });
    }
    if (round > 1) text(pen, minus(points), WIDE - 60, y, { align: "right", weight: 800, colour: GOLD });
  });
  text(pen, say("last: Strong, Weak, doubled, stolen"), 60, canvas.height - 50, { size: 30, colour: SOFT });
  return canvas;
}

/**
 * Draw a counted round, and let people share the image. Resolves when that is done.
 * @param {Drawn} what
 */
async function picture(what) {
  await document.fonts.ready;
  await share(draw(what), {
    title: what.title,
    name: `${what.title.toLowerCase().replaceAll(" ", "-")}-round-${what.round}`,
  });
}

// -- stage by stage

const ROUNDS = 3;
const STEP_MS = 520;
const SHOWN_MS = 1200; // for a Deity, or the result of an accusation
const MISSED_MS = 260; // for steps without points
const LIST = new Intl.ListFormat(language === "en" ? "en-GB" : language); // "Ana, Ben and Cleo"
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether people prefer reduced motion. */
export const still = () => STILL.matches;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * The points of all players after some steps.
 * @param {Count} count
 * @param {number} at
 */
export function sums({ players, steps }, at) {
  const all = players.map(() => 0);
  for (const { player, points } of steps.slice(0, at)) all[player] += points;
  return all;
}

/**
 * The last step of the present stage: a player's cards, or everybody's final points.
 * @param {Step[]} steps
 * @param {number} at
 */
export function stageEnd(steps, at) {
  const now = steps[at];
  if (!now) return steps.length;
  const rest = steps.findIndex((one, n) => n > at && (one.player !== now.player || one.stage !== now.stage));
  return rest < 0 ? steps.length : rest;
}

/**
 * The count of a round: the present stage, the points of all players, and at the end the result.
 * @param {{ lying: BoardToCount, cards: Box, language: string, counted: Count, standing: Ranking, title: string, step(at: number): void, next(last: boolean): void, back(): void }} props
 */
export function Show({ lying, cards, language, counted, standing, title, step, next, back }) {
  const { steps, players } = counted;
  const at = Math.min(lying.at, steps.length);
  const over = at >= steps.length;
  plays(over || still(), steps[at], () => step(at + 1));
  const points = sums(counted, at + 1);
  const leave = () => {
    clearTimeout(timer);
    back();
  };
  /** @type {LineOf} */
  const line = (code) => /** @type {Printed} */ (cards.get(code) ?? cards.get(kindOf(code)));
  return html`
    ${
      over
        ? html`<${Result} ...${{ lying, counted, standing, title, next, back: leave, again: () => step(0) }} />`
        : html`<${Stage} ...${{ lying, steps, at, players, points, language, line }} />`
    }
    ${
      !over &&
      html`<div class="bar">
      <button type="button" onClick=${leave}>${say("Cards")}</button>
      ${still() && html`<button type="button" onClick=${() => step(at + 1)}>${say("Next")}</button>`}
      <button type="button" onClick=${() => step(stageEnd(steps, at))}>${say("Skip")}</button>
      <button type="button" class="main" onClick=${() => step(steps.length)}>${say("All at once")}</button>
    </div>
    <${Standing} ...${{ players, points, on: steps[at].player }} />`
    }
    ${over && html`<${Details} ...${{ counted, language, line }} />`}`;
}

/**
 * Continue the count automatically, unless it is over or the page is hidden.
 * @param {boolean} over
 * @param {Step} now
 * @param {() => void} go
 */
export function plays(over, now, go) {
  clearTimeout(timer);
  if (over) return;
  const goes = () => {
    if (document.hidden) timer = setTimeout(goes, STEP_MS);
    else go();
  };
  timer = setTimeout(goes, now.stage === "shown" ? SHOWN_MS : now.points === 0 ? MISSED_MS : STEP_MS);
}

/** @param {{ lying: { players: (Pick<BoardToCount["players"][number], "cards" | "deity" | "belief">)[] }, steps: Step[], at: number, players: Counted[], points: number[], language: string, line: LineOf }} props */
export function Stage({ lying, steps, at, players, points, language, line }) {
  const now = steps[at];
  const { name, deity, belief } = { ...lying.players[now.player], name: players[now.player].name };
  const row = [...lying.players[now.player].cards, deity, belief].filter((code) => code !== null);
  const so = steps.slice(0, at + 1).filter((one) => one.player === now.player && one.stage === now.stage);
  /** @param {string} code */
  const on = (code) => so.filter((one) => one.card === code).reduce((sum, one) => sum + one.points, 0);
  const reached = new Set(now.card === null ? row : so.map((one) => one.card));
  return html`<section class="stage" aria-label=${say("The count")}>
    <h2>${name} <b>${points[now.player]}</b></h2>
    <ol class="row" style=${{ "--places": Math.max(7, row.length) }}>
      ${row.map(
        (code) => html`<li key=${code} class=${code === now.card ? "now" : reached.has(code) ? "" : "ahead"}>
          <${Face} card=${line(code)} language=${language} />
          ${on(code) !== 0 && html`<span class=${`points ${on(code) < 0 ? "less" : ""}`}>${signed(on(code))}</span>`}
        </li>`,
      )}
    </ol>
    <p class=${`why ${now.points === 0 && now.stage !== "shown" ? "missed" : ""}`} role="status">${now.stage !== "shown" && html`<b class=${now.points < 0 ? "less" : ""}>${now.points === 0 ? "0" : signed(now.points)}</b> `}${now.why}</p>
  </section>`;
}

/**
 * The points of all players so far. At a table, `seats` are their seats, `robots` says which of them are robots, and
 * `winners` are the seats that have won the game.
 * @param {{ players: Counted[], points: number[], on: number, seats?: number[], robots?: Seat["robot"][], winners?: readonly number[] }} props
 */
export function Standing({ players, points, on, seats = [], robots = [], winners = [] }) {
  const most = Math.max(1, ...points);
  return html`<ol class="standing" aria-label=${say("Points so far")}>
    ${players.map(
      ({ name }, number) => html`<li key=${name} data-seat=${seats[number]} class=${number === on ? "now" : ""}>
        <span class="name">${winners.includes(seats[number]) && html`<${Crown} />`}<${Named} seat=${{ name, robot: robots[number] }} /></span><b>${points[number]}</b>
        <span class="bar-of" aria-hidden="true"><span style=${{ width: `${Math.max(0, (100 * points[number]) / most)}%` }}></span></span>
      </li>`,
    )}
  </ol>`;
}

/**
 * The players in order, with their places; equal players share a place.
 * @param {Ranking} standing
 * @returns {Ranked[]}
 */
const ranked = ({ ranking }) =>
  ranking.flatMap(({ names, ...rest }, n) => {
    const place = 1 + ranking.slice(0, n).reduce((before, one) => before + one.names.length, 0);
    return names.map((name) => ({ name, place, ...rest }));
  });

/** @param {string[]} names */
const listed = (names) => LIST.format(names);

/** @param {{ lying: BoardToCount, counted: Count, standing: Ranking, title: string, next(last: boolean): void, back(): void, again(): void }} props */
function Result({ lying, counted, standing, title, next, back, again }) {
  const round = lying.rounds.length + 1;
  const last = round >= ROUNDS;
  const [best] = standing.ranking;
  const most = Math.max(...counted.players.map(({ total }) => total));
  const here = listed(counted.players.filter(({ total }) => total === most).map(({ name }) => name));
  const names = listed(best.names);
  return html`<section class="result" aria-label=${say("Result")}>
    <p class="round">${last ? say("Round {round}, the last one", { round }) : say("Round {round} of {rounds}", { round, rounds: ROUNDS })}</p>
    <h2>${last ? many("{who} wins", "{who} win", best.names.length, { who: names }) : say("{who} with {points}", { who: here, points: most })}</h2>
    <table>
      <thead><tr><th>${say("player")}</th>${lying.rounds.map((_, n) => html`<th key=${n}>${n + 1}</th>`)}<th>${round}</th>${round > 1 && html`<th>${say("all")}</th>`}</tr></thead>
      <tbody>
        ${ranked(standing).map(({ name, place, points, won }) => {
          const player = counted.players.find((one) => one.name === name);
          return html`<tr key=${name} class=${place === 1 ? "first" : ""}>
              <th scope="row">${place}. ${name}${won > 0 && round > 1 ? html` <small>${say("{count} won", { count: won })}</small>` : ""}</th>
              ${lying.rounds.map((one, n) => html`<td key=${n}>${one[name] ?? "–"}</td>`)}<td>${player?.total ?? "–"}</td>${round > 1 && html`<td><b>${points}</b></td>`}
            </tr>`;
        })}
      </tbody>
    </table>
    ${
      !last &&
      html`<p class="hint">${
        standing.among
          ? say("{who} have the fewest points. Draw lots for who begins the next round.", {
              who: listed(standing.among),
            })
          : say("{who} has the fewest points and begins the next round.", { who: standing.next })
      }</p>`
    }
    <div class="wishes counted">
      <button type="button" class="main" onClick=${() => next(last)}>${last ? say("New game") : say("Next round")}</button>
      <button type="button" onClick=${again}>${say("Watch again")}</button>
      <button type="button" onClick=${back}>${say("Cards")}</button>
      <button type="button" onClick=${() => picture({ title, round, counted, order: ranked(standing) })}>${say("Share a picture")}</button>
      <button type="button" onClick=${() => print()}>${say("Print")}</button>
    </div>
  </section>`;
}

// Unfold everything before printing.
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll(".details details")) one.setAttribute("open", "");
});

/** @param {{ counted: Count, language: string, line: LineOf }} props */
export function Details({ counted, language, line }) {
  return html`<section class="details" aria-label=${say("Every point")}>
    <h2>${say("Every point")}</h2>
    ${counted.players.map(
      ({ name, total }, number) => html`<details key=${name} data-player=${name}>
        <summary>${name} <b>${total}</b></summary>
        <ol>
          ${counted.steps
            .filter((one) => one.player === number)
            .map(
              (one, n) => html`<li key=${n} class=${one.points === 0 ? "missed" : ""}>
                <span>${one.card ? html`<b>${called(line(one.card), language)}</b> ` : ""}${one.why}</span>
                <span class="points">${one.points === 0 ? "0" : signed(one.points)}</span>
              </li>`,
            )}
        </ol>
      </details>`,
    )}
  </section>`;
}
