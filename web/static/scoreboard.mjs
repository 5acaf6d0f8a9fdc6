// The scoreboard: whose turn, the pile, the scores, what is to be done, and what has just happened.
import { Claim } from "./claim.mjs";
import { Head, Household, News, Piles, Result, Rounds, Seats, Turn } from "./felt.mjs";
import { livePage } from "./page.mjs";
import { embedded, html } from "./view.mjs";

/**
 * @import { Setting } from "../types/page"
 * @import { Picture, Room } from "../types/table"
 */

/** @type {Setting} */
const setting = embedded("setting");
const { state, set, redraw, listen } = livePage("scoreboard", { room: /** @type {Room | null} */ (null) }, Scoreboard, {
  board: true,
});

/** As long as no card was laid people may still come: how their phones get here. */
function Joining() {
  return html`<section class="joining">
    <img src="/join.svg" alt="QR code with the address of this table" width="200" height="200" />
    <p>${setting.address ? html`Join with your phone: <b>${setting.address}</b>` : "This machine is on no network, so phones cannot reach it."}</p>
    ${setting.emulated && html`<p><a class="button" href="/virtual">Take a seat</a></p>`}
  </section>`;
}

/**
 * Simulated people play: how to take their place, here or with a phone.
 * @param {{ picture: Picture }} props
 */
function Guests({ picture }) {
  return html`<${Household} picture=${picture}>
    ${setting.address && html`<img src="/join.svg" alt="QR code with the address of this table" width="92" height="92" />`}
    <a class="button" href="/virtual">Take a seat</a>
  <//>`;
}

/** @returns {import("preact").VNode} */
function Scoreboard() {
  const { picture, link } = state;
  const { SeatMark, Board } = state.parts;
  const begun =
    Object.values(picture.piles).some((pile) => pile.count) || picture.seats.some((seat) => seat.terrain?.length);
  const open = !begun && (picture.round ?? 1) === 1 && !picture.over && !picture.household;
  return html`
    <${Head} picture=${picture} link=${link} links=${
      setting.emulated
        ? [
            ["/virtual", "Table"],
            ["/host", "Host"],
          ]
        : [["/host", "Host"]]
    } />
    <${Guests} picture=${picture} />
    <${Claim} room=${state.room} picture=${picture} />
    <div class="felt">
      <${Turn} picture=${picture} />
      ${open && setting.address ? html`<${Joining} />` : Board ? html`<${Board} picture=${picture} redraw=${redraw} />` : html`<${Piles} picture=${picture} parts=${state.parts} />`}
      <${Result} picture=${picture} />
    </div>
    <div class="people">
      ${(!Board || (open && setting.address)) && html`<${Seats} picture=${picture} SeatMark=${SeatMark} />`}
      <${News} picture=${picture} base="/api/v1/events" />
      <${Rounds} picture=${picture} />
    </div>`;
}

listen({ hear: { room: (room) => set({ room }) } });
