// What is printed on the cards of a box: all of them, with what is only assumed; the owner corrects them one by one.
import { ask, complaintOf } from "./api.mjs";
import { many, say } from "./say.mjs";
import { html } from "./view.mjs";

/**
 * @import { CardForm, Change, Looks } from "../types/looks"
 * @import { Deck, Line, Printed } from "../types/table"
 */

/** @typedef {{ lines?: Line[], complaint?: string | null, said?: string | null, read?: { name: string, toml: string } | null }} Noted */
/** @typedef {{ card: null, corrected: false, shipped: false }} Another a card that the box has besides */

/** How sure it is what is printed on a card, in words. */
const SURE = { not: say("not in this box"), assumed: say("assumed"), corrected: say("corrected"), known: say("known") };

/**
 * @param {string} deck
 * @returns {`/api/v1/decks/${string}`}
 */
const pathOf = (deck) => `/api/v1/decks/${encodeURIComponent(deck)}`;
/** @type {Map<string, Noted>} */
const known = new Map(); // by deck: its lines as they are now, and what came of the last wish
/** @type {{ deck: string, card: Printed, line: Line | Another } | null} */
let open = null; // the card that is being corrected: { deck, card, line }

/**
 * Learn what is printed on the cards of a deck.
 * @param {string} deck
 */
export async function learn(deck) {
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
async function wish(deck, asked, redraw, said = null) {
  const complaint = await complaintOf(asked);
  if (complaint === null) await learn(deck);
  note(deck, { complaint, said: complaint ? null : said, read: null });
  if (complaint === null) open = null;
  await redraw();
}

/**
 * The cards of a deck, to be compared with the printed ones. `looks` are the parts of a game that is played with it;
 * `draw` draws the page, `redraw` asks the table before.
 * @param {{ deck: Deck, host: boolean, playing: boolean, looks: Looks & CardForm, draw(): void, redraw(): Promise<void> }} props
 */
export function Corrections({ deck, host, playing, looks, draw, redraw }) {
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
 * A card of the deck; `show` lets it be corrected, if that may be now.
 * @param {{ line: Line, looks: Looks, show: ((line: Line, card: Printed) => void) | null }} props
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
    <input type="file" accept=".toml" aria-label=${say("Read corrections of {deck} from a file", { deck: title })} onChange=${(event) => readFile(name, event.target, draw)} />
  </label>`;
}

/**
 * @param {string} deck
 * @param {HTMLInputElement} input
 * @param {() => void} draw
 */
async function readFile(deck, input, draw) {
  const [file] = input.files ?? [];
  if (!file) return;
  note(deck, { read: { name: file.name, toml: await file.text() }, complaint: null, said: null });
  input.value = ""; // the same file may be read again
  draw();
}

/** @param {{ deck: string, read: { name: string, toml: string }, draw(): void, redraw(): Promise<void> }} props */
function Replace({ deck, read, draw, redraw }) {
  const replace = () =>
    wish(
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
    return wish(deck, saved, redraw, say("It counts from now on."));
  };
  const leave = () =>
    wish(deck, ask(`${path}/leave`, { code: card.code }), redraw, say("That card is back to the original."));
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
   * Change the card as it is now, whatever was drawn last.
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
