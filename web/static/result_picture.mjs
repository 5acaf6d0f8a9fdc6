// The result of a game and what was special in it, as a picture to share.
import { dayOf, minutes, placed } from "./past.mjs";
import { many, say } from "./say.mjs";
import { FONT, GOLD, INK, lines, SOFT, share, text } from "./sharing.mjs";
import { called } from "./timeline.mjs";

/** @import { Whole } from "../types/past" */

const WIDE = 1080;
const SIDE = 64;
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

/** @param {Whole} game */
function drawn(game) {
  const canvas = document.createElement("canvas");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.font = `500 34px ${FONT}`;
  const fits = (/** @type {string} */ line) => pen.measureText(line).width <= WIDE - 2 * SIDE;
  const special = told(game).map((one) => ({ ...one, lines: lines(one.said, 2, fits) }));
  const players = placed(game);
  const high = special.reduce((sum, one) => sum + LINE * (one.lines.length + 1) + 24, 0);
  canvas.width = WIDE;
  canvas.height = 270 + ROW * players.length + high + 60;
  const ground = pen.createRadialGradient(WIDE / 2, 300, 60, WIDE / 2, 400, 1000);
  ground.addColorStop(0, "#1a3f35");
  ground.addColorStop(1, "#0d1f1a");
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  text(pen, game.title, SIDE, 122, { size: 84, weight: 800, colour: GOLD, wide: WIDE - 2 * SIDE });
  const rounds = game.rounds ? many("{count} round", "{count} rounds", game.rounds) : "";
  const when = [dayOf(game.ended_at), rounds, minutes(game.lasted_s)].filter(Boolean).join(" · ");
  text(pen, when, SIDE, 182, { size: 36, colour: SOFT });
  players.forEach((one, n) => {
    const y = 240 + n * ROW;
    pen.fillStyle = one.won ? "#3a4a26" : "#12241fcc";
    pen.beginPath();
    pen.roundRect(SIDE - 24, y, WIDE - 2 * SIDE + 48, ROW - 14, 22);
    pen.fill();
    const colour = one.won ? GOLD : INK;
    text(pen, `${one.won ? "★ " : ""}${one.name}`, SIDE, y + 57, {
      size: 46,
      weight: one.won ? 800 : 600,
      colour,
      wide: 700,
    });
    text(pen, String(one.points).replace("-", "−"), WIDE - SIDE, y + 60, {
      size: 56,
      weight: 800,
      align: "right",
      colour,
    });
  });
  let y = 240 + players.length * ROW + 56;
  for (const one of special) {
    text(pen, one.name, SIDE, y, { size: 32, weight: 700, colour: GOLD });
    for (const [n, line] of one.lines.entries()) text(pen, line, SIDE, y + LINE * (n + 1), { size: 34 });
    y += LINE * (one.lines.length + 1) + 24;
  }
  return canvas;
}

/**
 * Draw a game that is over, and let people share it. Resolves when that is done.
 * @param {Whole} game
 */
export async function shareGame(game) {
  await document.fonts.ready;
  await share(drawn(game), { title: game.title, name: `${game.game}-${game.id}` });
}
