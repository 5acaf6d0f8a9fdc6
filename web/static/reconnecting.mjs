// While the stream is gone: a quiet strip says so, what is shown grows pale, and buttons that ask the table rest.
import { say } from "./say.mjs";
import { html } from "./view.mjs";

const ASKS = "button:not([data-here]), input[type=submit]"; // `data-here`: it does its work on this phone alone

/**
 * Said over the page, so that nothing moves; for screen readers the page's link says it.
 * @param {{ link: boolean }} props
 */
export const Reconnecting = ({ link }) =>
  !link && html`<p class="reconnecting" data-reconnecting aria-hidden="true">${say("Reconnecting …")}</p>`;

/**
 * Let a page rest, or wake it.
 * @param {HTMLElement} page
 * @param {boolean} rests
 */
export function rest(page, rests) {
  page.classList.toggle("stale", rests);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(ASKS))) button.inert = rests;
}
