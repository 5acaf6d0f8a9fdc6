// What is printed on the cards of a box: all of them, with what is only assumed; the owner corrects them one by one.
import { ask, complaintOf } from "./api.mjs";
import { html } from "./view.mjs";

const pathOf = (game) => `/api/v1/decks/${encodeURIComponent(game)}`;
const known = new Map(); // by game: its lines as they are now, and what came of the last wish
let open = null; // the card that is being corrected: { game, card, line }

/** Learn what is printed on the cards of a game. */
export async function learn(game) {
  const { cards } = await ask(`${pathOf(game)}/cards`, undefined, "GET");
  known.set(game, { ...known.get(game), lines: cards });
}

async function wish(game, asked, redraw, said = null) {
  const complaint = await complaintOf(asked);
  if (complaint === null) await learn(game);
  known.set(game, { ...known.get(game), complaint, said: complaint ? null : said });
  if (complaint === null) open = null;
  await redraw();
}

/** The cards of a deck, to be compared with the printed ones. `looks` are the parts of its game. */
export function Corrections({ deck, host, playing, looks, redraw }) {
  const { game, title } = deck;
  const { lines = [], complaint, said } = known.get(game) ?? {};
  const show = async (line, card = line.card) => {
    open = { game, line, card };
    await redraw();
    document.querySelector("form.edit")?.scrollIntoView({ block: "start" });
  };
  const unsure = lines.filter(({ card }) => card.assumed?.length).length;
  return html`<section class="printed" id=${game} aria-label=${`The cards of ${title}`}>
    <h3>What is printed</h3>
    <p class="hint">${unsure ? `Of ${unsure} of ${lines.length} cards something is only assumed. ` : "Nothing is assumed any more. "}
      ${host ? "Tap a card and enter what stands on yours." : "The host can correct them."}</p>
    ${complaint && !open && html`<p class="notice" role="alert">${complaint}</p>`}
    <p role="status">${said}</p>
    ${open?.game === game && html`<${Edit} ...${{ looks, redraw, complaint }} />`}
    <ul class="grid">
      ${lines.map((line) => {
        const { card, corrected } = line;
        const face = html`<${looks.Card} code=${card.code} label=${card.code} />`;
        const what = card.copies === 0 ? "not in this box" : card.assumed?.length ? "assumed" : corrected ? "corrected" : "known";
        const count = card.copies ? `${card.copies} ${card.copies === 1 ? "card" : "cards"}, ` : "";
        return html`<li key=${card.code} data-line=${card.code} class=${what.split(" ")[0]}>
          ${host && !playing ? html`<button type="button" class="look" onClick=${() => show(line)}>${face}</button>` : face}
          <span>${count}${what}</span>
        </li>`;
      })}
    </ul>
    ${host && !playing && html`<div class="wishes">
      <button type="button" onClick=${() => show({ card: null, corrected: false, shipped: false }, { ...looks.blank(), shipped: false })}>Another card</button>
      <a class="wish" href=${`${pathOf(game)}/corrections`} download=${`${game}.toml`}>Save your corrections</a>
      <label class="wish">Read corrections from a file
        <input type="file" accept=".toml" aria-label=${`Read corrections of ${title} from a file`} onChange=${(event) => readFile(game, event.target, redraw)} />
      </label>
    </div>`}
  </section>`;
}

async function readFile(game, input, redraw) {
  const [file] = input.files;
  if (!file) return;
  const toml = await file.text();
  input.value = ""; // the same file may be read again
  await wish(game, ask(`${pathOf(game)}/corrections`, { toml }, "PUT"), redraw, `${file.name} corrects the deck now.`);
}

function Edit({ looks, redraw, complaint }) {
  const { game, line, card } = open;
  const { shipped, ...printed } = card;
  const save = () => wish(game, ask(`${pathOf(game)}/cards`, { card: { ...printed, assumed: [] } }), redraw, "The next game is played with it.");
  const leave = () => wish(game, ask(`${pathOf(game)}/cards/leave`, { code: printed.code }), redraw, "That card is as it was shipped.");
  const change = (changed) => ((open = { ...open, card: changed }), redraw());
  return html`<form class="edit" onSubmit=${(event) => (event.preventDefault(), save())}>
    <${looks.CardForm} card=${card} change=${change} />
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    <div class="wishes">
      <button class="main">So it is printed</button>
      ${line.corrected && html`<button type="button" onClick=${leave}>${line.shipped ? "As it was shipped" : "There is no such card"}</button>`}
      <button type="button" onClick=${() => ((open = null), redraw())}>Cancel</button>
    </div>
  </form>`;
}
