// Which moments are celebrated, and who is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, drawn, html, ui, picture, words } from "./page.mjs";

/**
 * @import { Moment } from "../../web/static/page.mjs"
 * @import { Event } from "../../web/types/table"
 */

const { Joy } = await import("../../web/static/joy.mjs");
const { momentOf } = await import("../../web/static/page.mjs");
const { Seats } = await import("../../web/static/felt.mjs");

/**
 * @param {string} event
 * @param {{ [field: string]: unknown }} more
 */
const joyOf = (event, more) => momentOf(/** @type {Event} */ ({ event, seq: 7, t: 1, ...more }));

test("last, out, caught and unmasked have their moment, each at its seat", () => {
  assert.deepEqual(joyOf("race_closed", { last: 3 }), { kind: "last", seat: 3, seq: 7 });
  assert.deepEqual(joyOf("hands_due", { seats: [1, 3], out: 2 }), { kind: "out", seat: 2, seq: 7 });
  assert.deepEqual(joyOf("call_settled", { accused: 2, guilty: true }), { kind: "caught", seat: 2, seq: 7 });
  assert.deepEqual(joyOf("contest_settled", { player: 1, truthful: false }), { kind: "unmasked", seat: 1, seq: 7 });
});

test("who is innocent, honest, or only one of several has none, nor has anything else", () => {
  assert.equal(joyOf("race_closed", { last: null }), null);
  assert.equal(joyOf("call_settled", { accused: 2, guilty: false }), null);
  assert.equal(joyOf("contest_settled", { player: 1, truthful: true }), null);
  assert.equal(joyOf("card_played", { seat: 1 }), null);
});

test("a moment names who it is about, to eyes alone: news say it to everybody", () => {
  const now = picture("mito");
  const moment = /** @type {Moment} */ ({ kind: "caught", seat: 2, seq: 7 });
  const place = drawn(html`<${Joy} moment=${moment} picture=${now} />`).querySelector(".moment.caught");

  assert.equal(words(place), "Caught!Ben");
  assert.equal(place?.getAttribute("aria-hidden"), "true");
});

test("whoever has won is celebrated when the game is over: in Mito that is who has the fewest points", async () => {
  const { SeatMark, standing } = await ui("mito");
  const now = picture("mito", ({ over }) => over);
  const page = drawn(
    html`<${Seats} picture=${now} SeatMark=${SeatMark} standing=${standing} /><${Joy} moment=${null} picture=${now} />`,
  );
  const fewest = Math.min(...now.seats.map(({ score }) => Number(score)));

  assert.deepEqual(
    all(page, ".won").map((seat) => Number(seat.dataset.seat)),
    now.seats.filter(({ score }) => score === fewest).map(({ seat }) => seat),
  );
  assert.ok(page.querySelector(".confetti"));
  assert.match(now.prompt, /the fewest points win/);
  assert.ok(!drawn(html`<${Joy} moment=${null} picture=${picture("mito")} />`).querySelector(".confetti"));
});

test("in Nur Mut the cards that are left are the large number of a seat", async () => {
  const { SeatMark, standing } = await ui("nur_mut");
  const now = picture("nur_mut", ({ seats }) => seats.every(({ hand }) => hand));
  const page = drawn(html`<${Seats} picture=${now} SeatMark=${SeatMark} standing=${standing} />`);

  assert.deepEqual(
    all(page, ".score").map((score) => words(score)),
    now.seats.map(({ hand }) => String(hand)),
  );
  assert.match(page.querySelector(".score")?.getAttribute("aria-label") ?? "", /cards? left$/);
  assert.equal(standing({ ...now.seats[0], hand: null }).number, "?");
});
