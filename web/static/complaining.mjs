// What goes wrong on a page goes into the table's log, a few times. It is loaded as a plain script before all others, so
// that it hears of theirs, too.

{
  const MOST = 5; // of one page, each once
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
