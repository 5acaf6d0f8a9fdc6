// How a page follows what the table tells, with one stream for all tabs of a browser.

/** @import { Carried, Follower, Hear, Message, Since, Want } from "../types/page" */

// -- the connection over which a browser hears the table: as long as it is silent a new one is tried again and again

const QUIET_MS = 1700; // a stream beats each 0.8 s: one that is silent for longer is gone, whatever the browser says
const RETRY_MS = 700;
const MOST = 3; // tries at once: each has so long to be answered, though another one begins each RETRY_MS

/**
 * Put off no event that somebody lacks: return the earlier of two.
 * @param {Since} one
 * @param {Since} other
 */
const earlier = (one, other) => (((one.game ?? 0) - (other.game ?? 0) || one.seq - other.seq) < 0 ? one : other);

/**
 * What a stream has to carry for all that want something of it.
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
 * The path of a stream from an event on.
 * @param {string} url
 * @param {Since | null} since
 */
function from(url, since) {
  if (!since) return url;
  const given = new URLSearchParams({ last_event_id: String(since.seq) });
  if (since.game != null) given.set("last_game", String(since.game));
  return `${url}${url.includes("?") ? "&" : "?"}${given}`;
}

/** One connection, as long as it can be had. `on` hears what is told, beats, refusals, and that it has ended. */
class OneStream {
  /** @type {EventSource[]} */
  #sources = [];
  /** @type {Map<string, Carried>} */
  #carried = new Map();
  #openedAt = -Infinity;
  #heardAt = -Infinity;
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

  /** For how long nothing was heard. */
  get silent() {
    return Date.now() - this.#heardAt;
  }

  /** Whether it is time to try again. */
  get isDue() {
    return (!this.#sources.length || this.silent > QUIET_MS) && Date.now() - this.#openedAt >= RETRY_MS;
  }

  /**
   * Whether it carries already what somebody wants.
   * @param {Want} want
   */
  carries({ url, names, since, fresh }) {
    const carried = this.#carried.get(url);
    if (!carried || fresh || !names.every((name) => carried.names.has(name))) return false;
    return !since || (!!carried.since && earlier(carried.since, since) === carried.since);
  }

  /**
   * Carry this from now on. What was open goes on until the new connection speaks.
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
    if (this.#sources.length > MOST) this.#sources.shift()?.close();
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
    let url = urls[0]; // of which the messages are
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
      listen(name, (data, { lastEventId }) => this.#on.message(url, { name, data, seq: Number(lastEventId) }));
    source.addEventListener("error", () => this.#ends(source));
  }

  /**
   * One that speaks takes the place of those before it; those after it may carry more.
   * @param {EventSource} source
   */
  #speaks(source) {
    this.#heardAt = Date.now();
    for (const before of this.#sources.splice(0, this.#sources.indexOf(source))) before.close();
  }

  /**
   * A browser would try again by itself, or give up: it is on us instead, for only we know from where on.
   * @param {EventSource} source
   */
  #ends(source) {
    source.close();
    this.#sources = this.#sources.filter((other) => other !== source);
    if (this.isDue) this.#on.ended();
  }
}

// -- one stream for all tabs of a browser: a browser keeps six connections to a table, whatever it shows.
//
// One tab holds the stream, and hands on to the others what they follow. Tabs talk over a BroadcastChannel, which there is
// at every address; locks and service workers there are only at addresses that browsers trust, and a table has none.
//
//   ask      Is there a holder? Asked by whoever has not heard of it for a moment.
//   hold     I hold the stream, in this term, and have heard the table so long ago. With `collects`: say what you want.
//            With `hidden`: nobody looks at me, so who is looked at takes over.
//   want     A tab follows a stream, and knows it up to some event.
//   leave    A tab goes, or follows a stream no longer. If it held the stream, another one takes over at once.
//
// Who gets no answer takes over, in a new term. The newest term is right, and within one the lower name: whoever was
// frozen meanwhile hears of it and lets go. Before a holder opens a connection it collects what all want and know, so
// nothing is lost; what a tab knows already it does not hear twice (live.mjs). What is told goes over a channel of each
// stream's own: no tab hears what it does not follow. Browsers hold back the timers of what nobody looks at, so a hidden
// tab holds the stream only if all are hidden; who asks makes it look, and it does not wait to collect.

/**
 * @typedef {{ term: number, holder: string }} Term
 * @typedef {{ kind: "ask" } | { kind: "leave", tab: string, url?: string } | ({ kind: "want", tab: string, want: Want }) | ({ kind: "hold", silent: number, collects: boolean, hidden: boolean } & Term)} Said
 */

const CHANNEL = "cardtable";
const LOOK_MS = 400;
const FIRST_MS = 120; // a page that begins waits so long for an answer
const ANSWER_MS = 300; // later on a tab may be busy for so long
const COLLECT_MS = 40;
const HIDDEN_MS = 150; // longer than who is looked at
const STALE_MS = 5000; // a tab that has not said for so long what it wants is gone

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
  #channels = new Map(); // of the streams that are followed here, or handed on
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
   * Say what somebody in this tab wants.
   * @param {Follower} follower
   */
  wants(follower) {
    const want = follower.want();
    if (!want) return;
    if (this.#stream) this.#wanted(this.#name, want);
    else this.#say({ kind: "want", tab: this.#name, want });
  }

  /** See whether the stream, or its holder, is still there. */
  look() {
    if (this.#stream) return this.#stream.isDue && this.#collect();
    if (Date.now() - this.#answeredAt >= LOOK_MS) this.#ask(ANSWER_MS);
  }

  /** The tab is looked at again, or has a network again: what it was told meanwhile may be lost. */
  wake() {
    if (this.#stream) return this.#stream.isDue && this.#collect();
    this.#ask(ANSWER_MS);
    for (const follower of this.#followers) if (follower.want()?.fresh) this.wants(follower);
  }

  /** The page goes, or is frozen. */
  leave() {
    this.#letGo();
    for (const what of Object.keys(this.#timers)) this.#stop(what);
    this.#newest = { ...this.#newest, holder: "" };
    this.#say({ kind: "leave", tab: this.#name });
  }

  /** The page is there again, as it was. */
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

  /** Close the channels of what is neither followed nor handed on. */
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
   * Whether this is said by the holder, as far as this tab knows; one that is newer is so from now on.
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
   * A tab is gone, or what it wanted of one stream.
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

  /** Ask all what they want, and open the stream. */
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
    this.#handOn(url, { name: "refused", data: status, seq: 0 });
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

// -- the table as it happens: what a page hears of a stream, each event once, and whether the table is there

const REFUSED_MS = 2000; // until one that was refused asks again; twice as long each time
const LONGEST_MS = 30_000;
const FORGETS_MS = 30_000; // who was away for longer is told where the table stands, not what happened meanwhile
/** @type {Tab | null} */
let tab = null; // until something is followed

/** This tab; the browser tells it when nobody looks, and when it is looked at again. */
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
 * Follow a stream: `on.picture(picture)` is called with every new picture, `onLink(up)` when the connection is lost or
 * back, and `on.<name>(data)` with every other message of that name. `onRefused()` is called when the table has said no,
 * as to a phone whose seat was freed. The stream starts with the whole picture, so nothing has to be asked for. Returns a
 * function that ends it.
 * @param {{ url?: string, on: Hear, onLink(up: boolean): void, onRefused?(): void }} how
 */
export function follow({ url = "/api/v1/events", on, onLink, onRefused = () => {} }) {
  /** @type {{ [name: string]: ((data: any) => void) | undefined }} */
  const hears = { ...on };
  /** @type {Since | null} */
  let since = null; // the latest event that is known here
  let heardAt = Date.now();
  let isLive = false; // since it was last refused
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
   * Whether this is known here already.
   * @param {Message} message
   */
  function isKnown({ name, data, seq }) {
    if (name === "picture") {
      const latest = data.last?.seq ?? seq;
      if (since?.game !== data.game_id) since = { game: data.game_id, seq: since ? seq : latest };
      else if (since && latest < since.seq) since = { game: since.game, seq }; // another table's, of the same number
    } else if (name === "message" && since && data.seq) {
      if (data.seq <= since.seq) return true;
      since = { game: since.game, seq: data.seq };
    }
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
