// What lies before people at the end of a round, as it is entered, and as the table wants it. It is kept on this phone.
import { kindOf } from "./parts.mjs";

const KEPT = "score.mythology_go";
export const FEWEST = 2;
export const MOST = 8;
export const ROUNDS = 3;
const NAMES = ["Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana"];

const player = (name) => ({ name, cards: [], fused: [], resurrected: [], targets: {}, deity: null, belief: null, accuses: null });

/** Nothing entered yet. */
export const nothing = () => ({ players: [player(NAMES[0]), player(NAMES[1])], chosen: 0, rounds: [], options: {}, language: null, counting: false, at: 0 });

/** What was entered last on this phone, as far as its cards are known still. */
export function kept(cards) {
  try {
    const found = { ...nothing(), ...JSON.parse(localStorage.getItem(KEPT)) };
    for (const one of found.players) for (const code of held(one)) if (!cards.has(kindOf(code))) drop(found, one, code);
    return found;
  } catch (error) {
    console.info("what was kept here cannot be read", error);
    return nothing();
  }
}

/** Keep it, for when the phone has slept. */
export const keep = (lying) => localStorage.setItem(KEPT, JSON.stringify(lying));

/** Every card before a player, his Deity and his Belief too. */
export const held = ({ cards, deity, belief }) => [...cards, ...[deity, belief].filter(Boolean)];

/** The cards on all terrains. */
export const terrains = ({ players }) => players.flatMap((one) => one.cards);

/** The first copy of a card that lies nowhere, or null. */
export function free({ players }, { code, copies }) {
  const taken = new Set(players.flatMap(held));
  if (copies === undefined) return taken.has(code) ? null : code;
  const all = [...Array(copies).keys()].map((n) => `${code}.${n + 1}`);
  return all.find((one) => !taken.has(one)) ?? null;
}

/** How many cards lie on a terrain; a fused pair is one. */
export const places = ({ cards, fused }) => cards.length - fused.length;

/** Take a card away from a player, with all that was said of it. */
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

/** Let another player sit down, under a name that is free. */
export function add(lying) {
  const taken = lying.players.map(({ name }) => name);
  lying.players.push(player(NAMES.find((name) => !taken.includes(name)) ?? `Player ${taken.length + 1}`));
  lying.chosen = lying.players.length - 1;
}

/** Let a player go, with his cards; nobody accuses him any more. */
export function remove(lying, number) {
  const [gone] = lying.players.splice(number, 1);
  for (const code of held(gone)) drop(lying, gone, code);
  for (const one of lying.players) if (one.accuses?.player === gone.name) one.accuses = null;
  lying.chosen = Math.min(lying.chosen, lying.players.length - 1);
}

/** Call a player something else, wherever his name stands. */
export function rename(lying, number, name) {
  const before = lying.players[number].name;
  lying.players[number].name = name;
  for (const one of lying.players) if (one.accuses?.player === before) one.accuses.player = name;
  for (const round of lying.rounds) if (before in round) (round[name] = round[before]), delete round[before];
}

/** Clear the terrains for another round. */
export function clear(lying) {
  lying.players = lying.players.map(({ name }) => player(name));
  Object.assign(lying, { counting: false, at: 0, chosen: 0 });
}

/** The board as the table counts it. */
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
