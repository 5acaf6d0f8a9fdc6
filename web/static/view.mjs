// Preact with tagged templates, bound once; `state` is its useState.
import { h, render } from "./vendor/preact.mjs";
import { useState } from "./vendor/preact-hooks.mjs";
import htm from "./vendor/htm.mjs";

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
