// Settings that are stored on this phone only: switches for any page that has a place for them.
import { isOn, turn } from "./ears.mjs";
import { language, say } from "./say.mjs";
import { html, render, state as useState } from "./view.mjs";

// -- light theme, dark theme, or that of the phone's system; `head.mjs` applies it to pages

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
    return null; // storage is disabled on this phone
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

// -- the language of this phone: the server reads it from a cookie

const KEPT_S = 365 * 24 * 3600;
const LANGUAGES = (document.documentElement.dataset.languages ?? "").split(";").map((one) => one.split("="));

/** @param {string} code */
function choose(code) {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not there over http
  document.cookie = `language=${code}; path=/; max-age=${KEPT_S}; samesite=lax`;
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  if (url.href === location.href) location.reload();
  else location.replace(url);
}

export function LanguageSwitch() {
  return html`<div class="theme-switch" role="group" aria-label=${say("Language")}>
    ${LANGUAGES.map(
      ([code, name]) =>
        html`<button type="button" data-here key=${code} lang=${code} data-language=${code} aria-pressed=${code === language} onClick=${() => choose(code)}>${name}</button>`,
    )}
  </div>`;
}

// -- sound and speech

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

// -- drawing switches into their places on a page

const SWITCHES = { theme: ThemeSwitch, language: LanguageSwitch, ear: EarSwitch };
for (const [what, Switch] of Object.entries(SWITCHES)) {
  const place = document.querySelector(`[data-${what}-switch]`);
  if (place) render(html`<${Switch} />`, place);
}
