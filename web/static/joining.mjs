// How people come to a table that waits for them: its address, in words and as a code for phones.
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/**
 * @import { Setting } from "../types/page"
 * @import { Picture } from "../types/table"
 */

/**
 * Whether no card was laid, so that people may still come.
 * @param {Picture} picture
 */
export function isOpen(picture) {
  const begun =
    Object.values(picture.piles).some((pile) => pile.count) || picture.seats.some((seat) => seat.terrain?.length);
  return !begun && (picture.round ?? 1) === 1 && !picture.over && !picture.household;
}

/**
 * The address of the table as a QR code, so many pixels wide where no style says more.
 * @param {{ px: number }} props
 */
export const Code = ({ px }) =>
  html`<img src="/join.svg" alt=${say("QR code with the address of this table")} width=${px} height=${px} />`;

/**
 * The table's address in a sentence.
 * @param {{ setting: Pick<Setting, "address"> }} props
 */
export const Address = ({ setting: { address } }) =>
  address
    ? say("Join with your phone: {address}", { address: html`<b>${address}</b>` })
    : say("This machine is on no network, so phones cannot reach it.");

/**
 * As long as no card was laid people may still come: how their phones get here, or they themselves on this one.
 * @param {{ setting: Pick<Setting, "address" | "emulated">, takes?: boolean }} props
 */
export function Joining({ setting, takes = setting.emulated }) {
  return html`<section class="joining">
    <${Code} px=${200} />
    <p><${Address} setting=${setting} /></p>
    ${takes && html`<p><a class="button" href="/virtual">${say("Take a seat")}</a></p>`}
  </section>`;
}
