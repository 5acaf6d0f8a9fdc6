// What a seat of President is called and can say; the cards are those of every standard deck.
import { many, say } from "/static/say.mjs";
import { html } from "/static/view.mjs";

export { Back, Card } from "/static/standard52.mjs";

/** @typedef {{ to: number | null, count: number }} Owed */

export const aim = { best: "most", says: say("Most points win") };
export const drawsByButton = true; // nobody draws
export const mayDraw = () => false;

/**
 * How many cards somebody holds, and what the last round has made of them.
 * @param {{ seat: { hand?: number | null, title?: string | null } }} props
 */
export const SeatMark = ({ seat: { hand, title } }) => {
  const count = hand ? many("{count} card", "{count} cards", hand) : "";
  const shown = title && hand ? `${title} ${hand}` : title || count;
  return shown ? html`<span class="badge" title=${count || null}>${shown}</span>` : null;
};

/**
 * Beside a real table: to say that a card was given that is owed. At the virtual one hands do it.
 * @param {{ picture: { seats: { seat: number, name: string, owes?: Owed[] }[] }, seat: number, choose: Function, table?: object }} at
 */
export function Choices({ picture, seat, choose, table }) {
  const owes = picture.seats.find((one) => one.seat === seat)?.owes ?? [];
  if (table || !owes.length) return null;
  return html`<div class="acts" role="group" aria-label=${say("What you owe")}>
    ${owes.map(({ to }) => {
      const who = picture.seats.find((one) => one.seat === to)?.name ?? "";
      return html`<button class="again" key=${to} data-choice="given" onClick=${() => choose("given", to ?? undefined)}>${say("I gave it to {who}", { who })}</button>`;
    })}
  </div>`;
}
