// A sheet that asks which card an unknown one is, for any page that links unknown.css:
//
//   const sheet = unknownSheet();
//   sheet.show(room, Card);
//
// `room.asking` comes on the streams of seats and host, and `GET /api/v1/tags` answers the same:
//   {"game": "…", "unknown": [{"alias": "ff3a90c1", "zone": "discard"}],
//    "labels": [{"label": "4", "code": "number4.2", "left": 7}]}
// `unknown` has the newest last; `labels` are those that have cards without a tag, `code` is a card to draw, `left` how
// many have none. `Card` is the game's own, of parts.mjs. It is a sheet and no dialogue that has to be answered: play
// goes on above it, and "Later" puts it away on this phone.
import { ask, complaintOf } from "./api.mjs";
import { say } from "./say.mjs";
import { html, render } from "./view.mjs";

/**
 * @import { CardLooks } from "../types/looks"
 * @import { Asking, Card, Room } from "../types/table"
 */

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
  if (number && kind === "seat")
    return say("The table does not know the card on the pad of seat {number}.", { number });
  return UNKNOWN_ON[zone] ?? say("The table does not know the card on the {pad}.", { pad: zone.replace(".", " ") });
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
  const off = new Set(); // what was answered, or put away, on this phone
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
     * Ask what a `room` asks, if it does; at an emulated table it has the unknown cards as people see them, too.
     * @param {Room | null} room
     * @param {CardLooks} GameCard
     */
    show(room, GameCard) {
      const asking = room?.asking ?? NOTHING;
      // What is asked about no more may be asked about again, as when a tag was forgotten.
      for (const alias of off) if (!asking.unknown.some((one) => one.alias === alias)) off.delete(alias);
      [shown, Card, strange] = [asking, GameCard, room?.strange ?? {}];
      draw();
    },
  };
}
