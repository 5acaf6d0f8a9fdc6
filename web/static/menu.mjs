// The menu of the virtual table: what is wanted now and then, in a sheet. Coming, going, learning, and what happened.
import { EarSwitch } from "./ear_switch.mjs";
import { EndIt } from "./ending.mjs";
import { gameOf, News, Result, roundOf, Rounds } from "./felt.mjs";
import { endPractice, Learn } from "./practice.mjs";
import { LanguageSwitch } from "./language_switch.mjs";
import { mayMove, Order } from "./order.mjs";
import { say } from "./say.mjs";
import { Sheet } from "./sheet.mjs";
import { ThemeSwitch } from "./theme_switch.mjs";
import { html } from "./view.mjs";

/** @import { Asking, Table } from "../types/page" */

/** @param {{ table: Table, asking: Asking, onLeave(): void, base: string }} props */
export function Menu({ table, asking, onLeave, base }) {
  const { picture, menu } = table.state;
  if (!menu) return null;
  const close = () => table.set({ menu: false, leaving: false });
  const round = roundOf(picture);
  return html`<${Sheet} name=${picture.title ?? say("Card table")} looks="menu" onClose=${close}>
    ${round && html`<p class="round">${round}</p>`}
    <nav aria-label=${say("Pages")}>
      ${gameOf(picture) && html`<a class="says" href=${`/rules/${gameOf(picture)}`}>${say("Rules")}</a>`}
      <a class="says" href="/">${say("Scoreboard")}</a>
      <a class="says" href="/host">${say("Host")}</a>
      <a class="says" href="/history">${say("Past games")}</a>
      <a class="says" href="/people">${say("People")}</a>
      <a class="says" href="/help">${say("Help")}</a>
    </nav>
    <${Ways} table=${table} asking=${asking} onLeave=${onLeave} />
    ${
      mayMove(picture, table.state.room) &&
      html`<h3>${say("Who sits where")}</h3>
      <${Order} picture=${picture} room=${table.state.room} seats=${table.seats} sits=${table.state.seat !== null} asking=${asking} />`
    }
    <h3>${say("What happened")}</h3>
    <${News} picture=${picture} base=${base} />
    <${Result} picture=${picture} />
    <${Rounds} picture=${picture} />
    <h3>${say("Practise for a minute")}</h3>
    <${Learn} state=${table.state} set=${table.set} asking=${asking} games=${table.games} seats=${table.seats} onSeat=${table.have} />
    <h3>${say("How this phone looks")}</h3>
    <${ThemeSwitch} />
    <h3>${say("What this phone speaks")}</h3>
    <${LanguageSwitch} />
    <${EarSwitch} />
    ${table.state.seat !== null && html`<a class="says" data-by-ear href=${`/ear/${table.state.seat}`}>${say("Play by ear, without looking")}</a>`}
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
    ${room.practice && html`<button class="again" onClick=${() => endPractice(set, asking, picture.game_id)}>${say("End the practice")}</button>`}
    ${seat !== null && !room.practice && !room.deal && html`<${EndIt} picture=${picture} asking=${asking} onEnd=${() => set({ menu: false })} />`}
    ${!picture.household && html`<button class="says" onClick=${() => set({ page: "welcome", menu: false })}>${seat === null ? say("Take a seat") : say("One more seat here")}</button>`}
    ${seat !== null && !leaving && html`<button class="says" onClick=${() => set({ leaving: true })}>${say("Leave {who}’s seat", { who: table.nameOf(seat) })}</button>`}
    ${
      leaving &&
      html`<button class="says" onClick=${onLeave}>${say("Really leave, cards and all")}</button>
      <button class="says" onClick=${() => set({ leaving: false })}>${say("Stay")}</button>`
    }
  </div>`;
}
