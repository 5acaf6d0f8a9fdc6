// The language of this phone: the switch. The server reads what was chosen from a cookie.
import { language, say } from "./say.mjs";
import { html, render } from "./view.mjs";

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

const place = document.querySelector("[data-language-switch]");
if (place) render(html`<${LanguageSwitch} />`, place);
