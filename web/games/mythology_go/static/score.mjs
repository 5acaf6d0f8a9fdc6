// Counting a round of Mythology GO: people enter the cards before them, and see the count step by step.
import { usual } from "./cards.mjs";
import { Enter } from "./enter.mjs";
import { board, clear, elsewhere, every, forget, keep, kept } from "./board_to_count.mjs";
import { Show } from "./show.mjs";
import { ask, messageOf } from "/static/api.mjs";
import { say } from "/static/say.mjs";
import { byId, embedded, html, render } from "/static/view.mjs";

/**
 * @import { Body } from "../../../types/page"
 * @import { Agreed, Box, Count, BoardToCount, Printed, Ranking } from "../types"
 */

/** @type {{ game: string, title: string, cards: Printed[], options: Agreed[], problem: string | null }} */
const GIVEN = embedded("given");
const root = byId("score");
/** @type {Box} */
const cards = new Map(GIVEN.cards.map((card) => [card.code, card]));
/** @type {{ lying: BoardToCount, counted: Count | null, standing: Ranking | null, complaint: string | null }} */
const state = { lying: kept(), counted: null, standing: null, complaint: null };

const language = () => state.lying.language ?? usual;

/**
 * Change the entered board, store it, and redraw the page.
 * @param {(lying: BoardToCount) => unknown} how
 */
function change(how) {
  how(state.lying);
  state.complaint = null;
  draw();
  if (!keep(state.lying)) complain(say("This phone saves nothing: keep this page open until you have counted."));
}

/** @param {string} what */
function complain(what) {
  state.complaint = what;
  draw();
}

/** Check whether this box still has the entered cards, and say which ones are missing. */
function compared() {
  if (GIVEN.problem) return; // the box is unknown
  const gone = forget(state.lying, every(GIVEN.cards));
  if (gone.length) state.complaint = say("Your box no longer has {cards}: taken away.", { cards: gone.join(", ") });
}

/**
 * Rank people by their points in each round, with the chosen options.
 * @param {BoardToCount["rounds"]} rounds
 * @returns {Promise<Ranking>}
 */
function ranking(rounds) {
  const path = "/api/v1/score/mythology_go/ranking";
  // For the types, this path also matches `/api/v1/score/<game>`, hence the cast.
  return ask(path, /** @type {Body<"POST", typeof path>} */ ({ rounds, options: state.lying.options }));
}

/** Count the board; show it from the start, or from where it was when the phone went to sleep. */
async function count(at = 0) {
  state.complaint = null;
  try {
    const counted = /** @type {Count} */ (await ask("/api/v1/score/mythology_go", { board: board(state.lying) }));
    state.counted = counted;
    const round = Object.fromEntries(counted.players.map(({ name, total }) => [name, total]));
    state.standing = await ranking([...state.lying.rounds, round]);
    state.lying.counting = true;
    state.lying.at = at;
    keep(state.lying);
  } catch (error) {
    state.counted = null;
    state.lying.counting = false;
    state.complaint = messageOf(error);
  }
  draw();
  if (state.counted) scrollTo({ top: 0 });
}

/**
 * Store the points of this round and begin the next one; after the last round, begin a new game.
 * @param {boolean} over
 */
function next(over) {
  const { players } = /** @type {Count} */ (state.counted);
  change((lying) => {
    if (over) lying.rounds = [];
    else lying.rounds.push(Object.fromEntries(players.map(({ name, total }) => [name, total])));
    clear(lying);
  });
  state.counted = null;
  draw();
}

/** Begin a new game with the same people. */
function anew() {
  if (confirm(say("Begin a new game? The points of this one will be lost.")))
    change((lying) => {
      lying.rounds = [];
      clear(lying);
    });
}

/**
 * Show the count up to a step.
 * @param {number} at
 */
function step(at) {
  state.lying.at = at;
  keep(state.lying);
  draw();
}

/** Go back from the count to the entered board. */
function back() {
  change((lying) => {
    lying.counting = false;
  });
}

function Page() {
  const { lying, counted, standing, complaint } = state;
  const shared = { lying, cards, language: language(), change };
  return html`
    <header class="head">
      <h1>${GIVEN.title}</h1>
      <a href="/rules/${GIVEN.game}">${say("Rules")}</a><a href="/">${say("Scoreboard")}</a>
    </header>
    ${GIVEN.problem && html`<p class="notice" role="alert">${GIVEN.problem}</p>`}
    ${
      lying.counting && counted
        ? html`<${Show} ...${shared} counted=${counted} standing=${standing} next=${next} draw=${draw} title=${GIVEN.title}
          back=${back} step=${step} />`
        : html`<${Enter} ...${shared} options=${GIVEN.options} complaint=${complaint} count=${() => count()} anew=${anew} />`
    }`;
}

function draw() {
  render(html`<${Page} />`, root);
}

root.replaceChildren();
compared();
elsewhere(() => {
  state.lying = kept();
  if (!state.lying.counting) state.counted = null;
  draw();
});
if (state.lying.counting) await count(state.lying.at);
else draw();
