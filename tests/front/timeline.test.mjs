// The time line of a finished game: its moments, what is marked on it, and how the replay advances.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { askedFor, indexAt, indexOf, later, markFrom, marksOf, momentsOf } = await import("../../web/static/replay.mjs");
const { clock, minutes, placed } = await import("../../web/static/past.mjs");
const { lines } = await import("../../web/static/sharing.mjs");

const EVENTS = [0, 0, 1.5, 4, 4, 4, 90].map((t, n) => ({ seq: n + 1, t }));
const moments = momentsOf(EVENTS);

test("what was told at the same time is one moment, shown after the last of it", () => {
  assert.deepEqual(moments, [
    { first: 1, seq: 2, t: 0 },
    { first: 3, seq: 3, t: 1.5 },
    { first: 4, seq: 6, t: 4 },
    { first: 7, seq: 7, t: 90 },
  ]);
});

test("at each time it is the moment that was last", () => {
  assert.deepEqual(
    [-1, 0, 1.4, 1.5, 89.9, 90, 1000].map((t) => indexAt(moments, t)),
    [0, 0, 0, 1, 2, 3, 3],
  );
});

test("each event is found in its moment, and one that never was in the last", () => {
  assert.deepEqual(
    [1, 2, 3, 4, 6, 7, 99].map((seq) => indexOf(moments, seq)),
    [0, 0, 1, 2, 2, 3, 3],
  );
});

test("play goes on by the clock of the game, faster if wanted, and stops at its end", () => {
  assert.equal(later(moments, 0, 0.5, 1), 0.5);
  assert.equal(later(moments, 0, 0.5, 4), 2);
  assert.equal(later(moments, 89, 0.5, 16), 90);
  assert.equal(later(moments, 90, 0.5, 16), 90);
});

test("of a long wait only the end is seen", () => {
  assert.equal(later(moments, 5, 0.5, 2), 71);
});

test("rounds and highlights are marked in their order, and one goes from one to the next", () => {
  const marks = marksOf({
    rounds_played: [{ seq: 7, t: 90, round: 1, scores: {}, out: null }],
    highlights: [{ kind: "bluff", seq: 3, t: 1.5, ms: null, said: "Ben lied." }],
  });

  assert.deepEqual(
    marks.map(({ kind, name }) => [kind, name]),
    [
      ["bluff", "Found out"],
      ["round", "Round 1"],
    ],
  );
  assert.equal(markFrom(marks, moments, 0, 1), 1);
  assert.equal(markFrom(marks, moments, 1, 1), 3);
  assert.equal(markFrom(marks, moments, 3, -1), 1);
  assert.equal(markFrom(marks, moments, 1, -1), 0);
});

test("an address may ask for a moment", () => {
  assert.equal(askedFor({ hash: "#e12", search: "" }), 12);
  assert.equal(askedFor({ hash: "", search: "?lang=en&at=7" }), 7);
  assert.equal(askedFor({ hash: "#rounds", search: "?at=x" }), null);
});

test("whoever won comes first, whether many points are good or few", () => {
  const game = { players: ["Ana", null, "Ben", "Cleo"], robots: { 4: "easy" } };
  const names = (/** @type {any} */ more) => placed({ ...game, ...more }).map(({ name }) => name);

  assert.deepEqual(names({ totals: { 1: 9, 3: 2, 4: 5 }, winners: [3] }), ["Ben", "Cleo", "Ana"]);
  assert.deepEqual(names({ totals: { 1: 9, 3: 2, 4: 5 }, winners: [1] }), ["Ana", "Cleo", "Ben"]);
  assert.deepEqual(names({ totals: {}, winners: [] }), ["Ana", "Ben", "Cleo"]);
  assert.equal(placed({ ...game, totals: {}, winners: [] })[2].robot, "easy");
});

test("times are told as on a clock, and how long a game was in minutes", () => {
  assert.deepEqual([0, 61.9, 3725].map(clock), ["0:00", "1:01", "1:02:05"]);
  assert.deepEqual([5, 600, 5400].map(minutes), ["1 min", "10 min", "1 h 30 min"]);
});

test("words are broken where they fit, and what is too long ends in dots", () => {
  const fits = (/** @type {string} */ line) => line.length <= 9;
  assert.deepEqual(lines("one two three", 2, fits), ["one two", "three"]);
  assert.deepEqual(lines("one two three four five", 2, fits), ["one two", "three …"]);
});
