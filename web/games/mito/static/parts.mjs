// How Mito looks: number cards with as many beetles as the number says, and the Guard Bug at its holder's name.
import { html } from "/static/view.mjs";

const PIPS = {
  1: [[50, 74, 1.9]],
  2: [[50, 49, 1.35], [50, 99, 1.35]],
  3: [[50, 38, 1.1], [50, 74, 1.1], [50, 110, 1.1]],
  4: [[33, 55, 1], [67, 55, 1], [33, 98, 1], [67, 98, 1]],
  5: [[34, 52, 0.9], [66, 52, 0.9], [50, 76, 0.9], [34, 102, 0.9], [66, 102, 0.9]],
};

function beetle([x, y, size]) {
  return html`<g transform=${`translate(${x} ${y}) scale(${size})`}>
    <path class="legs" d="M-6-3-12-7M-7 3-14 3M-6 9-12 14M6-3 12-7M7 3 14 3M6 9 12 14M-2-12-6-18M2-12 6-18" />
    <ellipse class="body" cx="0" cy="4" rx="7.5" ry="10" />
    <circle class="body" cx="0" cy="-8.5" r="4.4" />
    <path class="seam" d="M0-5v18M-5.4-3.2Q0-6.4 5.4-3.2" />
  </g>`;
}

export function Card({ code, label }) {
  const number = Number(/^number([1-5])\./.exec(code)?.[1]);
  if (!number) return html`<div class="card plain"><span>${label}</span></div>`;
  return html`<svg class=${`card mito number-${number}`} viewBox="0 0 100 148" role="img" aria-label=${`a ${number}`}>
    <rect class="face" x="1" y="1" width="98" height="146" rx="11" />
    <rect class="frame" x="6.5" y="6.5" width="87" height="135" rx="7" />
    <text class="corner" x="17" y="30">${number}</text>
    <text class="corner" x="17" y="30" transform="rotate(180 50 74)">${number}</text>
    ${PIPS[number].map(beetle)}
  </svg>`;
}

export function SeatMark({ seat }) {
  if (!seat.guard) return null;
  return html`<span class="guard" title="holds the Guard Bug">
    <svg viewBox="-16 -20 32 38" aria-hidden="true">${beetle([0, 0, 1])}</svg>Guard
  </span>`;
}
