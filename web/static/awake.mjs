// Keeps the screen from going dark, also at addresses that browsers do not trust enough for the Wake Lock API: there a video
// plays that nobody sees. It is drawn here, so there is no file. Chromium lets any visible stream keep the screen on,
// Firefox any stream; WebKit wants a track of sound, too, and that it is not muted: then it is silence.
const STROKE_MS = 1000;
const SIZE = 2; // px

/** A stream of a square that changes, and of silence. */
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

/** Play a video that nobody sees; return what ends it. */
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
  window.addEventListener("pointerup", touched); // without a touch WebKit plays nothing that has sound
  play();
  return () => {
    window.removeEventListener("pointerup", touched);
    end();
    player.remove();
  };
}

/** Hold the browser's own lock, and take it again when the page is seen again; return what ends that. */
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
  window.addEventListener("pointerup", hold); // without a touch WebKit grants none
  hold();
  return () => {
    document.removeEventListener("visibilitychange", hold);
    window.removeEventListener("pointerup", hold);
    held?.release();
  };
}

/**
 * Keep the screen from going dark until what is returned is called.
 * @returns {() => void}
 */
export function stayAwake() {
  if (navigator.wakeLock) return lock();
  return "captureStream" in document.createElement("canvas") ? video() : () => {};
}
