// The result of a round as a picture: shared where a phone can, saved where it cannot.
import { say } from "/static/say.mjs";
import { GOLD, INK, SOFT, share, text } from "/static/sharing.mjs";

/** @import { Count, Counted, Ranked } from "../told" */
const WIDE = 1080;
const ROW = 92;
/** @type {[string, (player: Counted) => number][]} */
const COLUMNS = [
  [say("value"), ({ values }) => values],
  [say("effects"), ({ effects }) => effects.reduce((sum, { points }) => sum + points, 0)],
  [say("colours"), ({ colours }) => Object.values(colours).reduce((sum, points) => sum + points, 0)],
  [say("last"), ({ strong_weak, doubling, identification }) => strong_weak + doubling + identification],
  [say("round"), ({ total }) => total],
];

/** @typedef {{ title: string, round: number, told: Count, order: Ranked[] }} Drawn */

/** @param {number} points */
const minus = (points) => `${points}`.replace("-", "−");

/** @param {Drawn} what */
function draw({ title, round, told, order }) {
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = 330 + ROW * order.length;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.fillStyle = "#14322a";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  text(pen, title, 60, 105, { size: 66, weight: 800, colour: GOLD });
  text(pen, say("Round {round}", { round }), WIDE - 60, 105, { size: 46, weight: 600, align: "right", colour: SOFT });
  /** @param {number} n */
  const right = (n) => WIDE - 60 - (COLUMNS.length - (round > 1 ? 0 : 1) - n) * 128;
  for (const [n, [name]] of COLUMNS.entries()) {
    text(pen, name, right(n), 200, { size: 30, align: "right", colour: SOFT });
  }
  if (round > 1) text(pen, say("all"), WIDE - 60, 200, { size: 30, align: "right", colour: SOFT });
  order.forEach(({ name, points, place }, n) => {
    const y = 200 + (n + 1) * ROW;
    const player = told.players.find((one) => one.name === name);
    pen.fillStyle = n % 2 ? "#14322a" : "#193b32";
    pen.fillRect(30, y - 62, WIDE - 60, ROW);
    text(pen, `${place}. ${name}`, 60, y, { weight: 700, colour: place === 1 ? GOLD : INK, wide: right(0) - 170 });
    for (const [m, [, of]] of player ? COLUMNS.entries() : []) {
      text(pen, minus(of(/** @type {Counted} */ (player))), right(m), y, {
        align: "right",
        weight: m === COLUMNS.length - 1 ? 800 : 400,
      });
    }
    if (round > 1) text(pen, minus(points), WIDE - 60, y, { align: "right", weight: 800, colour: GOLD });
  });
  text(pen, say("last: Strong, Weak, doubled, stolen"), 60, canvas.height - 50, { size: 30, colour: SOFT });
  return canvas;
}

/**
 * Draw a round that was counted, and let people share it. Resolves when that is done.
 * @param {Drawn} what
 */
export async function picture(what) {
  await document.fonts.ready;
  await share(draw(what), {
    title: what.title,
    name: `${what.title.toLowerCase().replaceAll(" ", "-")}-round-${what.round}`,
  });
}
