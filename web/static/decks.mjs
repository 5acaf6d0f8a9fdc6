// Decks: which cards carry a tag, a guided enrolment, and tags in a file. What changes a deck is for the host.
import { ask, complaintOf, messageOf } from "./api.mjs";
import { Corrections, learn } from "./corrections.mjs";
import { parts } from "./parts.mjs";
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
/** @type {{ shown: All, complaints: { [game: string]: string | null }, said: { [game: string]: string | null }, read: { [game: string]: { text: string, count: number } | null }, looks: { [game: string]: DeckLooks } }} */
const state = { shown: embedded("shown"), complaints: {}, said: {}, read: {}, looks: {} };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let looking;

/** @param {number} count */
const cards = (count) => `${count} ${count === 1 ? "card" : "cards"}`;
/**
 * @param {string} game
 * @returns {`/api/v1/decks/${string}`}
 */
const pathOf = (game) => `/api/v1/decks/${encodeURIComponent(game)}`;

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
 * @param {string} game
 * @param {P} path
 * @param {Body<"POST", P>} body
 * @param {string | null} said
 */
async function wish(game, path, body, said = null) {
  const complaint = await complaintOf(ask(path, body));
  state.complaints[game] = complaint;
  state.said[game] = complaint ? null : said;
  await look();
  return complaint === null;
}

/**
 * Look again, once what is printed on the cards has changed.
 * @param {string} game
 */
const relooked = (game) => async () => {
  await state.looks[game].learn?.();
  await look();
};

/**
 * @param {string} game
 * @param {Body<"POST", "/api/v1/enrolment">} body
 */
const enrol = (game, body) => wish(game, "/api/v1/enrolment", body);

/**
 * @param {string} game
 * @param {File} file
 */
async function readFile(game, file) {
  state.complaints[game] = state.said[game] = null;
  try {
    const { tags } = JSON.parse(await file.text());
    // Sent as it is written: a tag that is there twice is for the table to complain of.
    state.read[game] = { text: await file.text(), count: Object.keys(tags).length };
  } catch (error) {
    state.read[game] = null;
    state.complaints[game] = `${file.name} is no file of tags: ${messageOf(error)}`;
  }
  draw();
}

/** @param {string} game */
async function replace(game) {
  const read = state.read[game];
  if (!read) return;
  const { text, count } = read;
  state.read[game] = null;
  const answer = await fetch(`${pathOf(game)}/tags`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: text,
  });
  state.complaints[game] = answer.ok ? null : (await answer.json()).error;
  state.said[game] = answer.ok ? `The deck has ${count} tags now.` : null;
  await look();
}

/** @param {{ enrolment: Tagging, Card: CardLooks }} props */
function Enrolment({ enrolment, Card }) {
  const { game, card, done, total, prompt, said } = enrolment;
  return html`<section class="enrolment" aria-label=${`Tagging ${enrolment.title}`}>
    ${card && html`<div class="asked" data-card=${card.code}><${Card} code=${card.code} label=${card.label} /></div>`}
    <div class="words" role="status">
      <p class="prompt">${prompt}</p>
      <p class="said">${said}</p>
    </div>
    <progress max=${total} value=${done} aria-label="cards that carry a tag"></progress>
    <div class="wishes">
      <button disabled=${!card} onClick=${() => enrol(game, { do: "skip" })}>Skip</button>
      <button onClick=${() => enrol(game, { do: "back" })}>Back</button>
      <button class="main" onClick=${() => enrol(game, { do: "stop" })}>${card ? "Stop" : "Done"}</button>
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
        <span><b>${label}</b> ${tagged} of ${cards}</span>
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
    wish(deck.game, `${pathOf(deck.game)}/forget`, { card }, `The tags of ${card} are forgotten.`);
  };
  return html`<form class="forget" onSubmit=${forget}>
    <label>A tag is wrong, or broken:
      <select name="card">${deck.tagged.map(({ code, label }) => html`<option key=${code} value=${code}>${label} (${code})</option>`)}</select>
    </label>
    <button>Forget its tags</button>
  </form>`;
}

/** @param {{ deck: Told, playing: boolean }} props */
function Files({ deck, playing }) {
  const { game, title, tagged } = deck;
  const read = state.read[game];
  const leave = () => {
    state.read[game] = null;
    draw();
  };
  if (read) {
    return html`<div class="wishes" role="group" aria-label="Tags from a file">
      <p>The ${read.count} tags of that file take the place of all tags of this deck, on ${cards(tagged.length)}.</p>
      <button class="main" onClick=${() => replace(game)}>Replace them</button>
      <button onClick=${leave}>Leave them</button>
    </div>`;
  }
  return html`<div class="wishes">
    <a class="wish" href=${`${pathOf(game)}/tags`} download=${`${game}.tags.json`}>Save the tags in a file</a>
    ${
      !playing &&
      html`<label class="wish">Read tags from a file
      <input type="file" accept=".json,application/json" aria-label=${`Read the tags of ${title} from a file`}
        onChange=${(event) => event.target.files?.[0] && readFile(game, event.target.files[0])} />
    </label>`
    }
  </div>`;
}

/** @param {{ deck: Told, enrolment: Tagging | null, playing: boolean, looks: DeckLooks }} props */
function Deck({ deck, enrolment, playing, looks }) {
  const { Card } = looks;
  const mine = enrolment?.game === deck.game;
  return html`<section class="deck" data-deck=${deck.game}>
    <h2>${deck.title}</h2>
    ${deck.problem && html`<p class="notice">${deck.problem}</p>`}
    <p class="count">${deck.tagged.length} of ${cards(deck.cards)} carry a tag.</p>
    ${state.complaints[deck.game] && html`<p class="notice" role="alert">${state.complaints[deck.game]}</p>`}
    <p role="status">${state.said[deck.game]}</p>
    ${host && mine && html`<${Enrolment} enrolment=${enrolment} Card=${Card} />`}
    ${!mine && playing && html`<p class="hint">A round is on: the deck can be changed when it is over.</p>`}
    ${
      host &&
      !mine &&
      !playing &&
      !deck.problem &&
      html`<button class="main" onClick=${() => enrol(deck.game, { do: "start", game: deck.game })}>Tag card after card</button>`
    }
    <${Kinds} deck=${deck} Card=${Card} />
    ${deck.assumed.length > 0 && html`<p class="hint assumed"><b>Assumed</b>, as nobody has told us: ${deck.assumed.join(" ")} If your box differs, its owner can correct the deck.</p>`}
    ${host && deck.tagged.length > 0 && html`<${Forget} deck=${deck} />`}
    ${host && html`<${Files} deck=${deck} playing=${playing} />`}
    ${looks.CardForm && html`<${Corrections} ...${{ deck, host, playing, looks }} draw=${draw} redraw=${relooked(deck.game)} />`}
  </section>`;
}

function Decks() {
  const { decks, enrolment, playing } = state.shown;
  return html`
    <header class="head"><h1>Decks</h1><a href="/">Scoreboard</a><a href="/host">Host</a></header>
    ${!host && html`<p class="hint">To tag a deck, <a href="/host">become host</a> and come back.</p>`}
    ${decks.map((deck) => html`<${Deck} key=${deck.game} deck=${deck} enrolment=${enrolment} playing=${playing} looks=${state.looks[deck.game]} />`)}`;
}

function draw() {
  render(html`<${Decks} />`, root);
}

for (const { game } of state.shown.decks) {
  const looks = await parts(game);
  state.looks[game] = looks;
  if (!looks.form) continue;
  Object.assign(looks, await looks.form());
  await learn(game).catch((error) => (state.complaints[game] = messageOf(error)));
}
document.addEventListener("visibilitychange", () => document.hidden || look());
root.replaceChildren();
draw();
look();
