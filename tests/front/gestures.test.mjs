// What a finger on the round button means is decided by the phone's own clock, and told in one request.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { all, answers, asked, drawn, html, picture, words } from "./page.mjs";

const { Gestures, SeatButton } = await import("../../web/static/button.mjs");
const { watch } = await import("../../web/static/rest.mjs");

const now = { ...picture("mito", ({ turn, race }) => turn === 1 && !race), game_id: 77 };
const SAID = { tap: { choice: "draw", says: "Draw" }, hold: { choice: "out", says: "My hand is empty" } };
const DOUBLE = { ...SAID, double: { choice: "call", says: "Vu!" } };

/**
 * Let a finger go down and come up on the button of seat 1; return what the table is told.
 * @param {{ gestures?: object, race?: object | null }} told
 * @param {[number, "down" | "up"][]} finger after how many ms it moves
 */
async function pressed(told, finger) {
  mock.timers.enable({ apis: ["setTimeout"] });
  answers.set("/api/v1/tabletop", { done: true });
  const shown = /** @type {any} */ ({ ...now, race: null, gestures: SAID, ...told });
  watch({ picture: shown, seat: 1, seats: [1], buttonMeans: () => "turn", redraw: () => {} });
  const page = drawn(html`<${SeatButton} seat=${1} name="Ana" says="Draw" />`);
  asked.length = 0;
  for (const [ms, moves] of [...finger, /** @type {[number, null]} */ ([2000, null])]) {
    mock.timers.tick(ms);
    const at = moves === "down" ? page.querySelector("[data-button]") : window;
    if (moves) at?.dispatchEvent(Object.assign(new Event(`pointer${moves}`, { bubbles: true }), { pointerId: 1 }));
  }
  for (let n = 0; n < 20; n++) await new Promise((done) => setImmediate(done));
  mock.timers.reset();
  return asked.map(({ body }) => body.gesture ?? body.do);
}

test("a tap is one request, told when the finger is up", async () => {
  assert.deepEqual(await pressed({}, [[0, "down"], [590, "up"]]), ["tap"]); // biome-ignore format: as it happens
});

test("a finger that stays holds, and is down as long as it stays", async () => {
  assert.deepEqual(await pressed({}, [[0, "down"], [900, "up"]]), ["press", "release"]); // biome-ignore format: as it happens
});

test("two taps are a double press where that says something, and two taps where it does not", async () => {
  const twice = /** @type {[number, "down" | "up"][]} */ ([[0, "down"], [90, "up"], [200, "down"], [90, "up"]]); // biome-ignore format: as it happens

  assert.deepEqual(await pressed({ gestures: DOUBLE }, twice), ["double"]);
  assert.deepEqual(await pressed({ gestures: DOUBLE }, twice.slice(0, 2)), ["tap"]);
  assert.deepEqual(await pressed({}, twice), ["tap", "tap"]);
});

test("in a race of hands the button is hit as soon as the finger is down", async () => {
  const race = { race: "slap", seats: [1, 2] };
  assert.deepEqual(await pressed({ race, gestures: {} }, [[0, "down"]]), ["tap"]);
  assert.deepEqual(await pressed({ race, gestures: SAID }, [[0, "down"], [700, "up"]]), ["tap", "press", "release"]); // biome-ignore format: as it happens
});

test("what a hold or a double press says is a button, unless a tap says it, or the game shows it", () => {
  const seen = (/** @type {object} */ gestures, /** @type {string[]} */ shown = []) =>
    all(drawn(html`<${Gestures} seat=${1} picture=${{ ...now, gestures }} shown=${shown} />`), "[data-choice]").map(
      (one) => [one.dataset.choice, words(one)],
    );

  assert.deepEqual(seen(DOUBLE), [
    ["out", "My hand is empty"],
    ["call", "Vu!"],
  ]);
  assert.deepEqual(seen({ ...DOUBLE, hold: SAID.tap }, ["call"]), []);
  assert.deepEqual(seen({}), []);
});
