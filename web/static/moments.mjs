// Which events have a second of joy. How it looks is loaded when it is there for the first time.
import { styled } from "./styled.mjs";

/**
 * @import { Event, Picture } from "../types/table"
 * @typedef {{ kind: "last" | "out" | "caught" | "unmasked", seat: number, seq: number }} Moment
 * @typedef {Event & { last?: number | null, out?: number | null, accused?: number, guilty?: boolean, player?: number, truthful?: boolean }} Told
 */

export const A_MOMENT_MS = 1900;
/** @type {{ [event: string]: (told: Told) => [Moment["kind"], number | null | undefined] | null }} */
const MOMENTS = {
  race_closed: ({ last }) => ["last", last],
  hands_due: ({ out }) => ["out", out],
  call_settled: ({ accused, guilty }) => (guilty ? ["caught", accused] : null),
  contest_settled: ({ player, truthful }) => (truthful === false ? ["unmasked", player] : null),
};

/**
 * What an event has a second of joy for, and at which seat; null for nothing.
 * @param {Told} event
 * @returns {Moment | null}
 */
export function momentOf(event) {
  const [kind, seat] = MOMENTS[event.event]?.(event) ?? [];
  return kind && seat != null ? { kind, seat, seq: event.seq } : null;
}

/**
 * Whether there is something to be glad of.
 * @param {Moment | null} moment
 * @param {Picture} picture
 */
export const isGlad = (moment, { over, winners }) => moment !== null || Boolean(over && winners?.length);

/** Load how joy looks: its parts, and its styles. */
export async function joy() {
  const [{ Joy }] = await Promise.all([import("./joy.mjs"), styled("/static/joy.css")]);
  return Joy;
}
