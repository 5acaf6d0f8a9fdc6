// The scoreboard: whose turn, the pile, the scores, what is to be done, and what has just happened.
import { follow } from "./live.mjs";
import { parts } from "./parts.mjs";
import { embedded, html, render } from "./view.mjs";

const root = document.getElementById("scoreboard");
const state = { picture: embedded("picture"), link: true, parts: null, game: undefined };

function Head({ picture, link }) {
  const round = picture.round && `Round ${picture.round}${picture.rounds ? ` of ${picture.rounds}` : ""}`;
  return html`<header class="head">
    <h1>${picture.game ?? "Card table"}</h1>
    <span class="round">${round}</span>
    ${picture.game && html`<a href=${`/rules/${picture.game}`}>Rules</a>`}
    <span class=${`link ${link ? "up" : "down"}`} role="status">${link ? "live" : "connecting…"}</span>
  </header>`;
}

function Turn({ picture }) {
  const wrong = Boolean(picture.correction || picture.notice);
  return html`<section class=${`turn ${wrong ? "wrong" : ""}`} aria-live="polite">
    <p class="headline">${picture.headline ?? (picture.game ? "One moment …" : "Welcome")}</p>
    <p class="prompt">${picture.prompt}</p>
    ${picture.notice && html`<p class="notice">${picture.notice}</p>`}
  </section>`;
}

function Pile({ zone, pile, Card, labels }) {
  const depth = Math.min(pile.count, 4);
  return html`<figure class="pile" data-zone=${zone}>
    <div class="stack">
      ${[...Array(Math.max(0, depth - 1)).keys()].map((i) => html`<div class=${`under under-${i}`}></div>`)}
      ${pile.top
        ? html`<div class="top" key=${pile.top} data-card=${pile.top}><${Card} code=${pile.top} label=${pile.top} /></div>`
        : html`<div class="empty">no card yet</div>`}
    </div>
    <figcaption>${zone} · ${pile.count} ${pile.count === 1 ? "card" : "cards"} played</figcaption>
  </figure>`;
}

function Seats({ picture, SeatMark }) {
  const busy = (seat) => [picture.turn, ...(picture.waiting ?? []), ...(picture.winners ?? [])].includes(seat);
  return html`<ol class="seats">
    ${picture.seats.map(
      (seat) => html`<li class=${`seat ${busy(seat.seat) ? "busy" : ""}`} data-seat=${seat.seat} key=${seat.seat}>
        <span class="number" aria-label=${`seat ${seat.seat}`}>${seat.seat}</span>
        <span class="name">${seat.name ?? "empty seat"}<${SeatMark} seat=${seat} /><${Counting} cards=${seat.counting} /></span>
        <span class="score" aria-label="points">${seat.score}</span>
      </li>`,
    )}
  </ol>`;
}

/** How many cards of a hand have been touched while hands are counted. */
function Counting({ cards }) {
  if (cards == null) return null;
  return html`<span class="counting">${cards} ${cards === 1 ? "card" : "cards"}</span>`;
}

function News({ news }) {
  return html`<section class="news" aria-label="What happened">
    <ol>${news.map((event) => html`<li key=${event.seq} class=${event.event}>${event.said}</li>`)}</ol>
  </section>`;
}

function Scoreboard({ picture, link, parts: { Card, SeatMark } }) {
  return html`
    <${Head} picture=${picture} link=${link} />
    <div class="felt">
      <${Turn} picture=${picture} />
      <div class="piles">
        ${Object.entries(picture.piles).map(
          ([zone, pile]) => html`<${Pile} key=${zone} zone=${zone} pile=${pile} Card=${Card} />`,
        )}
      </div>
    </div>
    <div class="people">
      <${Seats} picture=${picture} SeatMark=${SeatMark} />
      <${News} news=${picture.news} />
    </div>`;
}

async function draw() {
  if (state.game !== state.picture.game) {
    state.game = state.picture.game;
    state.parts = await parts(state.game);
    root.replaceChildren();
  }
  if (state.parts) render(html`<${Scoreboard} ...${state} />`, root);
}

follow({
  onPicture(picture) {
    state.picture = picture;
    draw();
  },
  onLink(up) {
    state.link = up;
    draw();
  },
});
draw();
