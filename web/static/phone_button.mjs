// This phone as the button of its seat at a real table: raw stamps of its own clock, told until the table has them. What
// a press is, and how sure its time, the table works out: its answers are questions, and each report answers one.
import { ask, messageOf, NO_ANSWER } from "./api.mjs";
import { stayAwake } from "./awake.mjs";

/** @typedef {{ number: number, at_us: number, down: boolean }} Edge */

const LATEST_US = 1_000_000; // what is older when it comes, the table refuses
const RETRY_MS = 300;
const REFUSED_MS = 2000;
const SLEPT_MS = 30; // by which the clocks of a phone part that was asleep, or whose date was set
const BUZZ_MS = 20;
const FINEST = 4; // steps of the clock that are looked at
const MOST_LOOKS = 200_000;
const COARSEST_US = 100_000;

/** @param {number} ms */
const micros = (ms) => Math.round(ms * 1000);

/** How coarse this browser's clock is, in us: browsers round it, so that pages cannot watch each other. */
export function grain() {
  let [finest, steps, last] = [Infinity, 0, performance.now()];
  for (let looks = 0; looks < MOST_LOOKS && steps < FINEST; looks++) {
    const now = performance.now();
    if (now === last) continue;
    finest = Math.min(finest, now - last);
    last = now;
    steps++;
  }
  return Math.min(COARSEST_US, Math.ceil(finest * 1000));
}

/**
 * When an event happened, by the clock of the page; some old browsers stamp events by another clock.
 * @param {number} stamp
 */
function stamped(stamp) {
  const now = performance.now();
  return stamp > 0 && stamp <= now ? stamp : now;
}

/**
 * The button of a seat. `complain` is told why a press does not count, `matched` how sure the time of a press is, in ms;
 * null: not known yet.
 * @param {{ seat: number, complain(why: string): void, matched(error: number | null): void }} what
 */
export function phoneButton({ seat, complain, matched }) {
  const grain_us = grain();
  /** @type {Edge[]} */
  let edges = []; // which the table has not acknowledged yet
  let number = 0;
  let down = false;
  let known = false; // whether the table has matched this clock
  let clock = 0; // another number whenever the clock may have stood still
  /** @type {{ reply: number, heard_us: number } | null} */
  let heard = null; // the latest answer, until a report has named it
  let parted = 0; // by how much the clock and the date differ
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let stopped = false;

  function renew() {
    clock = Math.floor(Math.random() * 2 ** 52);
    [edges, known, heard] = [[], false, null]; // nobody can tell any more when those edges were
    parted = Date.now() - performance.now();
    matched(null);
  }

  function renewIfSlept() {
    const now = Date.now() - performance.now();
    if (Math.abs(now - parted) > SLEPT_MS) renew();
    parted = now;
  }

  /** @param {number} ms */
  function again(ms) {
    clearTimeout(timer);
    if (!stopped && !document.hidden) timer = setTimeout(report, ms);
  }

  async function report() {
    clearTimeout(timer);
    if (stopped || (document.hidden && !edges.length)) return;
    renewIfSlept();
    const [of, echo] = [clock, heard];
    const sent = known || echo ? [...edges] : [];
    heard = null;
    const said_us = micros(performance.now());
    try {
      const answer = await ask(`/api/v1/seats/${seat}/button`, {
        clock,
        said_us,
        down,
        edges: sent,
        grain_us,
        ...echo,
      });
      if (of !== clock) return again(0); // asked of a clock that stood still meanwhile
      heard = { reply: answer.number, heard_us: micros(performance.now()) };
      edges = edges.filter((edge) => !sent.includes(edge));
      known = answer.error_ms !== null;
      matched(answer.error_ms);
      again(edges.length ? 0 : answer.again_ms);
    } catch (error) {
      if (of === clock) failed(messageOf(error), sent);
      else again(0);
    }
  }

  /**
   * @param {string} why
   * @param {Edge[]} sent
   */
  function failed(why, sent) {
    const oldest = micros(performance.now()) - LATEST_US;
    const lost = why === NO_ANSWER ? edges.filter(({ at_us }) => at_us < oldest) : sent;
    edges = edges.filter((edge) => !lost.includes(edge));
    if (lost.length) complain(why);
    again(why === NO_ANSWER || sent.length ? RETRY_MS : REFUSED_MS);
  }

  function seen() {
    if (document.hidden) return;
    renew();
    report();
  }

  renew();
  document.addEventListener("visibilitychange", seen);
  report();
  const dark = stayAwake();

  return {
    report,
    /**
     * A finger goes down or comes up.
     * @param {boolean} isDown
     * @param {number} stamp
     */
    edge(isDown, stamp) {
      renewIfSlept();
      const at = stamped(stamp);
      down = isDown;
      if (down) navigator.vibrate?.(BUZZ_MS);
      edges.push({ number: ++number, at_us: micros(at), down });
      if (known || heard) report();
    },
    stop() {
      stopped = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
      dark();
    },
  };
}
