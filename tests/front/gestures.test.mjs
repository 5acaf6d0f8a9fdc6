// The phone's own clock decides what a finger on the round button means, and one request says so.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { all, answers, drawn, html, picture, sent, words } from "./page.mjs";

const { Gestures, SeatButton } = await import("../../web/static/button.mjs");
const { watch } = await import("../../web/static/button.mjs");

const now = { ...picture("mito", ({ turn, race }) => turn === 1 && !race), game_id: 77 };
let games = 77; // each test of a press has a new game, so that the button does not rest
const SAID = { tap: { choice: "draw", says: "Draw" }, hold: { choice: "out", says: "My hand is empty" } };
const DOUBLE = { ...SAID, double: { choice: "call", says: "Vu!" } };

/** @typedef {{ gestures?: object, race?: object | null }} Told */
/** @type {(string | null)[]} */
const seen = []; // what the button showed about the finger, whenever the finger moved or the test looked

/** @param {Told} changes */
const is = (changes) =>
  watch({
    picture: /** @type {any} */ ({ ...now, game_id: games, race: null, gestures: SAID, ...changes }),
    seat: 1,
    seats: [1],
    buttonMeans: () => "turn",
    redraw: () => {},
  });

/** @param {string} kind */
const byFinger = (kind) => Object.assign(new Event(kind, { bubbles: true }), { pointerId: 1 });
/** @param {string} kind */
const byKey = (kind) => new KeyboardEvent(kind, { key: "Enter", bubbles: true });
const MADE = {
  down: { on: "button", event: () => byFinger("pointerdown") },
  up: { on: "window", event: () => byFinger("pointerup") },
  key: { on: "button", event: () => byKey("keydown") },
  keyup: { on: "window", event: () => byKey("keyup") },
  click: { on: "button", event: () => new MouseEvent("click", { bubbles: true, detail: 1 }) },
  keyclick: { on: "button", event: () => new MouseEvent("click", { bubbles: true, detail: 0 }) },
};

/**
 * Put a finger or a key down on seat 1's button and lift it; return what the table is told.
 * @param {Told} changes what the seat is told first
 * @param {[number, Told | "down" | "up" | "key" | "keyup" | "click" | "keyclick" | "look"][]} finger
 *     after how many ms it moves, or something else is told
 */
async function pressed(changes, finger) {
  mock.timers.enable({ apis: ["setTimeout"] });
  answers.set("/api/v1/tabletop", { done: true });
  games++;
  is(changes);
  const button = drawn(html`<${SeatButton} seat=${1} name="Ana" says="Draw" />`).querySelector("[data-button]");
  sent.length = seen.length = 0;
  for (const [ms, moves] of finger) {
    mock.timers.tick(ms);
    if (typeof moves === "object") is(moves);
    else if (moves !== "look") (MADE[moves].on === "button" ? button : window)?.dispatchEvent(MADE[moves].event());
    if (moves !== "down") seen.push(button?.getAttribute("data-finger") ?? null);
  }
  mock.timers.tick(2000);
  for (let n = 0; n < 20; n++) await new Promise((done) => setImmediate(done));
  mock.timers.reset();
  return sent.map(({ body }) => body.gesture ?? body.do);
}

test("a tap is one request, told when the finger is up", async () => {
  assert.deepEqual(await pressed({}, [[0, "down"], [590, "up"]]), ["tap"]); // biome-ignore format: on one line
});

test("a finger that stays holds after 600 ms, shows it while it is down, and is down as long as it stays", async () => {
  assert.deepEqual(await pressed({}, [[0, "down"], [599, "look"], [1, "look"], [300, "up"]]), ["hold", "release"]); // biome-ignore format: on one line
  assert.deepEqual(seen, ["down", "holds", null]);
  assert.deepEqual(sent[0]?.body, { do: "press", seat: 1, gesture: "hold", means: "out", stays: true });
});

test("a press in a contest is told as the finger goes down, once, by finger and by key, and what it was as it comes up", async () => {
  const contest = { race: { race: "contest", seats: [1] }, gestures: {} };
  assert.deepEqual(await pressed(contest, [[0, "down"]]), ["press"]); // biome-ignore format: on one line
  assert.deepEqual(sent[0]?.body, { do: "press", seat: 1, contests: true });
  await pressed(contest, [[0, "up"]]);
  assert.deepEqual(await pressed(contest, [[0, "down"], [90, "up"], [0, "click"]]), ["press", "release"]); // biome-ignore format: on one line
  assert.deepEqual(await pressed(contest, [[0, "key"], [90, "keyup"], [0, "keyclick"]]), ["press", "release"]); // biome-ignore format: on one line
  assert.deepEqual(await pressed(contest, [[0, "down"], [700, "look"], [90, "up"]]), ["press", "release"]); // biome-ignore format: on one line
  assert.deepEqual(seen, ["holds", null]);
});

test("a finger that was down before a contest opened says nothing in it", async () => {
  const contest = { race: { race: "contest", seats: [1] } };
  assert.deepEqual(await pressed({}, [[0, "down"], [90, contest], [90, "up"]]), []); // biome-ignore format: on one line
  assert.deepEqual(await pressed({}, [[0, "down"], [90, contest], [900, "up"]]), ["release"]); // biome-ignore format: on one line
});

test("two taps are a double press where that says something, and two taps where it does not", async () => {
  const twice = /** @type {[number, "down" | "up"][]} */ ([[0, "down"], [90, "up"], [200, "down"], [90, "up"]]); // biome-ignore format: on one line

  assert.deepEqual(await pressed({ gestures: DOUBLE }, twice), ["double"]);
  assert.deepEqual(await pressed({ gestures: DOUBLE }, twice.slice(0, 2)), ["tap"]);
  assert.deepEqual(await pressed({}, twice), ["tap", "tap"]);
});

test("in a race of hands the button is hit as soon as the finger is down", async () => {
  const race = { race: "slap", seats: [1, 2] };
  assert.deepEqual(await pressed({ race, gestures: {} }, [[0, "down"]]), ["tap"]);
  assert.deepEqual(await pressed({ race, gestures: SAID }, [[0, "down"], [700, "up"]]), ["tap", "hold", "release"]); // biome-ignore format: on one line
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
