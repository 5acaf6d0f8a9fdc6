// The parts of Mythology GO, under the names that all games use.
import { called, every, keywordOf, kindOf, lineOf, worth } from "./cards.mjs";
import { many, say } from "/static/say.mjs";
import { entered, html } from "/static/view.mjs";
import { Opens } from "/static/widgets.mjs";

/**
 * @import { FormEvent } from "../../../types/page"
 * @import { Correction, Room } from "../../../types/table"
 * @import { Chosen, Own, Picture, Table } from "../types"
 * @import { ComponentChildren } from "preact"
 */

export { Board, soFar } from "./board.mjs";
export { Back, Card, learn } from "./cards.mjs";

/**
 * What a press on a seat's button means now.
 * @param {{ picture: Picture, seat: number }} at
 * @returns {string | null}
 */
export function buttonMeans({ picture, seat }) {
  const { declared } = picture.seats.find((one) => one.seat === seat) ?? {};
  if (picture.counting) return declared ? null : "declared";
  if (!picture.running) return picture.waiting?.includes(seat) ? "next round" : null;
  return picture.turn === seat ? "end turn" : null;
}

/**
 * What a tap on a seat's button says now.
 * @param {{ picture: Picture, seat: number }} at
 * @returns {string | null}
 */
export function buttonSays({ picture, seat }) {
  const means = buttonMeans({ picture, seat });
  if (means === "next round") return say("Hold: next round");
  if (means === "end turn" && picture.own?.played === 0) return null; // a card has to be played first (MGO-18)
  return means === "declared" ? say("I have declared") : means && say("My turn is over");
}

/** The form in which the owner enters what is printed on a card. */
export const form = () => import("./form.mjs");

export const styles = true;
export const shows = ["take_back"];
export const aim = { best: "most", says: say("Most points win") };
export const drawsByButton = false;
export const emptyHand = say("You hold no cards.");

// -- a seat's choices on its phone: the end of its turn, effects of cards, and at the count targets and an accusation; at
// the virtual table also actions of its hand.

/** @param {string} code */
const name = (code) => {
  const line = lineOf(code);
  return line ? called(line) : code;
};
/** @param {string} code */
const takeBack = (code) => say("Take the {card} back", { card: name(code) });
/**
 * A button that makes a choice, by the choice's name.
 * @param {string} choice
 * @param {string} text
 * @param {() => unknown} onClick
 * @param {boolean} [main]
 */
const button = (choice, text, onClick, main) =>
  html`<button type="button" class=${main ? "again" : "says"} data-choice=${choice} onClick=${onClick}>${text}</button>`;
/** @param {{ code: string }} card */
const isPlayed = ({ code }) => !["deity", "belief"].includes(lineOf(code)?.kind ?? "");

/**
 * A list from which people pick one item and send it.
 * @param {{ label: string, options: string[][], verb: string, now?: string | null, send(one: string): void }} props
 */
function Pick({ label, options, verb, now, send }) {
  /** @param {FormEvent} event */
  const submit = (event) => {
    event.preventDefault();
    send(entered(event.currentTarget, "one"));
  };
  return html`<form class="picks" onSubmit=${submit}><label>${label} <select name="one">${options.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === now}>${text}</option>`)}</select></label>
    <button class="says">${verb}</button></form>`;
}

const FEW = 2; // up to so many items are buttons, more are in a sheet

/**
 * A button for each of a few items, or a sheet with many.
 * @param {{ choice: string, codes: string[], title: string, says(code: string): string, send(code: string): unknown, main?: boolean }} props
 */
function Each({ choice, codes, title, says, send, main }) {
  if (codes.length <= FEW) return codes.map((code) => button(choice, says(code), () => send(code), main));
  return html`<${Opens} name=${title} choice=${choice}>${(/** @type {() => void} */ close) =>
    codes.map((code) =>
      button(choice, says(code), () => {
        close();
        send(code);
      }),
    )}<//>`;
}

/**
 * At the virtual table, a form is in a sheet, which closes when the form is sent; elsewhere it is on the page.
 * @param {{ choice: string, name: string, table?: Table, children(close: () => void): ComponentChildren }} props
 */
function Roomy({ choice, name, table, children }) {
  return table ? html`<${Opens} name=${name} choice=${choice}>${children}<//>` : children(() => {});
}

/**
 * Whether cards may be laid on the discard now: spells, in the player's own turn.
 * @param {{ picture: Picture, seat: number, cards: string[] }} at
 */
export function mayLie({ picture: { turn, running, counting, correction }, seat, cards }) {
  return running && !counting && !correction && turn === seat && cards.every((code) => lineOf(code)?.kind === "spell");
}

/**
 * The number of cards that a seat draws now: those at the beginning of a turn, or one for a leprechaun.
 * @param {{ picture: Picture, room: Room, seat: number | null }} at
 */
export function draws({ picture, room, seat }) {
  const { own, turn, running, counting } = picture;
  if (!own || !running || counting || turn !== seat) return 0;
  const brings = own.terrain.some(
    ({ card, closed }) => !closed && own.laid?.includes(card) && keywordOf(card) === "leprechaun",
  );
  if (brings) return 1;
  return own.played || room.mine?.hand.some(isPlayed) ? 0 : (picture.draws ?? 0);
}

/**
 * The card with which a card of the hand could be fused: an open copy before the player that is in no pair yet.
 * @param {Chosen["picture"]} picture
 * @param {number} seat
 * @param {string} code
 */
function partnerOf(picture, seat, code) {
  if (keywordOf(code) !== "fusion") return null;
  const terrain = picture.seats.find((one) => one.seat === seat)?.terrain ?? [];
  const paired = terrain.filter(({ pair }) => pair).map(({ card }) => card);
  return (
    picture.own.terrain.find(
      ({ card, closed }) => !closed && card !== code && kindOf(card) === kindOf(code) && !paired.includes(card),
    )?.card ?? null
  );
}

/**
 * Two copies before the player that can be fused.
 * @param {Chosen["picture"]} picture
 * @param {number} seat
 */
function pairOf(picture, seat) {
  for (const { card } of picture.own.terrain.filter(({ closed }) => !closed)) {
    const partner = partnerOf(picture, seat, card);
    if (partner && partnerOf(picture, seat, partner)) return [card, partner];
  }
  return null;
}

/**
 * The button's text for laying the Deity, the Belief, or both.
 * @param {string[]} codes
 */
function layApart(codes) {
  const kinds = codes.map((code) => lineOf(code)?.kind);
  if (!kinds.includes("belief")) return say("Lay my Deity before me");
  return kinds.includes("deity") ? say("Lay my Deity and Belief before me") : say("Lay my Belief before me");
}

/** @type {Promise<void> | null} */
let settingUp = null; // set while cards are being laid, so that another tap lays nothing

/**
 * Lay cards before the player one after another, the Deity closed.
 * @param {Table} table
 * @param {string[]} codes
 */
async function layAll(table, codes) {
  for (const code of codes) await table.layBefore(code, lineOf(code)?.kind === "deity");
}

/**
 * Actions with the hand: lay picked cards before the player or on the discard; put leftover cards under the draw pile.
 * @param {Chosen & { table: Table }} props
 */
function OfTheHand({ picture, seat, table }) {
  const { picked, room } = table.state;
  const hand = room.mine?.hand ?? [];
  const rest = hand.filter(isPlayed);
  const apart = hand.filter((one) => !isPlayed(one)).map(({ code }) => code);
  const [card] = picked;
  const kind = card && lineOf(card)?.kind;
  const mine = picture.turn === seat;
  const partner = kind === "creature" && mine ? partnerOf(picture, seat, card) : null;
  const count = draws({ picture, room, seat });
  const setUp = () => (settingUp ??= layAll(table, apart).finally(() => (settingUp = null)));
  if (picked.length === 1) {
    return html`<p class="what">${worth(lineOf(card))}</p>
      ${
        kind === "spell"
          ? button("lay", say("Play it: to the discard"), () => table.go(picked, "zone discard"), true)
          : button(
              "lay",
              kind === "deity" ? say("Lay it before you, closed") : say("Lay it before you"),
              () => table.layBefore(card, kind === "deity"),
              true,
            )
      }
      ${partner && button("fuse", say("Lay it on the other {card}", { card: name(card) }), () => table.touch([card, partner]))}
      ${kind === "creature" && button("closed", say("Lay it closed"), () => table.layBefore(card, true))}`;
  }
  return html`
    ${apart.length > 0 && button("set_up", layApart(apart), setUp, true)}
    ${count > 0 && room.draw !== "none" && button("draw", many("Draw one more", "Draw {count} cards", count), () => table.draw(count), !apart.length && count > 1)}
    ${rest.length > 0 && (!mine || (picture.own.played ?? 0) > 0) && button("put_below", say("Put {count} under the pile", { count: rest.length }), () => table.hands({ do: "put_below", seat, cards: rest.map(({ code }) => code) }), !mine)}`;
}

/** @param {Chosen} props */
function MyTurn({ picture, seat, choose, table }) {
  const { laid, played, effects, names, searches } = picture.own;
  const creatures = [
    ...new Map(
      every()
        .filter((card) => card.kind === "creature")
        .map((card) => [card.name, called(card)]),
    ),
  ];
  const pair = table && pairOf(picture, seat);
  const holds = table?.state.room.mine?.hand.some(isPlayed); // these cards go under the draw pile first
  const search = async () => choose("search", (await table?.hands({ do: "search", seat })) ? "found" : "nothing");
  return html`
    <${Each} choice="take_back" codes=${(laid ?? []).slice(table ? 0 : -1)} title=${say("Take a card back")} says=${takeBack}
      send=${(/** @type {string} */ code) => (table ? table.hands({ do: "take", seat, card: code }) : choose("take_back"))} />
    ${pair && html`<${Fuse} pair=${pair} table=${table} />`}
    <${Each} choice="effect" codes=${effects} title=${say("Use an effect")} says=${(/** @type {string} */ code) => say("Use the {card}", { card: name(code) })} send=${(/** @type {string} */ code) => choose("effect", code)} />
    ${
      names &&
      html`<${Roomy} choice="djinn" name=${say("Search with the Djinn")} table=${table}>${(
        /** @type {() => void} */ close,
      ) =>
        html`<${Pick} label=${say("The Djinn searches for")} verb=${say("Search")} options=${creatures} send=${(
          /** @type {string} */ one,
        ) => {
          close();
          choose("djinn", one);
        }} />`}<//>`
    }
    ${searches && table && button("search", say("Search the draw pile"), search, true)}
    ${searches && !table && html`<p class="picks">${button("found", say("I found it"), () => choose("search", "found"))}${button("nothing", say("It is not there"), () => choose("search", "nothing"))}</p>`}
    ${(played ?? 0) > 0 && !holds && button("end_turn", say("My turn is over"), () => choose("end_turn"), !searches && !table)}`;
}

/**
 * A button that fuses two cards by touching the pad with both.
 * @param {{ pair: string[], table: Table }} props
 */
function Fuse({ pair, table }) {
  return button("fuse", say("Fuse: 2 × {card}", { card: name(pair[0]) }), () => table.touch(pair));
}

/**
 * Buttons to take back misplaced cards from the seat's own pad; owners know their closed cards.
 * @param {{ correction: Correction | null, seat: number, table: Table }} props
 */
function Wrong({ correction, seat, table }) {
  if (correction?.zone !== `seat.${seat}`) return null;
  return html`<${Each} choice="take_back" codes=${[...(correction.cards ?? [])]} title=${say("Take a card back")} main=${true}
    says=${takeBack} send=${(/** @type {string} */ code) => table.hands({ do: "take", seat, card: code })} />`;
}

/**
 * All cards on terrains, with their owners; numbers tell copies of the same player apart.
 * @param {Picture} picture
 * @returns {string[][]}
 */
function lying(picture) {
  const all = picture.seats.flatMap((one) =>
    (one.terrain ?? []).map(({ card }) => [
      String(card),
      say("{card} of {who}", { card: name(String(card)), who: one.name ?? "" }),
    ]),
  );
  /** @param {string} text */
  const same = (text) => all.filter(([, other]) => other === text);
  return all.map(([card, text]) => [
    card,
    same(text).length > 1 ? `${text} (${1 + same(text).findIndex(([code]) => code === card)})` : text,
  ]);
}

/** @param {Chosen} props */
function AtTheCount({ picture, seat, choose, table }) {
  const others = picture.seats.filter((one) => one.seat !== seat);
  const deities = every().filter((card) => card.kind === "deity" && card.name !== lineOf(picture.own.deity)?.name);
  const pair = table && pairOf(picture, seat);
  const aims = Object.entries(picture.own.aims);
  const declared = picture.seats.find((one) => one.seat === seat)?.declared;
  /** @param {FormEvent} event */
  const accuse = (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    choose("accuse", `${entered(form, "seat")} ${entered(form, "deity")}`);
  };
  return html`
    ${pair && html`<${Fuse} pair=${pair} table=${table} />`}
    ${
      aims.length > 0 &&
      html`<${Roomy} choice="target" name=${say("Targets")} table=${table}>${() =>
        aims.map(
          ([
            code,
            target,
          ]) => html`<${Pick} key=${code} label=${say("{card} aims at", { card: name(code) })} verb=${target ? say("Change it") : say("Say so")} now=${target}
        options=${lying(picture).filter(([one]) => one !== code)} send=${(/** @type {string} */ one) => choose("target", `${code} ${one}`)} />`,
        )}<//>`
    }
    <${Roomy} choice="accuse" name=${say("Accuse")} table=${table}>${(
      /** @type {() => void} */ close,
    ) => html`<form class="picks" onSubmit=${(/** @type {FormEvent} */ event) => {
      accuse(event);
      close();
    }}>
      <label>${say("I accuse")} <select name="seat">${others.map((one) => html`<option key=${one.seat} value=${one.seat}>${one.name}</option>`)}</select></label>
      <label>${say("of having")} <select name="deity">${deities.map((card) => html`<option key=${card.name} value=${card.name}>${called(card)}</option>`)}</select></label>
      <button class="says">${say("Accuse")}</button>
      <small>${say("Only a Deity with Identification gets points for this.")}</small>
    </form>`}<//>
    ${!declared && button("declared", say("I have declared"), () => choose("declared"), !table)}`;
}

/**
 * Buttons for cards that have to be destroyed: the player whose turn it is, or who may choose, takes them to the discard.
 * @param {{ picture: Picture, seat: number, table: Table }} props
 */
function Due({ picture, seat, table }) {
  const { due, turn } = picture;
  if (!due || (due.choice ?? turn) !== seat) return null;
  const label = new Map(lying(picture).map(([card, text]) => [card, text]));
  return html`<${Each} choice="destroy" codes=${due.cards} title=${say("Destroy a creature")} main=${due.choice === null}
    says=${(/** @type {string} */ code) => say("Destroy {card}", { card: label.get(code) ?? name(code) })}
    send=${(/** @type {string} */ code) => table.hands({ do: "move", seat, card: code, zone: "discard" })} />`;
}

/**
 * The secrets of this seat: its closed cards and its Deity.
 * @param {{ own: Own, table?: Table }} props
 */
function Secrets({ own, table }) {
  const closed = own.terrain.filter((one) => one.closed);
  if (!closed.length && !own.deity) return null;
  const details = html`${own.deity && html`<p>${say("Your Deity is {card}.", { card: name(own.deity) })} ${worth(lineOf(own.deity))}</p>`}
    ${closed.length > 0 && html`<p>${say("Closed: {cards}.", { cards: closed.map(({ card, forbidden }) => (forbidden ? say("{card} (may not)", { card: name(card) }) : name(card))).join(", ") })}</p>`}`;
  if (table)
    return html`<${Opens} name=${say("Only for you")} choice="secrets">${() => html`<div class="secrets">${details}</div>`}<//>`;
  return html`<details class="secrets"><summary>${say("Only for you")}</summary>${details}</details>`;
}

/** @param {Omit<Chosen, "picture"> & { picture: Picture }} props */
export function Choices({ picture, seat, choose, table }) {
  const { own, turn, counting } = picture;
  if (!own) return null;
  const plays = picture.running && !counting;
  const picking = plays && table !== undefined && table.state.picked.length > 0; // then only the actions of that card are shown
  return html`<div class=${table ? "myth-acts" : "acts myth-acts"} role=${table ? "presentation" : "group"} aria-label=${table ? null : say("What you can do")}>
    ${table && plays && html`<${Wrong} ...${{ correction: picture.correction, seat, table }} />`}
    ${table && plays && !picking && html`<${Due} ...${{ picture, seat, table }} />`}
    ${table && plays && !table.state.room.deal && html`<${OfTheHand} ...${{ picture, seat, table }} />`}
    ${turn === seat && !picking && html`<${MyTurn} ...${{ picture, seat, choose, table }} />`}
    ${counting && html`<${AtTheCount} ...${{ picture, seat, choose, table }} />`}
    ${!picking && html`<${Secrets} own=${own} table=${table} />`}
  </div>`;
}
