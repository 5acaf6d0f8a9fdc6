// Claims as they are made: to be host, or to have a seat back whose phone is gone.
import { ask, messageOf } from "./api.mjs";
import { answer, shows, Sign } from "./claim.mjs";
import { many, say } from "./say.mjs";
import { html, state as useState } from "./view.mjs";

/**
 * @import { Answer } from "../types/page"
 * @import { Room } from "../types/table"
 */

const EVERY_MS = 700;
/** @typedef {"/api/v1/host/claim" | `/api/v1/seats/${number}/claim`} Path where one asks */

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
    shows(said.sign ?? null);
    if (granted(said)) return done();
    if (said.left_s <= 0) return over(null);
    tell(said);
    setTimeout(() => claim(path, { granted, tell, done, over }), EVERY_MS);
  } catch (error) {
    shows(null);
    over(messageOf(error));
  }
}

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
        complain(why ?? say("Nobody agreed in time. Ask again?"));
      },
    });
  const back = () => room.claim?.seat === seat && answer(room.claim, false).catch(() => {});
  return html`<section class="panel ask-back" aria-labelledby="ask-back-title">
    <h2 id="ask-back-title">${say("{who}’s seat", { who: name })}</h2>
    ${
      told
        ? html`<p>${say("Show this sign to the others:")}</p>
          <${Sign} sign=${told.sign} />
          <p role="status">${told.agreed ? say("Somebody agrees. One moment …") : many("Another player has to agree. {count} second left.", "Another player has to agree. {count} seconds left.", told.left_s)}</p>
          <div class="row"><button class="says" onClick=${back}>${say("Never mind")}</button></div>`
        : html`<p>${say("Is the phone of this seat gone? Ask for the seat here. Another player has to agree.")}</p>
          ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
          <div class="row"><button class="again" data-ask onClick=${begin}>${say("This is my seat")}</button>
            ${onLeave && html`<button class="says" onClick=${onLeave}>${say("Leave it")}</button>`}</div>`
    }
  </section>`;
}
