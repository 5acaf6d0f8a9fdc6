// Preact with tagged templates, bound once; `state` is its useState.
import { h, htm, render, useState } from "./vendor/preact.mjs";

export const html = htm.bind(h);
export { render, useState as state };

/**
 * Return an element that the page certainly contains.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Return a block of JSON that the server has put into the page.
 * @param {string} id
 * @returns {any} its type is up to the caller
 */
export const embedded = (id) => JSON.parse(byId(id).textContent);

/**
 * Return the text in a field of a form.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const entered = (form, name) => String(new FormData(form).get(name) ?? "");

// -- style sheets that are loaded on demand

/** @type {Map<string, Promise<unknown>>} */
const linked = new Map(); // by href: a promise that resolves when the style sheet is loaded

/**
 * Load a style sheet that the page does not link, once. Resolves when it is loaded or has failed, because the page is
 * readable without it.
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
