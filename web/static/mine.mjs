// The own place at the virtual table: the hand, what can be done with its cards, and the button. `table` is what
// virtual.mjs knows and does.
import { SeatButton } from "./button.mjs";
import { isBusy } from "./felt.mjs";
import { Hand, OwnPile } from "./hand.mjs";
import { NameField, said } from "./name.mjs";
import { html } from "./view.mjs";

/**
 * @import { Looks } from "../types/looks"
 * @import { Seated, Table } from "../types/page"
 * @import { Debt } from "../types/table"
 */

/**
 * @param {number} count
 * @param {string} one
 * @param {string} more
 */
const many = (count, one, more) => (count === 1 ? one : `${count} ${more}`);

/** @param {{ table: Seated }} props */
function Owed({ table }) {
  const { owed } = table.state.room.mine;
  /** @param {Debt} debt */
  const who = (debt) => (debt.to === null ? "a player" : table.nameOf(debt.to));
  return owed.map(
    (debt) =>
      html`<p class="owed" key=${debt.to}>You owe ${who(debt)} ${many(debt.count, "a card", "cards")}: pick one, then tap ${who(debt)}.</p>`,
  );
}

/**
 * Find the card that may be taken back, if it was laid by this seat: the top of a pile, or one that lies face down.
 * @param {Seated["state"]} state
 */
function retrievable({ picture, room, seat }) {
  const { last } = room.mine;
  const pile = last && picture.piles[last.zone];
  if (!pile) return null;
  const { correction, race } = picture;
  if (correction) return correction.zone === last.zone && !correction.to && !correction.cards.length ? last.code : null;
  if (!picture.running) return null;
  if (pile.top) return picture.labels[pile.top] === last.label ? pile.top : null;
  return race?.by === seat ? last.code : null;
}

/**
 * What can be done with the cards that are picked, besides laying them.
 * @param {{ table: Seated, sleights: boolean }} props
 */
function Acts({ table, sleights }) {
  const { picked, pair, room, seat } = table.state;
  const { last, gone, hand } = room.mine;
  const { counting } = table.at(seat);
  const one = picked.length === 1 && !pair;
  const back = picked.length ? null : retrievable(table.state);
  /**
   * @param {string} text
   * @param {() => void} onClick
   * @param {string} name
   */
  const act = (text, onClick, name) => html`<button class="says" data-act=${name} onClick=${onClick}>${text}</button>`;
  return html`<div class="acts">
    <${Owed} table=${table} />
    ${counting != null && html`<p class="owed">${counting} of ${many(hand.length, "1 card", "cards")} counted</p>`}
    ${counting != null && counting < hand.length && act("Touch all my cards on my pad", () => table.hands({ do: "show", seat }), "show")}
    ${one && sleights && act("…and a second one", () => table.set({ pair: true }), "pair")}
    ${one && sleights && act("Let it vanish", () => table.go(picked, "away"), "vanish")}
    ${one && counting != null && act("Touch it on my pad", () => table.go(picked, `zone seat.${seat}`), "touch")}
    ${pair && html`<p class="owed">Pick two, then drop them as one.</p>`}
    ${back && last && act(`Take my ${last.label} back`, () => table.hands({ do: "take", seat, card: back }), "take")}
    ${
      gone.length > 0 &&
      html`<details class="gone"><summary>Out of sight</summary>
      ${gone.map(({ code, label }) => act(`Fetch the ${label}`, () => table.hands({ do: "fetch", seat, card: code }), "fetch"))}</details>`
    }
  </div>`;
}

/** @param {{ table: Seated }} props */
function Tabs({ table }) {
  const { me, seat, picture } = table.state;
  if (me.seats.length < 2) return null;
  return html`<div class="tabs" role="group" aria-label="Whose hand is shown">
    ${me.seats.map((one) => html`<button key=${one} class=${isBusy(picture, one) ? "busy" : ""} aria-pressed=${one === seat} onClick=${() => table.sitAt(one)}>${table.nameOf(one)}</button>`)}
  </div>`;
}

/**
 * The buttons within reach: the own one, and in a race those of everybody who shares this page.
 * @param {{ table: Seated, buttonSays: Looks["buttonSays"] }} props
 */
function Buttons({ table, buttonSays }) {
  const { me, seat, picture, room, practice } = table.state;
  const shown = me.seats.filter((one) => one === seat || (picture.race && isBusy(picture, one)));
  const { counting } = table.at(seat);
  const uncounted = counting === 0 && room.mine.hand.length > 0;
  return html`<div class="buttons">${shown.map(
    (
      one,
    ) => html`<${SeatButton} key=${one} seat=${one} name=${table.nameOf(one)} lit=${isBusy(picture, one)} says=${buttonSays({ picture, seat: one })}
      hinted=${practice?.press && one === seat} instead=${uncounted && one === seat ? table.countFirst : null} />`,
  )}</div>`;
}

/**
 * What is held: a fan of cards, or a pile that nobody looks at.
 * @param {{ table: Seated, parts: Looks }} props
 */
function Held({ table, parts: { Card, emptyHand, faceUp } }) {
  const { room, picked, practice, fresh } = table.state;
  const { hand, pile } = room.mine;
  const shared = { picked, hint: practice?.hint, Card, onPick: table.pick, onDrop: table.drop };
  if (pile && !room.deal) return html`<${OwnPile} pile=${pile} none=${emptyHand} faceUp=${faceUp} ...${shared} />`;
  return html`<${Hand} cards=${room.deal ? [] : hand} none=${room.deal ? "No cards have been dealt yet." : emptyHand} fresh=${fresh} ...${shared} />`;
}

/**
 * Whoever has a seat and is not in this game says a name, and is in the next one; or in the one that waits for people.
 * @param {{ table: Seated }} props
 */
function Coming({ table }) {
  const { room, seat, picture } = table.state;
  const name = room.coming[seat];
  if (picture.gathering && table.at(seat).name)
    return html`<p class="no-cards">${table.at(seat).name}, you are in.</p>`;
  if (name) return html`<p class="no-cards">${name}, you are in the next game.</p>`;
  if (!picture.game && !picture.gathering) return html`<p class="no-cards">No game is on.</p>`;
  return html`<div class="field"><label for="my-name">${picture.gathering ? "Say your name, and you are in:" : "You are not in this game. Say your name, and you are in the next one:"}</label>
      <${NameField} id="my-name" autocomplete="nickname" /></div>
    <button class="again" data-call onClick=${() => table.call(said("my-name"))}>Join</button>`;
}

/** @param {{ table: Table, parts: Looks }} props */
export function Mine({ table, parts }) {
  const { SeatMark, sleights, buttonSays, Choices } = parts;
  const { seat, picture, room } = table.state;
  if (seat === null || !room.mine || picture.household) return null;
  const playing = picture.game && picture.seats.some((one) => one.seat === seat);
  if (!playing) return html`<section class="mine"><${Tabs} table=${table} /><${Coming} table=${table} /></section>`;
  return html`<section class="mine" aria-label=${`${table.nameOf(seat)}’s place`}>
    <p class="myself"><b>${table.nameOf(seat)}</b><${SeatMark} seat=${table.at(seat)} /><span>${many(table.at(seat).score ?? 0, "1 point", "points")}</span></p>
    <${Tabs} table=${table} />
    <${Held} table=${table} parts=${parts} />
    ${Choices && html`<${Choices} picture=${picture} seat=${seat} choose=${table.choose} table=${table} />`}
    <div class="reach"><${Acts} table=${table} sleights=${sleights && !room.mine.pile} /><${Buttons} table=${table} buttonSays=${buttonSays} /></div>
  </section>`;
}
