// A hand of cards: a card is picked by a tap or a key, or dragged to where it goes.
import { many, say } from "./say.mjs";
import { html } from "./view.mjs";

/**
 * @import { Looks } from "../types/looks"
 * @import { Card, OwnPile } from "../types/table"
 */

const MANY = 8; // more cards than these do not lie side by side on a phone: their strip is scrolled
/** @typedef {(code: string, place: string) => void} Drop what is done when a card is dragged to a `data-drop` */
/** @typedef {{ code: string, onDrop: Drop, at: HTMLElement, x: number, y: number, flies: HTMLElement | null, over: Element | null }} Dragged */
/** @typedef {{ picked: string[], hint?: string | null, Card: Looks["Card"], onPick(code: string, keyed: boolean): void, onDrop: Drop }} Shared */
const A_DRAG = 8; // px: a finger that moves less has tapped

/**
 * What a finger drags, and where it began. One at a time: hands have two thumbs, but one of them holds the phone.
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
 * Let a picture of a card fly with the finger: the strip would cut the card itself off.
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
 * A finger that has dragged a card has not tapped it, whatever the browser says right after.
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
 * Keys in a hand: arrows go from card to card, a digit picks the card of that number.
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

const UNKNOWN = 2; // what stands for a number that nobody can tell: several
const DEEPEST = 5; // cards of a pile whose edges are seen below its top

/**
 * How many cards of a pile are left; null if nobody can tell.
 * @param {number | null} count
 */
function left(count) {
  const shown = /** @type {any} */ ({ count: html`<b>${count ?? "?"}</b>` });
  return many("{count} card left", "{count} cards left", count ?? UNKNOWN, shown);
}

/**
 * A hand that lies as a pile: its top with the face that is up, the edges of what lies below, and how many are left.
 * @param {{ pile: OwnPile, none: string, faceUp: Looks["faceUp"] } & Shared} props
 */
export function OwnPile({ pile: { count, top }, none, picked, hint, Card, faceUp, onPick, onDrop }) {
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
 * A strip of cards; one that is too long for the phone is scrolled within itself.
 * `none` is said of an empty hand. `onPick(code)` when a card is tapped, `onDrop(code, place)` when it is dragged to a `data-drop`.
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
