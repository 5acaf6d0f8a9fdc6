// Draws the sample cards of a rule page as the game draws its cards; without this script the page is text only. A sample
// without a card is drawn face down.
import { parts } from "./parts.mjs";
import { html, render } from "./view.mjs";

const { Card, Back } = await parts(/** @type {HTMLElement} */ (document.querySelector(".rules")).dataset.game);
for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".sample"))) {
  const { card, label } = place.dataset;
  render(card ? html`<${Card} code=${card} label=${label} />` : html`<${Back} />`, place);
}
