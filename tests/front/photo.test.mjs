// The photo finish: presses on a time scale, the first and the last, and those that nobody can tell apart.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, drawn, html, moments, words } from "./page.mjs";

const { PhotoFinish } = await import("../../web/static/widgets.mjs");

/** @typedef {import("../../web/types/table").Time} Time */

/** Every race of a game, as pages pass it on. */
const races = moments("mito").flatMap(({ public: { result } }) => (result?.order ? [result] : []));

/** @param {Element} lane */
const at = (lane) => Number(/left: ([-\d.]+)%/.exec(lane.querySelector(".press")?.getAttribute("style") ?? "")?.[1]);

/** @param {import("../../web/types/table").Result} race */
const timesOf = (race) => (race.order ?? []).map((one) => ({ ...one, name: `Seat ${one.seat}` }));

test("presses stand in their order, each at its time and within the picture", () => {
  assert.ok(races.length > 5);
  for (const race of races) {
    const lanes = all(drawn(html`<${PhotoFinish} ...${race} times=${timesOf(race)} />`), "li");
    const places = lanes.map(at);

    assert.deepEqual(
      places,
      [...places].sort((one, other) => one - other),
    );
    assert.ok(
      places.every((place) => place >= 0 && place <= 100),
      String(places),
    );
  }
});

test("the first is marked where there were others, and the last as the table says", () => {
  for (const race of races.filter(({ last, order }) => order?.some(({ seat }) => seat === last))) {
    const page = drawn(html`<${PhotoFinish} ...${race} times=${timesOf(race)} />`);

    assert.deepEqual(all(page, ".last .who").map(words), [`Seat ${race.last}`]);
    assert.equal(all(page, ".first").length, (race.order ?? []).length > 1 ? 1 : 0);
  }
});

test("who was not there has no press, and it says so", () => {
  const times = [...timesOf(races[0]), { seat: 9, name: "Zoe", at_ms: null }];
  const lane = drawn(html`<${PhotoFinish} times=${times} />`).querySelector(".missing");

  assert.match(words(lane), /^Zoe ?not there$/);
  assert.ok(!lane?.querySelector(".press"));
});

test("an error bound is told with its time, finely only where it is below a millisecond", () => {
  /** @type {Time[]} */
  const times = [
    { seat: 1, name: "Ana", at_ms: 389, error_ms: 0.25 },
    { seat: 2, name: "Ben", at_ms: 410, error_ms: 2.2 },
    { seat: 3, name: "Cleo", at_ms: 577 },
  ];
  const texts = all(drawn(html`<${PhotoFinish} times=${times} ties=${[[1, 2]]} last=${3} />`), ".at").map(words);

  assert.deepEqual(texts, ["389 ± 0.3 ms tie", "410 ± 3 ms tie", "577 ms last"]);
});

test("a press before the card lies left of it, and marks are round numbers", () => {
  const times = [
    { seat: 1, name: "Ana", at_ms: -120, error_ms: 3 },
    { seat: 2, name: "Ben", at_ms: 640, error_ms: 3 },
  ];
  const page = drawn(html`<${PhotoFinish} times=${times} card="mosquito" />`);
  const card = Number(/left: ([\d.]+)%/.exec(page.querySelector(".scale.card span")?.getAttribute("style") ?? "")?.[1]);

  assert.ok(at(all(page, "li")[0]) < card);
  assert.deepEqual(all(page, ".scale[aria-hidden] span").map(words), ["0", "500"]);
});
