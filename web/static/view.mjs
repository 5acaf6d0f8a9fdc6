// Preact with tagged templates, bound once; `state` is its useState.
import { h, htm, render, useState } from "./vendor/preact.mjs";

export const html = htm.bind(h);
export { render, useState as state };

/**
 * Find what the page has for sure.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Read a block of JSON that the server put into the page.
 * @param {string} id
 * @returns {any} what it is, whoever reads it has to say
 */
export const embedded = (id) => JSON.parse(byId(id).textContent);

/**
 * Read what was entered into a field of a form.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const entered = (form, name) => String(new FormData(form).get(name) ?? "");

// -- style sheets that are loaded when they are needed

/** @type {Map<string, Promise<unknown>>} */
const linked = new Map(); // a promise for each, which is kept when it is in force

/**
 * Load a style sheet that the page does not name, once. Resolves when it is in force, or cannot be had: without it things
 * are still to be read.
 * @param {string} href
 */
export function styled(href) {
  const named = document.querySelector(`link[rel=stylesheet][href="${href}"]`);
  const known =
    linked.get(href) ?? (named ? Promise.resolve() : new Promise((done) => document.head.append(link(href, done))));
  linked.set(href, known);
  return known;
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
