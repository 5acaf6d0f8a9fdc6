// Buttons rest for a second after their meaning has changed by itself; in a race they work at once.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { ui, picture } from "./page.mjs";

const { contests, did, rests, watch } = await import("../../web/static/button.mjs");

const SEAT = 2;
const { buttonMeans } = await ui("mytho");
const contest = picture("mytho", ({ race }) => race?.race === "contest" && race.seats?.includes(SEAT));
const plain = { ...contest, race: null, question: null };
const drawing = { ...plain, turn: SEAT, may_draw: true, correction: null };
const ending = { ...drawing, may_draw: false };
const others = { ...drawing, turn: 1 };
const asked = { ...others, question: { choice: "placed", seats: [SEAT], text: "Who was first?", options: [] } };

/**
 * Show a phone pictures, each so many ms after the one before; return why its button then rests.
 * @param {[number, object][]} seen
 */
function after(seen) {
  let now = 100_000;
  const clock = mock.method(performance, "now", () => now);
  mock.timers.enable({ apis: ["setTimeout"] });
  watch({ picture: { ...plain, game_id: Math.random() }, seat: null, seats: [], buttonMeans, redraw: () => {} });
  const game_id = Math.random();
  for (const [ms, one] of seen) {
    now += ms;
    watch({
      picture: /** @type {any} */ ({ ...one, game_id }),
      seat: SEAT,
      seats: [SEAT],
      buttonMeans,
      redraw: () => {},
    });
  }
  const why = rests(SEAT);
  now += 1001;
  assert.equal(rests(SEAT), null, "a second later it rests no more");
  clock.mock.restore();
  mock.timers.reset();
  return why;
}

test("what changes by itself lets a button rest", () => {
  assert.equal(
    after([
      [0, drawing],
      [500, ending],
    ]),
    "Just changed",
  );
});

test("what begins to mean something where nothing was meant does not rest", () => {
  assert.equal(
    after([
      [0, others],
      [500, drawing],
    ]),
    null,
  );
});

test("a race is to be hit at once, and when it is over the button rests", () => {
  assert.equal(
    after([
      [0, drawing],
      [500, contest],
    ]),
    null,
  );
  assert.equal(contests(SEAT), true);
  assert.equal(
    after([
      [0, contest],
      [500, drawing],
    ]),
    "Contest over",
  );
});

test("a question that takes the place of something lets the button rest, and says so", () => {
  assert.equal(
    after([
      [0, drawing],
      [100, asked],
    ]),
    "A question",
  );
});

test("what comes back within the second was meant all the time", () => {
  assert.equal(
    after([
      [0, drawing],
      [300, others],
      [300, drawing],
    ]),
    null,
  );
  assert.equal(
    after([
      [0, drawing],
      [300, others],
      [300, ending],
    ]),
    "Just changed",
  );
  assert.equal(
    after([
      [0, drawing],
      [300, others],
      [1200, ending],
    ]),
    null,
  );
});

test("what somebody has done himself is no surprise to him, but a race that is over is", () => {
  const now = mock.method(performance, "now", () => 100_000);
  did(SEAT);
  now.mock.restore();

  assert.equal(
    after([
      [0, drawing],
      [500, ending],
    ]),
    null,
  );
  assert.equal(
    after([
      [0, contest],
      [500, drawing],
    ]),
    "Contest over",
  );
  assert.equal(
    after([
      [0, drawing],
      [1600, ending],
    ]),
    "Just changed",
  );
});
