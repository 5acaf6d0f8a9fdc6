// The end of a round on the scoreboard: points that count up card by card, each with its reason; skipped, or seen again.
import { html, state } from "/static/view.mjs";
import { lineOf } from "./cards.mjs";
import { plays, Stage, Standing, stageEnd, still, sums } from "./show.mjs";

let shown = { round: null, at: 0 };

export function Tally({ picture }) {
  const [, redraw] = state(0);
  const { steps, players } = picture.count;
  const round = `${picture.game_id} ${picture.round}`;
  if (shown.round !== round) shown = { round, at: still() ? steps.length : 0 };
  const to = (at) => ((shown.at = at), redraw((n) => n + 1));
  const { at } = shown;
  const over = at >= steps.length;
  plays(over || still(), steps[at], () => to(at + 1));
  const points = sums(picture.count, at + 1);
  const lying = { players: picture.seats.map(({ terrain = [], deity, belief }) => ({ cards: terrain.map(({ card }) => card), deity, belief })) };
  return html`<section class="tally" aria-label="The count">
    ${!over && html`<${Stage} lying=${lying} steps=${steps} at=${at} players=${players} points=${points} language="en" line=${lineOf} />`}
    <${Standing} players=${players} points=${points} on=${over ? -1 : steps[at].player} />
    <div class="wishes">
      ${!over && html`<button type="button" onClick=${() => to(stageEnd(steps, at))}>Skip</button>`}
      ${!over && html`<button type="button" onClick=${() => to(steps.length)}>All at once</button>`}
      ${over && html`<button type="button" onClick=${() => to(0)}>Count again</button>`}
    </div>
  </section>`;
}
