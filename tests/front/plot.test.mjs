// Plots: where things are in them, and that everything can be read without them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, drawn, html, words } from "./page.mjs";

const { binned, Course, numbered, scale, Spread, ticks } = await import("../../web/static/plot.mjs");

test("marks are round numbers within the plot, and few", () => {
  assert.deepEqual(ticks(0, 97, 4), [0, 50]);
  assert.deepEqual(ticks(17.2, 33.9, 4), [20, 25, 30]);
  assert.deepEqual(ticks(0, 0.3, 3), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(ticks(-3, 3, 3), [-2, 0, 2]);
});

test("a place is in percent from one end to the other, whichever is higher", () => {
  assert.equal(scale(10, 20)(15), 50);
  assert.equal(scale(20, 10)(12.5), 75);
  assert.equal(scale(7, 7)(7), 50);
});

test("of many games few are numbered: the first, the last, and none that stands too close", () => {
  assert.deepEqual(numbered(1), [1]);
  assert.deepEqual(numbered(8), [1, 4, 6, 8]);
  assert.deepEqual(numbered(100), [1, 50, 100]);
});

test("bins grow with what they have to hold, and nothing is lost", () => {
  const own = { 150: 2, 200: 1, 900: 4 };
  const everybody = { 100: 1, 150: 9, 900: 5, 4950: 1 };
  const { width, bins } = binned(own, everybody);

  assert.equal(width, 500);
  assert.deepEqual(bins.slice(0, 2), [
    { at: 0, own: 3, all: 10 },
    { at: 500, own: 4, all: 5 },
  ]);
  assert.equal(
    bins.reduce((sum, one) => sum + one.all, 0),
    16,
  );
  assert.deepEqual(binned({}, {}), { width: 50, bins: [] });
  assert.equal(binned({ 150: 1 }, { 150: 3, 400: 1 }).width, 50);
});

test("a course has a mark for each game, filled where it was won, and a name that says it in words", () => {
  const points = [25, 27.5, 26].map((y, n) => ({ y, low: y - 4, high: y + 3, filled: n === 1, name: `Game ${n + 1}` }));
  const plot = drawn(html`<${Course} name="From 25 to 26" points=${points} unit="game" />`);

  assert.equal(plot.querySelector("svg")?.getAttribute("aria-label"), "From 25 to 26");
  assert.deepEqual(
    all(plot, "circle").map((one) => [words(one), one.classList.contains("filled")]),
    [
      ["Game 1", false],
      ["Game 2", true],
      ["Game 3", false],
    ],
  );
  assert.deepEqual(all(plot, ".along").map(words), ["game 1", "2", "3"]);
});

test("one game alone stands in the middle", () => {
  const points = [{ y: 25, low: 20, high: 30, filled: true, name: "Game 1" }];
  const plot = drawn(html`<${Course} name="One" points=${points} unit="game" />`);

  assert.equal(plot.querySelector("circle")?.getAttribute("cx"), "50%");
});

test("a spread has a bar where there was something, as high as its share", () => {
  const { width, bins } = binned({ 150: 3, 250: 1 }, { 150: 3, 200: 4, 250: 1 });
  const bars = all(drawn(html`<${Spread} name="Slaps" width=${width} bins=${bins} />`), ".bar");

  assert.deepEqual(
    bars.map((one) => Math.round(Number.parseFloat(one.getAttribute("height") ?? ""))),
    [100, 33],
  );
});
