// Where the owner of a box says what is printed on a card of Mythology GO.
import { html } from "/static/view.mjs";
import { Face, called } from "./parts.mjs";

const KINDS = ["creature", "spell", "deity", "belief"];
const COLOURS = ["green", "yellow", "orange", "grey", "blue", "white"];
const LANGUAGES = { en: "English", fr: "French", de: "German" };
const WITH_POINTS = ["strong", "weak", "outnumber", "unique", "polychrome", "monochrome", "fusion", "resurrection"];
const POWERS = ["gorgon", "werewolf", "chimera", "cyclops", "djinn", "satyr", "leviathan", "leprechaun"];
const NUMBERS = { copies: ["count", "points"], identification: ["steal"] };
const numbersOf = (keyword) => NUMBERS[keyword] ?? (WITH_POINTS.includes(keyword) ? ["points"] : []);
const spoken = (keyword) => `${keyword[0].toUpperCase()}${keyword.slice(1).replaceAll("_", " ")}`;

/** A card that the box has besides. */
export const blank = () => ({ code: "", copies: 1, kind: "creature", colour: "green", value: 0, effects: [], names: { en: "", fr: "", de: "" } });

/** What is printed, field by field; `change(card)` keeps what was entered so far. */
export function CardForm({ card, change }) {
  const set = (what) => change({ ...card, ...what });
  const assumed = (field) => (card.assumed ?? []).includes(field) && html` <small class="assumed">assumed</small>`;
  const number = (field, least) => html`<input type="number" inputmode="numeric" name=${field} min=${least} value=${card[field] ?? 0}
    onInput=${({ target }) => !Number.isNaN(target.valueAsNumber) && set({ [field]: target.valueAsNumber })} />`;
  const choice = (field, values) => html`<select name=${field} value=${card[field]} onChange=${({ target }) => set({ [field]: target.value })}>
    ${values.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}</select>`;
  return html`
    <div class="sample"><${Face} card=${{ ...card, assumed: [] }} /></div>
    <fieldset class="fields">
      ${Object.entries(LANGUAGES).map(
        ([language, name]) => html`<label key=${language}><span>${name} name ${language === "en" && assumed("name")}</span>
          <input value=${card.names?.[language] ?? ""} maxlength="30" name=${language} onInput=${({ target }) => set(named(card, language, target.value))} /></label>`,
      )}
      <label><span>Kind${assumed("kind")}</span>${choice("kind", KINDS)}</label>
      ${card.kind === "creature" && html`<label><span>Colour${assumed("colour")}</span>${choice("colour", COLOURS.slice(0, 5))}</label>
        <label><span>Value${assumed("value")}</span>${number("value")}</label>`}
      <label><span>How many of them${assumed("copies")}</span>${number("copies", 0)}</label>
      ${card.kind === "creature" && html`<label class="check"><input type="checkbox" name="face_down" checked=${card.face_down !== false}
        onChange=${({ target }) => set({ face_down: target.checked })} /> may lie face down</label>`}
    </fieldset>
    <${Effects} card=${card} set=${set} assumed=${assumed} />`;
}

/** Call a card something; a new one gets its name and its code from the first name. */
function named(card, language, text) {
  const names = Object.fromEntries(Object.entries({ ...card.names, [language]: text }).filter(([, name]) => name));
  if (card.shipped !== false) return { names };
  const name = called({ names }).normalize("NFD").toLowerCase().replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "");
  return { names, name, code: name };
}

function Effects({ card, set, assumed }) {
  const effects = card.effects ?? [];
  const change = (at, effect) => set({ effects: effects.map((one, n) => (n === at ? effect : one)) });
  const keywords = card.kind === "deity" ? [...WITH_POINTS, "copies", "identification", "double"] : [...WITH_POINTS, "copies", ...POWERS];
  const anew = (keyword) => ({ keyword, ...Object.fromEntries(numbersOf(keyword).map((field) => [field, field === "count" ? 2 : 0])) });
  return html`<fieldset class="effects"><legend>What it does${assumed("effects")}</legend>
    ${effects.map((effect, at) => {
      const known = keywords.includes(effect.keyword) ? keywords : [...keywords, effect.keyword];
      return html`<div key=${at} class="effect">
        <select aria-label="Keyword" value=${effect.keyword} onChange=${({ target }) => change(at, anew(target.value))}>
          ${known.map((one) => html`<option key=${one} value=${one}>${spoken(one)}</option>`)}</select>
        ${numbersOf(effect.keyword).map(
          (field) => html`<label key=${field}>${field} <input type="number" inputmode="numeric" value=${effect[field] ?? 0}
            onInput=${({ target }) => !Number.isNaN(target.valueAsNumber) && change(at, { ...effect, [field]: target.valueAsNumber })} /></label>`,
        )}
        <button type="button" onClick=${() => set({ effects: effects.filter((_, n) => n !== at) })}>Remove</button>
      </div>`;
    })}
    <button type="button" onClick=${() => set({ effects: [...effects, anew(WITH_POINTS[0])] })}>One effect more</button>
  </fieldset>`;
}
