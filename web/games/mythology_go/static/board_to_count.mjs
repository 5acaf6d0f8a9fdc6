// The cards before people at the end of a round, as people enter them, and in the format of the API. They are stored on this
// phone.

import { say } from "/static/say.mjs";

/** @import { Box, BoardToCount, Player, Printed } from "../types" */
const KEPT = "score.mythology_go";
export const FEWEST = 2;
export const MOST = 8;
const NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"];

/**
 * @param {string} name
 * @returns {Player}
 */
const player = (name) => ({
  name,
  cards: [],
  fused: [],
  resurrected: [],
  targets: {},
  deity: null,
  belief: null,
  accuses: null,
});

/**
 * An empty board.
 * @returns {BoardToCount}
 */
export const nothing = () => ({
  players: [player(NAMES[0]), player(NAMES[1])],
  chosen: 0,
  rounds: [],
  options: {},
  language: null,
  counting: false,
  at: 0,
});

/** @type {{ [what: string]: (one: unknown) => boolean }} */
const is = { text: (one) => typeof one === "string", list: Array.isArray, number: Number.isSafeInteger };
/** @param {Player & { [field: string]: unknown }} one */
const isPlayer = (one) =>
  is.text(one.name) &&
  ["cards", "fused", "resurrected"].every((field) => is.list(one[field])) &&
  typeof one.targets === "object";

/**
 * The board stored on this phone, or an empty one if there is none or it cannot be read.
 * @returns {BoardToCount}
 */
export function kept() {
  try {
    const found = { ...nothing(), ...JSON.parse(localStorage.getItem(KEPT) ?? "null") };
    const { players, rounds, chosen, at, options } = found;
    const sound = is.list(players) && players.length >= FEWEST && players.length <= MOST && players.every(isPlayer);
    if (
      sound &&
      players[chosen] &&
      is.list(rounds) &&
      is.number(at) &&
      at >= 0 &&
      options !== null &&
      typeof options === "object"
    )
      return found;
  } catch (error) {
    console.info("what was kept here cannot be read", error);
  }
  return nothing();
}

/**
 * Store a board, because phones sleep and drop pages. Returns whether this phone can store it.
 * @param {BoardToCount} lying
 */
export function keep(lying) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(lying));
    return true;
  } catch (error) {
    console.info("this phone keeps nothing", error);
    return false;
  }
}

/**
 * Call a function when another tab has changed the stored board.
 * @param {() => void} changed
 */
export const elsewhere = (changed) => addEventListener("storage", ({ key }) => key === KEPT && changed());

/**
 * All cards of a box, by code.
 * @param {Printed[]} lines
 * @returns {Box}
 */
export const every = (lines) =>
  new Map(
    lines.flatMap((line) =>
      line.copies === undefined
        ? [[line.code, line]]
        : [...Array(Number(line.copies)).keys()].map((n) => [`${line.code}.${n + 1}`, line]),
    ),
  );

/**
 * @param {Printed | undefined} card
 * @param {string[]} keywords
 */
const has = (card, ...keywords) => (card?.effects ?? []).some(({ keyword }) => keywords.includes(keyword));

/**
 * Remove cards that the box no longer has, and choices that its cards do not offer; returns the names of what was removed.
 * @param {BoardToCount} lying
 * @param {Box} box
 */
export function forget(lying, box) {
  const gone = [];
  for (const one of lying.players) {
    const missing = held(one).filter((code) => !box.has(code));
    for (const code of missing) drop(lying, one, code);
    gone.push(...missing);
    one.fused = one.fused.filter((pair) => pair.every((code) => has(box.get(code), "fusion")));
    one.resurrected = one.resurrected.filter((code) => has(box.get(code), "resurrection"));
    one.targets = Object.fromEntries(
      Object.entries(one.targets).filter(([code]) => has(box.get(code), "gorgon", "werewolf")),
    );
    if (one.deity === null || !has(box.get(one.deity), "identification")) one.accuses = null;
  }
  return gone;
}

/**
 * All cards before a player, including Deity and Belief.
 * @param {Player} player
 * @returns {string[]}
 */
export const held = ({ cards, deity, belief }) => [...cards, ...[deity, belief].filter((code) => code !== null)];

/**
 * The cards of all terrains.
 * @param {BoardToCount} lying
 */
export const terrains = ({ players }) => players.flatMap((one) => one.cards);

/**
 * The first copy of a card that is on no terrain; null if there is none.
 * @param {BoardToCount} lying
 * @param {Printed} card
 */
export function free({ players }, { code, copies }) {
  const taken = new Set(players.flatMap(held));
  if (copies === undefined) return taken.has(code) ? null : code;
  const all = [...Array(Number(copies)).keys()].map((n) => `${code}.${n + 1}`);
  return all.find((one) => !taken.has(one)) ?? null;
}

/**
 * The number of occupied places of a terrain; a fused pair takes one.
 * @param {Player} player
 */
export const places = ({ cards, fused }) => cards.length - fused.length;

/**
 * Remove a card from a player, with all choices about it.
 * @param {BoardToCount} lying
 * @param {Player} from
 * @param {string} code
 */
export function drop(lying, from, code) {
  from.cards = from.cards.filter((one) => one !== code);
  from.fused = from.fused.filter((pair) => !pair.includes(code));
  from.resurrected = from.resurrected.filter((one) => one !== code);
  if (from.deity === code) from.deity = from.accuses = null;
  if (from.belief === code) from.belief = null;
  for (const one of lying.players) {
    one.targets = Object.fromEntries(Object.entries(one.targets).filter((pair) => !pair.includes(code)));
  }
}

/**
 * Add a player, with an unused name.
 * @param {BoardToCount} lying
 */
export function add(lying) {
  const taken = [
    ...lying.players,
    ...lying.rounds.flatMap((round) => Object.keys(round).map((name) => ({ name }))),
  ].map(({ name }) => name);
  lying.players.push(
    player(NAMES.find((name) => !taken.includes(name)) ?? say("Player {number}", { number: taken.length + 1 })),
  );
  lying.chosen = lying.players.length - 1;
}

/**
 * Remove a player, with their cards, and all accusations against them.
 * @param {BoardToCount} lying
 * @param {number} number
 */
export function remove(lying, number) {
  const [gone] = lying.players.splice(number, 1);
  for (const code of held(gone)) drop(lying, gone, code);
  for (const one of lying.players) if (one.accuses?.player === gone.name) one.accuses = null;
  for (const round of lying.rounds) delete round[gone.name];
  lying.chosen = Math.min(lying.chosen, lying.players.length - 1);
}

/**
 * Rename a player, everywhere on the board.
 * @param {BoardToCount} lying
 * @param {number} number
 * @param {string} name
 */
export function rename(lying, number, name) {
  const before = lying.players[number].name;
  lying.players[number].name = name;
  for (const one of lying.players) if (one.accuses?.player === before) one.accuses.player = name;
  for (const round of lying.rounds) {
    if (!(before in round)) continue;
    round[name] = round[before];
    delete round[before];
  }
}

/**
 * Clear the terrains for another round.
 * @param {BoardToCount} lying
 */
export function clear(lying) {
  lying.players = lying.players.map(({ name }) => player(name));
  Object.assign(lying, { counting: false, at: 0, chosen: 0 });
}

/**
 * The board in the format of the API.
 * @param {BoardToCount} lying
 */
export function board({ players, options }) {
  return {
    options,
    players: players.map(({ cards, accuses, deity, belief, ...one }) => ({
      ...one,
      terrain: cards,
      ...(deity && { deity }),
      ...(belief && { belief }),
      ...(accuses?.player && accuses.deity && { accuses }),
    })),
  };
}
