// Keeps the screen on. At addresses that browsers do not trust enough for the Wake Lock API, an invisible video plays. It
// is drawn here, so no file is needed. In Chromium any visible stream keeps the screen on, in Firefox any stream. WebKit
// also needs an audio track that is not muted, so there is one, which is silent.
const STROKE_MS = 1000;
const SIZE = 2; // px

/** Return a stream that shows a changing square and plays silence. */
function drawn() {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  const context = canvas.getContext("2d");
  let light = false;
  const draw = () => {
    light = !light;
    if (context) context.fillStyle = light ? "#111" : "#000";
    context?.fillRect(0, 0, SIZE, SIZE);
  };
  draw();
  const timer = setInterval(draw, STROKE_MS);
  return { stream: canvas.captureStream(1), end: () => clearInterval(timer) };
}

const isWebKit = () => navigator.vendor?.startsWith("Apple") ?? false;

/** Play an invisible video; return a function that ends it. */
function video() {
  const { stream, end } = drawn();
  const player = Object.assign(document.createElement("video"), { className: "awake", muted: true, playsInline: true });
  player.setAttribute("aria-hidden", "true");
  player.srcObject = stream;
  document.body.append(player);
  const play = () => player.play().catch((error) => console.info("the screen may go dark", error));
  const touched = () => {
    if (isWebKit() && player.muted) {
      stream.addTrack(new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0]);
      player.muted = false;
    }
    play();
  };
  window.addEventListener("pointerup", touched); // WebKit plays nothing with sound before a touch
  play();
  return () => {
    window.removeEventListener("pointerup", touched);
    end();
    player.remove();
  };
}

/** Hold the browser's wake lock, and take it again when the page becomes visible again; return a function that ends that. */
function lock() {
  /** @type {WakeLockSentinel | null} */
  let held = null;
  const hold = async () => {
    if (document.hidden || (held && !held.released)) return;
    held = await navigator.wakeLock.request("screen").catch((error) => {
      console.info("the screen may go dark", error);
      return null;
    });
  };
  document.addEventListener("visibilitychange", hold);
  window.addEventListener("pointerup", hold); // WebKit grants no lock before a touch
  hold();
  return () => {
    document.removeEventListener("visibilitychange", hold);
    window.removeEventListener("pointerup", hold);
    held?.release();
  };
}

/**
 * Keep the screen on until the returned function is called.
 * @returns {() => void}
 */
export function stayAwake() {
  if (navigator.wakeLock) return lock();
  return "captureStream" in document.createElement("canvas") ? video() : () => {};
}
