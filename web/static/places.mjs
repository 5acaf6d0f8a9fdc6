// Places on the virtual table: the other players, the draw pile, and the pads with what lies on them. `table` is what
// virtual.mjs knows and does: `state`, `go(cards, place)`, `hands(act)`, `tap(seat)`.
import { inDoubt, isBusy, Owes, Stack, wrongOn } from "./felt.mjs";
import { html } from "./view.mjs";

/**
 * @import { Looks } from "../types/looks"
 * @import { State, Table } from "../types/page"
 */

/**
 * The others: who holds which seat, and where a picked card can be given to.
 * @param {{ table: Table, SeatMark: Looks["SeatMark"] }} props
 */
export function Others({ table, SeatMark }) {
  const { picture, room, seat, picked } = table.state;
  return html`<ol class="others" aria-label="Players">
    ${picture.seats
      .filter((one) => one.seat !== seat)
      .map((one) => {
        const inside = html`<span class="number">${one.seat}</span>
        <span class="name">${one.name ?? "empty"}</span>
        <span class="mark"><${SeatMark} seat=${one} /></span>
        <span class="score" aria-label="points">${one.score}</span>
        <${Owes} picture=${picture} seat=${one} />`;
        const looks = `other ${isBusy(picture, one.seat) ? "busy" : ""} ${room.taken.includes(one.seat) ? "" : "free"}`;
        return html`<li key=${one.seat} class=${looks} data-drop=${room.mine?.pile ? null : `seat ${one.seat}`} data-seat=${one.seat}>
        ${
          picked.length === 1 && !room.mine?.pile
            ? html`<button class="give" onClick=${() => table.go(picked, `seat ${one.seat}`)} aria-label=${`Give to ${one.name}`}>${inside}</button>`
            : inside
        }
      </li>`;
      })}
  </ol>`;
}

/**
 * The draw pile. Where drawing is said by the button, a tap here presses it: the card follows what the table tells.
 * @param {{ table: Table, parts: Looks }} props
 */
export function DrawPile({ table, parts: { Back, drawsByButton, mayDraw, draws } }) {
  const { room, seat, picture } = table.state;
  if (picture.household) return null;
  if (room.deal) {
    return html`<button class="deal" disabled=${seat === null} onClick=${() => table.hands({ do: "deal" })}>
      <${Back} /><span class="label">Shuffle and deal</span>
    </button>`;
  }
  if (room.draw === "aside") return null;
  const empty = room.draw === "none";
  const count = draws(table.state);
  const mine = seat !== null && count > 0 && (!drawsByButton || mayDraw({ picture, seat }));
  const draw = () => (drawsByButton ? table.tap(/** @type {number} */ (seat)) : table.draw(count));
  const none = empty && !drawsByButton; // where the button says it, the table has the discard shuffled first
  const says = empty ? "Shuffle, and draw" : count > 1 ? `Draw ${count} cards` : "Draw a card";
  return html`<button class=${`drawpile ${room.draw}`} data-drop="draw" disabled=${!mine || none} onClick=${draw}>
    <span class="stack">${empty ? html`<span class="empty">empty</span>` : html`<${Back} />`}</span>
    <span class="label">${mine && !none ? says : "draw pile"}</span>
  </button>`;
}

/**
 * The face that is up on a pile, where cards have two, as anybody sees it who stands at the table.
 * @param {State} state
 * @param {string} zone
 */
function sideUp({ picture, room, parts }, zone) {
  const side = room.sides?.[zone];
  return side && side.code === (picture.piles[zone].top ?? inDoubt(picture, zone))
    ? parts.faceUp?.({ label: picture.labels[side.code], up: side.up })
    : null;
}

/**
 * A pad, its pile, and what lies there wrong.
 * @param {{ table: Table, zone: string, parts: Looks }} props
 */
export function PadOf({ table, zone, parts }) {
  const { picture, picked, seat, room } = table.state;
  const wrong = wrongOn(picture, zone);
  const up = room.up?.includes(zone) && seat !== null && !wrong.length && !room.strange?.[zone];
  const open =
    picked.length > 0 &&
    parts.mayLie({ picture, seat: /** @type {number} */ (seat), zone, cards: picked, own: room.mine?.pile });
  const said = open ? (picked.length > 1 ? "Drop both as one" : "Lay it here") : zone.replace(".", " ");
  return html`<div class="place" data-drop=${`zone ${zone}`}>
    <button class=${`pad ${open ? "open" : ""}`} data-zone=${zone} disabled=${!picked.length}
        onClick=${() => table.go(picked, `zone ${zone}`)}>
      <${Stack} picture=${picture} zone=${zone} deepest=${1} up=${sideUp(table.state, zone)} parts=${parts} />
      ${!wrong.length && html`<span class="label">${said}</span>`}
    </button>
    ${wrong.map((code) => html`<${Stray} key=${code} table=${table} code=${code} label=${picture.labels[code]} Card=${parts.Card} />`)}
    <${TurnedOver} table=${table} zone=${zone} />
    ${up && html`<button class="says up" onClick=${() => table.hands({ do: "turn_up" })}>Turn a card up</button>`}
  </div>`;
}

/**
 * A card that was turned over here and belongs on another pile: anybody takes it there.
 * @param {{ table: Table, zone: string }} props
 */
function TurnedOver({ table, zone }) {
  const { picture, seat } = table.state;
  const { zone: from, to } = picture.correction ?? {};
  const card = to && picture.piles[to].top;
  if (!to || !card || from !== zone || seat === null || picture.household) return null;
  return html`<button class="says move" data-move=${card} onClick=${() => table.hands({ do: "move", seat, card, zone: to })}>
    Turn it over onto the ${to.replace(".", " ")} pile
  </button>`;
}

/** @param {{ table: Table, code: string, label: string, Card: Looks["Card"] }} props */
function Stray({ table, code, label, Card }) {
  const { seat, picture } = table.state;
  return html`<button class="stray" data-wrong=${code} disabled=${seat === null || picture.household}
      onClick=${() => table.hands({ do: "take", seat: /** @type {number} */ (seat), card: code })}>
    <${Card} code=${code} label=${label} /><span class="cross" aria-hidden="true">✕</span>
    <span class="label">Take it back</span>
  </button>`;
}
