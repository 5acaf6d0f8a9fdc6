// Style sheets that are loaded when they are needed.

const TOGETHER = "/together/";
/** @type {Map<string, Promise<unknown>>} */
const linked = new Map(); // a promise for each, which is kept when it is in force

/**
 * Load a style sheet once. Resolves when it is in force, or cannot be had: without it things are still to be read.
 * @param {string} href
 */
export function styled(href) {
  const known =
    linked.get(href) ??
    (came(href) ? Promise.resolve() : new Promise((done) => document.head.append(link(href, done))));
  linked.set(href, known);
  return known;
}

/**
 * Whether a style sheet came with the page, joined with others: it is in force.
 * @param {string} href
 */
function came(href) {
  const joined = [...document.querySelectorAll(`link[href^="${TOGETHER}"]`)];
  return joined.some((one) => one.getAttribute("href")?.slice(TOGETHER.length).split(",").includes(href.slice(1)));
}

/**
 * @param {string} href
 * @param {(loaded: unknown) => void} done
 */
function link(href, done) {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = href;
  sheet.onload = sheet.onerror = done;
  return sheet;
}
