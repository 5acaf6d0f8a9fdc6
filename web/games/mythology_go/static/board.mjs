// The terrains of all players, up to eight seats on one phone; after a round, the count of points. A tap shows a card in
// large.
import { Back, called, Face, lineOf, signed, usual, worth } from "./cards.mjs";
import { Details, plays, Stage, stageEnd, Standing, still, sums } from "./show.mjs";
import { Plain } from "/static/card.mjs";
import { inTurn } from "/static/places.mjs";
import { say } from "/static/say.mjs";
import { html } from "/static/view.mjs";
import { Named, Opens } from "/static/widgets.mjs";

/** @import { Count, Lies, Picture, Seat, Seen, Table } from "../types" */

// -- the end of a round on the scoreboard: points are counted card by card, each with its reason; people can skip or repeat it

/** @typedef {Picture & { count: Count }} Counting */
const RESULT = ["accusation_settled", "round_ended", "game_ended"];
/** @type {{ round: string | null, at: number }} */
let reachedBy = { round: null, at: 0 };

/**
 * The step up to which this page has shown the count of the finished round.
 * @param {Counting} picture
 */
function reached({ game_id, round, count }) {
  const name = `${game_id} ${round}`;
  if (reachedBy.round !== name) reachedBy = { round: name, at: still() ? count.steps.length : 0 };
  return reachedBy.at;
}

/**
 * The picture without anything that the count has not revealed yet: winners, who begins, the points of the round.
 * @param {Picture} picture
 * @returns {Picture}
 */
export function soFar(picture) {
  const { count } = picture;
  if (!count || reached({ ...picture, count }) >= count.steps.length) return picture;
  const scores = picture.rounds_played.at(-1)?.scores ?? {};
  const first = picture.news.findIndex(({ event }) => !RESULT.includes(event));
  return {
    ...picture,
    headline: say("The count"),
    prompt: say("Card by card, with the reason for every point."),
    winners: [],
    waiting: [],
    seats: picture.seats.map((one) => ({ ...one, score: Number(one.score) - scores[one.seat] })),
    news: first < 0 ? [] : picture.news.slice(first),
    rounds_played: picture.rounds_played.slice(0, -1),
  };
}

/**
 * The count; a `slim` one shows the list of points in a sheet. The button that stops it is above everything that changes size.
 * @param {{ picture: Counting, slim?: boolean, redraw(): void }} props
 */
function Tally({ picture, slim = false, redraw }) {
  const { steps, players } = picture.count;
  /** @param {number} at */
  const to = (at) => {
    reachedBy.at = at;
    redraw();
  };
  const at = reached(picture);
  const over = at >= steps.length;
  plays(over || still(), steps[at], () => to(at + 1));
  const points = sums(picture.count, at + 1);
  const lying = {
    players: picture.seats.map(({ terrain, deity, belief }) => ({
      cards: (terrain ?? []).map(({ card }) => card),
      deity,
      belief,
    })),
  };
  const details = html`<${Details} counted=${picture.count} language=${usual} line=${lineOf} />`;
  return html`<section class=${`tally ${slim ? "slim" : ""}`} aria-label=${say("The count")}>
    ${
      !over &&
      html`<div class="wishes">
      <button type="button" onClick=${() => to(stageEnd(steps, at))}>${say("Skip")}</button>
      <button type="button" onClick=${() => to(steps.length)}>${say("All at once")}</button>
    </div>
    <${Stage} lying=${lying} steps=${steps} at=${at} players=${players} points=${points} language=${usual} line=${lineOf} />`
    }
    <${Standing} winners=${over ? (picture.winners ?? []) : []} seats=${picture.seats.map(({ seat }) => seat)} robots=${picture.seats.map(({ robot }) => robot)} players=${players} points=${points} on=${over ? -1 : steps[at].player} />
    ${
      over &&
      html`<div class="wishes counted">
      <button type="button" onClick=${() => to(0)}>${say("Count again")}</button>
      ${slim && html`<${Opens} name=${say("Every point")} choice="points">${() => details}<//>`}
    </div>`
    }
    ${over && !slim && details}
  </section>`;
}

// -- the board

/**
 * @param {Picture} picture
 * @param {number} seat
 */
const busy = ({ turn, waiting, winners }, seat) =>
  turn === seat || (waiting ?? []).includes(seat) || (winners ?? []).includes(seat);
/**
 * @param {Lies} one
 * @returns {one is Seen}
 */
const isSeen = (one) => one.card !== null && !one.closed;
const FEW = 4; // up to so many terrains fit in a column with each name above its cards
const A_ROW = 36; // letters that fit into a line on a small phone
const A_MARGIN = 1.5; // the room around a name, in letters
/** @type {(Seen & { owner: string | null }) | null} */
let looked = null; // the card that is shown in large
/** @type {number | null} */
let shown = null; // at the virtual table: the seat whose terrain is shown; null: this phone's own

/** @param {{ one: Lies, due: boolean, onPick(): void }} props */
function BoardToCount({ one, due, onPick }) {
  const line = one.card && lineOf(one.card);
  const face = !isSeen(one)
    ? html`<${Back} />`
    : line
      ? html`<${Face} card=${line} />`
      : html`<${Plain} label=${one.card} />`;
  const looks = `${one.risen ? "risen" : ""} ${one.pair ? "paired" : ""} ${one.fresh ? "fresh" : ""} ${due ? "due" : ""}`;
  if (!isSeen(one)) return html`<span class=${looks}>${face}</span>`;
  return html`<button type="button" class=${looks} data-card=${one.card} onClick=${onPick}>${face}</button>`;
}

/**
 * The contents of each place of a terrain: a card, or a fused pair.
 * @param {Lies[]} lies
 */
function placesOf(lies) {
  /** @param {Lies} one */
  const half = (one) => (one.pair ? lies.find(({ card }) => card === one.pair) : undefined);
  return lies
    .map((one) => ({ one, other: half(one) }))
    .filter(({ one, other }) => !other || lies.indexOf(one) < lies.indexOf(other))
    .map(({ one, other }) => (other ? [one, other] : [one]));
}

/**
 * A single card in large, with its effect; at the virtual table with a button to destroy it.
 * @param {{ code: string, owner: string | null, onClose(): void, onDestroy: (() => void) | null }} props
 */
function Large({ code, owner, onClose, onDestroy }) {
  const line = lineOf(code) ?? { code, kind: "", name: code };
  /** @param {HTMLDialogElement | null} dialog */
  const open = (dialog) => dialog && !dialog.open && dialog.showModal();
  return html`<dialog class="large" aria-label=${say("The {card} of {who}", { card: called(line), who: owner })} ref=${open} onClose=${onClose} onClick=${(event) => event.target === event.currentTarget && onClose()}>
    <${Face} card=${line} />
    <p>${say("{card} of {who}.", { card: html`<b>${called(line)}</b>`, who: owner })} ${worth(line)}</p>
    <p class="row">${onDestroy && html`<button type="button" class="says" onClick=${onDestroy}>${say("It is destroyed: to the discard")}</button>`}
      <button type="button" class="again" onClick=${onClose}>${say("Close")}</button></p>
  </dialog>`;
}

/**
 * The cards before a seat; the seat itself also sees the open cards of its present turn, which others do not know yet.
 * @param {{ picture: Picture, seat: number | null }} at
 * @param {Seat} whose
 * @returns {Lies[]}
 */
function row({ picture, seat }, { seat: whose, terrain: lies }) {
  const terrain = lies ?? [];
  if (whose !== seat || !picture.own) return terrain;
  const known = new Set(terrain.map(({ card }) => card));
  return [
    ...terrain,
    ...picture.own.terrain.filter((one) => isSeen(one) && !known.has(one.card)).map((one) => ({ ...one, fresh: true })),
  ];
}

/**
 * Whether a card must or may be destroyed now.
 * @param {Picture} picture
 * @param {string} card
 */
const mayGo = ({ due }, card) => due?.cards?.includes(card) ?? false;

/**
 * The present worth of a terrain, as far as everybody may know it.
 * @param {{ seat: Seat }} props
 */
function Worth({ seat: { worth } }) {
  if (worth == null) return null;
  return html`<b class="worth" role="img" aria-label=${say("open cards are worth {points} by now", { points: worth })}>${signed(worth)}</b>`;
}

/**
 * A terrain: the cards in its places, and the number of free places.
 * @param {{ at: { picture: Picture, seat: number | null }, whose: Seat, onPick(one: Seen): void }} props
 */
function Terrain({ at, whose, onPick }) {
  const places = at.picture.places ?? 7;
  const taken = placesOf(row(at, whose));
  /**
   * @param {Lies} card
   * @param {number} n
   */
  const lying = (card, n) =>
    html`<${BoardToCount} key=${card.card ?? `closed ${n}`} one=${card} due=${isSeen(card) && mayGo(at.picture, card.card)} onPick=${() => isSeen(card) && onPick(card)} />`;
  return html`<span class="terrain-row">${taken.map((cards, n) => (cards.length > 1 ? html`<span class="pair" key=${cards[0].card}>${cards.map(lying)}</span>` : lying(cards[0], n)))}
    ${[...Array(Math.max(0, places - taken.length)).keys()].map((n) => html`<span key=${`free ${n}`} class="free"></span>`)}</span>`;
}

/**
 * The marks beside a seat's name: the worth of its terrain, its Deity, its declaration, and its Belief.
 * @param {{ seat: Seat }} props
 */
function Marks({ seat }) {
  const { has_deity, declared, belief } = seat;
  return html`<span class="marks"><${Worth} seat=${seat} /> ${has_deity && html`<span role="img" aria-label=${say("has a Deity")}>◆ </span>`}${declared && html`<span role="img" aria-label=${say("has declared")}>✓ </span>`}${belief && called(lineOf(belief) ?? { name: belief })}</span>`;
}

/**
 * One terrain at a time, for a player's phone; tabs lead to the others, each with its points.
 * @param {{ picture: Picture, seat: number | null, picking: boolean, onPick(one: Seen, owner: Seat): void, redraw(): void }} props
 */
function OneTerrain({ picture, seat, picking, onPick, redraw }) {
  const seats = inTurn(picture.seats, seat);
  const whose = (!picking && seats.find((one) => one.seat === shown)) || seats[0];
  const own = whose.seat === seat;
  const others = seats.filter((one) => one.seat !== seat);
  const names = short(others.map(({ name }) => name));
  /** @param {number} number */
  const show = (number) => {
    shown = shown === number ? null : number;
    redraw();
  };
  return html`<section class="one-terrain" aria-label=${say("Terrains")} style=${{ "--places": picture.places ?? 7 }}>
    <div class="seat-tabs" role="group" aria-label=${say("Whose terrain is shown")}>${others.map(
      (one, n) =>
        html`<button type="button" key=${one.seat} data-tab=${one.seat} class=${[busy(picture, one.seat) && "busy", picture.correction?.zone === `seat.${one.seat}` && "wrong"].filter(Boolean).join(" ")}
          aria-pressed=${one.seat === whose.seat} onClick=${() => show(one.seat)}><span class="unseen">${one.name}</span> <span class="short" dir="auto">${names[n]}</span> <span class="points"><${Named} seat=${{ robot: one.robot }} /><b>${one.score}</b></span></button>`,
    )}</div>
    <p class=${`whose ${busy(picture, whose.seat) ? "busy" : ""}`}><b class="name" dir="auto"><${Named} seat=${whose} none=${say("empty seat")} /></b><${Marks} seat=${whose} /><b class="score" aria-label=${say("points")}>${whose.score}</b></p>
    <div data-seat=${whose.seat} data-zone=${`seat.${whose.seat}`} data-drop=${own ? `zone seat.${whose.seat}` : null}>
      <${Terrain} at=${{ picture, seat }} whose=${whose} onPick=${(/** @type {Seen} */ one) => onPick(one, whose)} /></div>
  </section>`;
}

/**
 * The names on the tabs: complete if there is room for all, otherwise initials.
 * @param {(string | null)[]} names
 */
function short(names) {
  const longest = Math.max(...names.map((name) => [...(name ?? "")].length));
  if (longest + A_MARGIN <= A_ROW / names.length) return names.map((name) => name ?? "–");
  return names.map((name) =>
    (name ?? "–")
      .split(/\s+/)
      .map(([letter]) => letter)
      .slice(0, 2)
      .join(""),
  );
}

/**
 * Whether a seat may take a card to the discard: cards that are due, and if only people can read a spell, any card that
 * everybody knows.
 * @param {Picture} picture
 * @param {number} seat
 * @param {string} card
 * @param {boolean} [fresh]
 */
const mayTake = (picture, seat, card, fresh) =>
  mayGo(picture, card)
    ? (picture.due?.choice ?? picture.turn) === seat
    : picture.printed !== null && picture.turn === seat && !fresh;

/**
 * All seats with their terrains; at the virtual table, open cards can be taken to the discard.
 * @param {{ picture: Picture, seat?: number | null, table?: Table, redraw(): void }} props
 */
export function Board({ picture, seat = null, table, redraw }) {
  if (picture.count) return html`<${Tally} picture=${picture} slim=${table !== undefined} redraw=${redraw} />`;
  const places = picture.places ?? 7;
  const wrong = picture.correction?.zone;
  /** @param {typeof looked} one */
  const look = (one) => {
    looked = one;
    redraw();
  };
  /** @param {Seen} one */
  const destroy = ({ card, fresh }) =>
    table && seat !== null && picture.running && !picture.counting && mayTake(picture, seat, card, fresh)
      ? () => {
          look(null);
          table.hands({ do: "move", seat, card, zone: "discard" });
        }
      : null;
  const large =
    looked &&
    html`<${Large} code=${looked.card} owner=${looked.owner} onClose=${() => looked && look(null)} onDestroy=${destroy(looked)} />`;
  /**
   * @param {Seen} one
   * @param {Seat} owner
   */
  const pick = (one, owner) => look({ ...one, owner: owner.name });
  if (table) {
    const picking = table.state.picked.length > 0;
    return html`<${OneTerrain} ...${{ picture, seat, picking, redraw }} onPick=${pick} />${large}`;
  }
  return html`<ol class=${picture.seats.length > FEW ? "board" : "board few"} aria-label=${say("Terrains")} style=${{ "--places": places, "--seats": Math.max(3, picture.seats.length) }}>
    ${inTurn(picture.seats, seat).map(
      (
        one,
      ) => html`<li key=${one.seat} data-seat=${one.seat} class=${`${busy(picture, one.seat) ? "busy" : ""} ${wrong === `seat.${one.seat}` ? "wrong" : ""}`}>
        <span class="who"><b dir="auto"><${Named} seat=${one} none=${say("empty seat")} /></b>
          <${Marks} seat=${one} /></span>
        <${Terrain} at=${{ picture, seat }} whose=${one} onPick=${(/** @type {Seen} */ card) => pick(card, one)} />
        <span class="score" aria-label=${say("points")}>${one.score}</span>
      </li>`,
    )}
  </ol>
  ${large}`;
}
