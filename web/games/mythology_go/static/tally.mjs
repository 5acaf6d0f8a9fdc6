// The end of a round on the scoreboard: points that count up card by card, each with its reason; skipped, or seen again.
import { say } from "/static/say.mjs";
import { Opens } from "/static/sheet.mjs";
import { html } from "/static/view.mjs";
import { lineOf, usual } from "./cards.mjs";
import { Details, plays, Stage, Standing, stageEnd, still, sums } from "./show.mjs";

/** @import { Count, Picture } from "../told" */

/** @typedef {Picture & { count: Count }} Counting */
const RESULT = ["accusation_settled", "round_ended", "game_ended"];
/** @type {{ round: string | null, at: number }} */
let shown = { round: null, at: 0 };

/**
 * How far this page has counted the round that is over.
 * @param {Counting} picture
 */
function reached({ game_id, round, count }) {
  const name = `${game_id} ${round}`;
  if (shown.round !== name) shown = { round: name, at: still() ? count.steps.length : 0 };
  return shown.at;
}

/**
 * The picture without what the count has yet to tell: who has won, who begins, the points of the round.
 * @param {Picture} picture
 * @returns {Picture}
 */
export function soFar(picture) {
  const { count } = picture;
  if (!count || reached({ ...picture, count }) >= count.steps.length) return picture;
  const scores = picture.rounds_played.at(-1)?.scores ?? {};
  const told = picture.news.findIndex(({ event }) => !RESULT.includes(event));
  return {
    ...picture,
    headline: say("The count"),
    prompt: say("Card by card, with the reason for every point."),
    winners: [],
    waiting: [],
    seats: picture.seats.map((one) => ({ ...one, score: Number(one.score) - scores[one.seat] })),
    news: told < 0 ? [] : picture.news.slice(told),
    rounds_played: picture.rounds_played.slice(0, -1),
  };
}

/**
 * The count; where it is to be `slim` every point stands in a sheet. What stops it stands above all that grows and shrinks.
 * @param {{ picture: Counting, slim?: boolean, redraw(): void }} props
 */
export function Tally({ picture, slim = false, redraw }) {
  const { steps, players } = picture.count;
  /** @param {number} at */
  const to = (at) => {
    shown.at = at;
    redraw();
  };
  const at = reached(picture);
  const over = at >= steps.length;
  plays(over || still(), steps[at], () => to(at + 1));
  const points = sums(picture.count, at + 1);
  const lying = {
    players: picture.seats.map(({ terrain = [], deity, belief }) => ({
      cards: terrain.map(({ card }) => card),
      deity,
      belief,
    })),
  };
  const details = html`<${Details} told=${picture.count} language=${usual} line=${lineOf} />`;
  return html`<section class=${`tally ${slim ? "slim" : ""}`} aria-label=${say("The count")}>
    ${
      !over &&
      html`<div class="wishes">
      <button type="button" onClick=${() => to(stageEnd(steps, at))}>${say("Skip")}</button>
      <button type="button" onClick=${() => to(steps.length)}>${say("All at once")}</button>
    </div>
    <${Stage} lying=${lying} steps=${steps} at=${at} players=${players} points=${points} language=${usual} line=${lineOf} />`
    }
    <${Standing} winners=${over ? (picture.winners ?? []) : []} seats=${picture.seats.map(({ seat }) => seat)} robots=${picture.seats.map(({ robot }) => robot)} players=${players} points=${points} on=${over ? -1 : steps[at].player} />
    ${
      over &&
      html`<div class="wishes counted">
      <button type="button" onClick=${() => to(0)}>${say("Count again")}</button>
      ${slim && html`<${Opens} name=${say("Every point")} choice="points">${() => details}<//>`}
    </div>`
    }
    ${over && !slim && details}
  </section>`;
}
