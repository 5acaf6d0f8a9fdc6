// A stand-in for a browser: channels between tabs, streams from the table, and tabs that are hidden or frozen.

/** @import { Browser } from "../../web/types/page" */

const ON_ITS_WAY_MS = 1; // how long a message takes from tab to tab

/** The streams that tabs request from a table. */
export class Streams {
  /** @type {Source[]} */
  opened = [];
  get open() {
    return this.opened.filter(({ isOpen }) => isOpen);
  }
  /** The latest of those that are open. */
  get last() {
    return /** @type {Source} */ (this.open.at(-1));
  }
}

class Source extends EventTarget {
  isOpen = true;
  openedAt = Date.now();
  /**
   * @param {Window} owner
   * @param {string} url
   */
  constructor(owner, url) {
    super();
    this.owner = owner;
    /** The requested paths, each with the event to continue after. */
    this.asked = new URL(url, "http://table.test").searchParams.getAll("of");
    this.paths = this.asked.map((path) => path.split("?")[0]);
    owner.streams.opened.push(this);
  }
  /**
   * @param {string} name
   * @param {unknown} [data]
   * @param {number} [seq]
   */
  tells(name, data = null, seq = 0) {
    if (!this.isOpen || this.owner.frozen) return;
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId: String(seq) }));
  }
  /**
   * Send a message of one of the streams that it carries.
   * @param {string} path
   * @param {string} name
   * @param {unknown} data
   * @param {number} seq
   */
  says(path, name, data, seq) {
    this.tells("of", this.paths.indexOf(path));
    this.tells(name, data, seq);
  }
  close() {
    this.isOpen = false;
  }
  /** The table ends it, or the connection is lost. */
  breaks() {
    this.dispatchEvent(new MessageEvent("error"));
  }
}

/** All tabs of a browser share the air: what one says on a channel, the others hear. */
class Channel {
  /** @type {((event: { data: any }) => void) | null} */
  onmessage = null;
  /**
   * @param {Window} owner
   * @param {string} name
   */
  constructor(owner, name) {
    this.owner = owner;
    this.name = name;
    owner.air.add(this);
  }
  /** @param {unknown} data */
  postMessage(data) {
    if (this.owner.frozen) return;
    const copy = structuredClone(data);
    for (const other of this.owner.air)
      if (other !== this && other.name === this.name) setTimeout(() => other.#hears(copy), ON_ITS_WAY_MS);
  }
  /** @param {unknown} data */
  #hears(data) {
    if (!this.owner.air.has(this)) return;
    if (this.owner.frozen) return void this.owner.frozen.push(() => this.#hears(data));
    this.owner.heard.push(data);
    this.onmessage?.({ data });
  }
  close() {
    this.owner.air.delete(this);
  }
}

/** One tab. */
export class Window {
  /** @type {(() => void)[] | null} */
  frozen = null; // while frozen: what it will hear when it resumes
  /** @type {unknown[]} */
  heard = [];
  document = { visibilityState: /** @type {DocumentVisibilityState} */ ("visible") };
  /**
   * @param {Set<Channel>} air
   * @param {Streams} streams
   */
  constructor(air, streams) {
    this.air = air;
    this.streams = streams;
  }
  /** @returns {Browser} */
  get browser() {
    const of = this;
    return /** @type {any} */ ({
      document: this.document,
      BroadcastChannel: class extends Channel {
        /** @param {string} name */
        constructor(name) {
          super(of, name);
        }
      },
      EventSource: class extends Source {
        /** @param {string} url */
        constructor(url) {
          super(of, url);
        }
      },
    });
  }
  freezes() {
    this.frozen = [];
  }
  goesOn() {
    const missed = this.frozen ?? [];
    this.frozen = null;
    for (const hear of missed) hear();
  }
}
