// What pages about games that are over share: their head, how games are called, and when they were.
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
 * The head of a page; a `brief` one leaves its room to what is below.
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
 * The day on which something was, as people write it.
 * @param {string} stamp
 */
export const dayOf = (stamp) => DAY.format(new Date(stamp));

/**
 * The hour at which something was.
 * @param {string} stamp
 */
export const hourOf = (stamp) => CLOCK.format(new Date(stamp));

/**
 * A number with one digit after the point.
 * @param {number} number
 */
export const tenths = (number) => TENTHS.format(number);

/**
 * How long a game was, in words.
 * @param {number} seconds
 */
export function minutes(seconds) {
  const whole = Math.max(1, Math.round(seconds / 60));
  return whole < 60
    ? say("{min} min", { min: whole })
    : say("{h} h {min} min", { h: Math.floor(whole / 60), min: whole % 60 });
}

/**
 * A point of a game on the clock of the game, as 3:41.
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.floor(seconds);
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`;
}

/** What ended otherwise than by its rules, in words. */
export const ENDED = { completed: null, aborted: say("ended early"), abandoned: say("not finished") };

/** @typedef {{ seat: number, name: string, robot?: "easy" | "keen", points: number, won: boolean }} Played */

/**
 * Who played, in the order in which they came in: who has won first. Where winners have few points, few are better.
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
 * The picture of a game beside its name.
 * @param {{ game: string }} props
 */
export const Emblem = ({ game }) =>
  html`<img class="emblem" src=${`/games/${game}/emblem`} alt="" width="120" height="98" loading="lazy" />`;

/**
 * Read something of the API. Throws what it says no with.
 * @param {string} path
 * @returns {Promise<any>} what it is, whoever reads it has to say
 */
export async function got(path) {
  const answer = await fetch(path);
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error ?? say("The table says {status}.", { status: answer.status }));
  return said;
}
