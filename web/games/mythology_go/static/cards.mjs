// The cards of Mythology GO: each in its colour, with its value, an emblem of its effect, and its name. All of that comes
// from the deck, so cards that an owner adds look like the others.
import { burst, Frame, Ground, Plain } from "/static/card.mjs";
import { language as own, say } from "/static/say.mjs";
import { html } from "/static/view.mjs";

/**
 * @import { VNode } from "preact"
 * @import { Effect, Printed } from "../types"
 */

const DECK = "/api/v1/decks/mythology_go/cards";

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
const head = (x, y, r) => html`<circle class="ink" cx=${x} cy=${y} r=${r} />
  <path class="ink" d=${`M${x - 1.7 * r} ${y + 3.4 * r}C${x - 1.7 * r} ${y + 1.2 * r} ${x + 1.7 * r} ${y + 1.2 * r} ${x + 1.7 * r} ${y + 3.4 * r}Z`} />`;
/**
 * @param {number} n
 * @param {number} of
 * @param {number} r
 */
const wedge = (n, of, r) => {
  /** @param {number} turn */
  const at = (turn) => `${(r * Math.sin(turn)).toFixed(2)} ${(-r * Math.cos(turn)).toFixed(2)}`;
  return `M0 0L${at((2 * Math.PI * n) / of)}A${r} ${r} 0 0 1 ${at((2 * Math.PI * (n + 1)) / of)}Z`;
};

// Each emblem is drawn around its own middle, about 52 wide and high.
/** @type {{ [keyword: string]: () => VNode }} */
const EMBLEMS = {
  strong: () => html`<path class="ink" d="M0-27 22-3H10V25H-10V-3H-22Z" />`,
  weak: () => html`<path class="ink" d="M0 27 22 3H10V-25H-10V3H-22Z" />`,
  outnumber: () => html`${head(-17, -8, 6.5)}${head(17, -8, 6.5)}<g class="before">${head(0, -14, 8.5)}</g>`,
  unique: () => html`<path class="ink" d=${burst(5, 28, 11.5)} />`,
  polychrome:
    () => html`${["green", "yellow", "orange", "grey", "blue"].map((colour, n) => html`<path class=${`is-${colour}`} d=${wedge(n, 5, 26)} />`)}
    <circle class="hole" r="9" />`,
  monochrome: () => html`<circle class="ring" r="23" /><circle class="ink" r="14" />`,
  fusion: () =>
    html`<circle class="ring" cx="-10" r="16" /><circle class="ring" cx="10" r="16" /><path class="ink" d="M0-12.5A16 16 0 0 1 0 12.5 16 16 0 0 1 0-12.5Z" />`,
  resurrection:
    () => html`<path class="ink" d="M0 27C-20 20-24 2-13-10-12-2-7 1-5 1-9-12-3-23 7-28 5-17 20-11 20 6 20 18 11 25 0 27Z" />
    <path class="cut" d="M1 21C-7 18-8 10-2 4 0 8 3 8 3 3 9 8 10 17 1 21Z" />`,
  copies: () =>
    html`<rect class="ring" x="-20" y="-24" width="26" height="36" rx="4" /><rect class="ink edged" x="-7" y="-12" width="26" height="36" rx="4" />`,
  identification: () =>
    html`<path class="ring" d="M-27 0C-14-20 14-20 27 0 14 20-14 20-27 0Z" /><circle class="ink" r="9.5" /><circle class="cut" cx="3" cy="-3" r="3" />`,
  double: () => html`<text class="word" y="13">×2</text>`,
  gorgon:
    () => html`<path class="ring" d="M-8 0C-30-4-26-26-12-22M-3-8C-14-28 4-34 6-22M8-4C12-28 30-20 22-8M-7 8C-30 8-26 26-14 22M8 8C28 4 30 24 16 22" />
    <circle class="ink" r="12.5" /><circle class="cut" cx="-4.6" cy="-1" r="2.6" /><circle class="cut" cx="4.6" cy="-1" r="2.6" />`,
  destroy_choice: () => html`<path class="ink" d="M6-28-16 4H-2L-8 28 16-6H2Z" />`,
  destroy_weakest: () => html`<path class="ink" d="M6-28-16 4H-2L-8 28 16-6H2Z" />`,
  draw: () =>
    html`<rect class="ring" x="-20" y="-24" width="26" height="36" rx="4" /><rect class="ink edged" x="-7" y="-12" width="26" height="36" rx="4" />`,
  plays: () => html`<path class="ink" d="M-22-20 20 0-22 20Z" />`,
  hidden_limit: () => html`<circle class="ring" r="23" /><path class="ink" d="M-26-4H26V4H-26Z" />`,
  werewolf: () => html`<path class="ink" d="M8-26A27 27 0 1 0 26 10 21 21 0 0 1 8-26Z" />`,
};
const UNKNOWN = () => html`<text class="word" y="13">?</text>`;
const OTHER = () => html`<path class="ink" d=${burst(4, 27, 8)} />`;

/**
 * The points of an effect, in a few characters: "+4", "2 = +3", "×2".
 * @param {Effect} effect
 */
export function brings({ keyword, points, count, steal, more }) {
  if (keyword === "copies") return `${count} = ${signed(points ?? "")}`;
  if (keyword === "hidden_limit") return signed(more ?? "");
  if (["draw", "plays", "destroy_choice"].includes(keyword)) return `${count}`;
  if (keyword === "identification") return steal == null ? "" : say("steals {count}", { count: steal });
  return points == null ? "" : signed(points);
}

/**
 * A number with its sign; the minus is as wide as a plus. While people type, it is the typed text.
 * @param {number | string} points
 */
export const signed = (points) => (Number(points) < 0 ? `−${-Number(points)}` : `+${points}`);

const LANGUAGES = ["en", "fr", "de"]; // languages of the names on the cards

/** The language of the cards' names, unless somebody has chosen another one. */
export const usual = LANGUAGES.includes(own) ? own : "";

/**
 * The name of a card in a language, or else in English, or else its name in the deck.
 * @param {Pick<Printed, "names" | "name">} card
 * @param {string} language
 */
export const called = ({ names = {}, name = "" }, language = usual) =>
  names[language] ?? say(names.en ?? name.replaceAll("_", " "));

/**
 * The code of a card without the number of its copy, because all copies are alike.
 * @param {string} code
 */
export const kindOf = (code) => code.replace(/\.\d+$/, "");

/** @param {Printed} card */
const looksOf = ({ kind, colour }) => (kind === "creature" ? colour : kind);

/** @type {{ [keyword: string]: string }} */
const KEYWORDS = {
  strong: say("strong"),
  weak: say("weak"),
  outnumber: say("outnumber"),
  unique: say("unique"),
  polychrome: say("polychrome"),
  monochrome: say("monochrome"),
  fusion: say("fusion"),
  resurrection: say("resurrection"),
  copies: say("copies"),
  identification: say("identification"),
  double: say("double"),
  gorgon: say("gorgon"),
  werewolf: say("werewolf"),
  chimera: say("chimera"),
  djinn: say("djinn"),
  destroy_choice: say("destroys"),
  destroy_weakest: say("destroys the weakest"),
  draw: say("draws"),
  plays: say("plays"),
  hidden_limit: say("closed cards"),
  leviathan: say("leviathan"),
  leprechaun: say("leprechaun"),
  cyclops: say("cyclops"),
  satyr: say("satyr"),
};

/**
 * The name of a keyword.
 * @param {string} keyword
 */
const spoken = (keyword) => KEYWORDS[keyword] ?? keyword.replaceAll("_", " ");

/**
 * The name of a keyword at the beginning of a line.
 * @param {string} keyword
 */
export function titled(keyword) {
  const word = spoken(keyword);
  return `${word[0].toUpperCase()}${word.slice(1)}`;
}

/**
 * The description of a card for screen readers.
 * @param {Printed} card
 * @param {string} name
 */
function inWords({ kind, value, effects = [], assumed = [] }, name) {
  const card = kind === "creature" ? say("{card}, worth {value}", { card: name, value: value ?? 0 }) : name;
  if (!effects.length) return card;
  const effect = [spoken(effects[0].keyword), brings(effects[0])].filter(Boolean).join(" ");
  return assumed.includes("effects")
    ? say("{card}, {effect} (assumed)", { card, effect })
    : say("{card}, {effect}", { card, effect });
}

/**
 * A card as it is printed; `card` is its line in the deck.
 * @param {{ card: Printed, language?: string }} props
 */
export function Face({ card, language = usual }) {
  const name = called(card, language);
  const [effect] = card.effects ?? [];
  const said = effect ? brings(effect) : "";
  /** @param {string} field */
  const assumed = (field) => (card.assumed ?? []).includes(field);
  const Emblem = effect ? (EMBLEMS[effect.keyword] ?? OTHER) : assumed("effects") ? UNKNOWN : null;
  return html`<${Frame} looks=${`myth is-${looksOf(card)}`} name=${inWords(card, name)}>
    <${Ground} looks=${assumed("colour") ? "assumed" : ""} />
    <path class="sky" d="M5 88C28 76 70 98 95 80V12.5A7.5 7.5 0 0 0 87.5 5H12.5A7.5 7.5 0 0 0 5 12.5Z" />
    ${card.kind === "creature" && html`<text class="value" x="13" y="34">${card.value ?? 0}${assumed("value") && html`<tspan class="assumed" dx="1" dy="-9">?</tspan>`}</text>`}
    ${said && html`<text class="brings" x="50" y="113" style=${{ fontSize: `${Math.min(24, 128 / said.length)}px` }}>${said}</text>`}
    ${effect && assumed("effects") && html`<text class="unsure" x="84" y="34">?</text>`}
    ${Emblem && html`<g transform=${`translate(50 ${card.kind === "creature" ? 65 : 56})`}><${Emblem} /></g>`}
    <text class="name" x="50" y="134" style=${{ fontSize: `${Math.min(15, 145 / name.length)}px` }}>${name}</text>
  <//>`;
}

/** @type {Map<string, Printed>} */
const deck = new Map();

/**
 * Load what is printed on the cards of this table; resolves to the lines of the deck.
 * @returns {Promise<{ card: Printed }[]>}
 */
export async function learn() {
  const answer = await fetch(DECK);
  const { cards = [] } = answer.ok ? await answer.json() : {};
  deck.clear();
  for (const { card } of cards) deck.set(card.code, card);
  return cards;
}
await learn();

/**
 * The line of a card, by its code; undefined if the deck has none.
 * @param {string | null} code
 */
export const lineOf = (code) => deck.get(String(code)) ?? deck.get(kindOf(String(code)));

/** All lines of the deck. */
export const every = () => [...deck.values()];

/**
 * The keyword of a card's effect, by the card's code; undefined if it is unknown.
 * @param {string} code
 */
export const keywordOf = (code) => lineOf(code)?.effects?.[0]?.keyword;

/** @type {{ [keyword: string]: string }} */
const WHEN = {
  strong: say("if you have the most points, before that is counted"),
  weak: say("if you have the fewest points, before that is counted"),
  outnumber: say("if you have the most of them"),
  unique: say("if nobody else has one"),
  polychrome: say("with a card of every colour"),
  monochrome: say("if all your cards are of one colour"),
  fusion: say("two of them can be made one card"),
  resurrection: say("if it would be destroyed, it stays"),
  copies: say("once"),
  identification: say("if you name another player’s Deity"),
  double: say("all points except those of an identification"),
  gorgon: say("copies the name, value and effect of another card"),
  werewolf: say("turns another card into a Werewolf"),
  chimera: say("on your own turn, as the card says"),
  djinn: say("name a creature and search the draw pile for it"),
  destroy_choice: say("open creatures that you choose, until your turn ends"),
  leviathan: say("the weakest other open creature is destroyed; if tied, all of them"),
  draw: say("so many cards when your turn begins"),
  plays: say("up to so many cards in a turn"),
  hidden_limit: say("so many more may be closed than open"),
  leprechaun: say("draw one more card for your terrain"),
  cyclops: say("needs two free places"),
  satyr: say("needs a card on your terrain"),
};

/**
 * When an effect applies, or what it does, in words.
 * @param {Effect} effect
 */
function when({ keyword, of }) {
  if (keyword !== "destroy_weakest") return WHEN[keyword] ?? say("as the card says");
  return of === "each"
    ? say("your weakest open creature, then that of each other player; if tied, all of them")
    : say("the weakest open creature of all terrains; if tied, all of them");
}

/** Whether this table has no printed cards, because it is emulated. */
const emulated = () => Boolean(JSON.parse(document.getElementById("setting")?.textContent || "{}").emulated);

/** The text for a card whose effect the deck does not contain; `asPrinted`: people have the printed card. */
const untold = (/** @type {string} */ kind, /** @type {boolean} */ asPrinted) => {
  if (asPrinted) return say("What it does is printed on the card.");
  return kind === "creature"
    ? say("Value and colour only (assumed).")
    : say("It does nothing at this table (assumed).");
};

/**
 * The worth and the effect of a card, in one line; `asPrinted`: people play with printed cards.
 * @param {Printed | null} [card]
 * @param {boolean} [asPrinted]
 */
export function worth(card, asPrinted = !emulated()) {
  if (!card) return "";
  const { kind, value, effects = [], assumed = [] } = card;
  const counts = assumed.includes("value")
    ? say("Worth {value} (assumed).", { value: value ?? 0 })
    : say("Worth {value}.", { value: value ?? 0 });
  const points = kind === "creature" ? counts : "";
  const does = effects.map((one) => {
    const word = one.keyword in WHEN && one.keyword !== "copies" ? titled(one.keyword) : "";
    const effect = [word, brings(one)].filter(Boolean).join(" ");
    return assumed.includes("effects")
      ? say("{effect}: {when} (assumed).", { effect, when: when(one) })
      : say("{effect}: {when}.", { effect, when: when(one) });
  });
  const unknown = !does.length && assumed.includes("effects") ? [untold(kind, asPrinted)] : [];
  return [points, ...does, ...unknown].filter(Boolean).join(" ");
}

/**
 * A card by its code, as this table's deck has it.
 * @param {{ code: string, label: string }} props
 */
export function Card({ code, label }) {
  const card = lineOf(code);
  return card ? html`<${Face} card=${card} />` : html`<${Plain} label=${label} />`;
}

/** The back of a card. */
export function Back() {
  return html`<${Frame} looks="myth back" name=${say("a closed card")}>
    <${Ground} />
    <g transform="translate(50 74)"><circle class="ring" r="27" /><path class="ink" d=${burst(7, 21, 9)} /></g>
  <//>`;
}
