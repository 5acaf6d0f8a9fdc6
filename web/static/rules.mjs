// Draws the sample cards of a rule page as the game draws its cards; without this the page is all words.
import { parts } from "./parts.mjs";
import { html, render } from "./view.mjs";

const { Card } = await parts(document.querySelector(".rules").dataset.game);
for (const place of document.querySelectorAll(".sample")) {
  render(html`<${Card} code=${place.dataset.card} label=${place.dataset.label} />`, place);
}
