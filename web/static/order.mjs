// Who sits where, and changing places before the cards are dealt: a step up or down, with names, robots and phones.
import { ask } from "./api.mjs";
import { Named } from "./named.mjs";
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/**
 * @import { Asking } from "../types/page"
 * @import { Picture, Room } from "../types/table"
 */

/**
 * Whether people may still change places, as far as a phone can tell: the table has the last word.
 * @param {Picture} picture
 * @param {Room | null} room
 */
export const mayMove = (picture, room) =>
  !picture.household && !picture.over && !picture.rounds_played.length && (!picture.running || Boolean(room?.deal));

/**
 * The order in which two seats have changed.
 * @param {number} one
 * @param {number} other
 */
function swapped(one, other) {
  const order = [...Array(Math.max(one, other)).keys()].map((n) => n + 1);
  order[one - 1] = other;
  order[other - 1] = one;
  return order;
}

/**
 * Everybody who is there, by seat, and which seats are `free`, if wanted. Whoever `sits` there too may move them; `seats`
 * are those that the table has.
 * @param {{ picture: Picture, room: Room | null, seats: number[], sits: boolean, asking: Asking, free?: boolean }} props
 */
export function Order({ picture, room, seats, sits, asking, free = false }) {
  const there = seats.map((seat) => {
    const one = picture.seats.find((known) => known.seat === seat);
    const taken = room?.taken.includes(seat);
    return {
      seat,
      robot: one?.robot,
      name: one?.name ?? room?.coming?.[seat] ?? (taken ? say("Somebody") : null),
      taken,
    };
  });
  const last = seats.at(-1) ?? 1;
  const moves = sits && mayMove(picture, room);
  /**
   * @param {number} from
   * @param {number} to
   */
  const swap = (from, to) => asking(ask("/api/v1/seats/order", { order: swapped(from, to) }));
  /** @param {(typeof there)[0]} one */
  const isThere = (one) => Boolean(one.robot || one.taken || (picture.gathering && one.name));
  return html`<ol class="order">${there
    .filter((one) => free || isThere(one))
    .map((one) =>
      isThere(one)
        ? html`<li key=${one.seat} data-seat=${one.seat}><span class="number">${one.seat}</span>
        <span class="name"><${Named} seat=${one} /></span>
        ${
          moves &&
          html`<button type="button" class="step" data-choice="move_up" disabled=${one.seat <= 1} aria-label=${say("Move {who} one seat up", { who: one.name })} onClick=${() => swap(one.seat, one.seat - 1)}>▲</button>
          <button type="button" class="step" data-choice="move_down" disabled=${one.seat >= last} aria-label=${say("Move {who} one seat down", { who: one.name })} onClick=${() => swap(one.seat, one.seat + 1)}>▼</button>`
        }</li>`
        : html`<li key=${one.seat} class="free"><span class="number">${one.seat}</span> <span class="name">${say("free")}</span></li>`,
    )}</ol>`;
}
