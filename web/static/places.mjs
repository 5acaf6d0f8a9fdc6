// Places on the virtual table: the other players, the draw pile, and the pads with their cards. `table` has the state and
// actions of virtual.mjs: `state`, `go(cards, place)`, `hands(act)`, `tap(seat)`.
import {
  Crown,
  faceWrong,
  hasWon,
  inDoubt,
  isBusy,
  leading,
  Leads,
  Owes,
  Stack,
  stillRefused,
  wrongOn,
  zoneName,
} from "./felt.mjs";
import { many, say } from "./say.mjs";
import { html } from "./view.mjs";
import { Named } from "./widgets.mjs";

/**
 * @import { Ui } from "../types/ui"
 * @import { State, Table } from "../types/page"
 * @import { Picture } from "../types/table"
 */

const FEW = 4; // with up to this many seats, there is room for whole names in two columns

/**
 * The seats in the order of turns, this phone's own seat first.
 * @template {{ seat: number }} One
 * @param {One[]} seats
 * @param {number | null} own
 */
export function inTurn(seats, own) {
  const first = Math.max(
    0,
    seats.findIndex(({ seat }) => seat === own),
  );
  return [...seats.slice(first), ...seats.slice(0, first)];
}

/**
 * The number of columns for `seats` seats, so that they take at most two rows.
 * @param {number} seats
 */
const columnsOf = (seats) => (seats <= FEW ? 2 : Math.ceil(seats / 2));

/**
 * Who sits where, this phone's own seat first; a picked card can be given to the others.
 * @param {{ table: Table } & Pick<Ui, "SeatMark" | "standing" | "aim">} props
 */
export function Others({ table, SeatMark, standing, aim }) {
  const { picture, room, seat, picked } = table.state;
  const first = leading({ picture, aim, standing });
  const columns = seat === null ? 2 : columnsOf(picture.seats.length);
  return html`<ol class=${columns > 2 ? "others" : "others roomy"} aria-label=${say("Players")} style=${{ "--columns": columns }}>
    ${inTurn(picture.seats, seat).map((one) => {
      const { number, says } = standing(one);
      const won = hasWon(picture, one.seat);
      const inside = html`<span class="name" dir="auto">${won && html`<${Crown} />`}${one.name ?? say("empty")}</span>
        <span class="mark"><${Named} seat=${{ robot: one.robot }} />${first.includes(one.seat) && html`<${Leads} />`}<${SeatMark} seat=${one} /></span>
        <${Owes} picture=${picture} seat=${one} short=${true} />
        <span class="score" role="img" aria-label=${says}>${number}</span>`;
      const own = one.seat === seat;
      const gives = !own && picked.length === 1 && !room.mine?.pile;
      const looks = [own && "me", isBusy(picture, one.seat) && "busy", !room.taken.includes(one.seat) && "free"].filter(
        Boolean,
      );
      return html`<li key=${one.seat} class=${["other", ...looks].join(" ")} data-drop=${own || room.mine?.pile ? null : `seat ${one.seat}`} data-seat=${one.seat}>
        ${
          gives
            ? html`<button class="chip give" data-choice="give" onClick=${() => table.go(picked, `seat ${one.seat}`)}><span class="unseen">${say("Give to")}</span> ${inside}</button>`
            : html`<span class="chip">${inside}</span>`
        }
      </li>`;
    })}
  </ol>`;
}

/**
 * The draw pile. In games in which people draw by pressing the button, a tap here presses it; the card comes when the table
 * says so.
 * @param {{ table: Table, parts: Ui }} props
 */
export function DrawPile({ table, parts: { Back, drawsByButton, mayDraw, draws } }) {
  const { room, seat, picture } = table.state;
  if (picture.auto) return null;
  if (room.deal) {
    return html`<button class="deal" data-choice="deal" disabled=${seat === null} onClick=${() => table.hands({ do: "deal" })}>
      <${Back} /><span class="label">${say("Shuffle and deal")}</span>
    </button>`;
  }
  if (room.draw === "aside") return null;
  const empty = room.draw === "none";
  const count = draws(table.state);
  const mine = seat !== null && count > 0 && (!drawsByButton || mayDraw({ picture, seat }));
  const draw = () => (drawsByButton ? table.tap(/** @type {number} */ (seat)) : table.draw(count));
  const none = empty && !drawsByButton; // with `drawsByButton`, the discard is shuffled first
  const says = empty ? say("Shuffle, and draw") : many("Draw a card", "Draw {count} cards", Math.max(1, count));
  return html`<button class=${`drawpile ${room.draw}`} data-drop="draw" data-draw disabled=${!mine || none} onClick=${draw}>
    <span class="stack">${empty ? html`<span class="empty">${say("empty")}</span>` : html`<${Back} />`}</span>
    <span class="label">${mine && !none ? says : say("draw pile")}</span>
  </button>`;
}

/**
 * The face that is up on a pile, for two-sided cards, as everybody at the table sees it.
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
 * A pad with its pile, whose name stays the same whatever is picked; beside it the misplaced cards.
 * @param {{ table: Table, zone: string, parts: Ui }} props
 */
export function PadOf({ table, zone, parts }) {
  const { picture, picked, seat, room } = table.state;
  const open =
    picked.length > 0 &&
    parts.mayLie({ picture, seat: /** @type {number} */ (seat), zone, cards: picked, own: room.mine?.pile });
  return html`<div class="place" data-drop=${`zone ${zone}`}>
      <button class=${`pad ${open ? "open" : ""}`} data-zone=${zone} disabled=${!picked.length}
          onClick=${() => table.go(picked, `zone ${zone}`)}>
        <${Stack} picture=${picture} zone=${zone} deepest=${1} up=${sideUp(table.state, zone)} parts=${parts} />
        <span class="label">${zoneName(zone, picture.zones)}</span>
      </button>
    </div>
    ${wrongOn(picture, zone).map((code) => html`<${Stray} key=${code} table=${table} code=${code} label=${picture.labels[code]} Card=${parts.Card} />`)}`;
}

/**
 * Actions with the piles other than laying cards: turning up a first card, and moving a card that was turned over to the
 * pile where it belongs, which anybody may do.
 * @param {{ table: Table }} props
 */
export function AtThePiles({ table }) {
  const { picture, seat, room } = table.state;
  if (seat === null || picture.auto) return null;
  const { zone: from, to } = picture.correction ?? {};
  const card = to && picture.piles[to]?.top;
  const turns = (room.up ?? []).some((zone) => !wrongOn(picture, zone).length && !room.strange?.[zone]);
  return html`${turns && html`<button class="again" data-choice="turn_up" onClick=${() => table.hands({ do: "turn_up" })}>${say("Turn a card up")}</button>`}
    ${
      card &&
      from !== to &&
      html`<button class="again move" data-choice="move" data-move=${card} onClick=${() => table.hands({ do: "move", seat, card, zone: to })}>
      ${say("Turn it over onto the {pile} pile", { pile: zoneName(to, picture.zones) })}
    </button>`
    }`;
}

/**
 * The robot that laid the misplaced cards, because it takes its cards back itself.
 * @param {Picture} picture
 */
function robotOf(picture) {
  const by = stillRefused(picture)?.seat;
  return picture.seats.find(({ seat, robot }) => seat === by && robot) ?? null;
}

/**
 * A misplaced card, which this seat may take back unless a robot has laid it.
 * @param {{ table: Table, code: string, label: string, Card: Ui["Card"] }} props
 */
function Stray({ table, code, label, Card }) {
  const { seat, picture } = table.state;
  const robot = robotOf(picture);
  return html`<div class="place astray"><button class="stray" data-wrong=${code} data-choice=${robot ? null : "take_back"} disabled=${seat === null || picture.auto || Boolean(robot)}
      onClick=${() => table.hands({ do: "take", seat: /** @type {number} */ (seat), card: code })}>
    <span class="stack"><${Card} code=${code} label=${label} face=${faceWrong(picture, code)} /><span class="cross" aria-hidden="true">✕</span></span>
    <span class="label">${robot ? say("{who} takes it back", { who: robot.name }) : say("Take it back")}</span>
  </button></div>`;
}

/**
 * The number of places side by side in the middle of the table.
 * @param {Table["state"]} state
 */
export function placesOf({ picture, room }) {
  const wrong = Object.keys(picture.piles).reduce((sum, zone) => sum + wrongOn(picture, zone).length, 0);
  const drawn = !picture.auto && (room.deal || room.draw !== "aside");
  return Object.keys(picture.piles).length + wrong + (drawn ? 1 : 0);
}
