// At a table of real cards each player’s phone has a page of its own: the way there, until some phone has it.
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/**
 * @import { Picture, Room } from "../types/table"
 */

/** @param {{ picture: Picture, room: Room | null }} props */
export function Chairs({ picture, room }) {
  const free = picture.seats.filter(({ seat, name, robot }) => name && !robot && !room?.taken.includes(seat));
  if (!room || !free.length || picture.over) return null;
  return html`<nav class="my-seat"><b>${say("Who are you?")}</b>
    ${free.map(({ seat, name }) => html`<a class="button" key=${seat} href=${`/seat/${seat}`}><bdi>${name}</bdi></a>`)}
  </nav>`;
}
