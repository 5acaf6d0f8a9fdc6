// What people hear: which sound an event makes at which seat, and what is said about a picture.
import assert from "node:assert/strict";
import { test } from "node:test";
import { moments } from "./page.mjs";

const { soundOf, sentencesOf } = await import("../../web/static/heard.mjs");

/** @typedef {import("../../web/types/table").Picture} Picture */
const newsOf = (/** @type {string} */ event, /** @type {number | null} */ seat = null) =>
  /** @type {any} */ ({ seq: 1, event, seat });

test("a turn is heard at the seat that has it, and a no by whoever it is for", () => {
  assert.equal(soundOf(newsOf("turn_started", 2), [2]), "turn");
  assert.equal(soundOf(newsOf("turn_started", 1), [2]), null);
  assert.equal(soundOf(newsOf("turn_started", 1), []), null);
  assert.equal(soundOf(newsOf("play_refused", 2), [2]), "no");
  assert.equal(soundOf(newsOf("play_refused", 1), [2]), null);
  assert.equal(soundOf(newsOf("play_refused", null), [2]), "no"); // nobody knows who played it
  assert.equal(soundOf(newsOf("play_refused", 1), []), "no"); // the big screen
});

test("cards, races and ends are heard by all", () => {
  for (const [event, sound] of [
    ["card_played", "card"],
    ["race_closed", "bang"],
    ["round_ended", "end"],
    ["game_ended", "end"],
  ]) {
    assert.equal(soundOf(newsOf(event, 1), [2]), sound);
  }
  assert.equal(soundOf(newsOf("card_drawn", 2), [2]), null);
});

test("first stands what is to be done, then what has happened, and nothing twice", () => {
  const seen = moments("mito").map((one) => /** @type {Picture} */ (one.public));
  let seq = 0;
  /** @type {Picture | null} */
  let before = null;
  for (const now of seen) {
    const { urgent, sentences } = sentencesOf(before, now);
    const fresh = /** @type {boolean} */ (
      before === null || before.headline !== now.headline || before.prompt !== now.prompt
    );
    assert.equal(urgent, fresh);
    if (before === null || before.headline !== now.headline) assert.equal(sentences[0], now.headline);
    for (const one of now.news.filter((news) => news.seq > seq && before !== null))
      assert.ok(sentences.includes(one.said));
    assert.deepEqual(sentencesOf(now, now).sentences, []);
    seq = Math.max(0, ...now.news.map((one) => one.seq));
    before = now;
  }
});
