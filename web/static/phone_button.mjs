// This phone as the button of its seat at a real table: it reports raw stamps of its own clock until the table
// acknowledges them. The table decides what a press is, and how exact its time is. To match the clocks, each answer of the
// table has a number, which the next report names.
import { ask, messageOf, NO_ANSWER } from "./api.mjs";
import { stayAwake } from "./awake.mjs";

/** @typedef {{ number: number, at_us: number, down: boolean }} Edge */

const LATEST_US = 1_000_000; // the table refuses edges that are older when they arrive
const RETRY_MS = 300;
const REFUSED_MS = 2000;
const SLEPT_MS = 30; // if clock and date diverge by more, the phone was asleep, or its date was set
const BUZZ_MS = 20;
const FINEST = 4; // steps of the clock to measure
const MOST_LOOKS = 200_000;
const COARSEST_US = 100_000;

/** @param {number} ms */
const micros = (ms) => Math.round(ms * 1000);

/** The resolution of this browser's clock, in us: browsers round it, so that pages cannot spy on each other. */
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
 * The time of an event by the page's clock; some old browsers stamp events with another clock.
 * @param {number} stamp
 */
function stamped(stamp) {
  const now = performance.now();
  return stamp > 0 && stamp <= now ? stamp : now;
}

/**
 * The button of a seat. `complain` is called with the reason why a press does not count, `matched` with the error bound of
 * presses, in ms, or null while it is unknown.
 * @param {{ seat: number, complain(why: string): void, matched(error: number | null): void }} what
 */
export function phoneButton({ seat, complain, matched }) {
  const grain_us = grain();
  /** @type {Edge[]} */
  let edges = []; // edges that the table has not acknowledged yet
  let number = 0;
  let down = false;
  let known = false; // whether the table has matched this clock
  let clock = 0; // changes whenever the clock may have been suspended
  /** @type {{ reply: number, heard_us: number } | null} */
  let heard = null; // the latest answer, until a report has named it
  let parted = 0; // the difference of clock and date
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let stopped = false;

  function renew() {
    clock = Math.floor(Math.random() * 2 ** 52);
    [edges, known, heard] = [[], false, null]; // the times of those edges are lost
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
      if (of !== clock) return again(0); // an answer for the clock before it was suspended
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
     * A finger goes down or up.
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
