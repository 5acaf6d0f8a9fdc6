// Opens the installed app without a network, with a page that says so. Only the files listed in `kept`, which the table puts
// before these lines together with their version, are cached. Nothing else is ever stored or answered from here, so that no
// outdated picture of the table can appear.

/** @import { Fetched, Scope } from "../types/worker" */

const scope = /** @type {Scope} */ (/** @type {unknown} */ (self));
const PATIENCE_MS = 8000; // a request to a table that is switched off may hang for minutes
const { name, files, away } = scope.kept;

scope.addEventListener("install", (event) => {
  scope.skipWaiting();
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(files)));
});

scope.addEventListener("activate", (event) => event.waitUntil(dropOthers()));

scope.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== scope.location.origin) return;
  if (mode === "navigate") event.respondWith(fromTable(event, files.includes(pathname) ? pathname : away));
  else if (files.includes(pathname)) event.respondWith(fromTable(event, pathname));
});

/** Delete the caches of earlier versions. */
async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((one) => one !== name).map((one) => caches.delete(one)));
}

/**
 * Fetch from the table; if it does not answer, use the cache.
 * @param {Fetched} event
 * @param {string} kept
 */
async function fromTable({ request }, kept) {
  try {
    return await Promise.race([fetch(request), late()]);
  } catch {
    return (await caches.match(kept, { cacheName: name })) ?? Response.error();
  }
}

/** @returns {Promise<never>} */
const late = () =>
  new Promise((_, fail) => setTimeout(() => fail(new Error("the table does not answer")), PATIENCE_MS));
