// The pictures of a game that is over, fetched as they are needed: some at once, those ahead before they are asked for.
import { got } from "./past.mjs";
import { say } from "./say.mjs";

/** @import { Picture } from "../types/table" */

const AT_ONCE = 20;
const MOST = 40; // stretches that are kept

/**
 * The pictures of one game; `arrived` is called when some have come, `failed` with a sentence when they cannot.
 * @param {{ id: number, last: number, arrived(): void, failed(sentence: string): void }} game
 */
export function picturesOf({ id, last, arrived, failed }) {
  /** @type {Map<number, Picture[]>} */
  const stretches = new Map();
  /** @type {Set<number>} */
  const asked = new Set();
  /** @type {number[]} */
  let wanted = [];
  let stopped = false;

  /** @param {number} seq */
  const stretchOf = (seq) => Math.floor((seq - 1) / AT_ONCE);

  /** Fetch what is wanted most; one after the other, for who drags wants the latest and not all that lay between. */
  async function next() {
    const stretch = wanted.find((one) => !stretches.has(one));
    if (stretch === undefined || asked.size || stopped) return;
    asked.add(stretch);
    const from = stretch * AT_ONCE + 1;
    try {
      stretches.set(stretch, await got(`/api/v1/history/${id}/pictures?from=${from}&to=${from + AT_ONCE - 1}`));
      for (const old of [...stretches.keys()].slice(0, Math.max(0, stretches.size - MOST))) stretches.delete(old);
      arrived();
    } catch (error) {
      stopped = true;
      failed(
        error instanceof TypeError
          ? say("The table does not answer. Try again in a moment.")
          : String(/** @type {Error} */ (error).message),
      );
    } finally {
      asked.delete(stretch);
    }
    next();
  }

  return {
    /**
     * The picture after an event, if it is there.
     * @param {number} seq
     */
    at: (seq) => stretches.get(stretchOf(seq))?.[(seq - 1) % AT_ONCE] ?? null,
    /**
     * Want the picture after an event, and those ahead of it.
     * @param {number} seq
     */
    want(seq) {
      const here = stretchOf(seq);
      wanted = [here, here + 1].filter((one) => one * AT_ONCE < last);
      next();
    },
    again() {
      stopped = false;
      next();
    },
  };
}
