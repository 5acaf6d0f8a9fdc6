// A plain virtual table: a card is picked and touched to a pad, a button is pressed. What is moved here are emulated
// tags and pins; what the table makes of it comes back as to any phone.
import { follow } from "./live.mjs";
import { parts } from "./parts.mjs";
import { embedded, html, render } from "./view.mjs";

const root = document.getElementById("virtual");
const setting = embedded("setting");
const kindOf = (card) => card.label.split(" ")[0];
const fans = [...new Set(setting.cards.map(kindOf))].map((kind) => setting.cards.filter((card) => kindOf(card) === kind));
const state = { picture: embedded("picture"), link: true, card: null, complaint: null, parts: null, down: new Map() };
let moves = Promise.resolve();

// Hands move one after another: a release that overtook its press would leave the button down.
function post(path, body) {
  moves = moves.then(() => send(path, body)).then(complain, (error) => complain(`The table does not answer: ${error.message}.`));
}

async function send(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  });
  return answer.ok ? null : (await answer.json()).error;
}

function complain(text) {
  state.complaint = text;
  draw();
}

const move = (body) => post("/api/v1/tabletop", body);

function pick(card) {
  state.card = state.card === card ? null : card;
  complain(null);
}

function touch(zone) {
  if (state.card) move({ do: "touch", card: state.card, zone });
  else complain("First pick a card, then the pad that it touches.");
}

// Which finger, or key, is on which button.
function press(finger, seat) {
  release(finger);
  state.down.set(finger, seat);
  move({ do: "press", seat });
}

function release(finger) {
  const seat = state.down.get(finger);
  if (state.down.delete(finger)) move({ do: "release", seat });
}

const KEY = "key";
const releaseAll = () => [...state.down.keys()].forEach(release);
for (const gone of ["pointerup", "pointercancel"]) window.addEventListener(gone, (event) => release(event.pointerId));
window.addEventListener("keyup", () => release(KEY));
// No finger stays on a button of a page that nobody sees.
for (const gone of ["pagehide", "blur"]) window.addEventListener(gone, releaseAll);
document.addEventListener("visibilitychange", () => document.hidden && releaseAll());

const seatAt = (number) => state.picture.seats.find((seat) => seat.seat === number);
const nameOf = (number) => seatAt(number)?.name ?? `Seat ${number}`;

function Button({ seat }) {
  const { turn, waiting } = state.picture;
  const isKey = (event) => event.key === " " || event.key === "Enter";
  return html`<button
    class=${`big ${turn === seat || waiting?.includes(seat) ? "lit" : ""}`}
    data-button=${seat}
    onPointerDown=${(event) => press(event.pointerId, seat)}
    onKeyDown=${(event) => isKey(event) && !event.repeat && press(KEY, seat)}
    onContextMenu=${(event) => event.preventDefault()}
  ><span class="number">${seat}</span>${nameOf(seat)}</button>`;
}

function Pad({ zone, Card }) {
  const seat = seatAt(Number(/^seat\.(\d+)$/.exec(zone)?.[1]));
  const top = state.picture.piles[zone]?.top;
  const label = setting.cards.find((card) => card.code === top)?.label;
  return html`<button class="pad" data-zone=${zone} onClick=${() => touch(zone)}>
    ${top && html`<${Card} code=${top} label=${label} />`}
    <span>${seat ? `${seat.name}’s pad` : zone}${seat?.counting == null ? "" : ` · ${seat.counting}`}</span>
  </button>`;
}

function Box({ Card }) {
  return html`<div class="box">
    ${fans.map((cards) => html`<div class="fan">${cards.map((card) => html`<${Pick} ...${card} Card=${Card} />`)}</div>`)}
  </div>`;
}

function Pick({ code, label, Card }) {
  const { top } = state.picture.piles.discard ?? {};
  const wrong = state.picture.correction?.cards.includes(code);
  return html`<button
    class=${`pick ${state.card === code ? "picked" : ""} ${wrong ? "wrong" : ""} ${top === code ? "on-top" : ""}`}
    aria-pressed=${state.card === code}
    data-card=${code}
    onClick=${() => pick(code)}
  ><${Card} code=${code} label=${label} /></button>`;
}

function Saying() {
  const { picture, complaint, link } = state;
  const [news] = picture.news;
  const refused = Boolean(complaint || picture.notice || news?.event.endsWith("refused"));
  return html`<section class="saying" aria-live="polite">
    <header class="head">
      <h1>${picture.headline ?? "Virtual table"}</h1>
      <a href="/">Scoreboard</a>
      <span class=${`link ${link ? "up" : "down"}`} role="status">${link ? "live" : "connecting…"}</span>
    </header>
    <p class="prompt">${picture.prompt}</p>
    <p class=${refused ? "notice" : "said"}>${complaint ?? picture.notice ?? news?.said}</p>
    ${picture.over && html`<button class="again" onClick=${() => post("/api/v1/games", {})}>Play again</button>`}
  </section>`;
}

const choose = (choice, value) => post("/api/v1/choices", { choice, ...(value === undefined ? {} : { value }) });

/** Only the host has the last word, here too; his PIN stands in the table's terminal. */
function Login() {
  function login(event) {
    event.preventDefault();
    post("/api/v1/host", { pin: new FormData(event.target).get("pin") });
    moves = moves.then(recall);
  }
  return html`<form class="host" onSubmit=${login}>
    <input name="pin" inputmode="numeric" autocomplete="off" size="8" aria-label="Host PIN" placeholder="Host PIN" />
    <button class="says">I am the host</button>
  </form>`;
}

async function recall() {
  state.me = await (await fetch("/api/v1/me")).json();
  draw();
}

/** What the host says. */
function Host() {
  const { paused, question, correction, over } = state.picture;
  const says = (text, choice, value) =>
    html`<button class="says" data-choice=${choice} onClick=${() => choose(choice, value)}>${text}</button>`;
  return html`<div class="host">
    ${question?.options.map(({ answer, label }) => says(`It was ${label}`, "settle", answer))}
    ${says("Undo", "undo")}
    ${correction && says("Accept that card", "rule")}
    ${paused ? says("Go on", "resume") : says("Pause", "pause")}
    ${!over && says("End the game", "abort")}
  </div>`;
}

function Virtual() {
  const { Card } = state.parts;
  return html`
    <${Saying} />
    <section>
      <h2>1. Pick a card</h2>
      <${Box} Card=${Card} />
    </section>
    <section>
      <h2>2. Touch it to a pad</h2>
      <div class="pads">${setting.zones.map((zone) => html`<${Pad} key=${zone} zone=${zone} Card=${Card} />`)}</div>
    </section>
    <section>
      <h2>Seat buttons <small>tap, hold or press twice</small></h2>
      <div class="buttons">${setting.seats.map((seat) => html`<${Button} key=${seat} seat=${seat} />`)}</div>
    </section>
    <section>
      <h2>The host says</h2>
      <${state.me?.host ? Host : Login} />
    </section>`;
}

function draw() {
  if (state.parts) render(html`<${Virtual} />`, root);
}

follow({
  onPicture: (picture) => {
    // A card that has to be taken back is at hand at once.
    const [wrong] = picture.correction?.cards ?? [];
    if (wrong && !state.picture.correction) state.card = wrong;
    state.picture = picture;
    draw();
  },
  onLink: (up) => {
    state.link = up;
    if (up) state.complaint = null;
    draw();
  },
});
state.parts = await parts(state.picture.game);
moves = moves.then(recall);
root.replaceChildren();
draw();
