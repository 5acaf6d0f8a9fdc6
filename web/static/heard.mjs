// What is to be heard of what happened: which sound, and which sentences. It knows no more than this phone was told.

/** @import { Event, Picture } from "../types/table" */
/** @import { Sound } from "./sounds.mjs" */

/** @type {{ [event: string]: Sound }} */
const OF_ALL = {
  pile_started: "card",
  card_played: "card",
  race_closed: "bang",
  round_ended: "end",
  game_ended: "end",
  game_aborted: "end",
};
const REFUSED = ["play_refused", "press_refused"];

/**
 * The sound of an event for whoever has these seats; a screen that has none hears what is for all.
 * @param {Event & { seat?: number | null }} event
 * @param {readonly number[]} seats
 * @returns {Sound | null}
 */
export function soundOf(event, seats) {
  const mine = event.seat == null || !seats.length || seats.includes(event.seat);
  if (REFUSED.includes(event.event)) return mine ? "no" : null;
  if (event.event === "turn_started") return event.seat != null && seats.includes(event.seat) ? "turn" : null;
  return OF_ALL[event.event] ?? null;
}

/**
 * What is to be said now: the headline and the prompt where they are new, and what has happened since.
 * `urgent` is what makes older sentences not worth hearing any more.
 * @param {Picture | null} before
 * @param {Picture} now
 * @returns {{ urgent: boolean, sentences: string[] }}
 */
export function sentencesOf(before, now) {
  const known = before?.game_id === now.game_id ? before : null;
  const seq = Math.max(0, ...(known?.news ?? []).map((one) => one.seq));
  const fresh = now.news.filter((one) => one.seq > seq && one.said).map(({ said }) => said);
  const notice = now.notice !== known?.notice ? now.notice : null;
  const stands = [now.headline, now.prompt].map((one, n) =>
    one === (known && [known.headline, known.prompt][n]) ? null : one,
  );
  const sentences = [...stands, notice, ...(known ? fresh.reverse() : [])].filter((one) => !!one);
  return { urgent: stands.some((one) => !!one), sentences: /** @type {string[]} */ (sentences) };
}
