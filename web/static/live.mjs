// The table as it happens: what a page hears of a stream, each event once, and whether the table is there.
import { QUIET_MS } from "./one_stream.mjs";
import { Tab } from "./tabs.mjs";

/** @import { Follower, Hear, Message, Since } from "../types/page" */

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
  const hears = on;
  /** @type {Since | null} */
  let since = null; // the latest event that is known here
  let heardAt = Date.now();
  let told = false; // since it was last refused
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
    if (!told || Date.now() - ago <= heardAt) return;
    heardAt = Date.now() - ago;
    clearTimeout(silence);
    silence = setTimeout(() => link(false), Math.max(0, QUIET_MS - ago));
    if (ago < QUIET_MS) link(true);
  }

  function refused() {
    told = false;
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
      return { url, names: Object.keys(on), since, fresh: !told || away > QUIET_MS };
    },
    hear(message) {
      if (message.name === "refused") return refused();
      told = true;
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
