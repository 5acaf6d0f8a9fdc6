// Small components that many pages use.
import { language, say } from "./say.mjs";
import { byId, html, state as useState, styled } from "./view.mjs";

/**
 * @import { News, Picture, Seat, Time } from "../types/table"
 * @import { ComponentChildren } from "preact"
 */

// -- names of players, on every page: robots have a mark, an image with a text for screen readers

const Mark = () =>
  html`<svg class="robot-mark" viewBox="0 0 24 24" role="img" aria-label=${say("robot")}><path d="M12 7V3M5 9h14v11H5zM2 13v4M22 13v4M9.5 16.5h5" /><circle cx="9" cy="13" r="1.2" /><circle cx="15" cy="13" r="1.2" /><circle cx="12" cy="2.6" r="1.2" /></svg>`;

/**
 * A name, after the mark of a robot. The mark comes first, because a long name may be cut. The element that cuts it needs
 * `dir="auto"`, or a name that is written from right to left would lose its beginning.
 * @param {{ seat?: Partial<Pick<Seat, "name" | "robot">>, none?: string }} props
 */
export const Named = ({ seat, none = "" }) => html`${seat?.robot && html`<${Mark} />`}${seat?.name ?? none}`;

// -- a field for a player's name, which warns if a name is too long before the table refuses it

export const LONGEST = 20;
const NEARLY = 15; // letters; from this length on, the field shows the count

/** @param {string} text */
const lengthOf = (text) => [...text.trim().normalize("NFC")].length;

/**
 * What is wrong with a name, as far as a phone can know; null if nothing is.
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
 * The text in a field, trimmed.
 * @param {string} id
 */
export const said = (id) => /** @type {HTMLInputElement} */ (byId(id)).value.trim();

/**
 * A field for a name; people can type more letters than are allowed, because they would not notice a silent cut.
 * @param {{ id: string, defaultValue?: string, [attribute: string]: unknown }} props
 */
export function NameField({ id, ...more }) {
  const [length, count] = useState(/** @type {number | null} */ (null));
  const now = length ?? lengthOf(more.defaultValue ?? "");
  const wrong = now > LONGEST;
  return html`<input id=${id} ...${more} aria-invalid=${wrong} aria-describedby=${`${id}-length`} onInput=${(event) => count(lengthOf(event.target.value))} />
    <small id=${`${id}-length`} class=${`length ${wrong ? "notice" : ""}`} role="status">${now >= NEARLY && say("{count} of {most} letters", { count: now, most: LONGEST })}</small>`;
}

// -- a sheet over the page, for things that people rarely need, and that must not take room from the game

/**
 * A dialog that closes by its button, by Escape, and by a tap outside it.
 * @param {{ name: string, looks?: string, onClose(): void, children?: ComponentChildren }} props
 */
export function Sheet({ name, looks = "", onClose, children }) {
  /** @param {HTMLDialogElement | null} dialog */
  const open = (dialog) => dialog && !dialog.open && dialog.showModal();
  return html`<dialog class=${`sheet ${looks}`} aria-label=${name} ref=${open} onClose=${onClose}
      onClick=${(event) => event.target === event.currentTarget && onClose()}>
    <div class="sheet-inside">
      <div class="sheet-head"><h2>${name}</h2><button type="button" class="tool" data-here aria-label=${say("Close")} onClick=${onClose}>✕</button></div>
      ${children}
    </div>
  </dialog>`;
}

/**
 * A button that opens a sheet; `children` is called with a function that closes it.
 * @param {{ name: string, choice: string, children: (close: () => void) => ComponentChildren }} props
 */
export function Opens({ name, choice, children }) {
  const [open, set] = useState(false);
  const close = () => set(false);
  return html`<button type="button" class="says" data-here data-choice=${choice} aria-haspopup="dialog" onClick=${() => set(true)}>${say("{what} …", { what: name })}</button>
    ${open && html`<${Sheet} name=${name} onClose=${close}>${children(close)}<//>`}`;
}

// -- a sentence with a "why" button. The dialog's module is loaded at the first question

/**
 * Ask the table why, and show the answer.
 * @param {string} url
 */
async function ask(url) {
  const [why] = await Promise.all([import("./why.mjs"), styled("/static/why.css")]);
  await why.ask(url);
}

/**
 * A sentence about an event, with a "why" button. `event` has `seq` and `said`; `base` is the path of the events, or null if
 * nobody answers; `game` is the number of the event's game.
 * @param {{ event: News, base: string | null, game: number | null }} props
 */
export function Verdict({ event, base, game }) {
  if (base === null) return html`<span class="said">${event.said}</span>`;
  const url = `${base}/${event.seq}/why?game_id=${game}`;
  return html`<button type="button" class="verdict" data-why=${say("Why?")} aria-haspopup="dialog" onClick=${() => ask(url)}><span class="said">${event.said}</span></button>`;
}

// -- the photo finish: one line per seat, from the card that opened the race to the press, with its error bound

/** @typedef {{ seat: number, name: string, robot?: Seat["robot"], at: number | null, error: number, tied: boolean, last: boolean }} Lane */
const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000];
const LONGEST_STEP = 5000;
const MOST_MARKS = matchMedia("(min-width: 56rem)").matches ? 5 : 2.5; // on a phone, numbers are as wide as the gaps between them

const tenths = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/**
 * The range of times in a photo finish, in ms, and its marks. The card was read at 0.
 * @param {Lane[]} lanes
 */
function scaled(lanes) {
  const ends = lanes.flatMap(({ at, error }) => (at === null ? [] : [at - error, at + error]));
  const [low, high] = [Math.min(0, ...ends), Math.max(50, ...ends)];
  const margin = 0.06 * (high - low);
  const [from, to] = [low - (low < 0 ? margin : 0), high + margin];
  const step = STEPS.find((one) => (to - from) / one <= MOST_MARKS) ?? LONGEST_STEP;
  const marks = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) marks.push(at);
  /** @param {number} at */
  const place = (at) => (100 * (at - from)) / (to - from);
  return { place, marks };
}

/** @param {number} error */
const bound = (error) => (error ? ` ± ${error < 1 ? tenths.format(error) : Math.ceil(error)}` : "");

/** @param {{ lane: Lane & { first: boolean }, place: (at: number) => number }} props */
function Lane({ lane, place }) {
  const words =
    lane.at === null ? say("not there") : say("{ms} ms", { ms: `${Math.round(lane.at)}${bound(lane.error)}` });
  const remark = [lane.tied && say("tie"), lane.last && say("last")].filter(Boolean).join(", ");
  return html`<li class=${[lane.at === null && "missing", lane.first && "first", lane.tied && "tied", lane.last && "last"].filter(Boolean).join(" ")}>
    <span class="who"><${Named} seat=${lane} /></span>
    <span class="track" aria-hidden="true">
      ${
        lane.at !== null &&
        html`<span class="run" style=${{ left: `${place(Math.min(0, lane.at))}%`, width: `${Math.abs(place(lane.at) - place(0))}%` }}></span>
          <span class="bound" style=${{ left: `${place(lane.at - lane.error)}%`, width: `${place(lane.at + lane.error) - place(lane.at - lane.error)}%` }}></span>
          <span class="press" style=${{ left: `${place(lane.at)}%` }}></span>`
      }
    </span>
    <span class="at">${words}${remark && html` <b>${remark}</b>`}</span>
  </li>`;
}

/**
 * `times` has for each player in the race `seat`, `name`, `at_ms` from the card (null: missing) and perhaps `error_ms`, the
 * fastest first; `ties` are seats that cannot be told apart; `card` is the name of the card that opened the race.
 * @param {{ times: (Time & Pick<Partial<Seat>, "robot">)[], ties?: number[][] | null, last?: number | null, lot?: boolean | null, card?: string | null }} props
 */
export function PhotoFinish({ times, ties, last, lot, card }) {
  const tied = new Set((ties ?? []).flat());
  const lanes = times.map(({ seat, name, robot, at_ms: at, error_ms }) => ({
    seat,
    name,
    robot,
    at,
    error: error_ms ?? 0,
    tied: tied.has(seat),
    last: seat === last,
  }));
  const { place, marks } = scaled(lanes);
  const first = lanes[0]?.at === null ? null : lanes[0];
  return html`<div class="photo">
    ${card && html`<p class="scale card"><span style=${{ left: `${place(0)}%` }}>${card}</span></p>`}
    <ol style=${{ "--start": place(0) / 100 }}>
      ${lanes.map((lane) => html`<${Lane} key=${lane.seat} lane=${{ ...lane, first: lane === first && lanes.length > 1 }} place=${place} />`)}
    </ol>
    <div class="scale" aria-hidden="true">
      ${marks.map((at) => html`<span key=${at} style=${{ left: `${place(at)}%` }}>${at}</span>`)}
    </div>
    ${lot && html`<p class="lot">${say("Nobody knows who was last, so the table drew a name.")}</p>`}
  </div>`;
}

// -- the link from the end of a game to its replay, when the game is saved in the history; other games have no link

const PATIENCE_MS = [300, 1000, 3000, 6000]; // a game is saved a moment after its end
/** @type {Map<number, boolean>} */
const kept = new Map(); // by game: whether the history has it, as far as this page knows

/**
 * Check whether a game is saved, and check again later if it is not.
 * @param {number} game
 * @param {() => void} found
 */
function look(game, found, tries = 0) {
  if (tries >= PATIENCE_MS.length) return;
  setTimeout(async () => {
    const answer = await fetch(`/api/v1/history?limit=1&before=${game + 1}`).catch(() => null);
    const [latest] = answer?.ok ? await answer.json() : [];
    if (latest?.id !== game) return look(game, found, tries + 1);
    kept.set(game, true);
    found();
  }, PATIENCE_MS[tries]);
}

/** @param {{ picture: Picture }} props */
export function LookAgain({ picture }) {
  const [, redraw] = useState(0);
  const { game_id: game, over, auto } = picture;
  if (!over || auto || game == null) return null;
  if (!kept.has(game)) {
    kept.set(game, false);
    look(game, () => redraw(game));
  }
  return (
    kept.get(game) &&
    html`<a class="says looks-back" data-look-again href=${`/history/${game}`}>${say("Look at this game again")}</a>`
  );
}
