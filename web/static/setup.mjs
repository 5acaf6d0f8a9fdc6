// Setting up a wired table: one step at a time, with a drawing of the table that grows. The table keeps the state of the
// set-up, so a phone that was asleep, or another phone, can continue.
import { ask, complaintOf, messageOf, NO_ANSWER } from "./api.mjs";
import { ByPin } from "./claims.mjs";
import { say } from "./say.mjs";
import { Steps } from "./steps.mjs";
import { byId, embedded, html, render, state as useState } from "./view.mjs";
import { padName, Wired } from "./wired.mjs";

/**
 * @import { SetUp } from "../types/api"
 * @import { ComponentChildren, VNode } from "preact"
 */

/** @typedef {NonNullable<SetUp["ask"]>} Asked */
/** @typedef {{ pads: number, seats: number, lights: boolean }} Wish */
const LOOK_MS = 400; // between two requests for the state of the set-up
const MANY = 60; // requests without an answer, after which the table should have started
const MOST_PADS = 10;
const MOST_SEATS = 8;
/** @type {{ [what: string]: (pad: string) => string }} */
const DO = {
  lay: (pad) => say("Lay a card on {pad}.", { pad }),
  leave: (pad) => say("Let it lie on {pad}.", { pad }),
  lift: (pad) => say("Lift it from {pad}.", { pad }),
};

const root = byId("setup");
/** @type {{ shown: SetUp, host: boolean, complaint: string | null, away: boolean, silences: number, step: number, wish: Wish, picked: string[] }} */
const state = {
  shown: embedded("shown"),
  host: embedded("me").host,
  complaint: null,
  away: false, // whether the table is restarting
  silences: 0, // successive requests without an answer
  step: 0, // the step of the questions before the search for parts
  wish: { pads: 2, seats: 4, lights: false },
  picked: [], // the chosen pins, or places of lights
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
        state.away = true; // the table restarts, or is out of reach: continue asking in both cases
        state.silences += 1;
      } else {
        state.host = false; // another database does not know this phone's cookie
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
const reply = (answer) => wish({ do: "say", question: state.shown.question, answer });

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

// -- questions before the search for parts

/** @param {{ title: string, children: ComponentChildren, says?: ComponentChildren }} props */
const Card = ({ title, children, says }) =>
  html`<section class="framed"><h2>${title}</h2>${says && html`<p class="says-so">${says}</p>`}${children}</section>`;

/** @param {{ name: string, value: number, least: number, most: number, onValue(value: number): void }} props */
function Count({ name, value, least, most, onValue }) {
  return html`<div class="count" role="group" aria-label=${name}>
    <button class="says" aria-label=${say("fewer")} disabled=${value <= least} onClick=${() => onValue(value - 1)}>−</button>
    <output>${value}</output>
    <button class="says" aria-label=${say("more")} disabled=${value >= most} onClick=${() => onValue(value + 1)}>+</button>
  </div>`;
}

/** @param {{ back?(): void, children: ComponentChildren }} props */
const Ways = ({ back, children }) =>
  html`<div class="ways">${back && html`<button class="says" data-back onClick=${back}>${say("Back")}</button>`}${children}</div>`;

function Before() {
  const { wish: wanted, step, shown } = state;
  const pads = [...["discard", "hidden"], ...Array.from({ length: MOST_SEATS }, (_, n) => `seat.${n + 1}`)].slice(
    0,
    wanted.pads,
  );
  const picture = html`<${Wired} pads=${pads} seats=${wanted.seats} looks=${{}} says=${say("A table with {pads} pads and {buttons} buttons", { pads: wanted.pads, buttons: wanted.seats })} />`;
  if (step === 0) {
    return html`${shown.why && html`<p class="notice" role="alert">${shown.why}</p>`}
      ${shown.started.map((note) => html`<p class="notice note" data-started key=${note}>${note}.</p>`)}
      <${Card} title=${shown.wired ? say("Set the table up again") : say("Let us see what you have wired")}
        says=${say("The table looks for readers and buttons, and you show it which is which: you touch each pad with a card, and press each button. Nothing has to be typed in.")}>
        <${Ways}>
          <button class="again" data-next onClick=${() => goTo(1)}>${say("Begin")}</button>
          ${
            shown.wired
              ? html`<button class="says" data-leave onClick=${() => wish({ do: "leave" })}>${say("Start the table as it is")}</button>`
              : html`<a class="says" href="/?play">${say("Play on phones first")}</a>`
          }
        <//>
      <//>`;
  }
  if (step === 1) {
    return html`${picture}<${Card} title=${say("How many pads has it?")} says=${say("A pad is a place for cards with a reader under it.")}>
      <${Count} name=${say("Pads")} value=${wanted.pads} least=${1} most=${MOST_PADS} onValue=${(/** @type {number} */ value) => choose({ pads: value, seats: Math.max(wanted.seats, value - 2) })} />
      <${Ways} back=${() => goTo(0)}><button class="again" data-next onClick=${() => goTo(2)}>${say("Next")}</button><//>
    <//>`;
  }
  if (step === 2) {
    return html`${picture}<${Card} title=${say("How many buttons?")} says=${say("Each seat has one, for whoever is quickest or has something to say.")}>
      <${Count} name=${say("Buttons")} value=${wanted.seats} least=${Math.max(1, wanted.pads - 2)} most=${MOST_SEATS} onValue=${(/** @type {number} */ value) => choose({ seats: value })} />
      <${Ways} back=${() => goTo(1)}><button class="again" data-next onClick=${() => goTo(3)}>${say("Next")}</button><//>
    <//>`;
  }
  /** @param {boolean} lights */
  const begin = (lights) => wish({ do: "begin", ...wanted, lights });
  return html`${picture}<${Card} title=${say("Are there lights, or a buzzer?")} says=${say("Then the table will switch them on, one after the other, and you say which one it was.")}>
    <${Ways} back=${() => goTo(2)}>
      <button class="says" data-lights onClick=${() => begin(true)}>${say("Yes")}</button>
      <button class="again" data-begin onClick=${() => begin(false)}>${say("No")}</button>
    <//>
  <//>`;
}

// -- the table's questions

/** How the drawing shows each part now. */
function looks() {
  const { shown } = state;
  /** @type {import("./wired.mjs").Looks} */
  const parts = {};
  for (const reader of shown.readers) for (const zone of reader.zones.slice(0, 2)) parts[zone] = { known: true };
  for (const seat of Object.keys(shown.buttons)) parts[`button.${seat}`] = { known: true };
  for (const { beside } of shown.lights) {
    const part = typeof beside === "number" ? `button.${beside}` : beside;
    parts[part] = { ...parts[part], light: true };
  }
  const { ask: asked } = shown;
  const part = asked?.zone ?? (asked?.seat ? `button.${asked.seat}` : null);
  if (part) parts[part] = { ...parts[part], asked: true, cards: asked?.do === "leave" || asked?.do === "lift" ? 1 : 0 };
  return parts;
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
  const back = () => reply("back");
  const skip = html`<button class="says" data-skip onClick=${() => reply("skip")}>${say("There is none")}</button>`;
  const pad = padName(asked.zone ?? "", shown.pads);
  switch (asked.ask) {
    case "touch":
      return html`<${Card} title=${say("Touch {pad} with a card.", { pad })} says=${say("Any card with a tag will do.")}><${Ways} back=${back}>${skip}<//><//>`;
    case "press":
      return html`<${Card} title=${say("Press the button of seat {seat}.", { seat: asked.seat })}><${Ways} back=${back}>${skip}<//><//>`;
    case "measure": {
      const { do: what = "lay", round = 1, of = 1 } = asked;
      return html`<${Card} title=${DO[what](pad)} says=${say("Measuring how well it reads: {round} of {rounds}.", { round, rounds: of })}>
        <progress max=${of} value=${round - 1} aria-label=${say("times")}></progress>
        <${Ways} back=${back}><button class="says" data-skip onClick=${() => reply("skip")}>${say("Do not measure it")}</button><//>
      <//>`;
    }
    case "drive":
      return html`<${Driving} pins=${asked.pins ?? []} back=${back} />`;
    case "lights":
      return html`<${Card} title=${say("Where are the lights connected?")} says=${say("They will be switched on. Choose the pins of lights and of the buzzer only.")}>
        <${Choose} options=${asked.places ?? []} />
        <${Ways} back=${back}><button class="says" data-skip onClick=${() => reply("skip")}>${say("Nowhere")}</button><button class="again" data-some disabled=${!picked.length} onClick=${() => reply(picked)}>${say("These")}</button><//>
      <//>`;
    case "lit":
      return html`<${Lit} at=${asked.at ?? ""} back=${back} />`;
    default:
      return html`<${Card} title=${say("Is this your table?")} says=${say("The table starts with this. What was there before is kept as well.")}>
        <${Found} />
        <${Ways} back=${back}><button class="again" data-write onClick=${() => reply("yes")}>${say("Yes, use it")}</button><//>
      <//>`;
  }
}

/**
 * The question of whether the table may switch pins to find readers.
 * @param {{ pins: NonNullable<Asked["pins"]>, back(): void }} props
 */
function Driving({ pins, back }) {
  const { shown, picked } = state;
  return html`<${Card} title=${say("{count} of {all} readers answer.", { count: shown.readers.length, all: shown.pads.length })}
    says=${say("The others may be connected to pins of their own. May the table switch pins, one after the other, to look for them? Only readers may be connected to these: no button, and no light.")}>
    <${Ways} back=${back}><button class="says" data-skip onClick=${() => reply("skip")}>${say("No")}</button><button class="again" data-yes onClick=${() => reply("yes")}>${say("Yes, all free pins")}</button><//>
    <details><summary>${say("Only some of them")}</summary><p>${say("BCM numbers, as in drawings of wires.")}</p>
      <${Choose} options=${pins} />
      <button class="again" data-some disabled=${!picked.length} onClick=${() => reply(picked.map(Number))}>${say("Yes, these")}</button></details>
  <//>`;
}

/**
 * The question of which light or buzzer is blinking or beeping.
 * @param {{ at: string, back(): void }} props
 */
function Lit({ at, back }) {
  const { pads, seats } = state.shown;
  return html`<${Card} title=${say("Something goes on and off. Where?")} says=${say("It is connected to {place}.", { place: at })}>
    <div class="pins">
      ${pads.map((zone) => html`<button key=${zone} class="says" data-lit=${zone} onClick=${() => reply(zone)}>${say("At {pad}", { pad: padName(zone, pads) })}</button>`)}
      ${Array.from({ length: seats }, (_, n) => html`<button key=${n} class="says" data-lit=${n + 1} onClick=${() => reply(n + 1)}>${say("At the button of seat {seat}", { seat: n + 1 })}</button>`)}
      <button class="says" data-lit="buzzer" onClick=${() => reply("buzzer")}>${say("I hear the buzzer")}</button>
    </div>
    <${Ways} back=${back}><button class="says" data-skip onClick=${() => reply("skip")}>${say("Nowhere")}</button><//>
  <//>`;
}

/** @param {string | number} beside the part beside the light */
function lightCalled(beside) {
  if (typeof beside === "number") return say("Light of seat {seat}", { seat: beside });
  if (beside === "buzzer") return say("No light: the buzzer");
  return say("Light at {pad}", { pad: padName(beside, state.shown.pads) });
}

/** The list of parts that were found. */
function Found() {
  const { shown } = state;
  return html`<ul class="found">
    ${shown.readers
      .filter(({ zones }) => zones.length)
      .map(
        ({ at, zones, measured }) =>
          html`<li key=${at}><b>${sentence(padName(zones[0], shown.pads))}</b><span>${at}</span>${measured && html`<small>${measured}</small>`}</li>`,
      )}
    ${Object.entries(shown.buttons).map(([seat, at]) => html`<li key=${seat}><b>${say("Button of seat {seat}", { seat })}</b><span>${at}</span></li>`)}
    ${shown.lights.map(({ at, beside }) => html`<li key=${at}><b>${lightCalled(beside)}</b><span>${at}</span></li>`)}
  </ul>`;
}

/** @param {string} text */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

function Asking() {
  const { shown } = state;
  if (!shown.ask) return html`<${Card} title=${say("Looking …")} />`;
  return html`${shown.steps > 0 && html`<progress class="steps" max=${shown.steps} value=${Math.max(0, shown.number - 1)} aria-label=${say("steps")}></progress>`}
    <${Wired} pads=${shown.pads} seats=${shown.seats} looks=${looks()} says=${say("{number} of {all} steps", { number: shown.number, all: shown.steps })} />
    <div role="status">${shown.heard && html`<p class="notice">${sentence(shown.heard)}.</p>`}<${Question} asked=${shown.ask} /></div>
    ${shown.notes.map((note) => html`<p class="notice note" key=${note}>${sentence(note)}.</p>`)}
    <p class="end"><button class="quiet" data-stop onClick=${() => wish({ do: "stop" })}>${say("Stop the set-up")}</button></p>`;
}

function Done() {
  return html`<${Card} title=${say("The table is set up.")} says=${say("Next, tell it which card carries which tag; or sit down, if you have done that.")}>
    <${Ways}><a class="again" data-decks href="/decks?next">${say("Tag a deck")}</a><a class="says" href="/">${say("Play")}</a>
      <button class="says" data-anew onClick=${() => wish({ do: "open" })}>${say("Set it up again")}</button><//>
  <//>`;
}

/** @returns {VNode} */
function Now() {
  const { shown, away } = state;
  if (away && state.silences > MANY)
    return html`<${Card} title=${say("The table does not answer.")} says=${say("Is this phone still on its network? As soon as the table is there, it goes on here.")} />`;
  if (away || shown.state === "written")
    return html`<${Card} title=${say("The table starts …")} says=${say("That takes a few seconds.")} />`;
  switch (shown.state) {
    case "elsewhere":
      return html`<${Card} title=${say("This table was started by hand.")} says=${say("In its terminal, {command} finds out what is wired. The service of an installed table does it here.", { command: "cardtable setup" })} />`;
    case "looking":
      return html`<${Card} title=${say("Looking at what is wired …")} says=${say("Leave the pads empty, and press nothing.")} />`;
    case "asking":
      return html`<${Asking} />`;
    case "failed":
      return html`<p class="notice" role="alert">${sentence(shown.why)}.</p><${Card} title=${say("That did not work.")}><${Ways}><button class="again" data-again onClick=${() => wish({ do: "stop" })}>${say("Begin again")}</button><//><//>`;
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
  return html`<header class="head"><h1>${say("Set up")}</h1><a href="/help">${say("Help")}</a></header>
    <${Steps} now="parts" />
    ${(state.complaint ?? refused) && html`<p class="notice" role="alert">${state.complaint ?? refused}</p>`}
    ${state.host ? html`<${Now} />` : html`${state.shown.why && html`<p class="notice" role="alert">${sentence(state.shown.why)}</p>`}<${Card} title=${say("Set up the table")} says=${say("{command} shows the host’s PIN.", { command: html`<code>sudo cardtable pin</code>` })}><${ByPin} onHost=${entered} complain=${refuse} /><//>`}`;
}

function draw() {
  render(html`<${SetUpPage} />`, root);
}

document.addEventListener("visibilitychange", () => document.hidden || look());
window.addEventListener("pageshow", (event) => event.persisted && look());
root.replaceChildren();
draw();
look();
