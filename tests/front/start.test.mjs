// The start page: which games there are, how many robots each can have, and what the table is asked to do.
import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn } from "./page.mjs";

const { fitting, range, Start } = await import("../../web/static/start.mjs");
const { html } = await import("../../web/static/view.mjs");

const MITO = { fewest: 3, most: 5 };
const DUO = { fewest: 2, most: 2 };

test("a game has as many robots as it has room for, and at least what it lacks", () => {
  assert.deepEqual(range(MITO, 1), [2, 4]);
  assert.deepEqual(range(MITO, 4), [0, 1]);
  assert.deepEqual(range(DUO, 3), [0, 0]);
});

test("who comes alone plays with two, where there is room", () => {
  assert.equal(fitting(MITO, 1, null), 2);
  assert.equal(fitting(DUO, 1, null), 1);
  assert.equal(fitting(MITO, 3, null), 0);
});

test("another game keeps the number that was chosen, as far as it goes", () => {
  assert.equal(fitting(MITO, 1, 7), 4);
  assert.equal(fitting(MITO, 2, 0), 1);
});

test("who is about to sit down counts among the people, and who sits already counts once", () => {
  const games = [{ ...MITO, game: "mito", title: "Mito", robots: true }];
  for (const [taken, held, robots] of [
    [[], [], "2"],
    [[2], [], "1"],
    [[1, 2], [1], "1"],
  ]) {
    const setting = { games, seats: [1, 2, 3, 4, 5], held, lessons: [] };
    const page = drawn(html`<${Start} ...${{ picture: { game: null }, room: { taken }, setting, go() {} }} />`);
    assert.equal(page.querySelector("[data-robots]")?.textContent, robots);
  }
});
