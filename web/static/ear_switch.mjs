// For ears: the switches. What was said stays on this phone.
import { isOn, turn } from "./ears.mjs";
import { say } from "./say.mjs";
import { html, render, state as useState } from "./view.mjs";

/** @type {["sound" | "speech", string][]} */
const EARS = [
  ["sound", say("Sounds")],
  ["speech", say("Speech")],
];

export function EarSwitch() {
  const [, again] = useState(0);
  /** @param {"sound" | "speech"} ear */
  const choose = (ear) => turn(ear, !isOn(ear)).then(() => again((n) => n + 1));
  const there = EARS.filter(([ear]) => ear === "sound" || "speechSynthesis" in globalThis);
  return html`<div class="theme-switch" role="group" aria-label=${say("What this phone lets you hear")}>
    ${there.map(([ear, name]) => html`<button type="button" data-here key=${ear} data-ear=${ear} aria-pressed=${isOn(ear)} onClick=${() => choose(ear)}>${name}</button>`)}
  </div>`;
}

const place = document.querySelector("[data-ear-switch]");
if (place) render(html`<${EarSwitch} />`, place);
