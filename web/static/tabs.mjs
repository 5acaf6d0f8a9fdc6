// One stream for all tabs of a browser: a browser keeps six connections to a table, whatever it shows.
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
import { OneStream, union } from "./one_stream.mjs";

/**
 * @import { Follower, Message, Want } from "../types/page"
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
      told: (url, message) => this.#handOn(url, message),
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
