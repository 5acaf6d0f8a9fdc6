// A page without a browser, and games to show on it: what every front-end test starts from.
//
// The modules are those that phones load, at the addresses that phones use. The pictures are real: recorded.py has
// written what a table told in whole games to the folder that TOLD names.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Window } from "happy-dom";

/**
 * @import { Ui } from "../../web/types/ui"
 * @import { Picture, Pile, Seat } from "../../web/types/table"
 */

const WEB = join(import.meta.dirname, "../../web");
const TOLD = process.env.TOLD ?? "";
const STATIC = /^\/static\/(.+)$/;
const OF_A_GAME = /^\/games\/(\w+)\/(.+)$/;

registerHooks({
  resolve(specifier, context, next) {
    const path = specifier
      .replace(STATIC, (_, file) => pathToFileURL(join(WEB, "static", file)).href)
      .replace(OF_A_GAME, (_, game, file) => pathToFileURL(join(WEB, "games", game, "static", file)).href);
    return next(path, context);
  },
});

const window = new Window({ url: "http://table.test/", width: 390, height: 844 });
const NAMES = ["document", "window", "location", "matchMedia", "localStorage", "FormData", "HTMLElement"];
const EVENTS = ["Event", "CustomEvent", "KeyboardEvent", "MouseEvent", "PointerEvent"];
for (const name of [...NAMES, ...EVENTS]) {
  Object.defineProperty(globalThis, name, { value: Reflect.get(window, name), configurable: true, writable: true });
}
Object.defineProperty(globalThis, "addEventListener", { value: window.addEventListener.bind(window) });

/**
 * What was requested from the table and what was sent to it: method, path and body, in order. Parts of pages drawn by
 * an earlier test may still request things at any time, but they send nothing. `answers` has what the table answers, by
 * path.
 */
export const asked = /** @type {{ method: string, path: string, body: any }[]} */ ([]);
export const sent = /** @type {typeof asked} */ ([]);
/** @type {Map<string, unknown>} */
export const answers = new Map();

globalThis.fetch = async (path, { method = "GET", body } = {}) => {
  (method === "GET" ? asked : sent).push({
    method,
    path: String(path),
    body: body ? JSON.parse(String(body)) : undefined,
  });
  const found = answers.get(String(path).split("?")[0]);
  if (found instanceof Error) return Response.json({ error: found.message }, { status: 409 });
  return found === undefined ? Response.json({ error: `nothing at ${path}` }, { status: 404 }) : Response.json(found);
};

/** @typedef {{ [field: string]: any }} Added what a game adds */
/** @typedef {Omit<Picture, "seats" | "piles"> & Added & { seats: (Seat & Added)[], piles: { [zone: string]: Pile & Added } }} Shown */
/** @typedef {{ [audience: string]: Picture }} Seen a moment: everybody's picture, and those of seats that see more */

/** @type {Map<string, Seen[]>} */
const games = new Map();

/**
 * What was told in a whole game, moment by moment.
 * @param {string} game
 * @returns {Seen[]}
 */
export function moments(game) {
  const known = games.get(game);
  if (known) return known;
  const recorded = JSON.parse(readFileSync(join(TOLD, `${game}.json`), "utf8"));
  for (const [path, answer] of Object.entries(recorded.answers)) answers.set(path, answer);
  games.set(game, recorded.seen);
  return recorded.seen;
}

/**
 * The first picture of a game that meets a condition, as everybody sees it.
 * @param {string} game
 * @param {(picture: Shown) => unknown} holds
 * @returns {Shown}
 */
export function picture(game, holds = () => true) {
  const found = moments(game).find((seen) => holds(/** @type {Shown} */ (seen.public)));
  if (!found) throw new Error(`no such picture in ${game}`);
  return /** @type {Shown} */ (found.public);
}

const { html, render } = await import("../../web/static/view.mjs");
const { parts } = await import("../../web/static/parts.mjs");
export { html };

/**
 * A game's parts, as pages get them, except for its style sheet, which no test loads.
 * @param {string} game
 * @returns {Promise<Ui>}
 */
export async function ui(game) {
  moments(game);
  const { styles: _, ...own } = await import(`/games/${game}/parts.mjs`);
  return { ...(await parts(null)), ...own };
}

/** Make a page with nothing on it. */
export function blank() {
  const place = document.createElement("main");
  document.body.replaceChildren(place);
  return place;
}

/**
 * Draw something on a page, by default a new one, and return the page.
 * @param {unknown} what
 * @param {HTMLElement} place
 */
export function drawn(what, place = blank()) {
  render(/** @type {any} */ (what), place);
  return place;
}

/**
 * The words in a place, as people read them.
 * @param {Element | null} place
 */
export const words = (place) => (place?.textContent ?? "").replace(/\s+/g, " ").trim();

/**
 * All elements that a selector finds.
 * @param {Element} place
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const all = (place, selector) => /** @type {HTMLElement[]} */ ([...place.querySelectorAll(selector)]);

/** Wait until requests are answered and the answers drawn. */
export const settled = () => new Promise((done) => setTimeout(done, 5));
