// What every live page does: it keeps what it knows, follows a stream, asks the table, and draws itself with the parts
// of the game that is on.
import { messageOf, NO_ANSWER } from "./api.mjs";
import * as ears from "./ears.mjs";
import { follow } from "./live.mjs";
import { moves } from "./moving.mjs";
import { A_MOMENT_MS, isGlad, joy, momentOf } from "./moments.mjs";
import { parts } from "./parts.mjs";
import { Reconnecting, rest } from "./reconnecting.mjs";
import { byId, embedded, html, render } from "./view.mjs";

/**
 * @import { Looks } from "../types/looks"
 * @import { Live, Shared } from "../types/page"
 * @import { Event } from "../types/table"
 */

/**
 * The seats of this phone, as far as the page knows them.
 * @param {{ seat?: number | null, me?: { seats: number[] } }} state
 */
const mine = ({ seat, me }) => (seat == null ? (me?.seats ?? []) : [seat]);

/**
 * Make a page of `Page`, a component that is drawn anew whenever something changes. `known` is what it knows besides
 * the picture; `drawn(state)` is called after each drawing. `state.parts` are those of the game that is on. On a page
 * with a `board`, `state.picture` is what that has told of the picture so far; `redraw` shows what it has told since.
 * @template Known
 * @param {string} id
 * @param {Known} known
 * @param {() => unknown} Page
 * @param {{ board?: boolean, drawn?(state: Known & Shared): void, looks?(picture: import("../types/table").Picture, state: Known): string | null }} options
 * @returns {Live<Known>}
 */
export function livePage(id, known, Page, { board = false, drawn = () => {}, looks = (picture) => picture.game } = {}) {
  const root = byId(id);
  root.replaceChildren(); // what stands there for who has no script; from here on the children are Preact’s
  /** @type {Omit<Shared, "parts"> & { parts: Looks | null }} */
  const state = { picture: embedded("picture"), link: true, complaint: null, moment: null, parts: null, ...known };
  let given = state.picture;
  /** @type {string | null | undefined} */
  let game;
  /** @type {(() => void) | null} */
  let unfollow = null;
  /** @type {Promise<void> | null} */
  let loading = null;
  /** @type {Awaited<ReturnType<typeof joy>> | null} */
  let Joy = null; // until there is something to be glad of

  async function draw() {
    const wanted = looks(given, /** @type {Known} */ (/** @type {unknown} */ (state)));
    if (game !== wanted) {
      game = wanted;
      state.parts = null;
      const found = await parts(wanted);
      if (wanted !== game) return; // another game began meanwhile
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

  /** The line was cut: with the next picture joy is asked for again. */
  function cut() {
    loading = null;
  }

  /**
   * Let a moment have its second, if the event has one.
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
