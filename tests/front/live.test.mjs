// The stream as a phone follows it: when it says that it is gone, and how it finds back.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, describe, mock, test } from "node:test";

/** @type {Stream[]} */
const opened = [];

class Told {
  /** @type {Map<string, (event: { data: string }) => void>} */
  hears = new Map();
  /**
   * @param {string} name
   * @param {(event: { data: string }) => void} hear
   */
  addEventListener(name, hear) {
    this.hears.set(name, hear);
  }
  /** @param {string} name */
  removeEventListener(name) {
    this.hears.delete(name);
  }
  /** @param {string} name */
  tells(name) {
    this.hears.get(name)?.({ data: "null" });
  }
}

class Stream extends Told {
  static CLOSED = 2;
  readyState = 1;
  constructor() {
    super();
    opened.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
}

const page = new Told();
const { follow } = await import("../../web/static/live.mjs");

/** @type {boolean[]} */
let links = [];
/** @type {() => void} */
let end;

/** @param {number} times */
function beats(times) {
  for (let n = 0; n < times; n += 1) {
    opened.at(-1)?.tells("beat");
    mock.timers.tick(5000);
  }
}

describe("the stream", () => {
  const { EventSource, window, document } = globalThis;
  before(() => Object.assign(globalThis, { EventSource: Stream, window: page, document: new Told() }));
  after(() => Object.assign(globalThis, { EventSource, window, document }));
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout"] });
    opened.length = 0;
    links = [];
    end = follow({ on: { picture() {} }, onLink: (up) => links.push(up) });
  });
  afterEach(() => {
    end();
    mock.timers.reset();
  });

  test("a stream that beats is left alone", () => {
    beats(20);
    assert.equal(opened.length, 1);
    assert.deepEqual(links, []);
  });

  test("one that falls silent is opened anew, and people are told while nothing comes", () => {
    beats(1);
    mock.timers.tick(7001);
    assert.equal(opened.length, 2);
    mock.timers.tick(2001);
    assert.deepEqual(links, [false]);
    opened.at(-1)?.tells("picture");
    assert.deepEqual(links, [false, true]);
  });

  test("a short break is nobody’s business", () => {
    opened[0].tells("picture");
    opened[0].tells("error");
    mock.timers.tick(1900);
    opened[0].tells("picture");
    mock.timers.tick(5000);
    assert.deepEqual(links, []);
  });

  test("a phone that loses its network says so, and asks again as soon as it has one", () => {
    opened[0].tells("picture");
    page.tells("offline");
    mock.timers.tick(2001);
    assert.deepEqual(links, [false]);
    page.tells("online");
    assert.equal(opened.length, 2);
  });
});
