// The greeting: what this is, and a seat for whoever wants one.
import { AskBack } from "./ask_back.mjs";
import { gameOf } from "./felt.mjs";
import { NameField, said } from "./name.mjs";
import { Named } from "./named.mjs";
import { say } from "./say.mjs";
import { html, state as useState } from "./view.mjs";

/**
 * @import { Setting } from "../types/page"
 * @import { Picture, Room } from "../types/table"
 */

/**
 * @param {Picture} picture
 * @param {number[]} seats
 */
function seatsOf(picture, seats) {
  return seats.map((number) => picture.seats.find((one) => one.seat === number) ?? { seat: number, name: null });
}

/**
 * `onSit(seat, name)`, `onHave(seat)` for one that another phone held, `onLook()`, and `onBack()` for
 * somebody who has a seat already; `held` are the seats of this phone.
 * @param {{ picture: Picture, room: Room, held: number[], setting: Setting, complaint: string | null, onSit(seat: number, name: string): void, onHave(seat: number): void, onLook(): void, onBack: (() => void) | false }} props
 */
export function Welcome({ picture, room, held, setting, complaint, onSit, onHave, onLook, onBack }) {
  const [lost, lose] = useState(/** @type {number | null} */ (null)); // the seat whose phone is said to be gone
  /** @param {number} number */
  const sit = (number) => onSit(number, said("your-name"));
  return html`<section class="welcome">
    <h2>${say("Welcome to the card table")}</h2>
    <p class="lead">${picture.title ? say("Here you play {game} without any hardware.", { game: picture.title }) : say("Here you play cards without any hardware.")} ${say("Take a seat on this phone or laptop; your friends take theirs on their own phones. You lay the cards, the table sees them, knows the rules and keeps the score.")}</p>
    ${picture.household && html`<p class="guests">${say("Simulated people are playing. They make room as soon as you sit down.")}</p>`}
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    <p class="field"><label for="your-name">${say("Your name")}</label>
      <${NameField} id="your-name" autocomplete="nickname" placeholder=${say("what the table calls you")} /></p>
    <ol class="chairs" aria-label=${say("Seats")}>
      ${seatsOf(picture, setting.seats).map((one) => {
        const taken = room.taken.includes(one.seat);
        return html`<li key=${one.seat}><button class="chair" disabled=${taken} data-chair=${one.seat} onClick=${() => sit(one.seat)}>
          <span class="number">${one.seat}</span>
          <span>${taken ? say("{who} sits here", { who: one.name ?? say("Somebody") }) : say("Take a seat")}</span>
          ${!taken && one.name && !picture.household && html`<small>${one.robot ? say("{who} makes room", { who: html`<${Named} seat=${one} />` }) : say("kept for {who}", { who: one.name })}</small>`}
        </button>
        ${taken && !picture.household && !held.includes(one.seat) && lost !== one.seat && html`<button class="lost" data-lost=${one.seat} onClick=${() => lose(one.seat)}>${say("I lost that phone")}</button>`}
        ${taken && lost === one.seat && html`<${AskBack} seat=${lost} name=${one.name ?? say("Seat {seat}", { seat: lost })} room=${room} onSeat=${() => onHave(lost)} onLeave=${() => lose(null)} />`}</li>`;
      })}
    </ol>
    <p class="ways">
      ${onBack ? html`<button class="says" onClick=${onBack}>${say("Back to my seat")}</button>` : html`<button class="says" onClick=${onLook}>${say("Just watch")}</button>`}
      ${gameOf(picture) && html`<a href=${`/rules/${gameOf(picture)}`}>${say("The rules of {game}", { game: picture.title })}</a>`}
      ${Object.entries(setting.counted).map(([game, title]) => html`<a key=${game} href=${`/score/${game}`}>${say("Count a round of {game}", { game: title })}</a>`)}
    </p>
    ${
      setting.address &&
      html`<aside class="joining">
      <img src="/join.svg" alt=${say("QR code with the address of this table")} width="140" height="140" />
      <p>${say("Others join with their phones at {address}", { address: html`<b>${setting.address}</b>` })}</p>
    </aside>`
    }
  </section>`;
}
