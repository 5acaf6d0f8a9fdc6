// The virtual table: people take seats, hold cards, lay them on pads and press buttons. That moves emulated tags and pins;
// the table's events come back as on any phone.
import { ask, inTurn } from "./api.mjs";
import { did, during, gesture, onComplaint, watch } from "./button.mjs";
import { Claim, unknownSheet } from "./claims.mjs";
import { Aim, Head, Auto, inBrief, isOwnMove, News, Result, stillRefused, Turn } from "./felt.mjs";
import { heard, Menu, Practice, resume, watched, Welcome } from "./menu.mjs";
import { Mine } from "./mine.mjs";
import { livePage } from "./page.mjs";
import { DrawPile, Others, PadOf, placesOf } from "./places.mjs";
import { say } from "./say.mjs";
import { byId, embedded, html } from "./view.mjs";
import { wrongWith } from "./widgets.mjs";

/**
 * @import { Known, Setting, Table } from "../types/page"
 * @import { Act, Me, Picture, Room } from "../types/table"
 */

const CROWDED = 3; // with more places than this, a phone shows them close together

/** @type {Setting} */
const setting = embedded("setting");
/** @type {Known} */
const known = {
  room: embedded("room"),
  me: embedded("me"),
  seat: null, // the seat whose hand is shown, one of this phone's seats
  fresh: [], // cards that have just come to the hand by themselves
  leaving: false, // whether the page asks for confirmation to leave
  menu: false, // whether the menu is open
  whole: false, // whether a long prompt is shown completely
  seen: null, // the news and the race that a tap has dismissed
  picked: [],
  pair: false, // whether two cards are being picked, to be dropped as one
  page: "welcome", // or "table"
  practice: null, // the step of the practice
  lessons: setting.lessons,
};
const sheet = unknownSheet();
const { state, set, redraw, asking, listen } = livePage("virtual", known, Virtual, {
  board: true,
  drawn(now) {
    byId("virtual").classList.toggle("playing", now.page === "table");
    byId("virtual").classList.toggle("seated", now.page === "table" && now.seat !== null && !now.picture.auto);
    sheet.show(now.room, now.parts.Card);
  },
});
let listening = false;
/** @type {Promise<unknown>} */
let atPad = Promise.resolve(); // the queue of actions at this phone's own pad

/** The seat whose hand is shown; it must exist, because without a seat there are no actions of hands. */
const own = () => /** @type {number} */ (state.seat);

// -- asking

/** @param {string} text */
const complain = (text) => set({ complaint: text });
onComplaint(complain);

/** @param {Act} body */
const hands = (body) => {
  if ("seat" in body) did(body.seat ?? own());
  return asking(inTurn("/api/v1/hands", body));
};

/** @param {Promise<unknown>} asked */
async function refresh(asked) {
  const me = await asking(asked.then(() => ask("/api/v1/me", undefined, "GET")));
  if (me) become(me);
}

/**
 * Note that the seats of this phone have changed.
 * @param {Me} me
 */
function become(me) {
  const seat = state.seat !== null && me.seats.includes(state.seat) ? state.seat : (me.seats.at(-1) ?? null);
  const moved = me.seats.some((one) => !state.me.seats.includes(one));
  const lost = state.seat !== null && seat !== state.seat && me.held.includes(state.seat) && !moved;
  set({
    me,
    page: state.seat !== null && seat === null ? "welcome" : state.page,
    ...(lost && { complaint: say("Another phone has that seat now.") }),
  });
  if (seat !== state.seat || !listening) sitAt(seat);
}

/**
 * @param {number} number
 * @param {string} name
 */
async function sit(number, name) {
  if (!name && !at(number).name && !state.room.coming?.[number]) {
    byId("your-name").focus();
    complain(say("Say your name first: nobody plays at that seat yet."));
    return;
  }
  const wrong = wrongWith(name);
  if (wrong) return complain(wrong);
  if (!(await asking(ask(`/api/v1/seats/${number}/take`, name ? { name } : {})))) return;
  await have(number);
}

/**
 * Show a seat that this phone holds now, and follow its stream.
 * @param {number} number
 */
async function have(number) {
  [state.seat, listening] = [number, false];
  await refresh(Promise.resolve());
  set({ page: "table", complaint: null });
}

/** Let robots that play by themselves leave, while this phone still holds a seat. */
const playMyself = () => asking(ask(`/api/v1/seats/${own()}/take`, {}));

/** @param {number | null} seat */
function sitAt(seat) {
  set({ seat, picked: [], pair: false, leaving: false, room: { ...state.room, mine: null } });
  listening = true;
  listen({
    url: seat === null ? "/api/v1/events" : `/api/v1/seats/${seat}/events`,
    hear: { picture: see, message: (event) => heard(event, state, set), room: enter },
    onRefused: seat === null ? undefined : () => refresh(Promise.resolve()),
  });
}

/** @param {Picture} picture */
function see(picture) {
  set({ picture, ...(picture.prompt !== state.picture.prompt && { whole: false }) });
  watched(state);
}

/**
 * Take a new room: cards that have come to the hand are shown as new, cards that have left it are no longer picked.
 * @param {Room} room
 */
function enter(room) {
  const [before, now] = [state.room.mine?.hand ?? [], room.mine?.hand ?? []].map((cards) =>
    cards.map(({ code }) => code),
  );
  const same = state.room.mine?.seat === room.mine?.seat && before.length > 0;
  const fresh = same ? now.filter((code) => !before.includes(code)) : [];
  set({ room, fresh, picked: state.picked.filter((code) => now.includes(code)) });
  resume(state, set).catch(console.info);
  if (fresh.length) requestAnimationFrame(() => document.querySelector(".fresh")?.scrollIntoView({ block: "nearest" }));
}

// -- actions

/**
 * Pick a card, or unpick it. If it was picked by a key, the focus goes to the pile, so that another key lays it there.
 * @param {string} code
 * @param {boolean} [keyed]
 */
function pick(code, keyed = false) {
  const others = state.picked.filter((other) => other !== code);
  if (others.length < state.picked.length) set({ picked: others });
  else set({ picked: state.pair ? [...others, code].slice(-2) : [code] });
  putAway();
  if (keyed && state.picked.includes(code) && !(state.pair && state.picked.length < 2)) stand(".pad.open", ".pad");
}

/**
 * Focus the first of these places that exists, after the next drawing.
 * @param {string[]} places
 */
const stand = (...places) =>
  requestAnimationFrame(() => {
    const found = places.map((place) => /** @type {HTMLElement | null} */ (document.querySelector(`${place}:enabled`)));
    found.find(Boolean)?.focus();
  });

/** Dismiss the notices over the page, after a tap or because somebody plays on. */
function putAway() {
  const no = stillRefused(state.picture);
  set({ seen: no ? `${state.picture.game_id} no ${no.seq}` : latest(state.picture), complaint: null });
}

/**
 * A key for the latest notice over the page; a different key means a new notice.
 * @param {Picture} picture
 */
const latest = ({ game_id, news, result }) => `${game_id} ${news[0]?.seq} ${result?.seq}`;

/**
 * @param {string} code
 * @param {string} place
 */
function drop(code, place) {
  const cards = state.picked.includes(code) ? state.picked : [code];
  go(cards, place);
}

/**
 * Move cards of the hand to a place: a zone, another seat, the draw pile, or out of sight.
 * @param {string[]} cards
 * @param {string} place
 */
function go(cards, place) {
  const [kind, to] = place.split(" ");
  const [card] = cards;
  if (kind === "zone") hands({ do: "lay", seat: own(), cards, zone: to });
  else if (kind === "seat") hands({ do: "give", seat: own(), card, to: Number(to) });
  else if (kind === "draw") hands({ do: "put_back", seat: own(), card });
  else hands({ do: "vanish", seat: own(), card });
  const keyed = document.activeElement?.matches(".pad, .give, .acts *");
  set({ picked: [], pair: false });
  if (keyed) stand("[data-hand] .pick");
}

/**
 * @param {number} seat
 * @returns {ReturnType<Table["at"]>}
 */
const at = (seat) => state.picture.seats.find((one) => one.seat === seat) ?? { seat, name: null };
/** @param {number} seat */
const nameOf = (seat) => at(seat).name ?? state.room.coming?.[seat] ?? say("Seat {seat}", { seat });

/** Warn a player who taps before all cards have touched the pad, because the hand would count for less than it is worth. */
function countFirst() {
  hands({ do: "show", seat: own() });
  complain(say("Your cards are counted now, one after another. Tap when all are."));
}

/**
 * Send the name of the player at this phone's seat.
 * @param {string} name
 */
function call(name) {
  asking(ask(`/api/v1/seats/${own()}/name`, { name }));
}

/**
 * Let a card touch this seat's pad, so that it lies in front of the player, face down if the button is held meanwhile.
 * @param {string} card
 * @param {boolean} closed
 */
function layBefore(card, closed) {
  const seat = own();
  const laid = () => hands({ do: "lay", seat, cards: [card], zone: `seat.${seat}` });
  set({ picked: [] });
  return after(closed ? () => during(seat, laid) : laid);
}

/**
 * Let cards of the hand touch this seat's pad.
 * @param {string[]} cards
 */
const touch = (cards) => after(() => hands({ do: "touch", seat: own(), cards }));

/**
 * Queue an action at this seat's pad after all earlier ones, because cards that come while the button is down lie face down.
 * @param {() => Promise<unknown>} act
 */
function after(act) {
  atPad = atPad.then(act).then(redraw);
  redraw(); // the button is disabled meanwhile
  return atPad;
}

/** @param {number} count */
const draw = (count) => hands({ do: "draw", seat: own(), ...(count > 1 && { count }) });

/**
 * @param {string} choice
 * @param {string | number} [value]
 */
function choose(choice, value) {
  did(own());
  return asking(ask("/api/v1/choices", { seat: own(), choice, value }));
}

// The state and actions for the parts of the page.
/** @type {Table} */
const table = {
  state,
  set,
  go,
  hands,
  tap: (seat) => gesture(seat),
  pick,
  drop,
  sitAt,
  at,
  nameOf,
  countFirst,
  call,
  draw,
  layBefore,
  touch,
  choose,
  asking,
  have,
  games: setting.games,
  seats: setting.seats,
};

// -- drawing

/** @returns {import("preact").VNode} */
function Virtual() {
  const { picture, seat, page, room } = state;
  watch({ picture, seat, seats: state.me.seats, buttonMeans: state.parts.buttonMeans, redraw });
  if (page === "welcome") return html`<${Greeting} />`;
  const places = placesOf(state);
  const crowded = places > (room.deal ? 2 : CROWDED) ? "crowded" : places < CROWDED && !room.deal ? "roomy" : "";
  return html`
    <h1 class="unseen">${picture.title ?? say("Card table")}</h1>
    <${Brow} />
    <div class="around"><${Around} /></div>
    ${!state.practice && html`<${Passing} />`}
    <div class=${`middle ${crowded}`} style=${{ "--places": placesOf(state) }}><${DrawPile} table=${table} parts=${state.parts} />
      ${Object.keys(picture.piles).map((zone) => html`<${PadOf} key=${zone} table=${table} zone=${zone} parts=${state.parts} />`)}</div>
    ${
      picture.auto
        ? html`<${Auto} picture=${picture}>
      <button class="again" onClick=${seat === null ? () => set({ page: "welcome" }) : playMyself}>${seat === null ? say("Take a seat") : say("Play yourself")}</button>
    <//>`
        : seat === null &&
          html`<footer class="watching"><button class="again" onClick=${() => set({ page: "welcome" })}>${say("Take a seat")}</button></footer>`
    }
    <${Mine} table=${table} parts=${state.parts} />
    <${Menu} table=${table} asking=${asking} onLeave=${leave} base=${base()} />`;
}

/** The path of this page's events. */
const base = () => (state.seat === null ? "/api/v1/events" : `/api/v1/seats/${state.seat}/events`);

/** The greeting, with free seats. */
function Greeting() {
  const { picture, link, room, seat, complaint, me } = state;
  const links = [
    ["/", say("Scoreboard")],
    ["/host", say("Host")],
  ];
  return html`<${Head} picture=${picture} link=${link} links=${links} />
    <${Claim} room=${room} picture=${picture} seats=${me.seats} />
    <${Welcome} picture=${picture} room=${room} held=${me.seats} setting=${setting} complaint=${complaint}
      onSit=${sit} onHave=${have} onLook=${() => set({ page: "table", complaint: null })}
      onBack=${seat !== null && (() => set({ page: "table", complaint: null }))} />`;
}

/** The prompt, or what the coach says, and the button of the menu. */
function Brow() {
  const { picture, link, practice } = state;
  return html`<div class="brow">
    ${practice ? html`<${Practice} state=${state} set=${set} asking=${asking} />` : html`<div class=${state.whole ? "whole" : ""} onClick=${() => set({ whole: !state.whole })}><${Turn} picture=${inBrief(picture)} /></div>`}
    <button class="tool menu-button" data-menu data-here aria-haspopup="dialog" aria-label=${say("Menu")} onClick=${() => set({ menu: true })}>☰</button>
    <span class=${`link ${link ? "up" : "down"}`} role="status"><span>${link ? say("live") : say("connecting…")}</span></span>
  </div>`;
}

/** The other players, or the cards in front of them, with notices over them. */
function Around() {
  const { picture, seat, room, me, practice, parts } = state;
  const { Board, SeatMark, standing, aim } = parts;
  if (practice) return html`<${Result} picture=${picture} slim />`;
  return html`<${Claim} room=${room} picture=${picture} seats=${me.seats} />
    ${Board ? html`<${Board} picture=${picture} seat=${seat} table=${table} redraw=${redraw} />` : html`<${Others} ...${{ table, SeatMark, standing, aim }} />`}`;
}

/**
 * A notice: news, a finished race, or a refusal of the table. It disappears after a while or by a tap, unless a card is
 * misplaced. There is none for the player's own moves. Without a notice, it shows the aim of the game, and who leads.
 */
function Passing() {
  const { picture, seen, complaint, parts } = state;
  const no = stillRefused(picture);
  const now = no ? `${picture.game_id} no ${no.seq}` : latest(picture);
  const { news, result } = picture;
  const closed = result?.order?.length ? news.find((event) => event.seq === result.seq) : null;
  const own = !complaint && !no && !closed && isOwnMove(picture, state.seat);
  const away = !complaint && (seen === now || own);
  const looks = ["passing", away && "put-away", complaint && "says-no", no && "stays"].filter(Boolean);
  return html`<div class="passes" data-seq=${picture.last?.seq} aria-live="polite"><${Aim} picture=${picture} aim=${parts.aim} standing=${parts.standing} /><div class=${looks.join(" ")} key=${`${now} ${complaint}`} onClick=${putAway}>
    ${closed && closed.t === news[0]?.t && !complaint && html`<${Result} picture=${picture} slim />`}
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    <${News} picture=${inBrief(no ? { ...picture, news: [no] } : picture)} base=${base()} />
  </div></div>`;
}

function leave() {
  set({ leaving: false, menu: false });
  refresh(ask(`/api/v1/seats/${own()}/leave`, {}));
}

if (state.me.seats.length) state.page = "table";
become(state.me);
