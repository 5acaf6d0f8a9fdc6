// Celebrations: a short animation on every screen for special moments of a game, and confetti for the winners at its end.
// They carry no information of their own: news and headlines say the same in sentences.
import { burst } from "./card.mjs";
import { say } from "./say.mjs";
import { html } from "./view.mjs";
import { Named } from "./widgets.mjs";

/**
 * @import { Picture } from "../types/table"
 * @import { Moment } from "./page.mjs"
 */

const PIECES = 28;
const TURN = 137.5; // degrees, so that successive pieces fall far apart

/** @type {{ [kind: string]: string }} */
const WORDS = {
  last: say("Last!"),
  out: say("Out!"),
  caught: say("Caught!"),
  unmasked: say("Unmasked!"),
};
/**
 * A moment in the middle of the screen; it ignores taps, and disappears by itself.
 * @param {{ moment: Moment, picture: Picture }} props
 */
function Passing({ moment: { kind, seat, seq }, picture }) {
  const who = picture.seats.find((one) => one.seat === seat);
  return html`<div class=${`moment ${kind}`} key=${seq} aria-hidden="true">
    <svg viewBox="-50 -50 100 100"><path d=${burst(18, 49, 39)} /></svg>
    <p><b>${WORDS[kind]}</b><span><${Named} seat=${who} /></span></p>
  </div>`;
}

/** Confetti that falls once. */
function Confetti() {
  return html`<div class="confetti" aria-hidden="true">${[...Array(PIECES).keys()].map(
    (n) =>
      html`<i key=${n} style=${{ "--x": `${(n * TURN) % 100}%`, "--turn": `${(n * TURN) % 360}deg`, "--wait": `${(n % 7) * 0.17}s`, "--hue": (n * TURN) % 360 }}></i>`,
  )}</div>`;
}

/** @param {{ moment: Moment | null, picture: Picture }} props */
export function Joy({ moment, picture }) {
  const won = picture.over && (picture.winners ?? []).length > 0;
  return html`${won && html`<${Confetti} key=${picture.game_id} />`}${moment && html`<${Passing} moment=${moment} picture=${picture} />`}`;
}
