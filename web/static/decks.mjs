// Decks: which cards carry a tag, guided enrolment, and tags in a file. Only the host may change a deck.
import { ask, complaintOf, messageOf } from "./api.mjs";
import { parts } from "./parts.mjs";
import { language, many, say } from "./say.mjs";
import { Steps } from "./steps.mjs";
import { byId, embedded, entered, html, render } from "./view.mjs";

/**
 * @import { CardForm, CardLooks, Change, Ui } from "../types/ui"
 * @import { Body, FormEvent, Path } from "../types/page"
 * @import { Deck, Deck as Told, Decks as All, Enrolment as Tagging, Line, Printed } from "../types/table"
 */

// -- what is printed on the cards of a box: all cards, with the assumptions of the table; the owner can correct each card

/** @typedef {{ lines?: Line[], complaint?: string | null, said?: string | null, read?: { name: string, toml: string } | null }} Noted */
/** @typedef {{ card: null, corrected: false, shipped: false }} Another an additional card in the box */

/** How certain it is what is printed on a card, in words. */
const SURE = { not: say("not in this box"), assumed: say("assumed"), corrected: say("corrected"), known: say("known") };

/**
 * @param {string} deck
 * @returns {`/api/v1/decks/${string}`}
 */
const pathOf = (deck) => `/api/v1/decks/${encodeURIComponent(deck)}`;
/** @type {Map<string, Noted>} */
const known = new Map(); // by deck: its current lines, and the result of the last request
/** @type {{ deck: string, card: Printed, line: Line | Another } | null} */
let open = null; // the card that is being corrected: { deck, card, line }

/**
 * Load what is printed on the cards of a deck.
 * @param {string} deck
 */
async function learn(deck) {
  const { cards } = await ask(`${pathOf(deck)}/cards`, undefined, "GET");
  known.set(deck, { ...known.get(deck), lines: /** @type {Line[]} */ (cards) });
}

/**
 * @param {string} deck
 * @param {Partial<Noted>} what
 */
const note = (deck, what) => known.set(deck, { complaint: null, said: null, ...known.get(deck), ...what });

/**
 * @param {string} deck
 * @param {Promise<unknown>} asked
 * @param {() => unknown} redraw
 * @param {string | null} said
 */
async function correct(deck, asked, redraw, said = null) {
  const complaint = await complaintOf(asked);
  if (complaint === null) await learn(deck);
  note(deck, { complaint, said: complaint ? null : said, read: null });
  if (complaint === null) open = null;
  await redraw();
}

/**
 * The cards of a deck, for comparison with the printed ones. `looks` are the parts of a game that is played with it;
 * `draw` draws the page, `redraw` asks the table first.
 * @param {{ deck: Deck, host: boolean, playing: boolean, looks: Ui & CardForm, draw(): void, redraw(): Promise<void> }} props
 */
function Corrections({ deck, host, playing, looks, draw, redraw }) {
  const { name, title, problem } = deck;
  const { lines = [], complaint, said } = known.get(name) ?? {};
  const may = host && !playing;
  /**
   * @param {Line | Another} line
   * @param {Printed} card
   */
  const show = (line, card) => {
    open = { deck: name, line, card };
    note(name, { complaint: null, said: null });
    draw();
    document.querySelector("form.edit")?.scrollIntoView({ block: "start" });
  };
  const unsure = lines.filter(({ card }) => card.assumed?.length).length;
  const hint = !host
    ? say("The host can correct them.")
    : may && !problem
      ? say("Tap a card and enter what is printed on yours.")
      : "";
  return html`<section class="printed" id=${name} aria-label=${say("The cards of {deck}", { deck: title })}>
    <h3>${say("What is printed")}</h3>
    <p class="hint">${unsure ? say("{unsure} of {cards} cards are partly assumed.", { unsure, cards: lines.length }) : say("Every card is confirmed.")} ${hint}</p>
    ${complaint && !open && html`<p class="notice" role="alert">${complaint}</p>`}
    <p role="status">${said}</p>
    ${open?.deck === name && html`<${Edit} ...${{ looks, draw, redraw, complaint }} />`}
    <ul class="grid">
      ${lines.map((line) => html`<${Card} key=${line.card.code} ...${{ line, looks, show: may && !problem ? show : null }} />`)}
    </ul>
    ${
      host &&
      html`<div class="wishes">
      ${may && !problem && html`<button type="button" onClick=${() => show({ card: null, corrected: false, shipped: false }, { ...looks.blank(), shipped: false })}>${say("Another card")}</button>`}
      <a class="wish" href=${`${pathOf(name)}/corrections`} download=${`${name}.toml`}>${say("Save your corrections")}</a>
      ${may && html`<${FromFile} ...${{ deck, draw, redraw }} />`}
    </div>`
    }
  </section>`;
}

/**
 * A card of the deck; `show` opens the form that corrects it, if that is allowed now.
 * @param {{ line: Line, looks: Ui, show: ((line: Line, card: Printed) => void) | null }} props
 */
function Card({ line, looks, show }) {
  const { card, corrected } = line;
  const face = html`<${looks.Card} code=${card.code} label=${card.code} />`;
  const what = card.copies === 0 ? "not" : card.assumed?.length ? "assumed" : corrected ? "corrected" : "known";
  const count = card.copies ? many("{count} card", "{count} cards", Number(card.copies)) : null;
  return html`<li data-line=${card.code} class=${what}>
    ${show ? html`<button type="button" class="look" onClick=${() => show(line, card)}>${face}</button>` : face}
    <span>${[count, SURE[what]].filter(Boolean).join(", ")}</span>
  </li>`;
}

/** @param {{ deck: Deck, draw(): void, redraw(): Promise<void> }} props */
function FromFile({ deck: { name, title }, draw, redraw }) {
  const read = known.get(name)?.read;
  if (read) return html`<${Replace} ...${{ deck: name, read, draw, redraw }} />`;
  return html`<label class="wish">${say("Read corrections from a file")}
    <input type="file" accept=".toml" aria-label=${say("Read corrections of {deck} from a file", { deck: title })} onChange=${(event) => readCorrections(name, event.target, draw)} />
  </label>`;
}

/**
 * @param {string} deck
 * @param {HTMLInputElement} input
 * @param {() => void} draw
 */
async function readCorrections(deck, input, draw) {
  const [file] = input.files ?? [];
  if (!file) return;
  note(deck, { read: { name: file.name, toml: await file.text() }, complaint: null, said: null });
  input.value = ""; // so that the same file can be chosen again
  draw();
}

/** @param {{ deck: string, read: { name: string, toml: string }, draw(): void, redraw(): Promise<void> }} props */
function Replace({ deck, read, draw, redraw }) {
  const replace = () =>
    correct(
      deck,
      ask(`${pathOf(deck)}/corrections`, { toml: read.toml }, "PUT"),
      redraw,
      say("{file} now corrects the deck.", { file: read.name }),
    );
  const leave = () => {
    note(deck, { read: null });
    draw();
  };
  return html`<p>${say("{file} replaces all your corrections.", { file: read.name })}</p>
    <button type="button" class="main" onClick=${replace}>${say("Replace them")}</button>
    <button type="button" onClick=${leave}>${say("Leave them")}</button>`;
}

/** @param {{ looks: CardForm, draw(): void, redraw(): Promise<void>, complaint?: string | null }} props */
function Edit({ looks, draw, redraw, complaint }) {
  if (!open) return null;
  const { deck, line, card } = open;
  const path = /** @type {const} */ (`${pathOf(deck)}/cards`);
  /** @param {SubmitEvent} event */
  const save = (event) => {
    event.preventDefault();
    const { card: printed, wrong } = looks.printed(open?.card ?? card);
    if (wrong) return complain(wrong);
    const saved = ask(path, { card: { ...printed, assumed: [] }, anew: line.card === null });
    return correct(deck, saved, redraw, say("It counts from now on."));
  };
  const leave = () =>
    correct(deck, ask(`${path}/leave`, { code: card.code }), redraw, say("That card is back to the original."));
  /** @param {string | null} wrong */
  const complain = (wrong) => {
    note(deck, { complaint: wrong });
    draw();
  };
  const close = () => {
    open = null;
    complain(null);
  };
  /**
   * Change the current card, which may be newer than the one drawn last.
   * @type {Change}
   */
  const change = (how) => {
    const now = open?.card ?? card;
    open = { deck, line, card: { ...now, ...how(now) } };
    draw();
  };
  return html`<form class="edit" onSubmit=${save}>
    <${looks.CardForm} card=${card} change=${change} />
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    <div class="wishes">
      <button class="main">${say("Save this card")}</button>
      ${line.corrected && html`<button type="button" onClick=${leave}>${line.shipped ? say("Back to the original") : say("Remove this card")}</button>`}
      <button type="button" onClick=${close}>${say("Cancel")}</button>
    </div>
  </form>`;
}

// -- the page

/** @typedef {Ui & Partial<CardForm>} DeckLooks */
const LOOK_MS = 700; // between two requests for the state of the enrolment

const root = byId("decks");
const { host } = embedded("me");
const next = host && new URLSearchParams(location.search).has("next"); // the table is being set up
/** @type {{ shown: All, complaints: { [deck: string]: string | null }, said: { [deck: string]: string | null }, read: { [deck: string]: { text: string, count: number } | null }, looks: { [deck: string]: DeckLooks } }} */
const state = { shown: embedded("shown"), complaints: {}, said: {}, read: {}, looks: {} };
/** @type {ReturnType<typeof setTimeout> | undefined} */
let looking;

/** @param {string[]} titles */
const both = (titles) => new Intl.ListFormat(language).format(titles);

async function look() {
  clearTimeout(looking);
  const shown = document.hidden ? null : await ask("/api/v1/decks", undefined, "GET").catch(() => null);
  if (shown) state.shown = shown;
  draw();
  // Somebody else may be tagging a deck, which also changes this page.
  clearTimeout(looking);
  looking = setTimeout(look, state.shown.enrolment ? LOOK_MS : 5 * LOOK_MS);
}

/**
 * Send a request about a deck, and show its result at that deck.
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
 * Load the deck again after a change of what is printed on its cards.
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
    // The text is sent as it is, so that the table can complain about a tag that occurs twice.
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
    ${next && html`<${Steps} now="tags" /><div class="wishes onward"><p>${say("Tag the deck that you play with, card after card: each has to lie on a pad once. That can wait, too.")}</p><a class="wish" data-next href="/host?new">${say("Next: a game")}</a></div>`}
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
