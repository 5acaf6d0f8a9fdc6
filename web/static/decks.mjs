// Decks: which cards carry a tag, a guided enrolment, and tags in a file. What changes a deck is for the host.
import { ask, complaintOf, messageOf } from "./api.mjs";
import { Corrections, learn } from "./corrections.mjs";
import { parts } from "./parts.mjs";
import { language, many, say } from "./say.mjs";
import { byId, embedded, entered, html, render } from "./view.mjs";

/**
 * @import { CardForm, CardLooks, Looks } from "../types/looks"
 * @import { Body, FormEvent, Path } from "../types/page"
 * @import { Deck as Told, Decks as All, Enrolment as Tagging } from "../types/table"
 */

/** @typedef {Looks & Partial<CardForm>} DeckLooks */
const LOOK_MS = 700; // how often it asks how the enrolment goes

const root = byId("decks");
const { host } = embedded("me");
/** @type {{ shown: All, complaints: { [deck: string]: string | null }, said: { [deck: string]: string | null }, read: { [deck: string]: { text: string, count: number } | null }, looks: { [deck: string]: DeckLooks } }} */
const state = { shown: embedded("shown"), complaints: {}, said: {}, read: {}, looks: {} };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let looking;

/** @param {string[]} titles */
const both = (titles) => new Intl.ListFormat(language).format(titles);
/**
 * @param {string} deck
 * @returns {`/api/v1/decks/${string}`}
 */
const pathOf = (deck) => `/api/v1/decks/${encodeURIComponent(deck)}`;

async function look() {
  clearTimeout(looking);
  const shown = document.hidden ? null : await ask("/api/v1/decks", undefined, "GET").catch(() => null);
  if (shown) state.shown = shown;
  draw();
  // Somebody else may tag a deck, too: then there is news here as well.
  clearTimeout(looking);
  looking = setTimeout(look, state.shown.enrolment ? LOOK_MS : 5 * LOOK_MS);
}

/**
 * Ask for something about a deck; say what came of it under that deck.
 * @template {Path<"POST">} P
 * @param {string} deck
 * @param {P} path
 * @param {Body<"POST", P>} body
 * @param {string | null} said
 */
async function wish(deck, path, body, said = null) {
  const complaint = await complaintOf(ask(path, body));
  state.complaints[deck] = complaint;
  state.said[deck] = complaint ? null : said;
  await look();
  return complaint === null;
}

/**
 * Look again, once what is printed on the cards has changed.
 * @param {string} deck
 */
const relooked = (deck) => async () => {
  await state.looks[deck].learn?.();
  await look();
};

/**
 * @param {string} deck
 * @param {Body<"POST", "/api/v1/enrolment">} body
 */
const enrol = (deck, body) => wish(deck, "/api/v1/enrolment", body);

/**
 * @param {string} deck
 * @param {File} file
 */
async function readFile(deck, file) {
  state.complaints[deck] = state.said[deck] = null;
  try {
    const { tags } = JSON.parse(await file.text());
    // Sent as it is written: a tag that is there twice is for the table to complain of.
    state.read[deck] = { text: await file.text(), count: Object.keys(tags).length };
  } catch (error) {
    state.read[deck] = null;
    state.complaints[deck] = say("{file} is not a file of tags: {why}", { file: file.name, why: messageOf(error) });
  }
  draw();
}

/** @param {string} deck */
async function replace(deck) {
  const read = state.read[deck];
  if (!read) return;
  const { text, count } = read;
  state.read[deck] = null;
  const answer = await fetch(`${pathOf(deck)}/tags`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: text,
  });
  state.complaints[deck] = answer.ok ? null : (await answer.json()).error;
  state.said[deck] = answer.ok ? many("The deck has {count} tag now.", "The deck has {count} tags now.", count) : null;
  await look();
}

/** @param {{ enrolment: Tagging, Card: CardLooks }} props */
function Enrolment({ enrolment, Card }) {
  const { deck, card, done, total, prompt, said } = enrolment;
  return html`<section class="enrolment" aria-label=${say("Tagging {deck}", { deck: enrolment.title })}>
    ${card && html`<div class="asked" data-card=${card.code}><${Card} code=${card.code} label=${card.label} /></div>`}
    <div class="words" role="status">
      <p class="prompt">${prompt}</p>
      <p class="said">${said}</p>
    </div>
    <progress max=${total} value=${done} aria-label=${say("cards that carry a tag")}></progress>
    <div class="wishes">
      <button disabled=${!card} onClick=${() => enrol(deck, { do: "skip" })}>${say("Skip")}</button>
      <button onClick=${() => enrol(deck, { do: "back" })}>${say("Back")}</button>
      <button class="main" onClick=${() => enrol(deck, { do: "stop" })}>${card ? say("Stop") : say("Done")}</button>
    </div>
  </section>`;
}

/** @param {{ deck: Told, Card: CardLooks }} props */
function Kinds({ deck, Card }) {
  return html`<ul class="grid">
    ${deck.kinds.map(
      ({
        label,
        code,
        cards,
        tagged,
      }) => html`<li key=${label} data-kind=${label} class=${tagged === cards ? "all" : ""}>
        <${Card} code=${code} label=${label} />
        <span><b>${label}</b> ${say("{tagged} of {cards}", { tagged, cards })}</span>
      </li>`,
    )}
  </ul>`;
}

/** @param {{ deck: Told }} props */
function Forget({ deck }) {
  /** @param {FormEvent} event */
  const forget = (event) => {
    event.preventDefault();
    const card = entered(event.currentTarget, "card");
    wish(deck.name, `${pathOf(deck.name)}/forget`, { card }, say("The tags of {card} are forgotten.", { card }));
  };
  return html`<form class="forget" onSubmit=${forget}>
    <label>${say("A tag is wrong, or broken:")}
      <select name="card">${deck.tagged.map(({ code, label }) => html`<option key=${code} value=${code}>${label} (${code})</option>`)}</select>
    </label>
    <button>${say("Forget its tags")}</button>
  </form>`;
}

/** @param {{ deck: Told, playing: boolean }} props */
function Files({ deck, playing }) {
  const { name, title, tagged } = deck;
  const read = state.read[name];
  const leave = () => {
    state.read[name] = null;
    draw();
  };
  if (read) {
    return html`<div class="wishes" role="group" aria-label=${say("Tags from a file")}>
      <p>${many("The {tags} tags in that file replace all tags of this deck, on {count} card.", "The {tags} tags in that file replace all tags of this deck, on {count} cards.", tagged.length, { tags: read.count })}</p>
      <button class="main" onClick=${() => replace(name)}>${say("Replace them")}</button>
      <button onClick=${leave}>${say("Leave them")}</button>
    </div>`;
  }
  return html`<div class="wishes">
    <a class="wish" href=${`${pathOf(name)}/tags`} download=${`${name}.tags.json`}>${say("Save the tags in a file")}</a>
    ${
      !playing &&
      html`<label class="wish">${say("Read tags from a file")}
      <input type="file" accept=".json,application/json" aria-label=${say("Read the tags of {deck} from a file", { deck: title })}
        onChange=${(event) => event.target.files?.[0] && readFile(name, event.target.files[0])} />
    </label>`
    }
  </div>`;
}

/** @param {{ deck: Told, enrolment: Tagging | null, playing: boolean, looks: DeckLooks }} props */
function Deck({ deck, enrolment, playing, looks }) {
  const { Card } = looks;
  const mine = enrolment?.deck === deck.name;
  const others = deck.games.filter(({ title }) => title !== deck.title);
  return html`<section class="deck framed" data-deck=${deck.name}>
    <h2>${deck.title}</h2>
    ${others.length > 0 && html`<p class="hint games">${say("For {games}.", { games: both(others.map(({ title }) => title)) })}</p>`}
    ${deck.problem && html`<p class="notice">${deck.problem}</p>`}
    <p class="count">${many("{tagged} of {count} card carry a tag.", "{tagged} of {count} cards carry a tag.", deck.cards, { tagged: deck.tagged.length })}</p>
    ${state.complaints[deck.name] && html`<p class="notice" role="alert">${state.complaints[deck.name]}</p>`}
    <p role="status">${state.said[deck.name]}</p>
    ${host && mine && html`<${Enrolment} enrolment=${enrolment} Card=${Card} />`}
    ${!mine && playing && html`<p class="hint">${say("A round is on: change the deck when it is over.")}</p>`}
    ${
      host &&
      !mine &&
      !playing &&
      !deck.problem &&
      html`<button class="main" onClick=${() => enrol(deck.name, { do: "start", deck: deck.name })}>${say("Tag card after card")}</button>`
    }
    <${Kinds} deck=${deck} Card=${Card} />
    ${deck.assumed.length > 0 && html`<p class="hint assumed">${say("{assumed}, as nobody has told us: {list} If your box differs, its owner can correct the deck.", { assumed: html`<b>${say("Assumed")}</b>`, list: deck.assumed.join(" ") })}</p>`}
    ${host && deck.tagged.length > 0 && html`<${Forget} deck=${deck} />`}
    ${host && html`<${Files} deck=${deck} playing=${playing} />`}
    ${looks.CardForm && html`<${Corrections} ...${{ deck, host, playing, looks }} draw=${draw} redraw=${relooked(deck.name)} />`}
  </section>`;
}

function Decks() {
  const { decks, enrolment, playing } = state.shown;
  return html`
    <header class="head"><h1>${say("Decks")}</h1><a href="/">${say("Scoreboard")}</a><a href="/host">${say("Host")}</a></header>
    ${!host && html`<p class="hint">${say("To tag a deck, {become_host} and come back.", { become_host: html`<a href="/host">${say("become host")}</a>` })}</p>`}
    ${decks.map((deck) => html`<${Deck} key=${deck.name} deck=${deck} enrolment=${enrolment} playing=${playing} looks=${state.looks[deck.name]} />`)}`;
}

function draw() {
  render(html`<${Decks} />`, root);
}

for (const { name: deck, looks: game } of state.shown.decks) {
  const looks = await parts(game);
  state.looks[deck] = looks;
  if (!looks.form) continue;
  Object.assign(looks, await looks.form());
  await learn(deck).catch((error) => (state.complaints[deck] = messageOf(error)));
}
document.addEventListener("visibilitychange", () => document.hidden || look());
root.replaceChildren();
draw();
look();
