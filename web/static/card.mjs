// Drawing parts for the cards of all games: the frame of every card, 100 wide and 148 high, and suns and stars.
import { html } from "./view.mjs";

/** @import { ComponentChildren } from "preact" */

/**
 * A card or its back: `looks` are its CSS classes, `name` is its name. A line goes around it at the distance `inset` from
 * its edge, with the corner radius `round`; without an `inset` there is no line.
 * @param {{ looks: string, name: string, inset?: number, round?: number, children?: ComponentChildren }} props
 */
export function Frame({ looks, name, inset, round = 7, children }) {
  return html`<svg class=${`card ${looks}`} viewBox="0 0 100 148" role="img" aria-label=${name}>
    <rect class="face" x="1" y="1" width="98" height="146" rx="11" />
    ${inset && html`<rect class="frame" x=${inset} y=${inset} width=${100 - 2 * inset} height=${148 - 2 * inset} rx=${round} />`}
    ${children}
  </svg>`;
}

/**
 * The coloured ground of a card, within its edge.
 * @param {{ looks?: string }} props
 */
export function Ground({ looks = "" }) {
  return html`<rect class=${`ground ${looks}`} x="5" y="5" width="90" height="138" rx="7.5" />`;
}

/**
 * A card that shows only its name.
 * @param {{ label: string }} props
 */
export function Plain({ label }) {
  return html`<div class="card plain"><span>${label}</span></div>`;
}

/**
 * The path of a sun or star around the origin: the number of its rays, and their outer and inner radius.
 * @param {number} rays
 * @param {number} outer
 * @param {number} inner
 */
export function burst(rays, outer, inner) {
  /** @param {number} n */
  const tip = (n) => {
    const [r, turn] = [n % 2 ? inner : outer, (Math.PI * n) / rays];
    return `${(r * Math.sin(turn)).toFixed(2)} ${(-r * Math.cos(turn)).toFixed(2)}`;
  };
  return `M${[...Array(2 * rays).keys()].map(tip).join("L")}Z`;
}
