// A phone as a button of a real table: it reports its clock, and repeats edges until the table has them.
import assert from "node:assert/strict";
import { test as anyTest, mock } from "node:test";
import { all, answers, drawn, html, sent } from "./page.mjs";

const { grain, phoneButton } = await import("../../web/static/phone_button.mjs");
const { Gestures, SeatButton, wire } = await import("../../web/static/button.mjs");

const lock = { request: async () => ({ released: false, release: async () => {} }) };
Object.defineProperty(navigator, "wakeLock", { value: lock, configurable: true });

const PATH = "/api/v1/seats/2/button";
/** @type {(string | number | null)[]} */
let reported = [];
/** @type {ReturnType<typeof phoneButton> | null} */
let button = null;

/** Wait until all requests are answered. */
async function answered() {
  for (let n = 0; n < 20; n++) await new Promise((done) => setImmediate(done));
}

/**
 * @param {number} number
 * @param {number | null} error_ms
 */
const answers_with = (number, error_ms) => answers.set(PATH, { number, again_ms: 2000, error_ms });

/** A button whose clock the table has matched. */
async function matched() {
  mock.timers.enable({ apis: ["setTimeout"] });
  reported = [];
  sent.length = 0;
  answers_with(1, null);
  button = phoneButton({ seat: 2, complain: (why) => reported.push(why), matched: (error) => reported.push(error) });
  await answered();
  answers_with(2, 12.5);
  mock.timers.tick(2000);
  await answered();
  sent.length = 0;
  return button;
}

/**
 * A test that leaves nothing behind, because tests of other files run in the same process.
 * @param {string} name
 * @param {() => Promise<void> | void} does
 */
const test = (name, does) =>
  anyTest(name, async () => {
    try {
      await does();
    } finally {
      button?.stop();
      button = null;
      wire(null);
      mock.timers.reset();
    }
  });

test("each report names the answer that was heard last, and says what the clock shows", async () => {
  await matched();
  answers_with(3, 11);
  mock.timers.tick(2000);
  await answered();
  const [{ body }] = sent;
  assert.equal(body.reply, 2);
  assert.ok(body.heard_us <= body.said_us && body.said_us <= performance.now() * 1000 + 1);
  assert.deepEqual([body.down, body.edges], [false, []]);
  assert.deepEqual(reported, [null, null, 12.5, 11]);
});

test("an edge is told at once, with the stamp of its event", async () => {
  const pressed = await matched();
  const at = performance.now() - 8;
  pressed.edge(true, at);
  await answered();
  assert.equal(sent.length, 1);
  assert.deepEqual(sent[0]?.body.edges, [{ number: 1, at_us: Math.round(at * 1000), down: true }]);
  assert.equal(sent[0]?.body.down, true);
});

test("a stamp of another clock than the page's is not believed", async () => {
  const pressed = await matched();
  pressed.edge(true, Date.now());
  await answered();
  assert.ok(sent[0]?.body.edges[0].at_us <= performance.now() * 1000 + 1);
});

test("what was not answered is told again, and what was is not", async () => {
  const pressed = await matched();
  const fetched = globalThis.fetch;
  globalThis.fetch = async () => {
    throw new TypeError("no network");
  };
  pressed.edge(true, performance.now());
  await answered();
  globalThis.fetch = fetched;
  mock.timers.tick(300);
  await answered();
  assert.deepEqual(sent.map(({ body }) => body.edges.length), [1]); // biome-ignore format: on one line
  pressed.edge(false, performance.now());
  await answered();
  assert.deepEqual(sent[1]?.body.edges.map((/** @type {any} */ edge) => edge.down), [false]); // biome-ignore format: on one line
});

test("a press that the table refuses is gone, and the table's sentence is shown", async () => {
  const pressed = await matched();
  answers.set(PATH, new Error("That press came more than a second late, so it does not count."));
  pressed.edge(true, performance.now());
  await answered();
  assert.equal(reported.at(-1), "That press came more than a second late, so it does not count.");
  answers_with(4, 12);
  mock.timers.tick(300);
  await answered();
  assert.deepEqual(sent.at(-1)?.body.edges, []);
});

test("a phone whose clocks part was asleep: it begins anew, and tells nothing of before", async () => {
  const pressed = await matched();
  const [{ now }, before] = [Date, sent.length];
  mock.timers.tick(1999);
  Date.now = () => now() + 60_000;
  pressed.edge(true, performance.now());
  await answered();
  assert.equal(sent.length, before, "first it has to be matched");
  assert.equal(reported.at(-1), null);
  mock.timers.tick(1);
  await answered();
  Date.now = now;
  assert.notEqual(sent.at(-1)?.body.clock, undefined);
  assert.equal(sent.at(-1)?.body.reply, undefined);
});

test("a phone that wakes while a report is on its way goes on reporting, answered or not", async () => {
  for (const lost of [false, true]) {
    const pressed = await matched();
    const [{ now }, fetched] = [Date, globalThis.fetch];
    /** @type {(value?: unknown) => void} */
    let comes = () => {};
    const way = new Promise((done) => (comes = done));
    globalThis.fetch = async (...given) => {
      await way;
      if (lost) throw new TypeError("no network");
      return fetched(...given);
    };
    pressed.edge(true, performance.now());
    await answered();
    Date.now = () => now() + 60_000;
    pressed.edge(false, performance.now());
    globalThis.fetch = fetched;
    comes();
    await answered();
    const before = sent.length;
    mock.timers.tick(1);
    await answered();
    Date.now = now;
    assert.equal(sent.length, before + 1);
    assert.equal(sent.at(-1)?.body.reply, undefined, "to a clock that nobody knows");
    pressed.stop();
    mock.timers.reset();
  }
});

test("a button that was left is silent", async () => {
  const pressed = await matched();
  pressed.stop();
  mock.timers.tick(10_000);
  await answered();
  assert.equal(sent.length, 0);
});

test("how coarse the clock is, is measured", () => {
  const { now } = performance;
  let looks = 0;
  performance.now = () => Math.floor(looks++ / 10) * 1;
  assert.equal(grain(), 1000);
  performance.now = () => 5;
  assert.equal(grain(), 100_000);
  performance.now = now;
});

test("at a real table the round button tells edges as they happen, and two fingers press it once", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {boolean[]} */
  const edges = [];
  wire((down) => edges.push(down));
  const place = drawn(html`<${SeatButton} seat=${2} name="Ben" says="Slap" />`);
  const round = place.querySelector("[data-button]");
  /** @param {string} kind @param {number} finger */
  const by = (kind, finger) => Object.assign(new Event(kind, { bubbles: true }), { pointerId: finger });
  round?.dispatchEvent(by("pointerdown", 1));
  round?.dispatchEvent(by("pointerdown", 2));
  window.dispatchEvent(/** @type {any} */ (by("pointerup", 1)));
  assert.deepEqual(edges, [true]);
  window.dispatchEvent(/** @type {any} */ (by("pointerup", 2)));
  assert.deepEqual(edges, [true, false]);
  assert.equal(sent.filter(({ path }) => path.endsWith("tabletop")).length, 0);
});

test("what a hold says has a button of its own, which holds", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {boolean[]} */
  const edges = [];
  wire((down) => edges.push(down));
  const picture = /** @type {any} */ ({ gestures: { hold: { choice: "pass", says: "Pass" } } });
  const place = drawn(html`<${Gestures} seat=${2} picture=${picture} shown=${[]} />`);
  all(place, "[data-choice=pass]")[0]?.click();
  mock.timers.tick(650);
  assert.deepEqual(edges, [true]);
  mock.timers.tick(100);
  assert.deepEqual(edges, [true, false]);
});
