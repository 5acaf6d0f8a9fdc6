// Shared parts of the pages about finished games: their head, names of games, dates and times.
import { language, say } from "./say.mjs";
import { html } from "./view.mjs";

/**
 * @import { Past } from "../types/past"
 */

const PAGES = [
  ["/", say("Scoreboard")],
  ["/history", say("Past games")],
  ["/people", say("People")],
  ["/tournaments", say("Tournaments")],
];
const LOCALE = language === "en" ? "en-GB" : language; // the day before the month
const DAY = new Intl.DateTimeFormat(LOCALE, { day: "numeric", month: "long", year: "numeric" });
const CLOCK = new Intl.DateTimeFormat(LOCALE, { hour: "2-digit", minute: "2-digit" });
const TENTHS = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});

/**
 * The head of a page; a `brief` one takes less room.
 * @param {{ title: string, note?: string, here?: string, brief?: boolean }} props
 */
export function Top({ title, note, here, brief = false }) {
  return html`<header class="head">
    <h1>${title}</h1>
    ${note && html`<span class="round">${note}</span>`}
    <nav aria-label=${say("Pages")}>${PAGES.slice(0, brief ? 3 : undefined).map(
      ([path, name]) =>
        html`<a key=${path} href=${path} aria-current=${path === here ? "page" : undefined}>${name}</a>`,
    )}</nav>
  </header>`;
}

/**
 * The day of a time stamp, in the local format.
 * @param {string} stamp
 */
export const dayOf = (stamp) => DAY.format(new Date(stamp));

/**
 * The time of day of a time stamp.
 * @param {string} stamp
 */
export const hourOf = (stamp) => CLOCK.format(new Date(stamp));

/**
 * A number with one decimal.
 * @param {number} number
 */
export const tenths = (number) => TENTHS.format(number);

/**
 * The duration of a game, in words.
 * @param {number} seconds
 */
export function minutes(seconds) {
  const whole = Math.max(1, Math.round(seconds / 60));
  return whole < 60
    ? say("{min} min", { min: whole })
    : say("{h} h {min} min", { h: Math.floor(whole / 60), min: whole % 60 });
}

/**
 * A time on a game's clock, such as 3:41.
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`;
}

/** How a game ended, in words, if not by its rules. */
export const ENDED = { completed: null, aborted: say("ended early"), abandoned: say("not finished") };

/** @typedef {{ seat: number, name: string, robot?: "easy" | "keen", points: number, won: boolean }} Played */

/**
 * The players in the order of their results, winners first. If the winners have few points, fewer points are better.
 * @param {Pick<Past, "players" | "robots" | "totals" | "winners">} game
 * @returns {Played[]}
 */
export function placed({ players, robots, totals, winners }) {
  const found = players.flatMap((name, n) => {
    const seat = n + 1;
    if (name === null) return [];
    const robot = /** @type {Played["robot"]} */ (robots[seat]);
    return [{ seat, name, robot, points: totals[seat] ?? 0, won: winners.includes(seat) }];
  });
  if (!winners.length) return found;
  const best = totals[winners[0]] ?? 0;
  const few = found.every(({ points }) => points >= best);
  return found.sort(
    (one, other) =>
      Number(other.won) - Number(one.won) || (few ? one.points - other.points : other.points - one.points),
  );
}

/**
 * The emblem of a game.
 * @param {{ game: string }} props
 */
export const Emblem = ({ game }) =>
  html`<img class="emblem" src=${`/games/${game}/emblem`} alt="" width="120" height="98" loading="lazy" />`;

/**
 * Get JSON from the API. Throws an Error with the table's sentence if it refuses.
 * @param {string} path
 * @returns {Promise<any>} its type is up to the caller
 */
export async function got(path) {
  const answer = await fetch(path);
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error ?? say("The table says {status}.", { status: answer.status }));
  return said;
}
