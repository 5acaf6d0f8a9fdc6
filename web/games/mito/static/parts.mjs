// The parts of Mito: number cards with as many beetles as the number, insects on coloured cards, and the Guard Bug.
import { Frame, Plain } from "/static/card.mjs";
import { latest } from "/static/parts.mjs";
import { say } from "/static/say.mjs";
import { html } from "/static/view.mjs";

/**
 * @import { Choose } from "../../../types/ui"
 * @import { Table } from "../../../types/page"
 * @import { Picture, Seat } from "../types"
 * @import { ComponentChildren, VNode } from "preact"
 */

/** @type {{ [number: number]: number[][] }} */
const PIPS = {
  1: [[50, 74, 1.9]],
  2: [
    [50, 49, 1.35],
    [50, 99, 1.35],
  ],
  3: [
    [50, 38, 1.1],
    [50, 74, 1.1],
    [50, 110, 1.1],
  ],
  4: [
    [33, 55, 1],
    [67, 55, 1],
    [33, 98, 1],
    [67, 98, 1],
  ],
  5: [
    [34, 52, 0.9],
    [66, 52, 0.9],
    [50, 76, 0.9],
    [34, 102, 0.9],
    [66, 102, 0.9],
  ],
};

/** @param {number[]} at its place and size */
function beetle([x, y, size]) {
  return html`<g transform=${`translate(${x} ${y}) scale(${size})`}>
    <path class="legs" d="M-6-3-12-7M-7 3-14 3M-6 9-12 14M6-3 12-7M7 3 14 3M6 9 12 14M-2-12-6-18M2-12 6-18" />
    <ellipse class="body" cx="0" cy="4" rx="7.5" ry="10" />
    <circle class="body" cx="0" cy="-8.5" r="4.4" />
    <path class="seam" d="M0-5v18M-5.4-3.2Q0-6.4 5.4-3.2" />
  </g>`;
}

// Each insect is drawn around its own middle, about 60 wide and 70 high.
/** @type {{ [kind: string]: () => VNode }} */
const INSECTS = {
  spider: () => html`
    <path class="line" d="M-8-6C-18-16-22-16-28-30M-9-2C-20-8-26-6-33-12M-9 3C-20 6-26 8-33 4M-8 7C-16 16-20 22-26 31M8-6C18-16 22-16 28-30M9-2C20-8 26-6 33-12M9 3C20 6 26 8 33 4M8 7C16 16 20 22 26 31M0-60V-14" />
    <circle class="fill" cx="0" cy="-9" r="7.5" /><ellipse class="fill" cx="0" cy="8" rx="13" ry="15.5" />
    <path class="light" d="M-6 3 0 9 6 3M-6 10 0 16 6 10" />
    <circle class="spot" cx="-2.8" cy="-10.5" r="1.6" /><circle class="spot" cx="2.8" cy="-10.5" r="1.6" />`,
  mosquito: () => html`
    <path class="wing" d="M-2-8C-24-26-36-20-34-12-32-4-14 0-2-3ZM2-8C24-26 36-20 34-12 32-4 14 0 2-3Z" />
    <path class="line" d="M0-20V-38M-3-4C-14 2-14 8-22 10V24M3-4C14 2 14 8 22 10V24M-3 2C-10 10-10 18-15 24V35M3 2C10 10 10 18 15 24V35M-2-20-9-30M2-20 9-30" />
    <circle class="fill" cx="0" cy="-17" r="5.2" /><ellipse class="fill" cx="0" cy="-6" rx="6" ry="7.5" />
    <path class="fill" d="M-5.5 1Q0 4 5.5 1L2.5 31Q0 36-2.5 31Z" /><path class="light" d="M-4.2 9H4.2M-3.6 16H3.6M-3 23H3" />`,
  cockroach: () => html`
    <path class="line" d="M-3-26C-8-36-16-38-26-34M3-26C8-36 16-38 26-34M-12-10-24-18M-13 2-27 4M-12 14-24 26M12-10 24-18M13 2 27 4M12 14 24 26" />
    <path class="fill" d="M-13-12C-14-26 14-26 13-12Z" /><ellipse class="fill" cx="0" cy="8" rx="13.5" ry="25" />
    <path class="light" d="M-12.5-9.5Q0-4 12.5-9.5M0-6V31M-9 25Q0 18 9 25" />`,
  ant: () => html`
    <path class="line" d="M-3-5C-14-12-20-10-27-19M-4 0C-14 0-20 2-30 0M-3 4C-12 12-18 14-25 25M3-5C14-12 20-10 27-19M4 0C14 0 20 2 30 0M3 4C12 12 18 14 25 25M-4-23C-6-33-12-34-18-36M4-23C6-33 12-34 18-36" />
    <ellipse class="fill" cx="0" cy="-19" rx="8.5" ry="8" /><ellipse class="fill" cx="0" cy="-2" rx="5.2" ry="8.5" />
    <ellipse class="fill" cx="0" cy="20" rx="10.5" ry="15" /><path class="light" d="M-9.3 15Q0 19 9.3 15M-9.6 23Q0 27 9.6 23" />
    <circle class="spot" cx="-3.6" cy="-20.5" r="1.5" /><circle class="spot" cx="3.6" cy="-20.5" r="1.5" />`,
  moth: () => html`
    <path class="fill" d="M-3-8C-18-34-38-30-36-14-35-2-20 4-3 1ZM3-8C18-34 38-30 36-14 35-2 20 4 3 1Z" />
    <path class="fill" d="M-3 2C-24 2-32 14-24 26-16 34-6 24-2 12ZM3 2C24 2 32 14 24 26 16 34 6 24 2 12Z" />
    <path class="line" d="M-2-20C-6-30-10-34-17-36M2-20C6-30 10-34 17-36" />
    <ellipse class="spot" cx="0" cy="0" rx="4.4" ry="19" /><ellipse class="fill" cx="0" cy="0" rx="3" ry="17.6" />
    <circle class="spot" cx="-21" cy="-13" r="5" /><circle class="spot" cx="21" cy="-13" r="5" />
    <circle class="fill" cx="-21" cy="-13" r="2.2" /><circle class="fill" cx="21" cy="-13" r="2.2" />
    <circle class="spot" cx="-15" cy="16" r="2.8" /><circle class="spot" cx="15" cy="16" r="2.8" />`,
};

/** @type {{ [kind: string]: string }} */
const KINDS = {
  spider: say("spider"),
  mosquito: say("mosquito"),
  cockroach: say("cockroach"),
  ant: say("ant"),
  moth: say("moth"),
};
const LONG = 10; // letters that fit the card without squeezing
const ROOM = 78;

/**
 * Attributes that squeeze a long word, so that it fits.
 * @param {string} word
 */
const squeezed = (word) => (word.length > LONG ? { textLength: ROOM, lengthAdjust: "spacingAndGlyphs" } : {});

/** @param {{ looks: string, name: string, children: ComponentChildren }} props */
function Paper({ looks, name, children }) {
  return html`<${Frame} looks=${`mito ${looks}`} name=${name} inset=${6.5}>${children}<//>`;
}

/**
 * The number in two corners, so that it can be read from both ends.
 * @param {{ number: number }} props
 */
function Corners({ number }) {
  return html`<text class="corner" x="17" y="30">${number}</text>
    <text class="corner" x="17" y="30" transform="rotate(180 50 74)">${number}</text>`;
}

/** @param {{ kind: string, number: number }} props */
function Insect({ kind, number }) {
  return html`<${Paper} looks=${kind} name=${say("{kind} {number}", { kind: KINDS[kind], number })}>
    <${Corners} number=${number} />
    <g class="insect" transform="translate(50 64)">${INSECTS[kind]()}</g>
    <text class="kind" x="50" y="116" ...${squeezed(KINDS[kind])}>${KINDS[kind]}</text>
  <//>`;
}

function GuardBug() {
  return html`<${Paper} looks="guard-bug" name=${say("the Guard Bug")}>
    ${beetle([50, 62, 2.2])}
    <text class="kind" x="50" y="118" ...${squeezed(say("Guard Bug"))}>${say("Guard Bug")}</text>
  <//>`;
}

/** @param {{ code: string, label: string }} props */
export function Card({ code, label }) {
  const [, kind, digit] = /^([a-z]+)([1-5])?(?:\.|$)/.exec(code) ?? [];
  const number = Number(digit);
  if (kind === "guard") return html`<${GuardBug} />`;
  if (number && INSECTS[kind]) return html`<${Insect} kind=${kind} number=${number} />`;
  if (!number || kind !== "number") return html`<${Plain} label=${label} />`;
  return html`<${Paper} looks=${`number-${number}`} name=${say("a {number}", { number })}>
    <${Corners} number=${number} />
    ${PIPS[number].map(beetle)}
  <//>`;
}

/** The back of every card: a moth, because moths are the cards that players want to get rid of. */
export function Back() {
  return html`<${Paper} looks="back" name=${say("a card, face down")}>
    <g class="insect" transform="translate(50 46) scale(0.7)">${INSECTS.moth()}</g>
    <g class="insect" transform="translate(50 102) rotate(180) scale(0.7)">${INSECTS.moth()}</g>
  <//>`;
}

export const styles = true;
export const aim = { best: "fewest", says: say("Fewest points win") };
export const drawsByButton = true;
export const emptyHand = say("Your hand is empty: say so.");

/**
 * Whether one of the cards may be laid now: in the player's turn, or to answer a cockroach; a moth only by the guard.
 * @param {{ picture: Picture, seat: number, cards: string[] }} at
 */
export function mayLie({ picture: { race, turn, fits, seats }, seat, cards }) {
  const mine = race ? race.race === "match" && race.seats?.includes(seat) : turn === seat;
  const moths = !race && seats.find((one) => one.seat === seat)?.guard;
  return (
    mine &&
    cards.some((code) => (moths || !code.startsWith("moth")) && fits?.includes(Number(/(\d)\./.exec(code)?.[1])))
  );
}

/**
 * What a press on a seat's button means now, outside of races; a hold always means "my hand is empty".
 * @param {{ picture: Picture, seat: number }} at
 * @returns {string | null}
 */
export function buttonMeans({ picture, seat }) {
  const { guard, counting } = picture.seats.find((one) => one.seat === seat) ?? {};
  if (picture.call) return guard ? "withdraw" : [null, seat].includes(picture.call.accused) ? "innocent" : null;
  if (counting != null) return "count";
  if (picture.turn === null) return picture.waiting?.includes(seat) ? "next round" : null;
  return picture.turn === seat ? "draw" : guard ? "Vu" : null;
}

/** @type {{ [meaning: string]: string }} */
const SAID = {
  withdraw: say("Hold: I was wrong"),
  innocent: say("Innocent"),
  count: say("All counted"),
  "next round": say("Hold: next round"),
  Vu: say("Vu!"),
};

/**
 * What a tap on a seat's button says now; if only a hold has a meaning, what a hold says.
 * @param {{ picture: Picture, seat: number }} at
 * @returns {string | null}
 */
export function buttonSays({ picture, seat }) {
  const { race, correction, may_draw } = picture;
  if (race)
    return race.seats?.includes(seat) && !correction ? (race.race === "slap" ? say("Slap!") : say("Mine!")) : null;
  const means = buttonMeans({ picture, seat });
  if (means === "draw") return correction ? null : may_draw ? say("Draw") : say("Pass");
  return means && SAID[means];
}

/** @param {{ seat: Seat }} props */
export function SeatMark({ seat }) {
  if (!seat.guard) return null;
  return html`<span class="badge guard" title=${say("holds the Guard Bug")}>
    <svg viewBox="-16 -20 32 38" aria-hidden="true">${beetle([0, 0, 1])}</svg><span class="word">${say("Guard")}</span>
  </span>`;
}

/**
 * Choices and actions of a seat at the virtual table, besides laying cards; everybody sees when a player sorts the hand.
 * @param {{ picture: Picture, seat: number, choose: Choose, table?: Table }} props
 */
export function Choices({ picture, seat, choose, table }) {
  return table
    ? html`<${AtTheTable} picture=${picture} seat=${seat} table=${table} />`
    : html`<${Owed} picture=${picture} seat=${seat} choose=${choose} />`;
}

/** @param {{ picture: Picture, seat: number, table: Table }} props */
function AtTheTable({ picture, seat, table }) {
  const { mine, deal } = table.state.room;
  if (!mine || deal) return null;
  const meant = picture.call?.accused === null ? picture.seats.find((one) => one.seat === latest.seat) : null;
  const empty = mine.hand.length === 0;
  const quiet = picture.running && !picture.call && !picture.race;
  const moved = meant && (meant.seat === seat ? say("You moved last.") : say("{who} moved last.", { who: meant.name }));
  return html`${moved && html`<p class="owed">${moved}</p>`}
    ${!empty && quiet && html`<button class="says" data-choice="sort" onClick=${() => table.hands({ do: "sort", seat })}>${say("Sort my hand")}</button>`}`;
}

/**
 * At a real table: buttons that say that an owed card was given, and to whom. At the virtual table, hands give cards.
 * @param {{ picture: Picture, seat: number, choose: Choose }} props
 */
function Owed({ picture, seat, choose }) {
  const owes = picture.seats.find((one) => one.seat === seat)?.owes ?? [];
  if (!owes.length) return null;
  const others = picture.seats.filter((one) => one.seat !== seat);
  const ways = owes.flatMap(({ to }) => others.filter((one) => to === null || one.seat === to));
  return html`<section class="panel asked" aria-label=${say("What you owe")}><h2>${say("You owe a card")}</h2>
    <div class="row">${ways.map(
      (one) =>
        html`<button class="again" key=${one.seat} data-choice="given" onClick=${() => choose("given", one.seat)}>${say("I gave it to {who}", { who: one.name })}</button>`,
    )}</div>
  </section>`;
}
