// The table's requests to people: who may get a seat or become host, and which card an unknown card is.
import { ask, complaintOf, messageOf } from "./api.mjs";
import { many, say } from "./say.mjs";
import { entered, html, render, state as useState } from "./view.mjs";

/**
 * @import { CardLooks } from "../types/ui"
 * @import { Answer, FormEvent } from "../types/page"
 * @import { Asking, Card, Claim as Asked, Picture, Room, Sign as Shown } from "../types/table"
 */

// -- claims: a phone asks to be host, or for a seat whose phone is lost; it and all others show the same sign

/** @type {Shown | null} */
let own = null; // the sign that this phone shows itself
let redraw = () => {};

/**
 * Note the sign that this phone shows because it asks itself, so that it is not asked about its own claim; null: it no
 * longer asks.
 * @param {Shown | null} sign
 */
function shows(sign) {
  own = sign;
  redraw();
}

/**
 * The sign of a claim, by which people recognise the asking phone.
 * @param {{ sign: Shown }} props
 */
function Sign({ sign }) {
  return html`<span class=${`claim-sign ${sign.colour}`}>${sign.word} <b>${sign.number}</b></span>`;
}

/**
 * Say yes or no to a claim.
 * @param {Asked} claim
 * @param {boolean} agree
 */
const answer = (claim, agree) => ask("/api/v1/claim", { id: claim.id, agree });

/**
 * A claim as all other phones show it: who asks, and the possible answers. `seats` are the seats of this phone; `host` says
 * whether it is the host's.
 * @param {{ room: Room | null, picture: Picture, seats?: number[], host?: boolean }} props
 */
export function Claim({ room, picture, seats = [], host = false }) {
  const [complaint, complain] = useState(/** @type {string | null} */ (null));
  const [times, again] = useState(0);
  redraw = () => again(times + 1);
  const asked = room?.claim;
  if (!asked || isOwn(asked.sign)) return null;
  /** @param {boolean} agree */
  const reply = (agree) => complaintOf(answer(asked, agree)).then(complain);
  const name = picture.seats.find((one) => one.seat === asked.seat)?.name ?? say("Seat {seat}", { seat: asked.seat });
  const words = { asked, name, reply };
  return html`<section class="claim panel" role="region" aria-live="polite" aria-label=${say("A phone asks")}>
    ${
      asked.seat === 0
        ? html`<${ForHost} />`
        : seats.includes(asked.seat)
          ? html`<${ForMine} ...${words} />`
          : host || seats.some((seat) => asked.by.includes(seat))
            ? html`<${ForOther} ...${words} />`
            : html`<h2>${say("Is this {who}?", { who: name })}</h2><p>${say("A new phone asks for seat {seat}. Another player has to agree.", { seat: asked.seat })}</p>`
    }
    <${Sign} sign=${asked.sign} />
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
  </section>`;
}

/** @param {Shown | null} sign */
const isOwn = (sign) =>
  own !== null && sign !== null && own.word === sign.word && own.number === sign.number && own.colour === sign.colour;

function ForHost() {
  return html`<h2>${say("Who wants to be host?")}</h2><p>${say("Hold a button only if you know the phone that shows this sign.")}</p>`;
}

/** @param {{ reply(agree: boolean): void }} props */
function ForMine({ reply }) {
  return html`<h2>${say("Is this still your seat?")}</h2><p>${say("A new phone asks for it. It shows this sign.")}</p>
    <div class="row"><button class="again" data-agree="no" onClick=${() => reply(false)}>${say("I am still here")}</button></div>`;
}

/** @param {{ asked: Asked, name: string, reply(agree: boolean): void }} props */
function ForOther({ asked, name, reply }) {
  return html`<h2>${say("Is this {who}?", { who: name })}</h2>
    <p>${asked.agreed ? say("Somebody agrees: the seat moves in a moment.") : say("A new phone asks for seat {seat}. It shows this sign.", { seat: asked.seat })}</p>
    <div class="row">${!asked.agreed && html`<button class="again" data-agree="yes" onClick=${() => reply(true)}>${say("Yes, it is {who}", { who: name })}</button>`}
      <button class="says" data-agree="no" onClick=${() => reply(false)}>${say("No")}</button></div>`;
}

// -- making a claim: to be host, or to get back a seat whose phone is lost

const EVERY_MS = 700;
/** @typedef {"/api/v1/host/claim" | `/api/v1/seats/${number}/claim`} Path where one asks */

/**
 * Ask repeatedly until the claim is decided. `tell` gets each answer, with the seconds left; `done` is called if the claim
 * was granted, `over` if not, with the table's sentence if there is one.
 * @template {Path} P
 * @param {P} path
 * @param {{ granted(said: Answer<"POST", P>): boolean, tell(said: Answer<"POST", P>): void, done(): void, over(why: string | null): void }} how
 * @returns {Promise<void>}
 */
async function claim(path, { granted, tell, done, over }) {
  try {
    const said = /** @type {Answer<"POST", P> & Answer<"POST", Path>} */ (await ask(/** @type {Path} */ (path), {}));
    shows(said.sign ?? null);
    if (granted(said)) return done();
    if (said.left_s <= 0) return over(null);
    tell(said);
    setTimeout(() => claim(path, { granted, tell, done, over }), EVERY_MS);
  } catch (error) {
    shows(null);
    over(messageOf(error));
  }
}

/**
 * Lets a player who has lost the phone of a seat ask for the seat on this phone. `name` is the player's name.
 * @param {{ seat: number, name: string, room: Room, onSeat(): void, onLeave?(): void }} props
 */
export function AskBack({ seat, name, room, onSeat, onLeave }) {
  const [claimed, show] = useState(/** @type {Answer<"POST", `/api/v1/seats/${number}/claim`> | null} */ (null));
  const [complaint, complain] = useState(/** @type {string | null} */ (null));
  /** @type {`/api/v1/seats/${number}/claim`} */
  const path = `/api/v1/seats/${seat}/claim`;
  const begin = () =>
    claim(path, {
      granted: (said) => said.seats.includes(seat),
      tell(said) {
        complain(null);
        show(said);
      },
      done: onSeat,
      over(why) {
        show(null);
        complain(why ?? say("Nobody agreed in time. Ask again?"));
      },
    });
  const back = () => room.claim?.seat === seat && answer(room.claim, false).catch(() => {});
  return html`<section class="panel ask-back" aria-labelledby="ask-back-title">
    <h2 id="ask-back-title">${say("{who}’s seat", { who: name })}</h2>
    ${
      claimed
        ? html`<p>${say("Show this sign to the others:")}</p>
          <${Sign} sign=${claimed.sign} />
          <p role="status">${claimed.agreed ? say("Somebody agrees. One moment …") : many("Another player has to agree. {count} second left.", "Another player has to agree. {count} seconds left.", claimed.left_s)}</p>
          <div class="row"><button class="says" onClick=${back}>${say("Never mind")}</button></div>`
        : html`<p>${say("Is the phone of this seat gone? Ask for the seat here. Another player has to agree.")}</p>
          ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
          <div class="row"><button class="again" data-ask onClick=${begin}>${say("This is my seat")}</button>
            ${onLeave && html`<button class="says" onClick=${onLeave}>${say("Leave it")}</button>`}</div>`
    }
  </section>`;
}

// -- becoming host: by the PIN that the table's terminal shows, or by holding a button of the table

/**
 * Becoming host by PIN only; `label` says where to find the PIN, unless the page says that.
 * @param {{ onHost(): void, complain(said: string): void, label?: string }} props
 */
export function ByPin({ onHost, complain, label = say("The PIN") }) {
  /** @param {FormEvent} event */
  async function byPin(event) {
    event.preventDefault();
    const pin = entered(event.currentTarget, "pin").replaceAll(" ", "");
    try {
      await ask("/api/v1/host", { pin });
      onHost();
    } catch (error) {
      complain(messageOf(error));
    }
  }

  return html`<form class="panel" onSubmit=${byPin}>
    <div class="field"><label for="pin">${label}</label>
      <input id="pin" name="pin" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{3} ?[0-9]{3}" maxlength="7" required placeholder=${say("six digits")} /></div>
    <button class="again">${say("Become host")}</button>
  </form>`;
}

/** @param {{ running: boolean, emulated: boolean, onHost(): void }} props */
export function Login({ running, emulated, onHost }) {
  const [complaint, complain] = useState(/** @type {string | null} */ (null));
  const [claimed, show] = useState(/** @type {Answer<"POST", "/api/v1/host/claim"> | null} */ (null)); // the sign to show, and the seconds left to hold a button

  const byHand = () =>
    claim("/api/v1/host/claim", {
      granted: (said) => said.host,
      tell(said) {
        complain(null);
        show(said);
      },
      done: onHost,
      over(why) {
        show(null);
        complain(why);
      },
    });

  const how = emulated
    ? say("Ask here, then hold the button of your own seat for three seconds.")
    : say("Ask here, then hold any button of the table for three seconds.");
  const now = emulated
    ? say("Hold the button of your own seat for three seconds.")
    : say("Hold any button of the table for three seconds.");
  return html`<section class="login">
    <h2>${say("Become host")}</h2>
    <p>${say("The host begins games, undoes moves, and answers what the table cannot know. The host plays too, and sees no more cards than anybody else.")}</p>
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    <${ByPin} onHost=${onHost} complain=${complain} label=${say("The PIN from the table’s terminal")} />
    <div class="panel">
      <h3>${say("Or by hand")}</h3>
      ${
        claimed === null
          ? html`<p>${running ? say("During a round only the PIN makes you host.") : how}</p>
            <button class="says" disabled=${running} data-claim onClick=${byHand}>${say("I am at the table")}</button>`
          : html`<p role="status"><b>${now}</b> ${many("{count} second left.", "{count} seconds left.", claimed.left_s)}</p>
            <p>${say("Everybody sees this sign of your phone:")}</p><${Sign} sign=${claimed.sign} />`
      }
    </div>
  </section>`;
}

// -- a sheet that asks which card an unknown card is, for any page that links claims.css:
//
//   const sheet = unknownSheet();
//   sheet.show(room, Card);
//
// `room.asking` comes on the streams of seats and host, and `GET /api/v1/tags` answers the same:
//   {"game": "…", "unknown": [{"alias": "ff3a90c1", "zone": "discard"}],
//    "labels": [{"label": "4", "code": "number4.2", "left": 7}]}
// `unknown` has the newest card last; `labels` are the names of cards without a tag, with the `code` of a card to draw,
// and `left`, the number of cards without a tag. `Card` comes from the game's parts.mjs. The sheet is not a modal dialog:
// play continues above it, and "Later" hides it on this phone.

/** @typedef {{ name(label: string): void, ignore(): void, later(): void }} On what is done with an answer */
const PATH = "/api/v1/tags";
/** @type {Asking} */
const NOTHING = { unknown: [], labels: [] };

/** @type {{ [zone: string]: string }} */
const UNKNOWN_ON = {
  discard: say("The table does not know the card on the discard."),
  visible: say("The table does not know the card on the visible pile."),
  hidden: say("The table does not know the card on the hidden pile."),
};

/** @param {string} zone */
function unknownOn(zone) {
  const [kind, number] = zone.split(".");
  if (number && kind === "pile") return say("The table does not know the card on pile {number}.", { number });
  if (number && kind === "seat") return say("The table does not know the card before seat {number}.", { number });
  return UNKNOWN_ON[zone] ?? say("The table does not know the card on the {pile}.", { pile: zone.replace(".", " ") });
}

/** @param {Asking["labels"][number] & { Card: CardLooks, onName(label: string): void }} props */
function Label({ label, code, left, Card, onName }) {
  return html`<button class="kind" data-label=${label} aria-label=${say("{card}, {count} without a tag", { card: label, count: left })} onClick=${() => onName(label)}>
    <${Card} code=${code} label=${label} />
    <span aria-hidden="true">${label}</span>
  </button>`;
}

/** @param {Asking["unknown"][number] & { more: number, labels: Asking["labels"], complaint: string | null, Card: CardLooks, seen?: Card, on: On }} props */
function Sheet({ alias, zone, more, labels, complaint, Card, seen, on }) {
  return html`<section class="unknown" role="region" aria-labelledby="unknown-title" data-alias=${alias}>
    <h2 id="unknown-title">${say("Which card is this?")}</h2>
    ${seen && html`<div class="seen"><${Card} code=${seen.code} label=${seen.label} /></div>`}
    <p>${unknownOn(zone)}${more > 0 && ` ${say("{count} more to come.", { count: more })}`}</p>
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    <div class="kinds">
      ${labels.map((one) => html`<${Label} key=${one.label} ...${one} Card=${Card} onName=${on.name} />`)}
    </div>
    <div class="answers">
      <button data-do="ignore" onClick=${on.ignore}>${say("Not one of ours")}</button>
      <button data-do="later" onClick=${on.later}>${say("Later")}</button>
    </div>
  </section>`;
}

/** Make the sheet. */
export function unknownSheet() {
  const place = document.createElement("div");
  place.setAttribute("aria-live", "polite");
  document.body.append(place);
  /** @type {Set<string>} */
  const off = new Set(); // cards that were answered or put off on this phone
  /** @type {Asking} */
  let shown = NOTHING;
  /** @type {CardLooks | null} */
  let Card = null;
  /** @type {NonNullable<Room["strange"]>} */
  let strange = {};
  /** @type {string | null} */
  let complaint = null;
  /** @type {string | null} */
  let about = null;

  /**
   * @param {string} alias
   * @param {{ do: "name", label: string } | { do: "ignore" }} body
   */
  async function answer(alias, body) {
    complaint = await complaintOf(ask(PATH, { ...body, alias }));
    if (complaint === null) off.add(alias);
    draw();
  }

  function draw() {
    const open = shown.unknown.filter((one) => !off.has(one.alias));
    const newest = open.at(-1);
    if (newest?.alias !== about) complaint = null;
    about = newest?.alias ?? null;
    const on = newest && {
      name: (/** @type {string} */ label) => answer(newest.alias, { do: "name", label }),
      ignore: () => answer(newest.alias, { do: "ignore" }),
      later() {
        off.add(newest.alias);
        draw();
      },
    };
    render(
      newest &&
        html`<${Sheet} ...${newest} more=${open.length - 1} labels=${shown.labels} complaint=${complaint} Card=${Card} seen=${strange[newest.zone]} on=${on} />`,
      place,
    );
  }

  return {
    /**
     * Ask about the unknown cards of a `room`, if there are any; at an emulated table, `room` also has them as people see them.
     * @param {Room | null} room
     * @param {CardLooks} GameCard
     */
    show(room, GameCard) {
      const asking = room?.asking ?? NOTHING;
      // A card that is no longer asked about may be asked about again later, for example after its tag was forgotten.
      for (const alias of off) if (!asking.unknown.some((one) => one.alias === alias)) off.delete(alias);
      [shown, Card, strange] = [asking, GameCard, room?.strange ?? {}];
      draw();
    },
  };
}
