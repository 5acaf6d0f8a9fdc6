// Claims: a phone asks to be host, or for a seat whose phone is gone; it and everybody else show the same sign.
import { ask, complaintOf, messageOf } from "./api.mjs";
import { html, state as useState } from "./view.mjs";

/**
 * @import { Answer } from "../types/page"
 * @import { Claim as Asked, Picture, Room, Sign as Shown } from "../types/table"
 */

const EVERY_MS = 700;
/** @typedef {"/api/v1/host/claim" | `/api/v1/seats/${number}/claim`} Path where one asks */
/** @type {Shown | null} */
let own = null; // the sign that this phone shows itself
let redraw = () => {};

/** @param {Shown | null} sign */
function show(sign) {
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
 * Ask, and ask on until it is settled. `tell` gets each answer with the seconds that are left; `done` is called when it
 * was granted, `over` when it was not, with the table's sentence if it has one.
 * @template {Path} P
 * @param {P} path
 * @param {{ granted(said: Answer<"POST", P>): boolean, tell(said: Answer<"POST", P>): void, done(): void, over(why: string | null): void }} how
 * @returns {Promise<void>}
 */
export async function claim(path, { granted, tell, done, over }) {
  try {
    const said = /** @type {Answer<"POST", P> & Answer<"POST", Path>} */ (await ask(/** @type {Path} */ (path), {}));
    show(said.sign ?? null);
    if (granted(said)) return done();
    if (said.left_s <= 0) return over(null);
    tell(said);
    setTimeout(() => claim(path, { granted, tell, done, over }), EVERY_MS);
  } catch (error) {
    show(null);
    over(messageOf(error));
  }
}

/**
 * @param {Asked} claim
 * @param {boolean} agree
 */
const answer = (claim, agree) => ask("/api/v1/claim", { id: claim.id, agree });

/**
 * For whoever lost the phone that holds a seat: asks for it from this one. `name` is who sits there.
 * @param {{ seat: number, name: string, room: Room, onSeat(): void, onLeave?(): void }} props
 */
export function AskBack({ seat, name, room, onSeat, onLeave }) {
  const [told, tell] = useState(/** @type {Answer<"POST", `/api/v1/seats/${number}/claim`> | null} */ (null));
  const [complaint, complain] = useState(/** @type {string | null} */ (null));
  /** @type {`/api/v1/seats/${number}/claim`} */
  const path = `/api/v1/seats/${seat}/claim`;
  const begin = () =>
    claim(path, {
      granted: (said) => said.seats.includes(seat),
      tell(said) {
        complain(null);
        tell(said);
      },
      done: onSeat,
      over(why) {
        tell(null);
        complain(why ?? "Nobody has agreed in time. Ask again?");
      },
    });
  const back = () => room.claim?.seat === seat && answer(room.claim, false).catch(() => {});
  return html`<section class="panel ask-back" aria-labelledby="ask-back-title">
    <h2 id="ask-back-title">${name}’s seat</h2>
    ${
      told
        ? html`<p>Show this sign to the others:</p>
          <${Sign} sign=${told.sign} />
          <p role="status">${told.agreed ? "Somebody agrees. One moment …" : `Somebody who plays has to agree. ${told.left_s} seconds are left.`}</p>
          <div class="row"><button class="says" onClick=${back}>Never mind</button></div>`
        : html`<p>Is the phone gone that was at this seat? Ask for the seat here: somebody else who plays has to agree.</p>
          ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
          <div class="row"><button class="again" data-ask onClick=${begin}>This is my seat</button>
            ${onLeave && html`<button class="says" onClick=${onLeave}>Leave it</button>`}</div>`
    }
  </section>`;
}

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
  const say = (agree) => complaintOf(answer(asked, agree)).then(complain);
  const name = picture.seats.find((one) => one.seat === asked.seat)?.name ?? `Seat ${asked.seat}`;
  const words = { asked, name, say };
  return html`<section class="claim panel" role="region" aria-live="polite" aria-label="A phone asks">
    ${
      asked.seat === 0
        ? html`<${ForHost} />`
        : seats.includes(asked.seat)
          ? html`<${ForMine} ...${words} />`
          : host || seats.some((seat) => asked.by.includes(seat))
            ? html`<${ForOther} ...${words} />`
            : html`<h2>Is this ${name}?</h2><p>A new phone asks for seat ${asked.seat}. Somebody who plays has to agree.</p>`
    }
    <${Sign} sign=${asked.sign} />
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
  </section>`;
}

/** @param {Shown | null} sign */
const isOwn = (sign) =>
  own !== null && sign !== null && own.word === sign.word && own.number === sign.number && own.colour === sign.colour;

function ForHost() {
  return html`<h2>Who asks to be host?</h2><p>Hold a button only if you know the phone that shows this sign.</p>`;
}

/** @param {{ say(agree: boolean): void }} props */
function ForMine({ say }) {
  return html`<h2>Is this still your seat?</h2><p>A new phone asks for it. It shows this sign.</p>
    <div class="row"><button class="again" data-agree="no" onClick=${() => say(false)}>I am still here</button></div>`;
}

/** @param {{ asked: Asked, name: string, say(agree: boolean): void }} props */
function ForOther({ asked, name, say }) {
  return html`<h2>Is this ${name}?</h2>
    <p>${asked.agreed ? "Somebody agrees: the seat moves in a moment." : `A new phone asks for seat ${asked.seat}. It shows this sign.`}</p>
    <div class="row">${!asked.agreed && html`<button class="again" data-agree="yes" onClick=${() => say(true)}>Yes, it is ${name}</button>`}
      <button class="says" data-agree="no" onClick=${() => say(false)}>No</button></div>`;
}
