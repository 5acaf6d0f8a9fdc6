// Showing that hands move: the same whatever a hand does, and visible even to people who prefer no motion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn } from "./page.mjs";

const { html } = await import("../../web/static/view.mjs");
const { latest, moves } = await import("../../web/static/parts.mjs");

/**
 * The animations of the plates of seats 1 and 2 when seat 2's hand moves.
 * @param {boolean} still
 */
function animated(still) {
  const page = drawn(html`<ol><li data-seat="1"></li><li data-seat="2"></li></ol>`);
  document.body.replaceChildren(page);
  /** @type {[string | undefined, any, any][]} */
  const found = [];
  for (const plate of page.querySelectorAll("li")) {
    plate.animate = (/** @type {any} */ frames, /** @type {any} */ how) =>
      /** @type {any} */ (found.push([plate.dataset.seat, frames, how]));
  }
  globalThis.matchMedia = /** @type {any} */ (() => ({ matches: still }));
  moves({ seat: 2, for_ms: 640 });
  return found;
}

test("the plate of whose hand moves has a frame for as long, and sways where motion is welcome", () => {
  const [frame, sway, ...more] = animated(false);
  assert.deepEqual([frame[0], frame[2], more], ["2", { duration: 640 }, []]);
  assert.equal(sway[0], "2");
  assert.ok(Math.abs(sway[2].duration * sway[2].iterations - 640) < 1);
  assert.equal(latest.seat, 2);
});

test("without motion the frame alone is seen", () => {
  assert.deepEqual(
    animated(true).map(([seat, , how]) => [seat, how]),
    [["2", { duration: 640 }]],
  );
});
