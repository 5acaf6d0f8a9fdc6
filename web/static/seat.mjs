// A seat's console: its view, questions to it, and its button, if the table is emulated or the phone is the button.
import { ask } from "./api.mjs";
import { did, Gestures, onComplaint, SeatButton, watch, wire } from "./button.mjs";
import { AskBack, Claim, unknownSheet } from "./claims.mjs";
import {
  called as calledPile,
  Debts,
  Delays,
  Head,
  Auto,
  inBrief,
  isBusy,
  Lying,
  News,
  Pile,
  Piles,
  Result,
  Turn,
  zoneName,
} from "./felt.mjs";
import { livePage } from "./page.mjs";
import { say } from "./say.mjs";
import { Consent, CONSENT, Ending, EndIt } from "./start.mjs";
import { embedded, html } from "./view.mjs";
import { NameField, said, wrongWith } from "./widgets.mjs";

/**
 * @import { Setting } from "../types/page"
 * @import { Picture, Question, Room, SeatTouch } from "../types/table"
 */

/** @type {Setting} */
const setting = embedded("setting");
const { seat } = setting;
const called = say("Seat {seat}", { seat });
const hasButton = setting.emulated || setting.phone;
/** @type {{ room: Room, mine: boolean, error: number | null }} */
const known = { room: embedded("room"), mine: setting.mine, error: null }; // `error`: the error bound of presses, in ms
const sheet = unknownSheet();
const { state, set, redraw, asking, listen } = livePage("seat", known, Console, {
  board: true,
  drawn: (now) => sheet.show(now.room, now.parts.Card),
});

onComplaint((complaint) => set({ complaint }));

/** @type {ReturnType<typeof import("./phone_button.mjs").phoneButton> | null} */
let pressed = null; // the button, if this phone is one
let raced = false;
if (setting.phone) wire((down, at) => pressed?.edge(down, at));

async function beButton() {
  const { phoneButton } = await import("./phone_button.mjs");
  if (!state.mine || pressed) return;
  pressed = phoneButton({
    seat,
    complain: (complaint) => set({ complaint }),
    matched(sure) {
      const error = sure === null ? null : Math.ceil(sure);
      if (error !== state.error) set({ error });
    },
  });
}

function beNone() {
  pressed?.stop();
  pressed = null;
}

/**
 * Report the phone's clock at once when a race begins, because the table waits for that.
 * @param {boolean} races
 */
function hurry(races) {
  if (races && !raced) pressed?.report();
  raced = races;
}

const base = () => (state.mine ? `/api/v1/seats/${seat}/events` : "/api/v1/events");

function hear() {
  if (setting.phone) state.mine ? beButton() : beNone();
  listen({ url: base(), hear: { room: (room) => set({ room }) }, onRefused: state.mine ? isItMine : undefined });
}

/** Handle a refused stream: perhaps the host has freed this seat. */
async function isItMine() {
  const me = await asking(ask("/api/v1/me", undefined, "GET"));
  if (!me || me.seats.includes(seat)) return;
  if (me.seats.length) return location.replace(`/seat/${me.seats.at(-1)}`); // people have changed places
  set({ mine: false });
  hear();
}

async function take() {
  const name = said("your-name");
  const wrong = wrongWith(name);
  if (wrong) return set({ complaint: wrong });
  if (!(await asking(ask(`/api/v1/seats/${seat}/take`, name ? { name } : {})))) return;
  set({ mine: true });
  hear();
}

/** Let robots that play by themselves leave, while this phone still holds the seat. */
const playMyself = () => asking(ask(`/api/v1/seats/${seat}/take`, {}));

/** This phone holds the seat now: follow the stream of the seat. */
function have() {
  set({ mine: true });
  hear();
}

async function leave() {
  if (!(await asking(ask(`/api/v1/seats/${seat}/leave`, {})))) return;
  set({ mine: false });
  hear();
}

function Offer() {
  const { room, picture } = state;
  if (room.taken.includes(seat)) {
    const name = picture.seats.find((one) => one.seat === seat)?.name ?? called;
    return html`<${AskBack} seat=${seat} name=${name} room=${room} onSeat=${have} />`;
  }
  return html`<section class="panel">
    <h2>${called}</h2>
    <p>${say("Use this phone at seat {seat}: it shows when it is your turn, and what the table asks you.", { seat })}</p>
    <div class="field"><label for="your-name">${say("Your name")}</label><${NameField} id="your-name" autocomplete="nickname" /></div>
    <button class="again" data-take onClick=${take}>${say("Take this seat")}</button>
  </section>`;
}

/**
 * The answers to a question to this seat, which people can tap instead of using the button.
 * @param {{ question: Question | null }} props
 */
function Asked({ question }) {
  if (!question?.seats.includes(seat) || question.choice === CONSENT) return null;
  return html`<section class="panel asked"><h2>${question.text}</h2>
    <div class="row">${question.options.map(
      ({ answer, label }) => html`<button class="again" key=${answer} data-answer=${answer}
          onClick=${() => choose("settle", answer)}>${label}</button>`,
    )}</div>
  </section>`;
}

/**
 * @param {string} choice
 * @param {string | number} [value]
 */
function choose(choice, value) {
  did(seat);
  return asking(ask("/api/v1/choices", { seat, choice, value }));
}

/**
 * The error bound of presses.
 * @param {{ error: number | null }} props
 */
function Stamped({ error }) {
  const sure = error === null ? say("Matching clocks …") : say("± {ms} ms", { ms: error });
  return html`<p class="stamped" data-error=${error ?? ""}>${sure}</p>`;
}

/**
 * Choose the zone for the next card; choosing it again withdraws the choice.
 * @param {string} zone
 */
const aim = (zone) => asking(ask("/api/v1/touch", { seat, zone: state.room.touch?.chosen === zone ? null : zone }));

/**
 * The choice of a zone, where one reader is several piles: people first tap the zone, then touch the reader with the card.
 * @param {{ touch: SeatTouch, picture: Picture }} props
 */
function Aim({ touch: { chosen, by }, picture }) {
  const other = by == null || by === seat ? null : picture.seats.find((one) => one.seat === by)?.name;
  const where = chosen === `seat.${seat}` ? say("before you") : zoneName(chosen ?? "", picture.zones);
  const words = chosen === null ? say("Tap where your card goes") : other ? `${other}: ${where}` : where;
  return html`<ol class="aim-steps" aria-live="polite" data-aimed=${chosen ?? ""}>
    <li class=${chosen === null ? "now" : "done"}><span>${words}</span></li>
    <li class=${chosen === null ? "" : "now"}><span>${say("Touch the reader with it")}</span></li>
  </ol>`;
}

/** The place in front of the player, which no pile shows. */
const OwnPlace = () =>
  html`<span class="stack own-place" aria-hidden="true"><svg viewBox="0 0 100 148"><rect x="8" y="44" width="38" height="56" rx="5" /><rect x="31" y="44" width="38" height="56" rx="5" /><rect x="54" y="44" width="38" height="56" rx="5" /></svg></span>`;

/**
 * The piles, and the place in front of the player; those to which the next card may go can be tapped.
 * @param {{ touch: SeatTouch, picture: Picture, parts: import("../types/ui").Ui }} props
 */
function Aims({ touch, picture, parts }) {
  const zones = [...new Set([...touch.zones, ...Object.keys(picture.piles)])];
  return html`<div class="piles aims" style=${{ "--piles": zones.length }}>
    ${zones.map((zone) =>
      touch.zones.includes(zone)
        ? html`<button class="pile aimed" key=${zone} data-zone=${zone} aria-pressed=${touch.chosen === zone} onClick=${() => aim(zone)}>
            ${zone in picture.piles ? html`<${Lying} picture=${picture} zone=${zone} parts=${parts} />` : html`<${OwnPlace} />`}
            <span class="caption">${zone in picture.piles ? calledPile(picture, zone) : say("before you")}</span>
          </button>`
        : html`<${Pile} key=${zone} picture=${picture} zone=${zone} parts=${parts} />`,
    )}
  </div>`;
}

/** @returns {import("preact").VNode} */
function Console() {
  const { picture, link, complaint, mine } = state;
  const { SeatMark, standing, buttonMeans, buttonSays, Board, Choices } = state.parts;
  hurry(Boolean(picture.race));
  watch({ picture, seat: mine ? seat : null, seats: mine ? [seat] : [], buttonMeans, redraw });
  const me = picture.seats.find((one) => one.seat === seat);
  const links = [["/", say("Scoreboard")], ...(setting.emulated ? [["/virtual", say("Table")]] : [])];
  const busy = isBusy(picture, seat);
  const shown = setting.emulated ? inBrief(picture) : picture;
  const touch = mine ? state.room.touch : undefined;
  return html`<${Head} picture=${picture} link=${link} links=${links} />
    <${Auto} picture=${picture}>${mine && html`<button class="again" onClick=${playMyself}>${say("Play yourself")}</button>`}<//>
    <${Claim} room=${state.room} picture=${picture} seats=${mine ? [seat] : []} />
    ${!mine && html`<${Offer} />`}
    <div class=${`felt ${mine && busy ? "on" : ""}`}>
      <${Turn} picture=${shown} complaint=${complaint} />
      <${Delays} room=${state.room} picture=${picture} />
      ${mine && setting.emulated && html`<div class="row"><${Ending} picture=${picture} games=${setting.games} asking=${asking} seat=${seat} /></div>`}
      ${mine && html`<div class="row"><${Consent} picture=${picture} seat=${seat} games=${setting.games} asking=${asking} /></div>`}
      <${Debts} picture=${picture} />
      ${
        touch
          ? html`<${Aim} touch=${touch} picture=${picture} /><${Aims} touch=${touch} picture=${picture} parts=${state.parts} />`
          : html`<${Piles} picture=${picture} parts=${state.parts} />`
      }
      <${Result} picture=${picture} />
    </div>
    ${mine && html`<${Asked} question=${picture.question} />`}
    ${mine && hasButton && html`<div class="row"><${Gestures} seat=${seat} picture=${picture} shown=${state.parts.shows} /></div>`}
    ${mine && Choices && html`<${Choices} picture=${picture} seat=${seat} choose=${choose} />`}
    ${Board && html`<${Board} picture=${picture} seat=${mine ? seat : null} redraw=${redraw} />`}
    <${News} picture=${shown} base=${base()} />
    ${
      mine &&
      html`<footer class="me">
      <p><b>${me?.name ?? called}</b>${me && html`<${SeatMark} seat=${me} />`}<br /><span>${me ? standing(me).says : say("not in this game")}</span></p>
      ${hasButton && html`<${SeatButton} seat=${seat} name=${me?.name ?? say("seat {seat}", { seat })} lit=${busy} says=${buttonSays({ picture, seat })} />`}
      ${setting.phone && html`<${Stamped} error=${state.error} />`}
      <${EndIt} picture=${picture} asking=${asking} />
      <button class="says" onClick=${leave}>${say("Leave the seat")}</button>
    </footer>`
    }`;
}

hear();
