// The host sends a signed update and sees its result: the table restarts meanwhile, and this page waits.
import { ask, messageOf } from "./api.mjs";
import { send, size } from "./keeping.mjs";
import { say } from "./say.mjs";
import { html } from "./view.mjs";

/**
 * @import { Update } from "../types/api"
 * @import { Picture } from "../types/table"
 */

const LOOK_MS = 2000; // between two requests for the state of the update
const AT_WORK = ["waiting", "working"];

/**
 * The state of an update that was sent, as a sentence; null if there is nothing to say.
 * @param {{ shown: Update, began: boolean, away: boolean }} state
 * @returns {{ says: string, well: boolean } | null}
 */
export function standing({ shown, began, away }) {
  if (away) return { says: say("The table is restarting. This page goes on by itself."), well: true };
  if (AT_WORK.includes(shown.state))
    return {
      says: say("The update is being checked and installed. That takes a few minutes, then the table restarts."),
      well: true,
    };
  if (shown.state !== "none") return { says: shown.said, well: shown.state === "updated" };
  if (began)
    return {
      says: say("The power was cut before the update was installed, so nothing was changed. Send it again."),
      well: false,
    };
  return null;
}

/**
 * The panel of the host's page for updates; `redraw` redraws the page.
 * @param {() => void} redraw
 */
export function updatingPanel(redraw) {
  const state = {
    shown: /** @type {Update | null} */ (null),
    asked: false,
    file: /** @type {File | null} */ (null),
    sent: /** @type {number | null} */ (null),
    began: false, // whether this page has sent an update, and waits
    away: false, // whether the table does not answer
    wrong: /** @type {string | null} */ (null),
  };

  /** @param {Partial<typeof state>} change */
  function set(change) {
    Object.assign(state, change);
    redraw();
  }

  /** Load the state of the update, repeatedly while it is being installed. */
  async function look() {
    state.asked = true;
    try {
      set({ shown: await ask("/api/v1/update", undefined, "GET"), away: false });
    } catch (error) {
      if (state.began) set({ away: true });
      else console.info("how it stands with updates is not known", error);
    }
    if (state.away || AT_WORK.includes(state.shown?.state ?? "")) setTimeout(look, LOOK_MS);
  }

  /** @param {boolean} anyway */
  async function install(anyway) {
    const { file } = state;
    if (!file) return;
    set({ sent: 0, wrong: null });
    try {
      await send(file, (sent) => set({ sent }), "/api/v1/update");
      const shown = await ask("/api/v1/update", { size: file.size, anyway });
      set({ shown, file: null, sent: null, began: true });
      setTimeout(look, LOOK_MS);
    } catch (error) {
      set({ sent: null, wrong: messageOf(error) });
    }
  }

  /** @param {{ picture: Picture }} props */
  return function Updating({ picture }) {
    if (!state.asked) look();
    const { shown, file, sent, wrong } = state;
    if (!shown) return null;
    const isOn = Boolean(picture.game) && !picture.over && !picture.auto;
    const stands = standing({ ...state, shown });
    const isFree = !state.away && !AT_WORK.includes(shown.state);
    return html`<section class="panel keeping" data-updating aria-labelledby="updates"><h2 id="updates">${say("Update")}</h2>
      <p>${say("This table has version {version}.", { version: shown.version })} ${!shown.why && say("It takes updates that are signed by whoever built it. Nothing updates by itself.")}</p>
      ${shown.why && html`<p>${shown.why}</p>`}
      <p class=${stands && !stands.well ? "notice" : "fine"} role="status">${stands?.says}</p>
      ${stands && !stands.well && shown.detail && html`<p class="detail">${say("What the installation said: {detail}", { detail: html`<q lang="en">${shown.detail}</q>` })}</p>`}
      ${wrong && html`<p class="notice" role="alert">${wrong}</p>`}
      ${!shown.why && isFree && !file && html`<${Choose} set=${set} isAgain=${shown.state === "updated"} />`}
      ${file && html`<${Really} file=${file} sent=${sent} isOn=${isOn} install=${install} set=${set} />`}
    </section>`;
  };
}

/** @param {any} props */
function Choose({ set, isAgain }) {
  return html`<div class="row">
    ${isAgain && html`<button type="button" class="again" data-reload onClick=${() => location.reload()}>${say("Reload this page")}</button>`}
    <label class="says file">${say("Install an update …")}<input type="file" accept=".update" aria-label=${say("Install an update")}
      onChange=${(/** @type {any} */ event) => {
        set({ file: event.target.files[0] ?? null, began: false, wrong: null });
        event.target.value = ""; // so that the same file can be chosen again
      }} /></label></div>`;
}

/** @param {any} props */
function Really({ file, sent, isOn, install, set }) {
  return html`<div class="really"><p>${say("{file}, {size}: the table checks its signature, installs it and restarts. If the new version does not run, the old one comes back.", { file: html`<b>${file.name}</b>`, size: size(file.size) })}</p>
    ${isOn && html`<p class="notice">${say("A game is on. It is interrupted for a few minutes, then it goes on.")}</p>`}
    ${
      sent === null
        ? html`<button type="button" class="again" data-install onClick=${() => install(isOn)}>${isOn ? say("Install it during the game") : say("Install it")}</button>
        <button type="button" class="says" onClick=${() => set({ file: null, wrong: null })}>${say("Leave it")}</button>`
        : html`<progress value=${sent} aria-label=${say("How much has been sent")}></progress>`
    }</div>`;
}
