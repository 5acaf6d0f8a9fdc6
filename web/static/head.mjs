// A plain script in the head of every page, which runs before the page is drawn.

// -- the first few errors of a page go into the table's log: this script runs first, so it sees the errors of all others

{
  const MOST = 5; // different errors per page
  /** @type {Set<string>} */
  const said = new Set();

  /** @param {unknown} error @param {string} [where] */
  const complain = (error, where = "") => {
    const { name, message, stack } = /** @type {Error} */ (error instanceof Error ? error : { message: String(error) });
    const what = `${name ? `${name}: ` : ""}${message}`.slice(0, 500);
    if (name === "AbortError" || !what || said.has(what) || said.size >= MOST) return;
    said.add(what);
    const body = {
      page: location.pathname.slice(0, 200),
      error: what,
      where: where.slice(-200),
      stack: (stack ?? "").slice(0, 2000),
    };
    const headers = { "Content-Type": "application/json" };
    fetch("/api/v1/errors", { method: "POST", headers, body: JSON.stringify(body), keepalive: true }).catch(
      console.info,
    );
  };

  addEventListener("error", ({ error, message, filename, lineno, colno }) =>
    complain(error ?? message, `${filename}:${lineno}:${colno}`),
  );
  addEventListener("unhandledrejection", ({ reason }) => complain(reason));
}

// -- light or dark theme, as chosen on this phone, or else as in its system. `switches.mjs` changes the choice

const THEME = "theme"; // its key in the storage, and the event that the page sends after a change

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
  console.info("this phone remembers nothing", error); // storage is disabled, so the system's theme applies
}

// -- at addresses that browsers trust, the page can be installed, and opens from the home screen without a network

if ("serviceWorker" in navigator && document.querySelector("link[rel=manifest]"))
  addEventListener("load", () => navigator.serviceWorker.register("/service-worker.js").catch(console.info));
