// A seat that plays by ear: events are spoken, and possible actions are offered one after the other. A swipe goes to the
// next offer, a tap carries it out, and a hold repeats the state of the game, or goes back.
import { ask, inTurn, messageOf } from "./api.mjs";
import { did, gestures, rests, watch } from "./button.mjs";
import * as ears from "./ears.mjs";
import { livePage } from "./page.mjs";
import { say } from "./say.mjs";
import { embedded, html } from "./view.mjs";
import { NameField, said } from "./widgets.mjs";

/**
 * @import { Path } from "../types/page"
 * @import { Heard, Offer } from "../types/table"
 */

const LONG = 90; // letters; longer lines are shown smaller, and much longer ones smaller still
const LONGER = 220;
const CALLED = "called";
const SETTLED_MS = 120; // changes within this time lead to one request
/** @type {{ seat: number, mine: boolean }} */
const setting = embedded("setting");
const { seat } = setting;
const HOW = say("Swipe sideways to hear what you can do, tap to do it, hold to hear again where the game stands.");
const begin = setting.mine ? say("Tap to begin.") : say("Tap to take seat {seat}.", { seat });
/** @type {Heard} */
const nothing = { hand: [], table: [], offers: [] };
const known = {
  mine: setting.mine,
  begun: false,
  line: `${begin} ${HOW}`, // the latest spoken line
  no: false, // whether that line is a refusal
  heard: nothing,
  /** @type {string[]} */
  into: [], // the opened offers, by their texts
  /** @type {string | null} */
  at: null, // the latest spoken offer, by its text
};
const { state, set, redraw, asking, listen } = livePage("ear", known, Ear);

// -- speaking

/**
 * Say sentences at once, and show them.
 * @param {readonly string[]} sentences
 * @param {boolean} [no]
 */
function speak(sentences, no = false) {
  ears.say(sentences);
  if (no) ears.sound("no");
  set({ line: sentences.join(" "), no });
}

ears.onSaid((sentences) => {
  if (state.begun) set({ line: sentences.join(" "), no: false });
});

/** Say the state of the game, the cards of the hand, and the cards on the table. */
function again() {
  const { headline, prompt, notice } = state.picture;
  const { hand, table } = state.heard;
  const said = [headline && `${headline}.`, prompt, notice, ...hand, ...table].filter((one) => !!one);
  speak(/** @type {string[]} */ (said));
}

// -- offers

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** Load the offers again when no more changes come. */
function refresh() {
  clearTimeout(soon);
  soon = setTimeout(look, SETTLED_MS);
}

async function look() {
  if (!state.mine) return;
  try {
    set({ heard: await ask(`/api/v1/seats/${seat}/offers`, undefined, "GET") });
    stay();
  } catch (error) {
    console.info("what can be done was not told", error);
  }
}

/** Return the offers within the opened offers.
 * @param {readonly string[]} [into]
 * @returns {readonly Offer[]}
 */
function here(into = state.into) {
  /** @type {readonly Offer[]} */
  let offers = state.heard.offers;
  for (const text of into) offers = offers.find((one) => one.text === text)?.then ?? [];
  return offers;
}

/** Leave offers that no longer exist; in a race in which all press their buttons, go to the first offer, the button. */
function stay() {
  const { picture, into, at } = state;
  if (into.length && !here().length) set({ into: [], at: null });
  else if (at !== null && !here().some((one) => one.text === at)) set({ at: null });
  if (picture.race?.race === "slap" && picture.race.seats?.includes(seat))
    set({ into: [], at: state.heard.offers[0]?.text ?? null });
}

/**
 * Go to the next or the previous offer, and speak it.
 * @param {1 | -1} step
 */
function go(step) {
  if (!state.begun) return start();
  const offers = here();
  if (!offers.length) return speak([say("There is nothing to do now.")]);
  const now = offers.findIndex((one) => one.text === state.at);
  const next = now < 0 ? (step > 0 ? 0 : offers.length - 1) : (now + step + offers.length) % offers.length;
  const { text } = offers[next];
  set({ at: text });
  speak([text]);
}

/** Carry out the latest spoken offer, or open it. */
async function tap() {
  if (!state.begun) return start();
  const offer = here().find((one) => one.text === state.at);
  if (!offer) return go(1);
  if (offer.then.length) {
    set({ into: [...state.into, offer.text], at: null });
    return go(1);
  }
  const why = offer.steps.some(({ body }) => body.do === "press") ? rests(seat) : null;
  if (why) return speak([why, state.picture.prompt]);
  await tryTo(offer);
}

/** @param {Pick<Offer, "steps">} offer */
async function tryTo(offer) {
  set({ into: [], at: null });
  try {
    await carryOut(offer);
  } catch (error) {
    speak([messageOf(error)], true);
  }
  refresh();
}

/**
 * Send the requests of an offer one after another, each at its time.
 * @param {Pick<Offer, "steps">} offer
 */
async function carryOut({ steps }) {
  did(seat);
  for (const { path, body, after_ms } of steps) {
    if (after_ms) await new Promise((soon) => setTimeout(soon, after_ms));
    if (body.do === "press") ears.pressed();
    await inTurn(/** @type {Path<"POST">} */ (path), /** @type {any} */ (body), "fingers");
  }
}

/** Close the opened offer, or repeat the state of the game. */
function hold() {
  if (!state.begun) return start();
  const last = state.into.at(-1);
  if (last === undefined) return again();
  set({ into: state.into.slice(0, -1), at: last });
  speak([last]);
}

/** Handle the first tap, after which browsers let the phone speak. */
async function start() {
  if (!state.mine) {
    const taken = await asking(ask(`/api/v1/seats/${seat}/take`, {}));
    if (!taken) return speak([String(state.complaint)], true);
    set({ mine: true });
    hear();
  }
  set({ begun: true });
  const speech = "speechSynthesis" in globalThis && ears.turn("speech", true);
  await Promise.all([ears.turn("sound", true), speech, look()]);
  again();
}

function hear() {
  const url = state.mine ? `/api/v1/seats/${seat}/events` : "/api/v1/events";
  listen({
    url,
    hear: {
      room: refresh,
      picture(picture) {
        set({ picture });
        refresh();
      },
    },
  });
}

// -- drawing

const does = { next: () => go(1), before: () => go(-1), tap, hold };
const area = gestures(does);
// Keys work while no element has the focus.
document.addEventListener("keydown", (event) => event.target === document.body && area.onKeyDown(event));

/** A field for a name other than the offered one: people type it, or dictate it to the phone's keyboard. */
function Called() {
  const [step] = here([]).flatMap(({ steps }) => steps.filter(({ path }) => path.endsWith("/name")));
  if (!state.begun || !step) return null;
  /** @param {SubmitEvent} event */
  const joins = (event) => {
    event.preventDefault();
    tryTo({ steps: [{ ...step, body: { name: said(CALLED) } }] });
  };
  return html`<form class="called" onSubmit=${joins}><label for=${CALLED}>${say("Your name")}</label>
    <${NameField} id=${CALLED} autocomplete="nickname" /><button>${say("Join")}</button></form>`;
}

/** @returns {import("preact").VNode} */
function Ear() {
  const { picture, line, no, begun } = state;
  watch({
    picture,
    seat: state.mine ? seat : null,
    seats: state.mine ? [seat] : [],
    buttonMeans: state.parts.buttonMeans,
    redraw,
  });
  const size = line.length > LONGER ? "longer" : line.length > LONG ? "long" : "";
  return html`<h1>${say("Seat {seat}, by ear", { seat })}</h1>
    <div class="gestures" data-ear role="application" tabindex="0" aria-label=${HOW} ...${area}>
      <p class=${`line ${size} ${no ? "says-no" : ""}`} aria-live="assertive">${line}</p>
    </div>
    <${Called} />
    <div class="keys" role="group" aria-label=${say("What you can do")}>
      ${
        begun &&
        html`<button type="button" data-key="before" onClick=${does.before}>${say("The one before")}</button>
      <button type="button" data-key="next" onClick=${does.next}>${say("Next")}</button>`
      }
      <button type="button" data-key="tap" onClick=${does.tap}>${begun ? say("Do it") : begin}</button>
      ${begun && html`<button type="button" data-key="hold" onClick=${does.hold}>${say("Hear again, or back")}</button>`}
    </div>`;
}

hear();
refresh();
