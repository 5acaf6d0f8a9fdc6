// How a page follows the table's events, with one stream for all tabs of a browser.

/** @import { Carried, Follower, Following, Message, Since, Want } from "../types/page" */

// -- the browser's connection to the table: while it is silent, new connections are tried again and again

const QUIET_MS = 1700; // a stream has a heartbeat every 0.8 s: one that is silent for longer is lost, whatever the browser reports
const RETRY_MS = 700;
const MOST_RETRY_MS = 5000;
const MOST = 3; // attempts at once, so that each has time for an answer even though another one starts meanwhile

/**
 * Return the earlier of two positions, so that nobody misses an event.
 * @param {Since} one
 * @param {Since} other
 */
const earlier = (one, other) => (((one.game ?? 0) - (other.game ?? 0) || one.seq - other.seq) < 0 ? one : other);

/**
 * What a stream has to carry to satisfy all wants.
 * @param {Iterable<Want>} wants
 * @returns {Map<string, Carried>}
 */
function union(wants) {
  /** @type {Map<string, Carried>} */
  const all = new Map();
  for (const { url, names, since } of wants) {
    const { names: known, since: before } = all.get(url) ?? { names: new Set(), since: null };
    const first = before && since ? earlier(before, since) : (before ?? since);
    all.set(url, { names: new Set([...known, ...names]), since: first });
  }
  return all;
}

/**
 * The URL of a stream that continues after an event.
 * @param {string} url
 * @param {Since | null} since
 */
function from(url, since) {
  if (!since) return url;
  const given = new URLSearchParams({ last_event_id: String(since.seq) });
  if (since.game != null) given.set("last_game", String(since.game));
  return `${url}${url.includes("?") ? "&" : "?"}${given}`;
}

/** One connection, which reconnects. `on` has callbacks for messages, heartbeats, refusals, and the end. */
class OneStream {
  /** @type {EventSource[]} */
  #sources = [];
  /** @type {Map<string, Carried>} */
  #carried = new Map();
  #openedAt = -Infinity;
  #heardAt = -Infinity;
  #retryMs = RETRY_MS; // twice as long once an attempt had to make room without an answer: the table may be slow
  #Source;
  #on;

  /**
   * @param {typeof EventSource} Source
   * @param {{ message(url: string, message: import("../types/page").Message): void, beat(): void, refused(url: string, status: number): void, ended(): void }} on
   */
  constructor(Source, on) {
    this.#Source = Source;
    this.#on = on;
  }

  /** For how long nothing has been received, in ms. */
  get silent() {
    return Date.now() - this.#heardAt;
  }

  /** Whether it is time for another attempt. */
  get isDue() {
    return (!this.#sources.length || this.silent > QUIET_MS) && Date.now() - this.#openedAt >= this.#retryMs;
  }

  /** Wait no longer than usual before the next attempt: the network is back, or somebody looks at the page. */
  hurry() {
    this.#retryMs = RETRY_MS;
  }

  /**
   * Whether it already carries everything in a want.
   * @param {Want} want
   */
  carries({ url, names, since, fresh }) {
    const carried = this.#carried.get(url);
    if (!carried || fresh || !names.every((name) => carried.names.has(name))) return false;
    return !since || (!!carried.since && earlier(carried.since, since) === carried.since);
  }

  /**
   * Carry these streams from now on. Open connections continue until the new one receives something.
   * @param {Map<string, Carried>} carried
   */
  open(carried) {
    this.#carried = carried;
    this.#openedAt = Date.now();
    if (!carried.size) return this.close();
    const urls = [...carried.keys()];
    const of = urls.map((url) => ["of", from(url, carried.get(url)?.since ?? null)]);
    const source = new this.#Source(`/api/v1/streams?${new URLSearchParams(of)}`);
    this.#sources.push(source);
    if (this.#sources.length > MOST) {
      this.#sources.shift()?.close();
      this.#retryMs = Math.min(2 * this.#retryMs, MOST_RETRY_MS);
    }
    this.#listen(source, urls, new Set([...carried.values()].flatMap(({ names }) => [...names])));
  }

  close() {
    for (const source of this.#sources.splice(0)) source.close();
  }

  /**
   * @param {EventSource} source
   * @param {string[]} urls
   * @param {Set<string>} names
   */
  #listen(source, urls, names) {
    let url = urls[0]; // the stream to which the next messages belong
    const opened = this.#openedAt;
    /**
     * @param {string} name
     * @param {(data: any, message: MessageEvent) => void} hear
     */
    const listen = (name, hear) =>
      source.addEventListener(name, (message) => {
        if (!this.#sources.includes(source)) return;
        this.#speaks(source);
        hear(JSON.parse(message.data), message);
      });
    listen("of", (part) => (url = urls[part]));
    listen("beat", () => this.#on.beat());
    listen("refused", (status) => this.#on.refused(url, status));
    for (const name of names)
      listen(name, (data, { lastEventId }) => this.#on.message(url, { name, data, seq: Number(lastEventId), opened }));
    source.addEventListener("error", () => this.#ends(source));
  }

  /**
   * A connection has received something: close older ones. Newer ones stay, because they may carry more.
   * @param {EventSource} source
   */
  #speaks(source) {
    this.#heardAt = Date.now();
    this.#retryMs = RETRY_MS;
    for (const before of this.#sources.splice(0, this.#sources.indexOf(source))) before.close();
  }

  /**
   * A connection has ended: close it, so that the browser does not reconnect by itself. Only this class knows where to continue.
   * @param {EventSource} source
   */
  #ends(source) {
    source.close();
    this.#sources = this.#sources.filter((other) => other !== source);
    if (this.isDue) this.#on.ended();
  }
}

// -- one stream for all tabs of a browser, because a browser opens at most six connections to a table.
//
// docs/decisions/0052-one-stream-a-browser.md explains how tabs agree on a holder, and what they say to each other.

/**
 * @typedef {{ term: number, holder: string }} Term
 * @typedef {{ kind: "ask" } | { kind: "leave", tab: string, url?: string } | ({ kind: "want", tab: string, want: Want }) | ({ kind: "hold", silent: number, collects: boolean, hidden: boolean } & Term)} Said
 */

const CHANNEL = "cardtable";
const LOOK_MS = 400;
const FIRST_MS = 120; // how long a new page waits for an answer
const ANSWER_MS = 300; // how long a tab may be busy later on
const COLLECT_MS = 40;
const HIDDEN_MS = 150; // hidden tabs wait longer than visible ones
const STALE_MS = 5000; // a tab that has not repeated its wants for this long is gone

export class Tab {
  #name = Math.random().toString(36).slice(2);
  /** @type {Term} */
  #newest = { term: 0, holder: "" };
  /** @type {OneStream | null} */
  #stream = null; // while this tab holds it
  #browser;
  #channel;
  /** @type {Set<Follower>} */
  #followers = new Set();
  /** @type {Map<string, BroadcastChannel>} */
  #channels = new Map(); // by stream: its channel, if this tab follows it or passes it on
  /** @type {Map<string, { want: Want, at: number }>} */
  #wants = new Map(); // by tab and stream, while this tab holds the stream
  #answeredAt = -Infinity;
  /** @type {{ [what: string]: ReturnType<typeof setTimeout> | undefined }} */
  #timers = {};

  /** @param {import("../types/page").Browser} browser */
  constructor(browser = globalThis) {
    this.#browser = browser;
    this.#channel = new browser.BroadcastChannel(CHANNEL);
    this.#channel.onmessage = ({ data }) => this.#hear(data);
  }

  /**
   * Follow a stream. Returns a function that ends it.
   * @param {Follower} follower
   */
  follow(follower) {
    this.#channelOf(follower.url);
    this.#followers.add(follower);
    this.#timers.look ??= setInterval(() => this.look(), LOOK_MS);
    this.wants(follower);
    if (!this.#stream) this.#ask(FIRST_MS);
    return () => {
      this.#followers.delete(follower);
      this.#tidy();
      this.#left(this.#name, follower.url);
      this.#say({ kind: "leave", tab: this.#name, url: follower.url });
    };
  }

  /**
   * Send the want of a follower in this tab.
   * @param {Follower} follower
   */
  wants(follower) {
    const want = follower.want();
    if (!want) return;
    if (this.#stream) this.#wanted(this.#name, want);
    else this.#say({ kind: "want", tab: this.#name, want });
  }

  /** Check whether the stream, or its holder, is still alive. */
  look() {
    if (this.#stream) return this.#stream.isDue && this.#collect();
    if (Date.now() - this.#answeredAt >= LOOK_MS) this.#ask(ANSWER_MS);
  }

  /** The tab is visible again, or online again: it may have missed messages. */
  wake() {
    this.#stream?.hurry();
    if (this.#stream) return this.#stream.isDue && this.#collect();
    this.#ask(ANSWER_MS);
    for (const follower of this.#followers) if (follower.want()?.fresh) this.wants(follower);
  }

  /** The page is closed or frozen. */
  leave() {
    this.#letGo();
    for (const what of Object.keys(this.#timers)) this.#stop(what);
    this.#newest = { ...this.#newest, holder: "" };
    this.#say({ kind: "leave", tab: this.#name });
  }

  /** The page is restored from the browser's cache. */
  comeBack() {
    this.#timers.look ??= setInterval(() => this.look(), LOOK_MS);
    this.wake();
  }

  get #isHidden() {
    return this.#browser.document.visibilityState === "hidden";
  }

  // -- among tabs

  /** @param {string} url */
  #channelOf(url) {
    const channel = this.#channels.get(url) ?? new this.#browser.BroadcastChannel(`${CHANNEL} ${url}`);
    this.#channels.set(url, channel);
    channel.onmessage = ({ data: { message, ...term } }) => {
      if (!this.#heeds(term)) return;
      for (const follower of this.#followers) if (follower.url === url) follower.hear(message);
    };
    return channel;
  }

  /** Close the channels of streams that this tab neither follows nor passes on. */
  #tidy() {
    const urls = new Set([...this.#followers].map(({ url }) => url));
    for (const [url, channel] of this.#channels) {
      if (this.#stream || urls.has(url)) continue;
      channel.close();
      this.#channels.delete(url);
    }
  }

  /** @param {Said} said */
  #say(said) {
    this.#channel.postMessage(said);
  }

  /** @param {Said} said */
  #hear(said) {
    if (said.kind === "hold") this.#answered(said);
    else if (said.kind === "leave") this.#left(said.tab, said.url);
    else if (this.#stream && said.kind === "want") this.#wanted(said.tab, said.want);
    else if (this.#stream) {
      this.look();
      this.#hold();
    }
  }

  /** @param {number} patience_ms */
  #ask(patience_ms) {
    if (patience_ms && this.#timers.stand !== undefined) return;
    this.#stop("stand");
    this.#say({ kind: "ask" });
    const shy_ms = Math.random() * COLLECT_MS + (this.#isHidden ? HIDDEN_MS : 0);
    this.#timers.stand = setTimeout(() => this.#takeOver(), patience_ms + shy_ms);
  }

  /** @param {Extract<Said, { kind: "hold" }>} hold */
  #answered({ term, holder, silent, collects, hidden }) {
    const isNew = holder !== this.#newest.holder || term !== this.#newest.term;
    if (!this.#heeds({ term, holder })) return;
    for (const follower of this.#followers) {
      follower.heard(silent);
      if (collects || isNew) this.wants(follower);
    }
    if (hidden && !this.#isHidden) this.#takeOver();
  }

  /**
   * Whether a message comes from the holder that this tab knows; a newer holder is accepted from now on.
   * @param {Term} said
   */
  #heeds(said) {
    const { term, holder } = this.#newest;
    if (said.term < term || (said.term === term && holder && said.holder > holder)) {
      this.#hold();
      return false;
    }
    if (said.holder !== this.#name) this.#letGo();
    this.#newest = { term: said.term, holder: said.holder };
    this.#answeredAt = Date.now();
    this.#stop("stand");
    return true;
  }

  /**
   * A tab is gone, or no longer wants a stream.
   * @param {string} tab
   * @param {string} [url]
   */
  #left(tab, url) {
    for (const key of this.#wants.keys())
      if (url === undefined ? key.startsWith(`${tab} `) : key === `${tab} ${url}`) this.#wants.delete(key);
    if (url === undefined && tab === this.#newest.holder) this.#ask(0);
  }

  /** @param {string} what */
  #stop(what) {
    clearTimeout(this.#timers[what]);
    this.#timers[what] = undefined;
  }

  // -- holding the stream

  #takeOver() {
    this.#stop("stand");
    if (!this.#followers.size) return;
    this.#newest = { term: this.#newest.term + 1, holder: this.#name };
    this.#stream = new OneStream(this.#browser.EventSource, {
      message: (url, message) => this.#handOn(url, message),
      beat: () => this.#hold(),
      refused: (url, status) => this.#refused(url, status),
      ended: () => this.#collect(),
    });
    this.#collect();
  }

  #letGo() {
    this.#stream?.close();
    this.#stream = null;
    this.#wants.clear();
    this.#stop("open");
    this.#tidy();
  }

  #hold(collects = false) {
    if (!this.#stream) return;
    const { silent } = this.#stream;
    this.#say({ kind: "hold", ...this.#newest, silent, collects, hidden: this.#isHidden });
    for (const follower of this.#followers) follower.heard(silent);
  }

  /** Ask all tabs for their wants, and open the stream. */
  #collect() {
    if (this.#timers.open !== undefined) return;
    this.#timers.open = setTimeout(() => this.#open(), COLLECT_MS);
    this.#hold(true);
    for (const follower of this.#followers) this.wants(follower);
    if (this.#isHidden) this.#open();
  }

  #open() {
    this.#stop("open");
    const now = Date.now();
    for (const [key, { at }] of this.#wants) if (now - at > STALE_MS) this.#wants.delete(key);
    this.#stream?.open(union([...this.#wants.values()].map(({ want }) => want)));
  }

  /**
   * @param {string} tab
   * @param {Want} want
   */
  #wanted(tab, want) {
    this.#wants.set(`${tab} ${want.url}`, { want, at: Date.now() });
    if (!this.#stream?.carries(want)) this.#collect();
  }

  /**
   * @param {string} url
   * @param {number} status
   */
  #refused(url, status) {
    for (const key of this.#wants.keys()) if (key.endsWith(` ${url}`)) this.#wants.delete(key);
    this.#handOn(url, { name: "refused", data: status, seq: 0, opened: 0 });
  }

  /**
   * @param {string} url
   * @param {Message} message
   */
  #handOn(url, message) {
    this.#channelOf(url).postMessage({ ...this.#newest, message });
    for (const follower of this.#followers) {
      if (follower.url === url) follower.hear(message);
      else follower.heard(0);
    }
  }
}

// -- what a page gets from a stream: each event once, and whether the table answers

const REFUSED_MS = 2000; // until a refused stream is requested again; twice as long each time
const LONGEST_MS = 30_000;
const FORGETS_MS = 30_000; // a page that was away for longer gets the current picture, but not the events that it missed
/** @type {Tab | null} */
let tab = null; // until something is followed

/** This tab, with listeners for the page's visibility, network and life cycle. */
function own() {
  if (tab) return tab;
  const made = new Tab();
  tab = made;
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && made.wake());
  document.addEventListener("freeze", () => made.leave());
  document.addEventListener("resume", () => made.comeBack());
  window.addEventListener("online", () => made.wake());
  window.addEventListener("pagehide", () => made.leave());
  window.addEventListener("pageshow", ({ persisted }) => persisted && made.comeBack());
  return made;
}

/**
 * Follow a stream, which starts with the complete picture. Returns a function that ends it.
 * @param {Following} how
 */
export function follow({ url = "/api/v1/events", on, onLink, onRefused = () => {} }) {
  /** @type {{ [name: string]: ((data: any) => void) | undefined }} */
  const hears = { ...on };
  /** @type {Since | null} */
  let since = null; // the latest event that this page knows
  let bringer = { opened: 0, at: 0 }; // the connection that brought it, and when
  let heardAt = Date.now();
  let isLive = false; // whether a message came since the last refusal
  let up = true;
  let rest = REFUSED_MS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;

  /** @param {boolean} now */
  function link(now) {
    if (up !== now) onLink(now);
    up = now;
  }

  /** @param {number} ago */
  function heard(ago) {
    if (!isLive || Date.now() - ago <= heardAt) return;
    heardAt = Date.now() - ago;
    clearTimeout(silence);
    silence = setTimeout(() => link(false), Math.max(0, QUIET_MS - ago));
    if (ago < QUIET_MS) link(true);
  }

  function refused() {
    isLive = false;
    clearTimeout(again);
    again = setTimeout(() => {
      again = undefined;
      own().wants(follower);
    }, rest);
    rest = Math.min(2 * rest, LONGEST_MS);
    onRefused();
  }

  /**
   * Whether this page already knows a message. A slow table may answer several attempts, of which one is behind another.
   * @param {Message} message
   */
  function isKnown({ name, data, seq, opened }) {
    const before = since;
    if (name === "picture") {
      const latest = data.last?.seq ?? seq;
      if (since?.game !== data.game_id) since = { game: data.game_id, seq: since ? seq : latest };
      else if (since && latest < since.seq) {
        if (opened !== bringer.opened && opened <= bringer.at) return true;
        since = { game: since.game, seq }; // an event of another table's game with the same number
      }
    } else if (name === "message" && since && data.seq) {
      if (data.seq <= since.seq) return true;
      since = { game: since.game, seq: data.seq };
    }
    if (since !== before) bringer = { opened, at: Date.now() };
    return false;
  }

  /** @type {Follower} */
  const follower = {
    url,
    want() {
      if (again !== undefined) return null;
      const away = Date.now() - heardAt;
      if (away > FORGETS_MS) since = null;
      return { url, names: Object.keys(on), since, fresh: !isLive || away > QUIET_MS };
    },
    hear(message) {
      if (message.name === "refused") return refused();
      isLive = true;
      rest = REFUSED_MS;
      heard(0);
      if (!isKnown(message)) hears[message.name]?.(message.data);
    },
    heard,
  };
  silence = setTimeout(() => link(false), QUIET_MS);
  const end = own().follow(follower);
  return () => {
    clearTimeout(silence);
    clearTimeout(again);
    end();
  };
}
