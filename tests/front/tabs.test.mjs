// The tabs of one browser: which one holds the stream, what each hears of it, and which takes over.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, mock, test } from "node:test";
import { Tab } from "../../web/static/live.mjs";
import { Streams, Window } from "./browser.mjs";

/** @import { Follower, Message, Since } from "../../web/types/page" */

const PUBLIC = "/api/v1/events";
const SEAT = "/api/v1/seats/1/events";
const AFTER_3 = `${PUBLIC}?last_event_id=3&last_game=1`;
/** @type {Set<any>} */
const air = new Set();
/** @type {Streams} */
let streams;

/** A tab that follows one stream, and records what it hears. */
class Page {
  /** @type {Message[]} */
  heard = [];
  heardAt = 0;
  window = new Window(air, streams);
  tab = new Tab(this.window.browser);
  /** @param {string} url */
  constructor(url) {
    /** @type {Follower} */
    this.follower = {
      url,
      want: () => ({ url, names: ["picture", "message", "hand_moved"], since: this.since, fresh: !this.heard.length }),
      hear: (message) => {
        this.heard.push(message);
        this.heardAt = Date.now();
      },
      heard: (ago) => (this.heardAt = Math.max(this.heardAt, Date.now() - ago)),
    };
    this.unfollow = this.tab.follow(this.follower);
  }
  /** @returns {Since | null} */
  get since() {
    const last = this.heard.at(-1);
    return last ? { game: 1, seq: last.seq } : null;
  }
  get seqs() {
    return this.heard.map(({ seq }) => seq);
  }
}

/**
 * Let time pass, while the table sends heartbeats or is silent.
 * @param {number} ms
 * @param {{ silent?: boolean }} [how]
 */
function passes(ms, { silent = false } = {}) {
  for (let passed = 0; passed < ms; passed += 20) {
    mock.timers.tick(20);
    if (!silent && passed % 100 === 0) for (const stream of streams.open) stream.tells("beat");
  }
}

/**
 * Open pages and let them settle; return them, and which of them holds the stream.
 * @param {string[]} urls
 */
function opened(...urls) {
  const pages = urls.map((url) => new Page(url));
  passes(1000);
  const holder = /** @type {Page} */ (pages.find(({ window }) => window === streams.last.owner));
  return { pages, holder, others: pages.filter((page) => page !== holder) };
}

describe("tabs of a browser", () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_000_000 });
    air.clear();
    streams = new Streams();
  });
  afterEach(() => mock.timers.reset());

  test("any number of them have one stream, and hear what each follows of it", () => {
    const { pages } = opened(PUBLIC, SEAT, PUBLIC, PUBLIC, SEAT, PUBLIC, PUBLIC, PUBLIC);
    assert.equal(streams.open.length, 1);
    assert.deepEqual(streams.last.paths.toSorted(), [PUBLIC, SEAT]);

    streams.last.says(SEAT, "picture", {}, 7);
    streams.last.says(PUBLIC, "picture", {}, 3);
    passes(100);

    assert.deepEqual(
      pages.map(({ seqs }) => seqs),
      [[3], [7], [3], [3], [7], [3], [3], [3]],
    );
  });

  test("nothing of what a tab does not follow is said to it", () => {
    const { holder, others } = opened(PUBLIC, SEAT, PUBLIC, PUBLIC);
    streams.last.says(SEAT, "picture", { hand: "a secret" }, 1);
    passes(100);

    for (const { follower, window, heard } of others) {
      assert.equal(JSON.stringify(window.heard).includes("a secret"), follower.url === SEAT);
      assert.equal(heard.length, Number(follower.url === SEAT));
    }
    assert.equal(holder.heard.length, Number(holder.follower.url === SEAT));
  });

  test("a hand that moves is seen once by each tab of that seat, and by no other", () => {
    const { pages } = opened(SEAT, SEAT, PUBLIC);
    const moved = { seat: 2, for_ms: 640 };
    streams.last.says(SEAT, "hand_moved", moved, 0);
    passes(100);

    assert.deepEqual(
      pages.map(({ heard }) => heard.map(({ name, data }) => [name, data])),
      [[["hand_moved", moved]], [["hand_moved", moved]], []],
    );
  });

  for (const goes of ["closes", "freezes"])
    test(`another one takes over within 2 s when the one that holds the stream ${goes}`, () => {
      const { holder, others } = opened(PUBLIC, PUBLIC, PUBLIC);
      const held = streams.last;
      held.says(PUBLIC, "picture", {}, 3);
      passes(100);
      if (goes === "freezes") holder.window.freezes();
      else holder.tab.leave();

      passes(goes === "freezes" ? 1500 : 200);

      assert.notEqual(streams.last.owner, holder.window);
      assert.deepEqual(streams.last.asked, [AFTER_3]);
      streams.last.says(PUBLIC, "message", {}, 4);
      held.says(PUBLIC, "message", {}, 4);
      passes(100);
      assert.deepEqual(
        others.map(({ seqs }) => seqs),
        [
          [3, 4],
          [3, 4],
        ],
      );
    });

  test("one that goes on after its sleep lets go of the stream that it held", () => {
    const { pages, holder } = opened(PUBLIC, PUBLIC);
    holder.window.freezes();
    passes(1500);
    assert.notEqual(streams.last.owner, holder.window);

    holder.window.goesOn();
    passes(1500);

    assert.equal(streams.open.length, 1);
    assert.notEqual(streams.last.owner, holder.window);
    streams.last.says(PUBLIC, "picture", {}, 9);
    passes(100);
    assert.deepEqual(
      pages.map(({ seqs }) => seqs),
      [[9], [9]],
    );
  });

  test("who comes later is told all at once, and the others miss nothing meanwhile", () => {
    const { holder } = opened(PUBLIC);
    streams.last.says(PUBLIC, "picture", {}, 3);
    const later = new Page(SEAT);
    passes(300);

    assert.deepEqual(streams.last.asked.toSorted(), [AFTER_3, SEAT]);
    streams.last.says(SEAT, "picture", {}, 5);
    passes(100);
    assert.deepEqual([holder.seqs, later.seqs, streams.open.length], [[3], [5], 1]);
  });

  test("a stream that the table has ended is opened anew at once", () => {
    opened(PUBLIC);
    const ended = streams.last;
    passes(1000);
    ended.breaks();
    passes(100);

    assert.equal(streams.open.length, 1);
    assert.notEqual(streams.last, ended);
  });

  test("while nothing is heard a new connection is tried each second, three at once, until one speaks", () => {
    const { holder } = opened(PUBLIC);
    const before = streams.opened.length;
    passes(5000, { silent: true });
    assert.equal(streams.open.length, 3);
    assert.ok(streams.opened.length - before >= 3, `${streams.opened.length - before} tries`);
    assert.ok(Date.now() - holder.heardAt > 4000);

    streams.last.tells("beat");

    assert.equal(streams.open.length, 1);
    assert.equal(holder.heardAt, Date.now());
  });

  test("a table that takes eight seconds to answer is heard", () => {
    const { holder } = opened(PUBLIC);
    const before = holder.heardAt;
    for (let second = 0; second < 40 && holder.heardAt === before; second++) {
      passes(1000, { silent: true });
      for (const stream of streams.open) if (Date.now() - stream.openedAt >= 8000) stream.tells("beat");
    }

    assert.ok(holder.heardAt > before);
  });

  test("who asks makes a holder look whose own timers are held back", () => {
    const { holder, others } = opened(PUBLIC, PUBLIC);
    holder.window.document.visibilityState = "hidden";
    others[0].window.document.visibilityState = "hidden";
    passes(1000);
    const before = streams.opened.length;
    passes(4000, { silent: true });
    assert.ok(streams.opened.length > before);
    assert.ok(Date.now() - others[0].heardAt > 3000);
  });

  test("a tab that is looked at takes the stream from one that is not", () => {
    const { holder } = opened(PUBLIC);
    holder.window.document.visibilityState = "hidden";
    const seen = new Page(PUBLIC);
    passes(1000);

    assert.deepEqual(
      streams.open.map(({ owner }) => owner),
      [seen.window],
    );
  });

  test("what is refused is said to who follows it, and asked for again only when that wants it", () => {
    const { pages } = opened(SEAT, PUBLIC);
    streams.last.says(SEAT, "refused", 403, 0);
    passes(100);
    assert.deepEqual(
      pages.map(({ heard }) => heard.map(({ name, data }) => [name, data])),
      [[["refused", 403]], []],
    );
  });

  test("whoever follows something else is carried that alone", () => {
    const { pages } = opened(SEAT, PUBLIC);
    pages[0].unfollow();
    pages[0].tab.follow({ ...pages[0].follower, url: PUBLIC, want: () => pages[1].follower.want() });
    passes(1000);

    assert.deepEqual(streams.last.paths, [PUBLIC]);
  });
});
