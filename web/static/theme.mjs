// Light or dark, as this phone was told; unsaid, as its system is. It is loaded as a plain script in the head, so that
// it has run before anything is drawn. `theme_switch.mjs` changes what was said.

const THEME = "theme"; // its key on this phone, and the event of a page on which it was changed

function dress() {
  const { documentElement: page } = document;
  const wanted = localStorage.getItem(THEME);
  if (wanted) page.dataset.theme = wanted;
  else delete page.dataset.theme;
  for (const meta of /** @type {NodeListOf<HTMLMetaElement>} */ (document.querySelectorAll("[data-follows]"))) {
    const { follows } = meta.dataset;
    meta.media = wanted ? (wanted === follows ? "all" : "not all") : `(prefers-color-scheme: ${follows})`;
  }
}

try {
  dress();
  addEventListener(THEME, dress);
  addEventListener("storage", dress); // another page of this phone has changed it
} catch (error) {
  console.info("this phone remembers nothing", error); // it was forbidden to: the system decides
}
