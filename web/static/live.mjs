// The table as it happens: one stream, which is right again after the phone has slept or the network was gone.

/** @import { Hear } from "../types/page" */

const PATIENCE_MS = 2000; // how long the stream may be silent about its return before people are told
const QUIET_MS = 12_000; // a stream beats every five seconds: one that does not is gone, though nothing has said so

/**
 * Follow a stream: `on.picture(picture)` is called with every new picture, `onLink(up)` when the connection is lost or
 * back, and `on.<name>(data)` with every other message of that name. `onRefused()` is called when the table has said no,
 * as to a phone whose seat was freed. The stream starts with the whole picture, so nothing has to be asked for. Returns a
 * function that ends it.
 * @param {{ url?: string, on: Hear, onLink(up: boolean): void, onRefused?(): void }} how
 */
export function follow({ url = "/api/v1/events", on, onLink, onRefused = () => {} }) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let doubt;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;
  let up = true;

  function open() {
    close();
    source = new EventSource(url);
    for (const [name, hear] of Object.entries({ beat() {}, ...on })) {
      source.addEventListener(name, (message) => {
        heard();
        hear(JSON.parse(message.data));
      });
    }
    source.addEventListener("error", () => {
      doubts();
      // A browser gives up after some answers; then it is on us to try again.
      if (source?.readyState === EventSource.CLOSED) {
        again = setTimeout(open, PATIENCE_MS);
        onRefused();
      }
    });
    doubts();
    silence = setTimeout(open, QUIET_MS);
  }

  /** People are told soon, unless the table is heard before. */
  function doubts() {
    doubt ??= setTimeout(() => link(false), PATIENCE_MS);
  }

  function heard() {
    clearTimeout(doubt);
    clearTimeout(silence);
    doubt = undefined;
    silence = setTimeout(open, QUIET_MS);
    link(true);
  }

  /** @param {boolean} now */
  function link(now) {
    if (up !== now) onLink(now);
    up = now;
  }

  function close() {
    clearTimeout(again);
    clearTimeout(silence);
    source?.close();
    source = null;
  }

  // Phones kill streams in the background without telling the page: open a new one on every return.
  const visible = () => document.visibilityState === "visible" && open();
  /** @param {PageTransitionEvent} event */
  const shown = (event) => event.persisted && open();
  document.addEventListener("visibilitychange", visible);
  window.addEventListener("pageshow", shown);
  window.addEventListener("offline", doubts);
  window.addEventListener("online", open);
  open();
  return () => {
    document.removeEventListener("visibilitychange", visible);
    window.removeEventListener("pageshow", shown);
    window.removeEventListener("offline", doubts);
    window.removeEventListener("online", open);
    clearTimeout(doubt);
    close();
  };
}
