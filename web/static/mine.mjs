// This phone's own place at the virtual table: the hand, actions with its cards, and the button. `table` has the state and
// the actions of virtual.mjs.
import { Gestures, SeatButton } from "./button.mjs";
import { isBusy } from "./felt.mjs";
import { AtThePiles } from "./places.mjs";
import { many, say } from "./say.mjs";
import { CONSENT, Consent, Ending } from "./start.mjs";
import { html } from "./view.mjs";
import { NameField, Opens, said } from "./widgets.mjs";

/**
 * @import { Ui } from "../types/ui"
 * @import { Seated, Table } from "../types/page"
 * @import { Card, Debt, OwnPile, Picture } from "../types/table"
 */

// -- a hand of cards: people pick a card by a tap or a key, or drag it to its place

const MANY = 8; // more cards than this do not fit side by side on a phone, so their strip scrolls
/** @typedef {(code: string, place: string) => void} Drop what is done when a card is dragged to a `data-drop` */
/** @typedef {{ code: string, onDrop: Drop, at: HTMLElement, x: number, y: number, flies: HTMLElement | null, over: Element | null }} Dragged */
/** @typedef {{ picked: string[], hint?: string | null, Card: Ui["Card"], onPick(code: string, keyed: boolean): void, onDrop: Drop }} Shared */
const A_DRAG = 8; // px: a finger that moves less has tapped

/**
 * The card that a finger drags, and where the drag began. Only one at a time: the other thumb usually holds the phone.
 * @type {Dragged | null}
 */
let dragged = null;

/**
 * @param {PointerEvent & { currentTarget: HTMLElement }} event
 * @param {string} code
 * @param {Drop} onDrop
 */
function lift(event, code, onDrop) {
  if (event.button) return;
  dragged = { code, onDrop, at: event.currentTarget, x: event.clientX, y: event.clientY, flies: null, over: null };
}

/** @param {PointerEvent} event */
function drag(event) {
  if (!dragged) return;
  const [x, y] = [event.clientX - dragged.x, event.clientY - dragged.y];
  if (!dragged.flies && Math.hypot(x, y) < A_DRAG) return;
  dragged.flies ??= takeOff(dragged.at);
  dragged.flies.style.translate = `${x}px ${y}px`;
  mark(placeUnder(event));
}

/**
 * Let a copy of the card follow the finger, because the strip would clip the card itself.
 * @param {HTMLElement} at
 */
function takeOff(at) {
  const flies = document.createElement("div");
  const { left, top, width, height } = (at.firstElementChild ?? at).getBoundingClientRect();
  flies.className = "flies";
  flies.setAttribute("aria-hidden", "true");
  Object.assign(flies.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  if (at.firstElementChild) flies.append(at.firstElementChild.cloneNode(true));
  document.body.append(flies);
  at.classList.add("dragged");
  return flies;
}

/** @param {PointerEvent} event */
function drop(event) {
  if (!dragged) return;
  const { code, onDrop, at, flies } = dragged;
  const place = flies ? placeUnder(event) : null;
  putDown();
  if (flies) swallowClick(at);
  if (place?.dataset.drop) onDrop(code, place.dataset.drop);
}

/**
 * Suppress the click that browsers send after a drag.
 * @param {HTMLElement} card
 */
function swallowClick(card) {
  /** @param {Event} click */
  const swallow = (click) => click.stopImmediatePropagation();
  card.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => card.removeEventListener("click", swallow, { capture: true }), 0);
}

function putDown() {
  if (!dragged) return;
  mark(null);
  dragged.at.classList.remove("dragged");
  dragged.flies?.remove();
  dragged = null;
}

/**
 * @param {PointerEvent} event
 * @returns {HTMLElement | null}
 */
function placeUnder(event) {
  return (
    document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((one) => /** @type {HTMLElement | null} */ (one.closest("[data-drop]")))
      .find(Boolean) ?? null
  );
}

/** @param {HTMLElement | null} place */
function mark(place) {
  if (!dragged || dragged.over === place) return;
  dragged.over?.classList.remove("over");
  place?.classList.add("over");
  dragged.over = place;
}

window.addEventListener("pointermove", drag);
window.addEventListener("pointerup", drop);
window.addEventListener("pointercancel", putDown);

/**
 * Handle keys in a hand: arrows move from card to card, a digit picks the card with that number.
 * @param {KeyboardEvent & { currentTarget: HTMLElement }} event
 */
function walk(event) {
  const cards = /** @type {HTMLElement[]} */ ([...event.currentTarget.querySelectorAll(".pick")]);
  const at = cards.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step) cards.at((at + step) % cards.length)?.focus();
  else if (/^[1-9]$/.test(event.key)) cards[Number(event.key) - 1]?.click();
  else return;
  event.preventDefault();
}

/** @param {MouseEvent} event */
const isKeyed = (event) => event.detail === 0;

const UNKNOWN = 2; // selects the plural form for an unknown number
const DEEPEST = 5; // cards of a pile whose edges are visible below its top

/**
 * The number of cards left in a pile, in words; `count` is null if it is unknown.
 * @param {number | null} count
 */
function left(count) {
  const shown = /** @type {any} */ ({ count: html`<b>${count ?? "?"}</b>` });
  return many("{count} card left", "{count} cards left", count ?? UNKNOWN, shown);
}

/**
 * A hand that lies as a pile: its top with the face that is up, the edges of the cards below, and their number.
 * @param {{ pile: OwnPile, none: string, faceUp: Ui["faceUp"] } & Shared} props
 */
export function HandPile({ pile: { count, top }, none, picked, hint, Card, faceUp, onPick, onDrop }) {
  if (!top) return html`<p class="no-cards" data-hand>${none}</p>`;
  const { code, label } = top;
  const face = faceUp?.(top);
  const below = Math.min(Math.max((count ?? DEEPEST + 1) - 1, 0), DEEPEST);
  return html`<div class="own" data-hand role="group" aria-label=${say("Your pile")}>
    <span class="heap" style=${{ "--below": below }}>
      ${[...Array(below).keys()].map((n) => html`<span class="edge-below" key=${n} style=${{ "--n": n + 1 }}></span>`)}
      <button key=${code} class=${`pick ${picked.includes(code) ? "picked" : ""} ${hint === code ? "hinted" : ""}`}
        aria-pressed=${picked.includes(code)} data-card=${code} data-up=${top.up}
        onPointerDown=${(event) => lift(event, code, onDrop)} onClick=${(event) => onPick(code, isKeyed(event))}
        onDragStart=${(event) => event.preventDefault()}
      ><${Card} code=${code} label=${face ?? label} face=${face} /></button>
    </span>
    <p class="left">${left(count)}</p>
  </div>`;
}

/**
 * A strip of cards; it scrolls if it is too long for the phone. `none` is the text for an empty hand. `onPick(code)` is
 * called when a card is tapped, `onDrop(code, place)` when it is dragged to an element with `data-drop`.
 * @param {{ cards: Card[], none: string, fresh: string[] } & Shared} props
 */
export function Hand({ cards, none, picked, fresh, hint, Card, onPick, onDrop }) {
  if (!cards.length) return html`<p class="no-cards" data-hand>${none}</p>`;
  const middle = (cards.length - 1) / 2;
  return html`<div class=${`hand ${cards.length > MANY ? "many" : ""}`} data-hand role="group" aria-label=${say("Your cards")} onKeyDown=${walk}>
    ${cards.map(
      ({ code, label }, n) => html`<button
        key=${code}
        class=${`pick ${picked.includes(code) ? "picked" : ""} ${hint === code ? "hinted" : ""} ${fresh.includes(code) ? "fresh" : ""}`}
        style=${cards.length > MANY ? null : { "--turn": `${(n - middle) * 1.6}deg`, "--sink": `${(n - middle) ** 2 * 0.5}px` }}
        aria-pressed=${picked.includes(code)}
        data-card=${code}
        onPointerDown=${(event) => lift(event, code, onDrop)}
        onClick=${(event) => onPick(code, isKeyed(event))}
        onDragStart=${(event) => event.preventDefault()}
      ><${Card} code=${code} label=${label} /></button>`,
    )}
  </div>`;
}

// -- this phone's place

/** @param {{ table: Seated }} props */
function Owed({ table }) {
  const { owed } = table.state.room.mine;
  /** @param {Debt} debt */
  function says({ to, count }) {
    if (to === null) {
      return many(
        "You owe a player a card: pick one, then tap a player.",
        "You owe a player {count} cards: pick one, then tap a player.",
        count,
      );
    }
    return many(
      "You owe {who} a card: pick one, then tap {who}.",
      "You owe {who} {count} cards: pick one, then tap {who}.",
      count,
      { who: table.nameOf(to) },
    );
  }
  return owed.map((debt) => html`<p class="owed" key=${debt.to}>${says(debt)}</p>`);
}

/**
 * Actions with the picked cards, other than laying them.
 * @param {{ table: Seated }} props
 */
function Acts({ table }) {
  const { picked, pair, room, seat } = table.state;
  const { last, gone, hand, may_vanish } = room.mine;
  const { counting } = table.at(seat);
  const one = picked.length === 1 && !pair;
  const back = picked.length ? null : last;
  /**
   * @param {string} text
   * @param {() => void} onClick
   * @param {string} name
   */
  const act = (text, onClick, name) =>
    html`<button class="says" data-act=${name} data-choice=${name} onClick=${onClick}>${text}</button>`;
  return html`
    ${counting != null && html`<p class="owed">${many("{counted} of {count} card counted", "{counted} of {count} cards counted", hand.length, { counted: counting })}</p>`}
    ${counting != null && counting < hand.length && act(say("Show all my cards"), () => table.hands({ do: "show", seat }), "show")}
    ${one && may_vanish && act(say("And another"), () => table.set({ pair: true }), "pair")}
    ${one && may_vanish && act(say("Let it vanish"), () => table.go(picked, "away"), "vanish")}
    ${one && counting != null && act(say("Show this card"), () => table.go(picked, `zone seat.${seat}`), "touch")}
    ${pair && html`<p class="owed">${say("Pick two, then drop them as one.")}</p>`}
    ${back && act(say("Take my {card} back", { card: back.label }), () => table.hands({ do: "take", seat, card: back.code }), "take")}
    ${
      gone.length > 0 &&
      !picked.length &&
      html`<${Opens} name=${say("Out of sight")} choice="gone">${(/** @type {() => void} */ close) =>
        gone.map(({ code, label }) =>
          act(
            say("Fetch the {card}", { card: label }),
            () => {
              close();
              table.hands({ do: "fetch", seat, card: code });
            },
            "fetch",
          ),
        )}<//>`
    }`;
}

/**
 * Answers to a question to this seat, which people can tap instead of using the button.
 * @param {{ table: Seated }} props
 */
function Answers({ table }) {
  const { picture, seat } = table.state;
  if (!picture.question?.seats.includes(seat) || picture.question.choice === CONSENT) return null;
  return picture.question.options.map(
    ({ answer, label }) => html`<button class="again" key=${answer} data-choice="settle" data-answer=${answer}
      onClick=${() => table.choose("settle", answer)}>${label}</button>`,
  );
}

/** @param {{ table: Seated }} props */
function Tabs({ table }) {
  const { me, seat, picture } = table.state;
  if (me.seats.length < 2) return null;
  return html`<div class="tabs" role="group" aria-label=${say("Whose hand is shown")}>
    ${me.seats.map((one) => html`<button key=${one} class=${isBusy(picture, one) ? "busy" : ""} aria-pressed=${one === seat} onClick=${() => table.sitAt(one)}>${table.nameOf(one)}</button>`)}
  </div>`;
}

/**
 * The buttons on this page: that of the current seat, and in a race those of all seats that share this phone.
 * @param {{ table: Seated, buttonSays: Ui["buttonSays"] }} props
 */
function Buttons({ table, buttonSays }) {
  const { me, seat, picture, room, practice } = table.state;
  const shown = me.seats.filter((one) => one === seat || (picture.race && isBusy(picture, one)));
  const { counting } = table.at(seat);
  const held = room.mine.hand.length;
  const left = uncounted(counting, held);
  return html`<div class="buttons">${shown.map(
    (
      one,
    ) => html`<${SeatButton} key=${one} seat=${one} name=${table.nameOf(one)} lit=${isBusy(picture, one)} says=${(one === seat && left) || saysOf({ picture, seat: one, own: seat, buttonSays })}
      hinted=${practice?.press && one === seat} instead=${left && one === seat ? table.countFirst : null} />`,
  )}</div>`;
}

/**
 * The text of the button until all cards of a hand have touched the pad; null if all are counted.
 * @param {number | null | undefined} counted
 * @param {number} held
 */
function uncounted(counted, held) {
  if (counted == null || counted >= held) return null;
  return counted ? say("{counted} of {count}", { counted, count: held }) : say("Count");
}

/**
 * What a tap on a seat's button says now; for a question, this is the first answer. Meanings of a hold or a double press
 * have buttons of their own.
 * @param {{ picture: Picture, seat: number, own: number, buttonSays: Ui["buttonSays"] }} at
 */
function saysOf({ picture, seat, own, buttonSays }) {
  const races = picture.race?.seats?.includes(seat) && picture.question?.choice === CONSENT; // during a race, presses belong to the race
  if (!races && picture.question?.seats.includes(seat)) return picture.question.options[0]?.label ?? null;
  const said = picture.race || seat !== own ? [] : Object.keys(picture.gestures ?? {});
  return !said.length || said.includes("tap") ? buttonSays({ picture, seat }) : null;
}

/**
 * The hand: a fan of cards, or a pile that nobody looks at.
 * @param {{ table: Seated, parts: Ui }} props
 */
function Held({ table, parts: { Card, emptyHand, faceUp } }) {
  const { room, picked, practice, fresh } = table.state;
  const { hand, pile } = room.mine;
  const shared = { picked, hint: practice?.hint, Card, onPick: table.pick, onDrop: table.drop };
  if (pile && !room.deal) return html`<${HandPile} pile=${pile} none=${emptyHand} faceUp=${faceUp} ...${shared} />`;
  return html`<${Hand} cards=${room.deal ? [] : hand} none=${room.deal ? say("No cards have been dealt yet.") : emptyHand} fresh=${fresh} ...${shared} />`;
}

/**
 * A form for the name of somebody who has a seat but is not in this game: they join the next game, or the one that waits.
 * @param {{ table: Seated }} props
 */
function Coming({ table }) {
  const { room, seat, picture } = table.state;
  const name = room.coming[seat];
  if (picture.gathering && table.at(seat).name)
    return html`<p class="no-cards">${say("{who}, you are in.", { who: table.at(seat).name })}</p>`;
  if (name) return html`<p class="no-cards">${say("{who}, you are in the next game.", { who: name })}</p>`;
  if (!picture.game && !picture.gathering) return html`<p class="no-cards">${say("No game is on.")}</p>`;
  return html`<div class="field"><label for="my-name">${picture.gathering ? say("Say your name, and you are in:") : say("You are not in this game. Say your name, and you are in the next one:")}</label>
      <${NameField} id="my-name" autocomplete="nickname" /></div>
    <button class="again" data-call onClick=${() => table.call(said("my-name"))}>${say("Join")}</button>`;
}

/** @param {{ table: Table, parts: Ui }} props */
export function Mine({ table, parts }) {
  const { buttonSays, Choices } = parts;
  const { seat, picture, room } = table.state;
  if (seat === null || !room.mine || picture.auto) return null;
  const playing = picture.game && picture.seats.some((one) => one.seat === seat);
  if (!playing) return html`<section class="mine"><${Tabs} table=${table} /><${Coming} table=${table} /></section>`;
  const asked = picture.question?.seats.includes(seat);
  return html`<section class=${`mine ${room.mine.pile ? "with-pile" : ""}`} aria-label=${say("{who}’s place", { who: table.nameOf(seat) })}>
    <${Tabs} table=${table} />
    <${Held} table=${table} parts=${parts} />
    <div class=${`reach ${asked ? "asked" : ""}`}>
      <div class="acts" role="group" aria-label=${say("What you can do")}>
        <${Ending} picture=${picture} games=${table.games} asking=${table.asking} seat=${seat} />
        <${Consent} picture=${picture} seat=${seat} games=${table.games} asking=${table.asking} />
        <${Answers} table=${table} />
        <${Owed} table=${table} />
        <${AtThePiles} table=${table} />
        ${Choices && html`<${Choices} picture=${picture} seat=${seat} choose=${table.choose} table=${table} />`}
        <${Gestures} seat=${seat} picture=${picture} shown=${parts.shows} />
        ${!asked && html`<${Acts} table=${table} />`}
      </div>
      <${Buttons} table=${table} buttonSays=${buttonSays} />
    </div>
  </section>`;
}
