// What somebody is to be called: a field that tells how long a name may be before the table has to.
import { say } from "./say.mjs";
import { byId, html, state as useState } from "./view.mjs";

export const LONGEST = 20;
const NEARLY = 15; // from here on the letters are counted

/** @param {string} text */
const lengthOf = (text) => [...text.trim().normalize("NFC")].length;

/**
 * What is wrong with a name, as far as a phone can tell; null for nothing.
 * @param {string} name
 * @returns {string | null}
 */
export function wrongWith(name) {
  const length = lengthOf(name);
  return length > LONGEST
    ? say("A name has at most {most} letters, and this one has {count}.", { most: LONGEST, count: length })
    : null;
}

/**
 * What was said in a field.
 * @param {string} id
 */
export const said = (id) => /** @type {HTMLInputElement} */ (byId(id)).value.trim();

/**
 * A field for a name; more than fits can be typed, for what is cut silently is found too late.
 * @param {{ id: string, defaultValue?: string, [attribute: string]: unknown }} props
 */
export function NameField({ id, ...more }) {
  const [length, count] = useState(/** @type {number | null} */ (null));
  const now = length ?? lengthOf(more.defaultValue ?? "");
  const wrong = now > LONGEST;
  return html`<input id=${id} ...${more} aria-invalid=${wrong} aria-describedby=${`${id}-length`} onInput=${(event) => count(lengthOf(event.target.value))} />
    <small id=${`${id}-length`} class=${`length ${wrong ? "notice" : ""}`} role="status">${now >= NEARLY && say("{count} of {most} letters", { count: now, most: LONGEST })}</small>`;
}
