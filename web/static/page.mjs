// The base of every live page: it keeps a state, follows a stream, sends requests to the table, and draws itself with the
// parts of the current game.
import { messageOf, NO_ANSWER } from "./api.mjs";
import * as ears from "./ears.mjs";
import { follow } from "./live.mjs";
import { moves, parts } from "./parts.mjs";
import { say } from "./say.mjs";
import { byId, embedded, html, render, styled } from "./view.mjs";

/**
 * @import { Ui } from "../types/ui"
 * @import { Live, PageOptions, Shared } from "../types/page"
 * @import { Event, Picture } from "../types/table"
 */

// -- which events are celebrated. The module that draws celebrations is loaded at the first one

/**
 * @typedef {{ kind: "last" | "out" | "caught" | "unmasked", seat: number, seq: number }} Moment
 * @typedef {Event & { last?: number | null, out?: number | null, accused?: number, guilty?: boolean, player?: number, truthful?: boolean }} Told
 */

const A_MOMENT_MS = 1900;
/** @type {{ [event: string]: (event: Told) => [Moment["kind"], number | null | undefined] | null }} */
const MOMENTS = {
  race_closed: ({ last }) => ["last", last],
  hands_due: ({ out }) => ["out", out],
  call_settled: ({ accused, guilty }) => (guilty ? ["caught", accused] : null),
  contest_settled: ({ player, truthful }) => (truthful === false ? ["unmasked", player] : null),
};

/**
 * The moment to celebrate for an event, with its seat; null for none.
 * @param {Told} event
 * @returns {Moment | null}
 */
export function momentOf(event) {
  const [kind, seat] = MOMENTS[event.event]?.(event) ?? [];
  return kind && seat != null ? { kind, seat, seq: event.seq } : null;
}

/**
 * Whether there is something to celebrate.
 * @param {Moment | null} moment
 * @param {Picture} picture
 */
const isGlad = (moment, { over, winners }) => moment !== null || Boolean(over && winners?.length);

/** Load the module and styles of celebrations. */
async function joy() {
  const [{ Joy }] = await Promise.all([import("./joy.mjs"), styled("/static/joy.css")]);
  return Joy;
}

// -- while the stream is lost: a strip says so, the page is dimmed, and buttons that need the table are disabled

const ASKS = "button:not([data-here]), input[type=submit]"; // `data-here`: it works without the table

/**
 * A strip over the page, so that nothing moves; for screen readers, the page's link has the same text.
 * @param {{ link: boolean }} props
 */
const Reconnecting = ({ link }) =>
  !link && html`<p class="reconnecting" data-reconnecting aria-hidden="true">${say("Reconnecting …")}</p>`;

/**
 * Disable the buttons of a page that need the table, or enable them again.
 * @param {HTMLElement} page
 * @param {boolean} rests
 */
function rest(page, rests) {
  page.classList.toggle("stale", rests);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll(ASKS))) button.inert = rests;
}

// -- a live page

/**
 * The seats of this phone that the page knows.
 * @param {{ seat?: number | null, me?: { seats: number[] } }} state
 */
const mine = ({ seat, me }) => (seat == null ? (me?.seats ?? []) : [seat]);

/**
 * Make a page from `Page`, a component that is redrawn whenever something changes. `known` is its state apart from the
 * picture; `state.parts` are the parts of the current game.
 * @template Known
 * @param {string} id
 * @param {Known} known
 * @param {() => unknown} Page
 * @param {PageOptions<Known>} options
 * @returns {Live<Known>}
 */
export function livePage(id, known, Page, { board = false, drawn = () => {}, looks = (picture) => picture.game } = {}) {
  const root = byId(id);
  root.replaceChildren(); // removes the content for browsers without scripts; from now on Preact owns the children
  /** @type {Omit<Shared, "parts"> & { parts: Ui | null }} */
  const state = { picture: embedded("picture"), link: true, complaint: null, moment: null, parts: null, ...known };
  let given = state.picture;
  /** @type {string | null | undefined} */
  let game;
  /** @type {(() => void) | null} */
  let unfollow = null;
  /** @type {Promise<void> | null} */
  let loading = null;
  /** @type {Awaited<ReturnType<typeof joy>> | null} */
  let Joy = null; // until there is something to celebrate

  async function draw() {
    const wanted = looks(given, /** @type {Known} */ (/** @type {unknown} */ (state)));
    if (game !== wanted) {
      game = wanted;
      state.parts = null;
      const found = await parts(wanted);
      if (wanted !== game) return; // another game has begun meanwhile
      state.parts = found;
    }
    if (!state.parts) return;
    if (board) state.picture = state.parts.soFar(given);
    if (!loading && isGlad(state.moment, state.picture)) loading = joy().then(show, cut);
    render(
      html`<${Page} /><${Reconnecting} link=${state.link} />${Joy && html`<${Joy} moment=${state.moment} picture=${state.picture} />`}`,
      root,
    );
    rest(root, !state.link);
    drawn(/** @type {Known & Shared} */ (/** @type {unknown} */ (state)));
  }

  /** @param {Partial<Shared>} change */
  function set(change) {
    Object.assign(state, change);
    if (change.picture) given = change.picture;
    draw();
  }

  /** @param {NonNullable<typeof Joy>} found */
  function show(found) {
    Joy = found;
    draw();
  }

  /** Loading has failed: the next picture tries again. */
  function cut() {
    loading = null;
  }

  /**
   * Celebrate an event, if it has a moment.
   * @param {Event} event
   */
  function rejoice(event) {
    const moment = momentOf(event);
    if (!moment) return;
    set({ moment });
    setTimeout(() => state.moment === moment && set({ moment: null }), A_MOMENT_MS);
  }

  /** @type {Live<Known>["asking"]} */
  async function asking(asked) {
    set({ complaint: null });
    try {
      return await asked;
    } catch (error) {
      set({ complaint: messageOf(error) });
      return null;
    }
  }

  /** @type {Live<Known>["listen"]} */
  function listen({ url, hear = {}, onRefused } = {}) {
    unfollow?.();
    unfollow = follow({
      url,
      on: {
        hand_moved: moves,
        ...hear,
        picture(/** @type {import("../types/table").Picture} */ picture) {
          ears.picture(picture);
          if (hear.picture) hear.picture(picture);
          else set({ picture });
        },
        message(/** @type {Event} */ event) {
          rejoice(event);
          ears.event(event, mine(/** @type {any} */ (state)));
          hear.message?.(event);
        },
      },
      onLink: (link) => set(link && state.complaint?.startsWith(NO_ANSWER) ? { link, complaint: null } : { link }),
      onRefused,
    });
  }

  return /** @type {Live<Known>} */ (/** @type {unknown} */ ({ state, set, redraw: draw, asking, listen }));
}
