// Light, dark, or as the phone's system is: the switch. What was said stays on this phone; `theme.mjs` dresses pages by it.
import { say } from "./say.mjs";
import { html, render, state as useState } from "./view.mjs";

const THEME = "theme";
/** @type {[theme: string | null, name: string][]} */
const THEMES = [
  [null, say("System")],
  ["light", say("Light")],
  ["dark", say("Dark")],
];

function remembered() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null; // this phone was forbidden to remember anything
  }
}

/** @param {string | null} theme */
function remember(theme) {
  try {
    if (theme) localStorage.setItem(THEME, theme);
    else localStorage.removeItem(THEME);
  } catch (error) {
    console.info("the theme cannot be kept", error);
  }
  dispatchEvent(new Event(THEME));
}

export function ThemeSwitch() {
  const [theme, set] = useState(remembered());
  /** @param {string | null} wanted */
  const choose = (wanted) => {
    remember(wanted);
    set(wanted);
  };
  return html`<div class="theme-switch" role="group" aria-label=${say("Light or dark")}>
    ${THEMES.map(([one, name]) => html`<button type="button" data-here key=${name} data-theme-choice=${one ?? "system"} aria-pressed=${theme === one} onClick=${() => choose(one)}>${name}</button>`)}
  </div>`;
}

const place = document.querySelector("[data-theme-switch]");
if (place) render(html`<${ThemeSwitch} />`, place);
