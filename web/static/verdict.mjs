// A sentence that can be asked why. What answers is loaded when somebody asks for the first time.
import { say } from "./say.mjs";
import { styled } from "./styled.mjs";
import { html } from "./view.mjs";

/** @import { News } from "../types/table" */

/**
 * Ask the table why, and show what it answers.
 * @param {string} url
 */
async function ask(url) {
  const [why] = await Promise.all([import("./why.mjs"), styled("/static/why.css")]);
  await why.ask(url);
}

/**
 * A sentence about an event, which can be asked why. `event` has `seq` and `said`; `base` is where events are, null if nobody answers,
 * `game` the number of the game that it belongs to.
 * @param {{ event: News, base: string | null, game: number | null }} props
 */
export function Verdict({ event, base, game }) {
  if (base === null) return html`<span class="said">${event.said}</span>`;
  const url = `${base}/${event.seq}/why?game_id=${game}`;
  return html`<button type="button" class="verdict" data-why=${say("Why?")} aria-haspopup="dialog" onClick=${() => ask(url)}><span class="said">${event.said}</span></button>`;
}
