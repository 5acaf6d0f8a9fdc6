// Becoming host: by the PIN that stands in the table's terminal, or by holding a button of the table.
import { ask, messageOf } from "./api.mjs";
import { claim } from "./ask_back.mjs";
import { Sign } from "./claim.mjs";
import { many, say } from "./say.mjs";
import { entered, html, state as useState } from "./view.mjs";

/** @import { Answer, FormEvent } from "../types/page" */

/**
 * Becoming host by PIN alone.
 * @param {{ onHost(): void, complain(said: string): void }} props
 */
export function ByPin({ onHost, complain }) {
  /** @param {FormEvent} event */
  async function byPin(event) {
    event.preventDefault();
    const pin = entered(event.currentTarget, "pin").replaceAll(" ", "");
    try {
      await ask("/api/v1/host", { pin });
      onHost();
    } catch (error) {
      complain(messageOf(error));
    }
  }

  return html`<form class="panel" onSubmit=${byPin}>
    <div class="field"><label for="pin">${say("The PIN from the table’s terminal")}</label>
      <input id="pin" name="pin" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{3} ?[0-9]{3}" maxlength="7" required placeholder=${say("six digits")} /></div>
    <button class="again">${say("Become host")}</button>
  </form>`;
}

/** @param {{ running: boolean, emulated: boolean, onHost(): void }} props */
export function Login({ running, emulated, onHost }) {
  const [complaint, complain] = useState(/** @type {string | null} */ (null));
  const [told, tell] = useState(/** @type {Answer<"POST", "/api/v1/host/claim"> | null} */ (null)); // the sign to show, and the seconds in which a button may be held

  const byHand = () =>
    claim("/api/v1/host/claim", {
      granted: (said) => said.host,
      tell(said) {
        complain(null);
        tell(said);
      },
      done: onHost,
      over(why) {
        tell(null);
        complain(why);
      },
    });

  const how = emulated
    ? say("Ask here, then hold the button of your own seat for three seconds.")
    : say("Ask here, then hold any button of the table for three seconds.");
  const now = emulated
    ? say("Hold the button of your own seat for three seconds.")
    : say("Hold any button of the table for three seconds.");
  return html`<section class="login">
    <h2>${say("Become host")}</h2>
    <p>${say("The host begins games, undoes moves, and answers what the table cannot know. The host plays too, and sees no more cards than anybody else.")}</p>
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    <${ByPin} onHost=${onHost} complain=${complain} />
    <div class="panel">
      <h3>${say("Or by hand")}</h3>
      ${
        told === null
          ? html`<p>${running ? say("During a round only the PIN makes you host.") : how}</p>
            <button class="says" disabled=${running} data-claim onClick=${byHand}>${say("I am at the table")}</button>`
          : html`<p role="status"><b>${now}</b> ${many("{count} second left.", "{count} seconds left.", told.left_s)}</p>
            <p>${say("Everybody sees this sign of your phone:")}</p><${Sign} sign=${told.sign} />`
      }
    </div>
  </section>`;
}
