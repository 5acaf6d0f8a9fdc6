// The table as it happens: one stream, which is right again after the phone has slept or the network was gone.

/** @import { Hear } from "../types/page" */

const PATIENCE_MS = 2500; // how long the stream may be silent about its return before people are told

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

  function open() {
    close();
    source = new EventSource(url);
    for (const [name, hear] of Object.entries(on)) {
      source.addEventListener(name, (message) => {
        if (name === "picture") isUp();
        hear(JSON.parse(message.data));
      });
    }
    source.addEventListener("error", () => {
      doubt ??= setTimeout(() => onLink(false), PATIENCE_MS);
      // A browser gives up after some answers; then it is on us to try again.
      if (source?.readyState === EventSource.CLOSED) {
        again = setTimeout(open, PATIENCE_MS);
        onRefused();
      }
    });
  }

  function isUp() {
    clearTimeout(doubt);
    doubt = undefined;
    onLink(true);
  }

  function close() {
    clearTimeout(again);
    source?.close();
    source = null;
  }

  // Phones kill streams in the background without telling the page: open a new one on every return.
  const visible = () => document.visibilityState === "visible" && open();
  /** @param {PageTransitionEvent} event */
  const shown = (event) => event.persisted && open();
  document.addEventListener("visibilitychange", visible);
  window.addEventListener("pageshow", shown);
  open();
  return () => {
    document.removeEventListener("visibilitychange", visible);
    window.removeEventListener("pageshow", shown);
    clearTimeout(doubt);
    close();
  };
}
