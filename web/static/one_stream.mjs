// The connection over which a browser hears the table: as long as it is silent a new one is tried again and again.

/** @import { Carried, Since, Want } from "../types/page" */

export const QUIET_MS = 1700; // a stream beats each 0.8 s: one that is silent for longer is gone, whatever the browser says
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
export function union(wants) {
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
export class OneStream {
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
   * @param {{ told(url: string, message: import("../types/page").Message): void, beat(): void, refused(url: string, status: number): void, ended(): void }} on
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
      listen(name, (data, { lastEventId }) => this.#on.told(url, { name, data, seq: Number(lastEventId) }));
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
