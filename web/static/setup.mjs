// Setting a wired table up: one thing to do at a time, with a picture of the table that grows. All of it is kept at the
// table, so a phone that has slept, or another one, goes on where it is.
import { ask, complaintOf, messageOf, NO_ANSWER } from "./api.mjs";
import { ByPin } from "./login.mjs";
import { byId, embedded, html, render, state as useState } from "./view.mjs";
import { padName, Wired } from "./wired.mjs";

/**
 * @import { ComponentChildren, VNode } from "preact"
 * @import { SetUp } from "../types/api"
 */

/** @typedef {NonNullable<SetUp["ask"]>} Asked */
/** @typedef {{ pads: number, seats: number, lights: boolean }} Wish */
const LOOK_MS = 400; // how often it asks how far the set-up is
const MANY = 60; // silences: it should have started by then
const MOST_PADS = 10;
const MOST_SEATS = 8;
const DO = { lay: "Lay a card on", leave: "Let it lie on", lift: "Lift it from" };

const root = byId("setup");
/** @type {{ shown: SetUp, host: boolean, complaint: string | null, away: boolean, silences: number, step: number, wish: Wish, picked: string[] }} */
const state = {
  shown: embedded("shown"),
  host: embedded("me").host,
  complaint: null,
  away: false, // the table starts again
  silences: 0, // how often in a row it has not answered
  step: 0, // of the questions before anything is looked at
  wish: { pads: 2, seats: 4, lights: false },
  picked: [], // pins, or where lights hang
};
/** @type {ReturnType<typeof setTimeout> | undefined} */
let looking;

async function look() {
  clearTimeout(looking);
  if (state.host && !document.hidden) {
    const was = state.shown;
    try {
      state.shown = await ask("/api/v1/setup", undefined, "GET");
      state.away = false;
      state.silences = 0;
    } catch (error) {
      if (messageOf(error).startsWith(NO_ANSWER)) {
        state.away = true; // it starts again, or is out of reach: either way we go on asking
        state.silences += 1;
      } else {
        state.host = false; // another database, other cookies
      }
    }
    if (was.question !== state.shown.question) {
      state.picked = [];
      state.complaint = null;
    }
    draw();
  }
  clearTimeout(looking);
  looking = setTimeout(look, LOOK_MS);
}

/** @param {import("../types/page").Body<"POST", "/api/v1/setup">} body */
async function wish(body) {
  state.complaint = await complaintOf(ask("/api/v1/setup", body).then((shown) => (state.shown = shown)));
  draw();
}

/** @param {string | number | (string | number)[]} answer */
const say = (answer) => wish({ do: "say", question: state.shown.question, answer });

/** @param {Partial<Wish>} change */
function choose(change) {
  Object.assign(state.wish, change);
  draw();
}

/** @param {number} step */
function goTo(step) {
  state.step = step;
  draw();
}

// -- before anything is looked at

/** @param {{ title: string, children: ComponentChildren, says?: string }} props */
const Card = ({ title, children, says }) =>
  html`<section class="framed"><h2>${title}</h2>${says && html`<p class="says-so">${says}</p>`}${children}</section>`;

/** @param {{ name: string, value: number, least: number, most: number, onValue(value: number): void }} props */
function Count({ name, value, least, most, onValue }) {
  return html`<div class="count" role="group" aria-label=${name}>
    <button class="says" aria-label="fewer" disabled=${value <= least} onClick=${() => onValue(value - 1)}>−</button>
    <output>${value}</output>
    <button class="says" aria-label="more" disabled=${value >= most} onClick=${() => onValue(value + 1)}>+</button>
  </div>`;
}

/** @param {{ back?(): void, children: ComponentChildren }} props */
const Ways = ({ back, children }) =>
  html`<div class="ways">${back && html`<button class="says" data-back onClick=${back}>Back</button>`}${children}</div>`;

function Before() {
  const { wish: wanted, step, shown } = state;
  const pads = [...["discard", "hidden"], ...Array.from({ length: MOST_SEATS }, (_, n) => `seat.${n + 1}`)].slice(
    0,
    wanted.pads,
  );
  const picture = html`<${Wired} pads=${pads} seats=${wanted.seats} looks=${{}} says=${`A table with ${wanted.pads} pads and ${wanted.seats} buttons`} />`;
  if (step === 0) {
    return html`${shown.why && html`<p class="notice" role="alert">${shown.why}</p>`}
      <${Card} title=${shown.wired ? "Set the table up again" : "Let us see what you have wired"}
        says="The table looks for readers and buttons, and you show it which is which: you touch each pad with a card, and press each button. Nothing has to be typed in.">
        <${Ways}>
          <button class="again" data-next onClick=${() => goTo(1)}>Begin</button>
          ${
            shown.wired
              ? html`<button class="says" data-leave onClick=${() => wish({ do: "leave" })}>Start the table as it is</button>`
              : html`<a class="says" href="/?play">Play on phones first</a>`
          }
        <//>
      <//>`;
  }
  if (step === 1) {
    return html`${picture}<${Card} title="How many pads has it?" says="A pad is a place for cards with a reader under it.">
      <${Count} name="Pads" value=${wanted.pads} least=${1} most=${MOST_PADS} onValue=${(/** @type {number} */ value) => choose({ pads: value, seats: Math.max(wanted.seats, value - 2) })} />
      <${Ways} back=${() => goTo(0)}><button class="again" data-next onClick=${() => goTo(2)}>Next</button><//>
    <//>`;
  }
  if (step === 2) {
    return html`${picture}<${Card} title="How many buttons?" says="Each seat has one, for whoever is quickest or has something to say.">
      <${Count} name="Buttons" value=${wanted.seats} least=${Math.max(1, wanted.pads - 2)} most=${MOST_SEATS} onValue=${(/** @type {number} */ value) => choose({ seats: value })} />
      <${Ways} back=${() => goTo(1)}><button class="again" data-next onClick=${() => goTo(3)}>Next</button><//>
    <//>`;
  }
  /** @param {boolean} lights */
  const begin = (lights) => wish({ do: "begin", ...wanted, lights });
  return html`${picture}<${Card} title="Are there lights, or a buzzer?" says="Then the table will switch them on, one after the other, and you say which one it was.">
    <${Ways} back=${() => goTo(2)}>
      <button class="says" data-lights onClick=${() => begin(true)}>Yes</button>
      <button class="again" data-begin onClick=${() => begin(false)}>No</button>
    <//>
  <//>`;
}

// -- one question after the other

/** What each part looks like by now. */
function looks() {
  const { shown } = state;
  /** @type {import("./wired.mjs").Looks} */
  const told = {};
  for (const reader of shown.readers) for (const zone of reader.zones.slice(0, 2)) told[zone] = { known: true };
  for (const seat of Object.keys(shown.buttons)) told[`button.${seat}`] = { known: true };
  for (const { beside } of shown.lights) {
    const part = typeof beside === "number" ? `button.${beside}` : beside;
    told[part] = { ...told[part], light: true };
  }
  const { ask: asked } = shown;
  const part = asked?.zone ?? (asked?.seat ? `button.${asked.seat}` : null);
  if (part) told[part] = { ...told[part], asked: true, cards: asked?.do === "leave" || asked?.do === "lift" ? 1 : 0 };
  return told;
}

/** @param {{ options: (string | number)[], labels?: string[] }} props */
function Choose({ options, labels = options.map(String) }) {
  const { picked } = state;
  /** @param {string} one */
  const flip = (one) => {
    state.picked = picked.includes(one) ? picked.filter((other) => other !== one) : [...picked, one];
    draw();
  };
  return html`<div class="pins">${options.map((one, n) => html`<button key=${one} class="says" aria-pressed=${picked.includes(`${one}`)} onClick=${() => flip(`${one}`)}>${labels[n]}</button>`)}</div>`;
}

/** @param {{ asked: Asked }} props */
function Question({ asked }) {
  const { shown, picked } = state;
  const back = () => say("back");
  const skip = html`<button class="says" data-skip onClick=${() => say("skip")}>There is none</button>`;
  const pad = padName(asked.zone ?? "", shown.pads);
  switch (asked.ask) {
    case "touch":
      return html`<${Card} title=${`Touch ${pad} with a card.`} says="Any card with a tag will do."><${Ways} back=${back}>${skip}<//><//>`;
    case "press":
      return html`<${Card} title=${`Press the button of seat ${asked.seat}.`}><${Ways} back=${back}>${skip}<//><//>`;
    case "measure": {
      const { do: what = "lay", round = 1, of = 1 } = asked;
      return html`<${Card} title=${`${DO[what]} ${pad}.`} says=${`It is measured how well it reads: ${round} of ${of}.`}>
        <progress max=${of} value=${round - 1} aria-label="times"></progress>
        <${Ways} back=${back}><button class="says" data-skip onClick=${() => say("skip")}>Do not measure it</button><//>
      <//>`;
    }
    case "drive":
      return html`<${Card} title=${`${shown.readers.length} of ${shown.pads.length} readers answer.`}
        says="The others may hang on pins of their own. May the table switch pins, one after the other, to look for them? Only readers may hang on these: no button, and no light.">
        <${Ways} back=${back}><button class="says" data-skip onClick=${() => say("skip")}>No</button><button class="again" data-yes onClick=${() => say("yes")}>Yes, all free pins</button><//>
        <details><summary>Only some of them</summary><p>BCM numbers, as in drawings of wires.</p>
          <${Choose} options=${asked.pins ?? []} />
          <button class="again" data-some disabled=${!picked.length} onClick=${() => say(picked.map(Number))}>Yes, these</button></details>
      <//>`;
    case "lights":
      return html`<${Card} title="Where do lights hang?" says="They will be switched on. Choose the pins of lights and of the buzzer only.">
        <${Choose} options=${asked.places ?? []} />
        <${Ways} back=${back}><button class="says" data-skip onClick=${() => say("skip")}>Nowhere</button><button class="again" data-some disabled=${!picked.length} onClick=${() => say(picked)}>These</button><//>
      <//>`;
    case "lit":
      return html`<${Card} title="Something goes on and off. Where?" says=${`It hangs on ${asked.at}.`}>
        <div class="pins">
          ${shown.pads.map((zone) => html`<button key=${zone} class="says" data-lit=${zone} onClick=${() => say(zone)}>At ${padName(zone, shown.pads)}</button>`)}
          ${Array.from({ length: shown.seats }, (_, n) => html`<button key=${n} class="says" data-lit=${n + 1} onClick=${() => say(n + 1)}>At the button of seat ${n + 1}</button>`)}
          <button class="says" data-lit="buzzer" onClick=${() => say("buzzer")}>I hear the buzzer</button>
        </div>
        <${Ways} back=${back}><button class="says" data-skip onClick=${() => say("skip")}>Nowhere</button><//>
      <//>`;
    default:
      return html`<${Card} title="Is this your table?" says="It starts with it. What was there before is kept beside it.">
        <${Found} />
        <${Ways} back=${back}><button class="again" data-write onClick=${() => say("yes")}>Yes, use it</button><//>
      <//>`;
  }
}

/** What was found, part by part. */
function Found() {
  const { shown } = state;
  return html`<ul class="found">
    ${shown.readers
      .filter(({ zones }) => zones.length)
      .map(
        ({ at, zones, measured }) =>
          html`<li key=${at}><b>${sentence(padName(zones[0], shown.pads))}</b><span>${at}</span>${measured && html`<small>${measured}</small>`}</li>`,
      )}
    ${Object.entries(shown.buttons).map(([seat, at]) => html`<li key=${seat}><b>Button of seat ${seat}</b><span>${at}</span></li>`)}
    ${shown.lights.map(({ at, beside }) => html`<li key=${at}><b>Light ${typeof beside === "number" ? `of seat ${beside}` : `at ${beside === "buzzer" ? "nothing: the buzzer" : padName(beside, shown.pads)}`}</b><span>${at}</span></li>`)}
  </ul>`;
}

/** @param {string} text */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

function Asking() {
  const { shown } = state;
  if (!shown.ask) return html`<${Card} title="Looking …" />`;
  return html`${shown.steps > 0 && html`<progress class="steps" max=${shown.steps} value=${Math.max(0, shown.number - 1)} aria-label="steps"></progress>`}
    <${Wired} pads=${shown.pads} seats=${shown.seats} looks=${looks()} says=${`${shown.number} of ${shown.steps} steps`} />
    <div role="status">${shown.heard && html`<p class="notice">${sentence(shown.heard)}.</p>`}<${Question} asked=${shown.ask} /></div>
    ${shown.notes.map((note) => html`<p class="notice note" key=${note}>${sentence(note)}.</p>`)}
    <p class="end"><button class="quiet" data-stop onClick=${() => wish({ do: "stop" })}>Stop the set-up</button></p>`;
}

function Done() {
  return html`<${Card} title="The table is set up." says="Next, tell it which card carries which tag; or sit down, if you have done that.">
    <${Ways}><a class="again" data-decks href="/decks">Tag a deck</a><a class="says" href="/">Play</a>
      <button class="says" data-anew onClick=${() => wish({ do: "open" })}>Set it up again</button><//>
  <//>`;
}

/** @returns {VNode} */
function Now() {
  const { shown, away } = state;
  if (away && state.silences > MANY)
    return html`<${Card} title="The table does not answer." says="Is this phone still on its network? As soon as the table is there, it goes on here." />`;
  if (away || shown.state === "written")
    return html`<${Card} title="The table starts …" says="That takes a few seconds." />`;
  switch (shown.state) {
    case "elsewhere":
      return html`<${Card} title="This table was started by hand." says="In its terminal, cardtable setup finds out what is wired. The service of an installed table does it here." />`;
    case "looking":
      return html`<${Card} title="Looking at what is wired …" says="Leave the pads empty, and press nothing." />`;
    case "asking":
      return html`<${Asking} />`;
    case "failed":
      return html`<p class="notice" role="alert">${sentence(shown.why)}.</p><${Card} title="That did not work."><${Ways}><button class="again" data-again onClick=${() => wish({ do: "stop" })}>Begin again</button><//><//>`;
    default:
      return shown.wired && !shown.alone ? html`<${Done} />` : html`<${Before} />`;
  }
}

function SetUpPage() {
  const [refused, refuse] = useState(/** @type {string | null} */ (null));
  const entered = () => {
    state.host = true;
    look();
  };
  return html`<header class="head"><h1>Set up</h1><a href="/help">Help</a></header>
    ${(state.complaint ?? refused) && html`<p class="notice" role="alert">${state.complaint ?? refused}</p>`}
    ${state.host ? html`<${Now} />` : html`${state.shown.why && html`<p class="notice" role="alert">${sentence(state.shown.why)}</p>`}<${Card} title="Set up the table" says="sudo cardtable pin shows the host’s PIN."><${ByPin} onHost=${entered} complain=${refuse} /><//>`}`;
}

function draw() {
  render(html`<${SetUpPage} />`, root);
}

document.addEventListener("visibilitychange", () => document.hidden || look());
window.addEventListener("pageshow", (event) => event.persisted && look());
root.replaceChildren();
draw();
look();
