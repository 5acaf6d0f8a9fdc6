// The result of a game and what was special in it, as a picture to share.
import { dayOf, minutes, placed } from "./past.mjs";
import { many, say } from "./say.mjs";
import { FONT, GOLD, INK, lines, SOFT, share, text } from "./sharing.mjs";
import { called } from "./timeline.mjs";

/** @import { Whole } from "../types/past" */

const WIDE = 1080;
const SIDE = 64;
const HEAD = 240; // above the players
const ROW = 96;
const LINE = 46;
const MOST = 3; // highlights

/**
 * Highlights as the picture tells them: what is called special, and its sentence.
 * @param {Whole} game
 */
export function told({ highlights }) {
  return highlights
    .filter(({ said, ms }) => said || ms)
    .slice(0, MOST)
    .map(({ kind, said, ms }) => ({
      name: called(kind),
      said: [said, ms != null && say("By {ms} ms.", { ms: Math.round(ms) })].filter(Boolean).join(" "),
    }));
}

/** @typedef {CanvasRenderingContext2D} Pen */
/** @typedef {{ name: string, said: string, lines: string[] }} Special a highlight, and how its sentence breaks into lines */

/** @param {Whole} game */
function drawn(game) {
  const canvas = document.createElement("canvas");
  const pen = /** @type {Pen} */ (canvas.getContext("2d"));
  pen.font = `500 34px ${FONT}`;
  const fits = (/** @type {string} */ line) => pen.measureText(line).width <= WIDE - 2 * SIDE;
  const special = told(game).map((one) => ({ ...one, lines: lines(one.said, 2, fits) }));
  const players = placed(game);
  canvas.width = WIDE;
  canvas.height = HEAD + ROW * players.length + special.reduce((sum, one) => sum + high(one), 0) + 90;
  ground(pen);
  title(pen, game);
  for (const [n, one] of players.entries()) place(pen, one, HEAD + n * ROW);
  let y = HEAD + players.length * ROW + 56;
  for (const one of special) {
    highlight(pen, one, y);
    y += high(one);
  }
  return canvas;
}

/** @param {Special} one */
const high = ({ lines }) => LINE * (lines.length + 1) + 24;

/** @param {Pen} pen */
function ground(pen) {
  const { width, height } = pen.canvas;
  const colours = pen.createRadialGradient(width / 2, 300, 60, width / 2, 400, 1000);
  colours.addColorStop(0, "#1a3f35");
  colours.addColorStop(1, "#0d1f1a");
  pen.fillStyle = colours;
  pen.fillRect(0, 0, width, height);
}

/**
 * @param {Pen} pen
 * @param {Whole} game
 */
function title(pen, game) {
  text(pen, game.title, SIDE, 122, { size: 84, weight: 800, colour: GOLD, wide: WIDE - 2 * SIDE });
  const rounds = game.rounds ? many("{count} round", "{count} rounds", game.rounds) : "";
  const when = [dayOf(game.ended_at), rounds, minutes(game.lasted_s)].filter(Boolean).join(" · ");
  text(pen, when, SIDE, 182, { size: 36, colour: SOFT });
}

/**
 * A player, with points.
 * @param {Pen} pen
 * @param {ReturnType<typeof placed>[number]} one
 * @param {number} y
 */
function place(pen, { name, points, won }, y) {
  pen.fillStyle = won ? "#3a4a26" : "#12241fcc";
  pen.beginPath();
  pen.roundRect(SIDE - 24, y, WIDE - 2 * SIDE + 48, ROW - 14, 22);
  pen.fill();
  const colour = won ? GOLD : INK;
  text(pen, `${won ? "★ " : ""}${name}`, SIDE, y + 57, { size: 46, weight: won ? 800 : 600, colour, wide: 700 });
  const written = String(points).replace("-", "−");
  text(pen, written, WIDE - SIDE, y + 60, { size: 56, weight: 800, align: "right", colour });
}

/**
 * @param {Pen} pen
 * @param {Special} one
 * @param {number} y
 */
function highlight(pen, { name, lines }, y) {
  text(pen, name, SIDE, y, { size: 32, weight: 700, colour: GOLD });
  for (const [n, line] of lines.entries()) text(pen, line, SIDE, y + LINE * (n + 1), { size: 34 });
}

/**
 * Draw a game that is over, and let people share it. Resolves when that is done.
 * @param {Whole} game
 */
export async function shareGame(game) {
  await document.fonts.ready;
  await share(drawn(game), { title: game.title, name: `${game.game}-${game.id}` });
}
