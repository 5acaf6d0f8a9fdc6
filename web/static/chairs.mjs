// Links to the seats' pages at a table with real cards, for seats that no phone holds yet.
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/**
 * @import { Picture, Room } from "../types/table"
 */

/** @param {{ picture: Picture, room: Room | null, open: boolean }} props */
export function Chairs({ picture, room, open }) {
  const free = picture.seats.filter(({ seat, name, robot }) => name && !robot && !room?.taken.includes(seat));
  if (!room || !free.length || picture.over) return null;
  return html`<details class="my-seat" open=${open}><summary>${say("Who are you?")}</summary>
    <ul>${free.map(({ seat, name }) => html`<li key=${seat}><a class="button" href=${`/seat/${seat}`}><bdi>${name}</bdi></a></li>`)}</ul>
  </details>`;
}
