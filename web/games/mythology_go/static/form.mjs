// The form in which the owner of a box enters what is printed on a card of Mythology GO.
import { Face, titled } from "./cards.mjs";
import { say } from "/static/say.mjs";
import { html } from "/static/view.mjs";

/**
 * @import { Change, Effect, Names, Printed } from "../types"
 * @import { ComponentChild } from "preact"
 */

/** @type {{ [kind: string]: string }} */
const KINDS = { creature: say("creature"), spell: say("spell"), deity: say("deity"), belief: say("belief") };
/** @type {{ [colour: string]: string }} */
const COLOURS = {
  green: say("green"),
  yellow: say("yellow"),
  orange: say("orange"),
  grey: say("grey"),
  blue: say("blue"),
};
const NAMES = { en: say("English name"), fr: say("French name"), de: say("German name") };
const FIRST = "green";
const EVERYWHERE = ["strong", "weak", "polychrome", "monochrome"];
const ON_TERRAINS = ["outnumber", "unique", "fusion", "resurrection"];
const WITH_POINTS = [...EVERYWHERE, ...ON_TERRAINS];
/** @type {{ [kind: string]: string[] }} */
const KEYWORDS = {
  creature: [
    ...WITH_POINTS,
    "copies",
    "gorgon",
    "werewolf",
    "chimera",
    "cyclops",
    "djinn",
    "satyr",
    "leviathan",
    "leprechaun",
  ],
  deity: [...EVERYWHERE, "identification", "double"],
  belief: ["draw", "plays", "hidden_limit", ...EVERYWHERE],
  spell: ["destroy_choice", "destroy_weakest"],
};
/** @type {{ [keyword: string]: string[] }} */
const NUMBERS = {
  copies: ["count", "points"],
  identification: ["steal"],
  draw: ["count"],
  plays: ["count"],
  hidden_limit: ["more"],
  destroy_choice: ["count"],
};
/** @type {{ [of: string]: string }} */
const WEAKEST = { all: say("of all terrains together"), each: say("of each terrain") };
/** @type {{ [field: string]: string }} */
const CALLED = {
  count: say("how many"),
  points: say("points"),
  steal: say("points to steal"),
  more: say("how many more"),
};
/** @type {{ [letter: string]: string }} */
const LETTERS = { œ: "oe", æ: "ae", ß: "ss", ø: "o", ł: "l" };
/** @param {string} keyword */
const numbersOf = (keyword) => NUMBERS[keyword] ?? (WITH_POINTS.includes(keyword) ? ["points"] : []);

/**
 * An empty line, for a card that only this box has.
 * @returns {Printed}
 */
export const blank = () => ({
  code: "",
  copies: 1,
  kind: "creature",
  colour: FIRST,
  value: 0,
  effects: [],
  names: {},
});

/** @param {Names} names */
const codeOf = (names) =>
  (names.en ?? names.fr ?? names.de ?? "")
    .toLowerCase()
    .replace(/[œæßøł]/g, (letter) => LETTERS[letter])
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");

/** @param {unknown} text */
const whole = (text) => (/^-?\d+$/.test(`${text}`.trim()) ? Number(text) : null);

/**
 * A card in the format of the API, from the entered text; or in `wrong` a sentence about what is missing.
 * @param {Printed} card
 * @returns {{ card: Printed, wrong?: undefined } | { wrong: string, card?: undefined }}
 */
export function printed({ shipped, ...card }) {
  const names = Object.fromEntries(Object.entries(card.names ?? {}).filter(([, name]) => name.trim()));
  const code = shipped === false ? codeOf(names) : card.code;
  if (!code) return { wrong: say("Enter a name, in Latin letters in one language at least.") };
  /** @type {Effect[]} */
  const effects = (card.effects ?? []).map((effect) => ({
    ...effect,
    ...Object.fromEntries(numbersOf(effect.keyword).map((field) => [field, whole(effect[field])])),
  }));
  const numbers = {
    ...(card.copies !== undefined && { copies: whole(card.copies) }),
    ...(card.kind === "creature" && { value: whole(card.value ?? 0) }),
  };
  const missing = [
    ...Object.values(numbers),
    ...effects.flatMap((effect) => numbersOf(effect.keyword).map((field) => effect[field])),
  ];
  if (missing.includes(null)) return { wrong: say("Enter whole numbers in the number fields.") };
  const { colour, value, face_down, ...rest } = card;
  const looks =
    card.kind === "creature"
      ? { colour: colour ?? FIRST, ...(face_down === false && { face_down }) }
      : card.kind === "spell"
        ? { colour: "white" }
        : {};
  return { card: { ...rest, ...looks, ...numbers, code, name: shipped === false ? code : card.name, names, effects } };
}

/**
 * The printed fields of a card; `change` gets a function from the present card to its changed fields.
 * @param {{ card: Printed, change: Change }} props
 */
export function CardForm({ card, change }) {
  /** @param {Partial<Printed>} what */
  const set = (what) => change(() => what);
  /** @param {string} field */
  const assumed = (field) =>
    (card.assumed ?? []).includes(field) && html` <small class="assumed">${say("assumed")}</small>`;
  /** @param {"value" | "copies"} field */
  const number = (field) =>
    html`<input type="text" inputmode="numeric" name=${field} value=${card[field] ?? 0} onInput=${({ target }) => set({ [field]: target.value })} />`;
  /**
   * @param {"kind" | "colour"} field
   * @param {{ [value: string]: string }} values
   */
  const choice = (
    field,
    values,
  ) => html`<select name=${field} value=${card[field] ?? Object.keys(values)[0]} onChange=${({ target }) => set({ [field]: target.value })}>
    ${Object.entries(values).map(([one, text]) => html`<option key=${one} value=${one}>${text}</option>`)}</select>`;
  return html`
    <div class="sample"><${Face} card=${{ ...card, assumed: [] }} /></div>
    <fieldset class="fields">
      <${Names} card=${card} change=${change} assumed=${assumed} />
      <label><span>${say("Kind")}${assumed("kind")}</span>${choice("kind", KINDS)}</label>
      ${
        card.kind === "creature" &&
        html`<label><span>${say("Colour")}${assumed("colour")}</span>${choice("colour", COLOURS)}</label>
        <label><span>${say("Value")}${assumed("value")}</span>${number("value")}</label>`
      }
      ${card.copies !== undefined && html`<label><span>${say("How many of them")}${assumed("copies")}</span>${number("copies")}</label>`}
      ${
        card.kind === "creature" &&
        html`<label class="check"><input type="checkbox" name="face_down" checked=${card.face_down !== false}
        onChange=${({ target }) => set({ face_down: target.checked })} /> ${say("may lie face down")}</label>`
      }
    </fieldset>
    ${KEYWORDS[card.kind].length > 0 && html`<${Effects} card=${card} change=${change} assumed=${assumed} />`}`;
}

/** @param {{ card: Printed, change: Change, assumed(field: string): ComponentChild }} props */
function Names({ card, change, assumed }) {
  /**
   * @param {string} language
   * @param {string} name
   */
  const called = (language, name) => change((now) => ({ names: { ...now.names, [language]: name } }));
  return Object.entries(NAMES).map(
    ([language, name]) => html`<label key=${language}><span>${name} ${language === "en" && assumed("name")}</span>
      <input value=${card.names?.[language] ?? ""} maxlength="30" name=${language} onInput=${({ target }) => called(language, target.value)} /></label>`,
  );
}

/** @param {{ card: Printed, change: Change, assumed(field: string): ComponentChild }} props */
function Effects({ card, change, assumed }) {
  const effects = card.effects ?? [];
  /**
   * @param {number} at
   * @param {(effect: Effect) => Effect} how
   */
  const put = (at, how) =>
    change((now) => ({ effects: (now.effects ?? []).map((one, n) => (n === at ? how(one) : one)) }));
  const keywords = KEYWORDS[card.kind];
  /**
   * @param {string} keyword
   * @returns {Effect}
   */
  const anew = (keyword) => ({
    keyword,
    ...(keyword === "destroy_weakest" && { of: "all" }),
    ...Object.fromEntries(numbersOf(keyword).map((field) => [field, ""])),
  });
  return html`<fieldset class="effects"><legend>${say("What it does")}${assumed("effects")}</legend>
    ${effects.map((effect, at) => {
      const known = keywords.includes(effect.keyword) ? keywords : [...keywords, effect.keyword];
      return html`<div key=${at} class="effect">
        <select aria-label=${say("Keyword")} value=${effect.keyword} onChange=${({ target }) => put(at, () => anew(target.value))}>
          ${known.map((one) => html`<option key=${one} value=${one}>${titled(one)}</option>`)}</select>
        ${numbersOf(effect.keyword).map(
          (
            field,
          ) => html`<label key=${field}>${CALLED[field]} <input type="text" inputmode="numeric" name=${field} value=${effect[field] ?? ""}
            onInput=${({ target }) => put(at, (one) => ({ ...one, [field]: target.value }))} /></label>`,
        )}
        ${
          effect.keyword === "destroy_weakest" &&
          html`<select name="of" aria-label=${say("Whose weakest creature")} value=${effect.of} onChange=${({ target }) => put(at, (one) => ({ ...one, of: target.value }))}>
          ${Object.entries(WEAKEST).map(([of, text]) => html`<option key=${of} value=${of}>${text}</option>`)}</select>`
        }
        <button type="button" onClick=${() => change((now) => ({ effects: (now.effects ?? []).filter((_, n) => n !== at) }))}>${say("Remove")}</button>
      </div>`;
    })}
    <button type="button" onClick=${() => change((now) => ({ effects: [...(now.effects ?? []), anew(keywords[0])] }))}>${say("Add an effect")}</button>
  </fieldset>`;
}
