// The virtual table: people take seats, hold hands of cards, lay them on pads and press buttons. What moves are emulated
// tags and pins; what the table makes of it comes back as to any phone.
import { ask, inTurn } from "./api.mjs";
import { onComplaint, SeatButton } from "./button.mjs";
import { Head, isBusy, News, Result, Turn } from "./felt.mjs";
import { Hand } from "./hand.mjs";
import { follow } from "./live.mjs";
import { parts } from "./parts.mjs";
import { heard, Learn, Practice, watched } from "./practice.mjs";
import { unknownSheet } from "./unknown.mjs";
import { Welcome } from "./welcome.mjs";
import { embedded, html, render } from "./view.mjs";

const root = document.getElementById("virtual");
const setting = embedded("setting");
const state = {
  picture: embedded("picture"),
  room: embedded("room"),
  me: embedded("me"),
  seat: null, // whose hand is shown: one of those that this phone holds
  picked: [],
  pair: false, // two cards are being picked, to be dropped as one
  link: true,
  complaint: null,
  page: "welcome", // or "table"
  practice: null, // how far the practice has got
  lessons: setting.lessons,
  parts: null,
  game: undefined,
};
let unfollow = null;
const sheet = unknownSheet();

// -- asking

const complain = (text) => set({ complaint: text });
onComplaint(complain);

/** Ask the table, and show its sentence if it says no. Resolves to null then. */
function asking(asked) {
  complain(null);
  return asked.catch((error) => (complain(error.message), null));
}

const hands = (body) => asking(inTurn("/api/v1/hands", body));

async function refresh(asked) {
  const me = await asking(asked.then(() => ask("/api/v1/me", undefined, "GET")));
  if (me) become(me);
}

/** This phone holds other seats than before. */
function become(me) {
  const seat = me.seats.includes(state.seat) ? state.seat : (me.seats.at(-1) ?? null);
  set({ me, page: state.seat !== null && seat === null ? "welcome" : state.page });
  if (seat !== state.seat || !unfollow) sitAt(seat);
}

async function sit(number, name) {
  if (!(await asking(ask(`/api/v1/seats/${number}/take`, {})))) return;
  if (name) await asking(ask(`/api/v1/seats/${number}/name`, { name }));
  const said = state.complaint;
  state.seat = null;
  await refresh(Promise.resolve());
  set({ page: "table", complaint: said });
  if (state.me.seats.includes(number)) sitAt(number);
}

function sitAt(seat) {
  set({ seat, picked: [], pair: false });
  unfollow?.();
  unfollow = follow({
    url: seat === null ? "/api/v1/events" : `/api/v1/seats/${seat}/events`,
    on: {
      picture: (picture) => {
        set({ picture });
        watched(picture, state);
      },
      message: (event) => heard(event, state, set),
      room: (room) => set({ room, picked: state.picked.filter((code) => room.mine?.hand.some((card) => card.code === code)) }),
    },
    onLink: (link) => set({ link }),
    onRefused: seat === null ? undefined : () => refresh(Promise.resolve()),
  });
}

// -- what people do

function pick(code) {
  const others = state.picked.filter((other) => other !== code);
  if (others.length < state.picked.length) set({ picked: others });
  else set({ picked: state.pair ? [...others, code].slice(-2) : [code], complaint: null });
}

function drop(code, place) {
  const cards = state.picked.includes(code) ? state.picked : [code];
  go(cards, place);
}

/** Move cards of the hand to a place: a zone, another seat, the draw pile, or out of sight. */
function go(cards, place) {
  const [kind, to] = place.split(" ");
  const [card] = cards;
  if (kind === "zone") hands({ do: "lay", seat: state.seat, cards, zone: to });
  else if (kind === "seat") hands({ do: "give", seat: state.seat, card, to: Number(to) });
  else if (kind === "draw") hands({ do: "put_back", seat: state.seat, card });
  else hands({ do: "vanish", seat: state.seat, card });
  set({ picked: [], pair: false });
}

const at = (seat) => state.picture.seats.find((one) => one.seat === seat) ?? { seat, name: null };
const nameOf = (seat) => at(seat).name ?? `Seat ${seat}`;
const piles = () => Object.keys(state.picture.piles);

// -- drawing

function set(change) {
  Object.assign(state, change);
  draw();
}

/** The others: who holds which seat, and where a picked card can be given to. */
function Others({ SeatMark }) {
  const { picture, room, seat, picked } = state;
  return html`<ol class="others" aria-label="Players">
    ${picture.seats.filter((one) => one.seat !== seat).map((one) => {
      const inside = html`<span class="number">${one.seat}</span>
        <span class="name">${one.name ?? "empty"}</span>
        <span class="mark"><${SeatMark} seat=${one} /></span>
        <span class="score" aria-label="points">${one.score}</span>`;
      const looks = `other ${isBusy(picture, one.seat) ? "busy" : ""} ${room.taken.includes(one.seat) ? "" : "free"}`;
      return html`<li key=${one.seat} class=${looks} data-drop=${`seat ${one.seat}`} data-seat=${one.seat}>
        ${picked.length === 1
          ? html`<button class="give" onClick=${() => go(picked, `seat ${one.seat}`)} aria-label=${`Give to ${one.name}`}>${inside}</button>`
          : inside}
      </li>`;
    })}
  </ol>`;
}

function DrawPile() {
  const { room, seat } = state;
  const { Back } = state.parts;
  if (room.deal) {
    return html`<button class="deal" disabled=${seat === null} onClick=${() => hands({ do: "deal" })}>
      <${Back} /><span class="label">Shuffle and deal</span>
    </button>`;
  }
  const empty = room.draw === "none";
  return html`<button class=${`drawpile ${room.draw}`} data-drop="draw" disabled=${seat === null || empty}
      onClick=${() => hands({ do: "draw", seat })}>
    <span class="stack">${empty ? html`<span class="empty">empty</span>` : html`<${Back} />`}</span>
    <span class="label">Take a card</span>
  </button>`;
}

function PadOf({ zone, Card }) {
  const { picture, picked, seat } = state;
  const pile = picture.piles[zone];
  const wrong = picture.correction?.zone === zone ? picture.correction.cards : [];
  const turned = !state.room.deal && seat !== null && !pile.count && !wrong.length && state.room.draw !== "none";
  const said = picked.length ? (picked.length > 1 ? "Drop both as one" : "Lay it here") : zone.replace(".", " ");
  return html`<div class="place" data-drop=${`zone ${zone}`}>
    <button class=${`pad ${picked.length ? "open" : ""}`} data-zone=${zone} disabled=${!picked.length}
        onClick=${() => go(picked, `zone ${zone}`)}>
      <span class="stack">
        ${pile.count > 1 && html`<span class="under under-0"></span>`}
        ${pile.top ? html`<span class="top" key=${pile.top} data-card=${pile.top}><${Card} code=${pile.top} label=${picture.labels[pile.top]} /></span>`
          : html`<span class="empty">no card yet</span>`}
      </span>
      ${!wrong.length && html`<span class="label">${said}</span>`}
    </button>
    ${wrong.map(
      (code) => html`<button key=${code} class="stray" data-wrong=${code} disabled=${seat === null}
          onClick=${() => hands({ do: "take", seat, card: code })}>
        <${Card} code=${code} label=${picture.labels[code]} /><span class="cross" aria-hidden="true">✕</span>
        <span class="label">Take it back</span>
      </button>`,
    )}
    ${turned && html`<button class="says" onClick=${() => hands({ do: "turn_up" })}>Turn a card up</button>`}
  </div>`;
}

/** What can be done with the cards that are picked, besides laying them. */
function Acts() {
  const { picked, pair, room, seat, picture } = state;
  const { owed, last, gone } = room.mine;
  const counting = picture.seats.find((one) => one.seat === seat)?.counting;
  const act = (text, onClick, name) => html`<button class="says" data-act=${name} onClick=${onClick}>${text}</button>`;
  return html`<div class="acts">
    ${owed.map((debt) => html`<p class="owed" key=${debt.to}>You owe ${debt.to === null ? "somebody" : nameOf(debt.to)} ${debt.count === 1 ? "a card" : `${debt.count} cards`}: pick one, then tap ${debt.to === null ? "a player" : nameOf(debt.to)}.</p>`)}
    ${counting != null && act("Touch all my cards on my pad", () => hands({ do: "show", seat }), "show")}
    ${picked.length === 1 && !pair && act("…and a second one", () => set({ pair: true }), "pair")}
    ${picked.length === 1 && !pair && act("Let it vanish", () => go(picked, "away"), "vanish")}
    ${picked.length === 1 && !pair && act("Touch it on my pad", () => go(picked, `zone seat.${seat}`), "touch")}
    ${pair && html`<p class="owed">Pick two, then drop them as one.</p>`}
    ${!picked.length && last && !picture.correction && act(`Take my ${picture.labels[last] ?? "card"} back`, () => hands({ do: "take", seat, card: last }), "take")}
    ${gone.length > 0 && html`<details class="gone"><summary>Out of sight</summary>
      ${gone.map(({ code, label }) => act(`Fetch the ${label}`, () => hands({ do: "fetch", seat, card: code }), "fetch"))}</details>`}
  </div>`;
}

function Mine({ Card, SeatMark }) {
  const { me, seat, picture, room, picked, practice } = state;
  if (seat === null || !room.mine) return null;
  return html`<section class="mine" aria-label=${`${nameOf(seat)}’s place`}>
    <p class="myself"><b>${nameOf(seat)}</b><${SeatMark} seat=${at(seat)} /><span>${at(seat)?.score ?? 0} points</span></p>
    ${me.seats.length > 1 && html`<div class="tabs" role="group" aria-label="Whose hand is shown">
      ${me.seats.map((one) => html`<button key=${one} class=${isBusy(picture, one) ? "busy" : ""} aria-pressed=${one === seat} onClick=${() => sitAt(one)}>${nameOf(one)}</button>`)}
    </div>`}
    <${Hand} cards=${room.mine.hand} dealt=${!room.deal} picked=${picked} hint=${practice?.hint} Card=${Card} onPick=${pick} onDrop=${drop} />
    <div class="reach">
      <${Acts} />
      <${SeatButton} seat=${seat} name=${nameOf(seat)} lit=${isBusy(picture, seat)} hinted=${practice?.press} />
    </div>
  </section>`;
}

/** What anybody with a seat may do between games. */
function Over() {
  if (!state.picture.over || state.seat === null) return null;
  return html`<button class="again" onClick=${() => asking(ask("/api/v1/games", {}))}>Play again</button>`;
}

function Virtual() {
  const { picture, link, complaint, seat, page, room } = state;
  const { Card, SeatMark } = state.parts;
  const links = [["/", "Scoreboard"], ["/host", "Host"]];
  if (page === "welcome") {
    return html`<${Head} picture=${picture} link=${link} links=${links} />
      <${Welcome} picture=${picture} room=${room} setting=${setting} complaint=${complaint}
        onSit=${sit} onLook=${() => set({ page: "table", complaint: null })}
        onBack=${seat !== null && (() => set({ page: "table", complaint: null }))} />`;
  }
  const base = seat === null ? "/api/v1/events" : `/api/v1/seats/${seat}/events`;
  return html`
    <${Head} picture=${picture} link=${link} links=${links} />
    <div class="felt">
      <${Practice} state=${state} set=${set} asking=${asking} />
      <${Turn} picture=${picture} complaint=${complaint} />
      <${Over} />
      <${News} picture=${picture} base=${base} />
      <${Others} SeatMark=${SeatMark} />
      <${Result} picture=${picture} />
      <div class="middle"><${DrawPile} />${piles().map((zone) => html`<${PadOf} key=${zone} zone=${zone} Card=${Card} />`)}</div>
      <${Below} />
    </div>
    <${Mine} Card=${Card} SeatMark=${SeatMark} />`;
}

/** Coming, going, and learning. */
function Below() {
  const { me, seat, practice } = state;
  if (practice) return null;
  const alone = me.held.every((one) => me.seats.includes(one));
  return html`<footer class="below">
    ${alone && html`<${Learn} state=${state} set=${set} asking=${asking} />`}
    <button class="says" onClick=${() => set({ page: "welcome" })}>${seat === null ? "Take a seat" : "One more seat here"}</button>
    ${seat !== null && html`<button class="says" onClick=${() => refresh(ask(`/api/v1/seats/${seat}/leave`, {}))}>Leave ${nameOf(seat)}’s seat</button>`}
  </footer>`;
}

async function draw() {
  if (state.game !== state.picture.game) {
    state.game = state.picture.game;
    state.parts = null;
    state.parts = await parts(state.game);
    root.replaceChildren();
  }
  root.classList.toggle("seated", state.page === "table" && state.seat !== null);
  if (!state.parts) return;
  render(html`<${Virtual} />`, root);
  sheet.show(state.room.asking ?? { unknown: [], labels: [] }, state.parts.Card);
}

if (state.me.seats.length) state.page = "table";
become(state.me);
draw();
