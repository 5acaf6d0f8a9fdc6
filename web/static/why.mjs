// "Why?": the verdict, what the table saw and when, and the rule in words, in a dialog over the page.
import { say } from "./say.mjs";
import { html, render } from "./view.mjs";
import { PhotoFinish } from "./widgets.mjs";

/** @import { Rule, Why } from "../types/table" */

/** @typedef {{ answer?: Why, error?: string }} Found what the table answers, or why it does not; neither at first */

/**
 * A duration in words: "3 min 41 s".
 * @param {number} seconds
 */
export function lasted(seconds) {
  const whole = Math.floor(seconds);
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (h) return say("{h} h {min} min {s} s", { h, min, s });
  return min ? say("{min} min {s} s", { min, s }) : say("{s} s", { s });
}

/** @param {{ rule: Rule, language: string | null }} props */
function Rule({ rule, language }) {
  return html`<p class="why-rule">
    <span lang=${language}>${rule.text}</span> <small>${[rule.id, ...rule.also].map((id) => html`<span class="why-id">${id}</span> `)}</small>
  </p>`;
}

/** @param {{ answer: Why }} props */
function Answer({ answer }) {
  return html`
    <h3>${say("What was seen")}</h3>
    <p class="why-seen">${answer.seen} <small>${say("After {time} of play.", { time: lasted(answer.t) })}</small></p>
    ${answer.times && answer.times.length > 0 && html`<${PhotoFinish} ...${answer} />`}
    <h3>${say("The rule")}</h3>
    ${answer.rules.length === 0 && html`<p class="why-rule">${say("No rule of the game: the host decided, or the table.")}</p>`}
    ${answer.rules.map((rule) => html`<${Rule} key=${rule.id} rule=${rule} language=${answer.language} />`)}
    ${answer.link && html`<p><a href=${answer.link}>${say("Read it in the rules")}</a></p>`}`;
}

/** @param {Found & { close(): void }} props */
function Inside({ answer, error, close }) {
  return html`<div class="why-inside">
    <h2 id="why-verdict">${answer?.said ?? say("Why?")}</h2>
    <div aria-live="polite" aria-busy=${!answer && !error}>
      ${answer && html`<${Answer} answer=${answer} />`}
      ${error && html`<p role="alert">${error}</p>`}
      ${!answer && !error && html`<p>${say("One moment …")}</p>`}
    </div>
    <button type="button" class="why-close" onClick=${close}>${say("Close")}</button>
  </div>`;
}

function opened() {
  const dialog = document.createElement("dialog");
  dialog.className = "why";
  dialog.setAttribute("aria-labelledby", "why-verdict");
  // The content covers the whole dialog, so a click on the dialog itself is a click on the backdrop.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}

/**
 * @param {string} url
 * @returns {Promise<Found>}
 */
async function fetched(url) {
  const language = document.documentElement.lang;
  const reply = await fetch(`${url}${url.includes("?") ? "&" : "?"}lang=${language}`);
  const body = await reply.json();
  return reply.ok ? { answer: body } : { error: body.error };
}

/**
 * Ask the table why, and show the answer until people close it; the browser then restores the focus.
 * @param {string} url
 */
export async function ask(url) {
  const dialog = opened();
  /** @param {Found} found */
  const show = (found) => render(html`<${Inside} ...${found} close=${() => dialog.close()} />`, dialog);
  show({});
  dialog.showModal();
  try {
    show(await fetched(url));
  } catch (error) {
    console.info("why was not answered", error);
    show({ error: say("The table does not answer. Try again in a moment.") });
  }
}
