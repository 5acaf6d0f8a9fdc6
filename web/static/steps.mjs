// The steps from a box of parts to a game, so that people see how far they have got.
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/** @typedef {"wifi" | "parts" | "tags" | "game"} Step */
/** @type {{ [step in Step]: string }} */
const STEPS = { wifi: say("Wi-Fi"), parts: say("Parts"), tags: say("Tags"), game: say("Game") };

/**
 * The list of steps; without the step of joining a Wi-Fi network, it begins with the parts.
 * @param {{ now: Step }} props
 */
export function Steps({ now }) {
  const all = /** @type {Step[]} */ (Object.keys(STEPS));
  const at = all.indexOf(now);
  return html`<ol class="way" aria-label=${say("From the box to a game")}>${all.map(
    (step, n) =>
      html`<li key=${step} class=${n < at ? "done" : ""} aria-current=${n === at ? "step" : null}>${STEPS[step]}</li>`,
  )}</ol>`;
}
