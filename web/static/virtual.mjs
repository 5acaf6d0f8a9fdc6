// A plain virtual table: a card is picked and touched to a pad, a button is pressed. What is moved here are emulated
// tags and pins; what the table makes of it comes back like to any phone.
import { follow } from "./live.mjs";
import { parts } from "./parts.mjs";
import { embedded, html, render } from "./view.mjs";

const root = document.getElementById("virtual");
const setting = embedded("setting");
const state = { picture: embedded("picture"), link: true, card: null, complaint: null, parts: null };

async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  state.complaint = answer.ok ? null : (await answer.json()).error;
  draw();
}

const move = (body) => post("/api/v1/tabletop", body).catch((error) => complain(error));

function complain(error) {
  state.complaint = `The table does not answer (${error.message}).`;
  draw();
}

function pick(card) {
  state.card = state.card === card ? null : card;
  draw();
}

function touch(zone) {
  if (!state.card) return complain(new Error("first pick a card"));
  move({ do: "touch", card: state.card, zone });
}

const padName = (zone) => {
  const number = Number(/^seat\.(\d+)$/.exec(zone)?.[1]);
  if (!number) return zone;
  const counting = state.picture.seats.find((seat) => seat.seat === number)?.counting;
  return `${nameOf(number)}’s pad${counting == null ? "" : ` · ${counting}`}`;
};
const nameOf = (number) => state.picture.seats.find((seat) => seat.seat === number)?.name ?? `Seat ${number}`;

function Button({ seat }) {
  const release = () => move({ do: "release", seat });
  return html`<button
    class=${`big ${state.picture.turn === seat ? "lit" : ""}`}
    data-button=${seat}
    onPointerDown=${(event) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      move({ do: "press", seat });
    }}
    onPointerUp=${release}
    onPointerCancel=${release}
    onKeyDown=${(event) => event.key === " " && !event.repeat && move({ do: "press", seat })}
    onKeyUp=${(event) => event.key === " " && release()}
    onContextMenu=${(event) => event.preventDefault()}
  ><span class="number">${seat}</span>${nameOf(seat)}</button>`;
}

const kinds = [...new Set(setting.cards.map((card) => card.label))];
const fans = kinds.map((kind) => setting.cards.filter((card) => card.label === kind));

function Box({ Card }) {
  return html`<div class="box">
    ${fans.map((cards) => html`<div class="fan">${cards.map((card) => html`<${Pick} ...${card} Card=${Card} />`)}</div>`)}
  </div>`;
}

function Pick({ code, label, Card }) {
  return html`<button
    class=${`pick ${state.card === code ? "picked" : ""}`}
    aria-pressed=${state.card === code}
    aria-label=${`card ${code}`}
    data-card=${code}
    onClick=${() => pick(code)}
  ><${Card} code=${code} label=${label} /></button>`;
}

function Virtual() {
  const { picture, complaint, link } = state;
  return html`
    <header class="head">
      <h1>Virtual table</h1>
      <a href="/">Scoreboard</a>
      <span class=${`link ${link ? "up" : "down"}`} role="status">${link ? "live" : "connecting…"}</span>
    </header>
    <section class="saying" aria-live="polite">
      <p class="prompt">${picture.prompt}</p>
      <p class=${complaint || picture.notice ? "notice" : "said"}>${complaint ?? picture.notice ?? picture.news[0]?.said ?? ""}</p>
    </section>
    <section>
      <h2>1. Pick a card</h2>
      <${Box} Card=${state.parts.Card} />
    </section>
    <section>
      <h2>2. Touch it to a pad</h2>
      <div class="pads">
        ${setting.zones.map(
          (zone) => html`<button class="pad" data-zone=${zone} onClick=${() => touch(zone)}>${padName(zone)}</button>`,
        )}
      </div>
    </section>
    <section>
      <h2>Seat buttons <small>tap or hold</small></h2>
      <div class="buttons">${setting.seats.map((seat) => html`<${Button} key=${seat} seat=${seat} />`)}</div>
    </section>`;
}

function draw() {
  if (state.parts) render(html`<${Virtual} />`, root);
}

follow({
  onPicture: (picture) => {
    state.picture = picture;
    draw();
  },
  onLink: (up) => {
    state.link = up;
    draw();
  },
});
state.parts = await parts(state.picture.game);
root.replaceChildren();
draw();
