// Three gestures on one large area, and the keys that stand for them.

const A_SWIPE = 40; // px sideways: a finger that moves less has tapped
const A_HOLD_MS = 600;
/** @type {{ [key: string]: "next" | "before" | "tap" | "hold" }} */
const KEYS = {
  ArrowRight: "next",
  ArrowDown: "next",
  ArrowLeft: "before",
  ArrowUp: "before",
  Enter: "tap",
  " ": "tap",
  Escape: "hold",
};

/** @typedef {{ next(): void, before(): void, tap(): void, hold(): void }} Gestures */

/**
 * What an area listens to: a swipe to the left is the next one, as pages are turned.
 * @param {Gestures} does
 */
export function gestures(does) {
  /** @type {{ x: number, y: number, held: ReturnType<typeof setTimeout> } | null} */
  let down = null;
  const up = () => {
    if (down) clearTimeout(down.held);
    down = null;
  };
  return {
    /** @param {PointerEvent} event */
    onPointerDown(event) {
      up();
      if (event.button) return;
      const held = setTimeout(() => {
        up();
        does.hold();
      }, A_HOLD_MS);
      down = { x: event.clientX, y: event.clientY, held };
    },
    /** @param {PointerEvent} event */
    onPointerMove(event) {
      if (down && Math.hypot(event.clientX - down.x, event.clientY - down.y) > A_SWIPE) clearTimeout(down.held);
    },
    /** @param {PointerEvent} event */
    onPointerUp(event) {
      if (!down) return;
      const [x, y] = [event.clientX - down.x, event.clientY - down.y];
      up();
      if (Math.abs(x) > A_SWIPE && Math.abs(x) > Math.abs(y)) does[x < 0 ? "next" : "before"]();
      else if (Math.hypot(x, y) <= A_SWIPE) does.tap();
    },
    onPointerCancel: up,
    onContextMenu: (/** @type {Event} */ event) => event.preventDefault(),
    /** @param {KeyboardEvent} event */
    onKeyDown(event) {
      const what = KEYS[event.key];
      if (!what || event.repeat) return;
      event.preventDefault();
      does[what]();
    },
  };
}
