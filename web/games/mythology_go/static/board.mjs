// What lies before everybody, eight seats on one phone; after a round how the points came about.
import { html } from "/static/view.mjs";
import { Back, Face, called, lineOf } from "./cards.mjs";
import { Tally } from "./tally.mjs";

const busy = ({ turn, waiting, winners }, seat) => turn === seat || (waiting ?? []).includes(seat) || (winners ?? []).includes(seat);

function Lying({ one, onPick }) {
  const line = one.card && lineOf(one.card);
  const face = one.closed || !one.card ? html`<${Back} />` : line ? html`<${Face} card=${line} />` : html`<div class="card plain"><span>${one.card}</span></div>`;
  const looks = `${one.risen ? "risen" : ""} ${one.pair ? "paired" : ""}`;
  if (!onPick) return html`<span class=${looks}>${face}</span>`;
  return html`<button type="button" class=${looks} data-card=${one.card} onClick=${onPick}>${face}</button>`;
}

/** All seats with their terrains; at the virtual table a card that lies open can be taken to the discard. */
export function Board({ picture, table, redraw }) {
  if (picture.count) return html`<${Tally} picture=${picture} redraw=${redraw} />`;
  const places = picture.places ?? 7;
  const wrong = picture.correction?.zone;
  const destroy = (one) => table && table.state.seat !== null && picture.running && one.card && !one.closed
    ? () => confirm("Is this card destroyed? It goes to the discard.") && table.hands({ do: "move", seat: table.state.seat, card: one.card, zone: "discard" })
    : null;
  return html`<ol class="board" aria-label="Terrains" style=${{ "--places": places }}>
    ${picture.seats.map(
      ({ seat, name, score, terrain = [], has_deity, belief, declared }) => html`<li key=${seat} data-seat=${seat} class=${`${busy(picture, seat) ? "busy" : ""} ${wrong === `seat.${seat}` ? "wrong" : ""}`}>
        <span class="who"><b>${name ?? "empty seat"}</b>
          <span class="marks">${has_deity && html`<span role="img" aria-label="has a Deity">◆ </span>`}${declared && html`<span role="img" aria-label="has declared">✓ </span>`}${belief && called(lineOf(belief) ?? { name: belief })}</span></span>
        <span class="terrain-row">${terrain.map((one, n) => html`<${Lying} key=${one.card ?? `closed ${n}`} one=${one} onPick=${destroy(one)} />`)}
          ${[...Array(Math.max(0, places - terrain.length)).keys()].map((n) => html`<span key=${`free ${n}`} class="free"></span>`)}</span>
        <span class="score" aria-label="points">${score}</span>
      </li>`,
    )}
  </ol>`;
}
