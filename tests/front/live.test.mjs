// A page following a stream: when it reports that the table is gone, how it reconnects, and what it hears only once.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, mock, test } from "node:test";
import { Streams, Window } from "./browser.mjs";

const streams = new Streams();
const window = new Window(new Set(), streams);
const page = new EventTarget();
const document = Object.assign(new EventTarget(), window.document);
const { follow } = await import("../../web/static/live.mjs");
const URL = "/api/v1/events";

/** @type {boolean[]} */
let links = [];
/** @type {number[]} */
let heard = [];
let moved = 0;
let refused = 0;
/** @type {() => void} */
let end;

/** @param {number} ms */
function passes(ms) {
  for (let passed = 0; passed < ms; passed += 20) mock.timers.tick(20);
}

/** @param {number} times */
function beats(times) {
  for (let n = 0; n < times; n += 1) {
    streams.last.tells("beat");
    passes(800);
  }
}

/**
 * @param {number} seq
 * @param {{ game?: number, latest?: number }} [of]
 */
const picture = (seq, { game = 1, latest = seq } = {}) =>
  streams.last.says(URL, "picture", { game_id: game, last: latest ? { seq: latest } : null }, seq);
/** @param {number} seq */
const event = (seq) => streams.last.says(URL, "message", { seq }, seq);

describe("a page that follows a stream", () => {
  const names = /** @type {const} */ (["EventSource", "BroadcastChannel", "window", "document"]);
  const kept = Object.fromEntries(names.map((name) => [name, Reflect.get(globalThis, name)]));
  before(() => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
    Object.assign(globalThis, { ...window.browser, window: page, document });
  });
  after(() => {
    mock.timers.reset();
    Object.assign(globalThis, kept);
  });
  beforeEach(() => {
    [links, heard, moved, refused] = [[], [], 0, 0];
    end = follow({
      url: URL,
      on: { picture() {}, message: ({ seq }) => heard.push(seq), hand_moved: () => (moved += 1) },
      onLink: (up) => links.push(up),
      onRefused: () => (refused += 1),
    });
    passes(300);
    picture(3);
    beats(1);
  });
  afterEach(() => end());

  test("a stream that beats is left alone", () => {
    const opened = streams.opened.length;
    beats(20);
    assert.equal(streams.opened.length, opened);
    assert.deepEqual(links, []);
  });

  test("people are told within two seconds that nothing is heard, and that it is heard again", () => {
    streams.last.tells("beat");
    passes(1600);
    assert.deepEqual(links, []);
    passes(200);
    assert.deepEqual(links, [false]);
    streams.last.tells("beat");
    assert.deepEqual(links, [false, true]);
  });

  test("a short break is nobody\u2019s business", () => {
    streams.last.breaks();
    passes(500);
    picture(3);
    beats(5);
    assert.deepEqual(links, []);
  });

  test("a phone that has its network again asks at once", () => {
    streams.last.breaks();
    passes(5000);
    assert.deepEqual(links, [false]);
    const opened = streams.opened.length;
    page.dispatchEvent(new MessageEvent("online"));
    passes(900);
    assert.ok(streams.opened.length > opened);
  });

  test("each event is heard once, whatever is told again", () => {
    event(4);
    picture(3, { latest: 5 });
    for (const seq of [4, 5]) event(seq);
    assert.deepEqual(heard, [4, 5]);
  });

  test("a hand that moves has no number: whatever the one before it was, each event is still heard once", () => {
    streams.last.says(URL, "hand_moved", { seat: 2, for_ms: 640 }, 99);
    streams.last.says(URL, "hand_moved", { seat: 2, for_ms: 640 }, 99);
    for (const seq of [4, 4, 5]) event(seq);
    assert.deepEqual([moved, heard], [2, [4, 5]]);
    streams.last.breaks();
    passes(900);
    assert.deepEqual(streams.last.asked, [`${URL}?last_event_id=5&last_game=1`]);
  });

  test("whoever comes while others are told what they missed is told of what is new", () => {
    end();
    heard = [];
    end = follow({ url: URL, on: { picture() {}, message: ({ seq }) => heard.push(seq) }, onLink() {} });
    passes(300);
    picture(3, { latest: 9 });
    for (const seq of [8, 9, 10]) event(seq);
    assert.deepEqual(heard, [10]);
  });

  test("another game is heard from its beginning, and so is one of another table", () => {
    picture(0, { game: 2, latest: 2 });
    for (const seq of [1, 2]) event(seq);
    assert.deepEqual(heard, [1, 2]);
    picture(0, { game: 2, latest: 1 });
    event(1);
    assert.deepEqual(heard, [1, 2, 1]);
  });

  test("a connection that lags behind another repeats nothing", () => {
    passes(4000);
    const [first, second] = streams.opened.slice(-2);
    const behind = /** @type {const} */ (["picture", { game_id: 1, last: { seq: 3 } }, 3]);
    for (const connection of [first, second]) {
      connection.says(URL, ...behind);
      for (const seq of [4, 5]) connection.says(URL, "message", { seq }, seq);
    }
    event(6);
    assert.deepEqual(heard, [4, 5, 6]);
  });

  test("who was refused asks again, after a while and then more seldom", () => {
    const asked = () => streams.opened.filter(({ paths }) => paths.includes(URL)).length;
    const before = asked();
    for (const [n, wait] of [2000, 4000, 8000].entries()) {
      streams.last.says(URL, "refused", 503, 0);
      assert.equal(refused, n + 1);
      passes(wait - 100);
      assert.equal(asked(), before + n);
      passes(200);
      assert.equal(asked(), before + n + 1);
    }
    assert.deepEqual(links, [false]);
  });
});
