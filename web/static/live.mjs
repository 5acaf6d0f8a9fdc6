// The table as it happens: one stream, which is right again after the phone has slept or the network was gone.

const PATIENCE_MS = 2500; // how long the stream may be silent about its return before people are told

/**
 * Call `onPicture(picture)` with every new picture and `onLink(up)` when the connection is lost or back. The stream
 * starts with the whole picture, so nothing has to be asked for.
 */
export function follow({ onPicture, onLink }) {
  let source = null;
  let doubt = null;

  function open() {
    source?.close();
    source = new EventSource("/api/v1/events");
    source.addEventListener("picture", (message) => {
      clearTimeout(doubt);
      doubt = null;
      onLink(true);
      onPicture(JSON.parse(message.data));
    });
    source.addEventListener("error", () => {
      doubt ??= setTimeout(() => onLink(false), PATIENCE_MS);
      // A browser gives up after some answers; then it is on us to try again.
      if (source.readyState === EventSource.CLOSED) setTimeout(open, PATIENCE_MS);
    });
  }

  // Phones kill streams in the background without telling the page: open a new one on every return.
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && open());
  window.addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
