// Preact with tagged templates, bound once; `state` is its useState.
import { h, render } from "./vendor/preact.mjs";
import { useState } from "./vendor/preact-hooks.mjs";
import htm from "./vendor/htm.mjs";

export const html = htm.bind(h);
export { render, useState as state };

/** Read a block of JSON that the server put into the page. */
export function embedded(id) {
  return JSON.parse(document.getElementById(id).textContent);
}
