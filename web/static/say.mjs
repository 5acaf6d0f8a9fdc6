// Translated sentences, in the language of this phone: a message, and the values for its placeholders in braces.

/** @typedef {string | number} Word a value that appears unchanged in a sentence */
/** @typedef {{ code: string, signed?: boolean, messages: { [message: string]: string | string[] } }} Words */

const words = /** @type {{ words?: Words }} */ (globalThis).words ?? { code: "en", messages: {} };
export const language = words.code;

const BRACES = /\{(\w+)\}/;

/**
 * Translate a message. If values for its placeholders are drawn (virtual nodes), the result is a list of parts.
 * @type {{ (message: string, given?: { [name: string]: Word }): string, (message: string, given: { [name: string]: unknown }): any }}
 */
export const say = (/** @type {string} */ message, /** @type {{ [name: string]: any }} */ given = {}) =>
  signed(filled(String(words.messages[message] ?? message), given));

/**
 * Translate a message about `count` things: `one` or `several`.
 * @param {string} one
 * @param {string} several
 * @param {number} count
 * @param {{ [name: string]: Word }} [given]
 * @returns {string}
 */
export function many(one, several, count, given = {}) {
  const forms = words.messages[one];
  const usual = count === 1 ? one : several;
  return signed(
    filled(Array.isArray(forms) ? (forms[form(count, forms.length)] ?? usual) : usual, { count, ...given }),
  );
}

/**
 * The plural form for a number, of `most` forms.
 * @param {number} count
 * @param {number} most
 */
function form(count, most) {
  const rules = new Intl.PluralRules(language);
  const kinds = ["zero", "one", "two", "few", "many", "other"].filter((kind) =>
    /** @type {string[]} */ (rules.resolvedOptions().pluralCategories).includes(kind),
  );
  const at = kinds.indexOf(rules.select(count));
  return Math.min(at, most - 1);
}

/**
 * @param {string} message
 * @param {{ [name: string]: any }} given
 */
function filled(message, given) {
  const parts = message.split(BRACES).map((part, n) => (n % 2 ? given[part] : part));
  return parts.every((part) => typeof part === "string" || typeof part === "number") ? parts.join("") : parts;
}

/** @param {any} said */
const signed = (said) => {
  if (!words.signed) return said;
  return Array.isArray(said) ? ["⟦", ...said, "⟧"] : `⟦${said}⟧`;
};
