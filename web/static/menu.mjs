// The menu of the virtual table: what is wanted now and then, in a sheet. Coming, going, learning, and what happened.
import { gameOf, News, Result, Rounds } from "./felt.mjs";
import { endPractice, Learn } from "./practice.mjs";
import { mayMove, Order } from "./order.mjs";
import { Sheet } from "./sheet.mjs";
import { ThemeSwitch } from "./theme_switch.mjs";
import { html } from "./view.mjs";

/** @import { Asking, Table } from "../types/page" */

/** @param {{ table: Table, asking: Asking, onLeave(): void, base: string }} props */
export function Menu({ table, asking, onLeave, base }) {
  const { picture, menu } = table.state;
  if (!menu) return null;
  const close = () => table.set({ menu: false, leaving: false });
  const round = picture.round && `Round ${picture.round}${picture.rounds ? ` of ${picture.rounds}` : ""}`;
  return html`<${Sheet} name=${picture.title ?? "Card table"} looks="menu" onClose=${close}>
    ${round && html`<p class="round">${round}</p>`}
    <nav aria-label="Pages">
      ${gameOf(picture) && html`<a class="says" href=${`/rules/${gameOf(picture)}`}>Rules</a>`}
      <a class="says" href="/">Scoreboard</a>
      <a class="says" href="/host">Host</a>
      <a class="says" href="/history">Games</a>
      <a class="says" href="/people">People</a>
      <a class="says" href="/help">Help</a>
    </nav>
    <${Ways} table=${table} asking=${asking} onLeave=${onLeave} />
    ${
      mayMove(picture, table.state.room) &&
      html`<h3>Who sits where</h3>
      <${Order} picture=${picture} room=${table.state.room} seats=${table.seats} sits=${table.state.seat !== null} asking=${asking} />`
    }
    <h3>What happened</h3>
    <${News} picture=${picture} base=${base} />
    <${Result} picture=${picture} />
    <${Rounds} picture=${picture} />
    <h3>Practise for a minute</h3>
    <${Learn} state=${table.state} set=${table.set} asking=${asking} games=${table.games} seats=${table.seats} onSeat=${table.have} />
    <h3>How this phone looks</h3>
    <${ThemeSwitch} />
  <//>`;
}

/**
 * Coming, going, and learning.
 * @param {{ table: Table, asking: Asking, onLeave(): void }} props
 */
function Ways({ table, asking, onLeave }) {
  const { state, set } = table;
  const { picture, seat, leaving, room } = state;
  return html`<div class="ways">
    ${room.practice && html`<button class="again" onClick=${() => endPractice(set, asking, picture.game_id)}>End the practice</button>`}
    ${!picture.household && html`<button class="says" onClick=${() => set({ page: "welcome", menu: false })}>${seat === null ? "Take a seat" : "One more seat here"}</button>`}
    ${seat !== null && !leaving && html`<button class="says" onClick=${() => set({ leaving: true })}>Leave ${table.nameOf(seat)}’s seat</button>`}
    ${
      leaving &&
      html`<button class="says" onClick=${onLeave}>Really leave, cards and all</button>
      <button class="says" onClick=${() => set({ leaving: false })}>Stay</button>`
    }
  </div>`;
}
