// What a seat chooses on its phone: the end of its turn, what a card does, and at the count targets and an accusation.
import { html } from "/static/view.mjs";
import { called, every, kindOf, lineOf } from "./cards.mjs";

const name = (code) => (lineOf(code) ? called(lineOf(code)) : code);
const button = (text, onClick, main) => html`<button type="button" class=${main ? "again" : "says"} onClick=${onClick}>${text}</button>`;

/** A list of which one thing is sent. */
function Pick({ label, options, verb, send }) {
  const submit = (event) => (event.preventDefault(), send(new FormData(event.target).get("one")));
  return html`<form class="picks" onSubmit=${submit}><label>${label} <select name="one">${options.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}</select></label>
    <button class="says">${verb}</button></form>`;
}

/** Cards of the hand that are picked go before the player; those that are left go under the pile. */
function OfTheHand({ picture, seat, table }) {
  const { picked, room } = table.state;
  const rest = (room.mine?.hand ?? []).filter(({ code }) => !["deity", "belief"].includes(lineOf(code)?.kind));
  const [card] = picked;
  const kind = card && lineOf(card)?.kind;
  return html`
    ${picked.length === 1 && button(kind === "deity" ? "Lay it before you, closed" : "Lay it before you", () => table.layBefore(card, kind === "deity"), true)}
    ${picked.length === 1 && kind === "creature" && button("Lay it closed", () => table.layBefore(card, true))}
    ${picked.length === 0 && picture.own.laid.length > 0 && rest.length > 0 && button(`Put ${rest.length} under the pile`, () => table.hands({ do: "put_below", seat, cards: rest.map(({ code }) => code) }))}`;
}

function MyTurn({ picture, seat, choose, table }) {
  const { laid, effects, names, searches } = picture.own;
  const creatures = [...new Map(every().filter((card) => card.kind === "creature").map((card) => [card.name, called(card)]))];
  return html`
    ${laid.map((code) => button(`Take the ${name(code)} back`, () => (table ? table.hands({ do: "take", seat, card: code }) : choose("take_back"))))}
    ${effects.map((code) => button(`Use the ${name(code)}`, () => choose("effect", code)))}
    ${names && html`<${Pick} label="The Djinn searches for" verb="Search" options=${creatures} send=${(one) => choose("djinn", one)} />`}
    ${searches && html`<p class="picks">${button("I found it", () => choose("search", "found"))}${button("It is not there", () => choose("search", "nothing"))}</p>`}
    ${laid.length > 0 && button("My turn is over", () => choose("end_turn"), true)}`;
}

function AtTheCount({ picture, seat, choose }) {
  const others = picture.seats.filter((one) => one.seat !== seat);
  const lying = picture.seats.flatMap((one) => (one.terrain ?? []).map(({ card }) => [card, `${name(card)} of ${one.name}`]));
  const deities = every().filter((card) => card.kind === "deity");
  const accuse = (event) => {
    event.preventDefault();
    const said = new FormData(event.target);
    choose("accuse", `${said.get("seat")} ${said.get("deity")}`);
  };
  return html`
    ${Object.entries(picture.own.aims).map(
      ([code, target]) => html`<${Pick} key=${code} label=${`${name(code)} aims at`} verb=${target ? `Not the ${name(target)}` : "Say so"}
        options=${lying.filter(([one]) => one !== code)} send=${(one) => choose("target", `${code} ${one}`)} />`,
    )}
    <form class="picks" onSubmit=${accuse}>
      <label>I accuse <select name="seat">${others.map((one) => html`<option key=${one.seat} value=${one.seat}>${one.name}</option>`)}</select></label>
      <label>of having <select name="deity">${deities.map((card) => html`<option key=${card.name} value=${card.name}>${called(card)}</option>`)}</select></label>
      <button class="says">Accuse</button>
    </form>
    ${!picture.seats.find((one) => one.seat === seat)?.declared && button("I have declared", () => choose("declared"), true)}`;
}

/** What only this seat sees: its closed cards and its Deity. */
function Secrets({ own }) {
  const closed = own.terrain.filter((one) => one.closed);
  if (!closed.length && !own.deity) return null;
  return html`<details class="secrets"><summary>Only for you</summary>
    ${own.deity && html`<p>Your Deity is ${name(own.deity)}.</p>`}
    ${closed.length > 0 && html`<p>Closed: ${closed.map(({ card, forbidden }) => `${name(card)}${forbidden ? " (may not)" : ""}`).join(", ")}.</p>`}
  </details>`;
}

export function Choices({ picture, seat, choose, table }) {
  const { own, turn, counting } = picture;
  if (!own) return null;
  return html`<div class="acts myth-acts" role="group" aria-label="What you can do">
    <${Secrets} own=${own} />
    ${table && picture.running && !counting && html`<${OfTheHand} ...${{ picture, seat, table }} />`}
    ${turn === seat && html`<${MyTurn} ...${{ picture, seat, choose, table }} />`}
    ${counting && html`<${AtTheCount} ...${{ picture, seat, choose }} />`}
  </div>`;
}
