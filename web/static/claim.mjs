// Claims: a phone asks to be host, or for a seat whose phone is gone; it and everybody else show the same sign.
import { ask, complaintOf } from "./api.mjs";
import { say } from "./say.mjs";
import { html, state as useState } from "./view.mjs";

/** @import { Claim as Asked, Picture, Room, Sign as Shown } from "../types/table" */

/** @type {Shown | null} */
let own = null; // the sign that this phone shows itself
let redraw = () => {};

/**
 * This phone asks itself, and shows a sign: it is not asked about that; null: it asks no more.
 * @param {Shown | null} sign
 */
export function shows(sign) {
  own = sign;
  redraw();
}

/**
 * The sign of a claim: by it people see whose phone it is that asks.
 * @param {{ sign: Shown }} props
 */
export function Sign({ sign }) {
  return html`<span class=${`claim-sign ${sign.colour}`}>${sign.word} <b>${sign.number}</b></span>`;
}

/**
 * Say yes or no to a claim.
 * @param {Asked} claim
 * @param {boolean} agree
 */
export const answer = (claim, agree) => ask("/api/v1/claim", { id: claim.id, agree });

/**
 * For everybody else: who asks, and what one may answer. `seats` are those of this phone; `host` whether it is his.
 * @param {{ room: Room | null, picture: Picture, seats?: number[], host?: boolean }} props
 */
export function Claim({ room, picture, seats = [], host = false }) {
  const [complaint, complain] = useState(/** @type {string | null} */ (null));
  const [times, again] = useState(0);
  redraw = () => again(times + 1);
  const asked = room?.claim;
  if (!asked || isOwn(asked.sign)) return null;
  /** @param {boolean} agree */
  const reply = (agree) => complaintOf(answer(asked, agree)).then(complain);
  const name = picture.seats.find((one) => one.seat === asked.seat)?.name ?? say("Seat {seat}", { seat: asked.seat });
  const words = { asked, name, reply };
  return html`<section class="claim panel" role="region" aria-live="polite" aria-label=${say("A phone asks")}>
    ${
      asked.seat === 0
        ? html`<${ForHost} />`
        : seats.includes(asked.seat)
          ? html`<${ForMine} ...${words} />`
          : host || seats.some((seat) => asked.by.includes(seat))
            ? html`<${ForOther} ...${words} />`
            : html`<h2>${say("Is this {who}?", { who: name })}</h2><p>${say("A new phone asks for seat {seat}. Another player has to agree.", { seat: asked.seat })}</p>`
    }
    <${Sign} sign=${asked.sign} />
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
  </section>`;
}

/** @param {Shown | null} sign */
const isOwn = (sign) =>
  own !== null && sign !== null && own.word === sign.word && own.number === sign.number && own.colour === sign.colour;

function ForHost() {
  return html`<h2>${say("Who wants to be host?")}</h2><p>${say("Hold a button only if you know the phone that shows this sign.")}</p>`;
}

/** @param {{ reply(agree: boolean): void }} props */
function ForMine({ reply }) {
  return html`<h2>${say("Is this still your seat?")}</h2><p>${say("A new phone asks for it. It shows this sign.")}</p>
    <div class="row"><button class="again" data-agree="no" onClick=${() => reply(false)}>${say("I am still here")}</button></div>`;
}

/** @param {{ asked: Asked, name: string, reply(agree: boolean): void }} props */
function ForOther({ asked, name, reply }) {
  return html`<h2>${say("Is this {who}?", { who: name })}</h2>
    <p>${asked.agreed ? say("Somebody agrees: the seat moves in a moment.") : say("A new phone asks for seat {seat}. It shows this sign.", { seat: asked.seat })}</p>
    <div class="row">${!asked.agreed && html`<button class="again" data-agree="yes" onClick=${() => reply(true)}>${say("Yes, it is {who}", { who: name })}</button>`}
      <button class="says" data-agree="no" onClick=${() => reply(false)}>${say("No")}</button></div>`;
}
