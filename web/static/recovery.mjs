// The page of a table that does not start: why, and what the host can do. When the table is back, the game continues.
import { ask, complaintOf, messageOf, NO_ANSWER } from "./api.mjs";
import { ByPin } from "./claims.mjs";
import { say } from "./say.mjs";
import { byId, embedded, html, render } from "./view.mjs";

/** @import { Recovery } from "../types/api" */

/** @typedef {import("../types/page").Body<"POST", "/api/v1/recovery">["do"]} Cure */

const LOOK_MS = 1500; // between two checks of whether the table is back
/** @type {{ [cure in Cure]: { title: string, says: string, button: string } }} */
const CURES = {
  retry: {
    title: say("Try again"),
    says: say("A cable was loose, or the disk was full? Start the table once more as it is."),
    button: say("Start the table"),
  },
  previous: {
    title: say("Go back to the last backup"),
    says: say("The table has again what it had on the evening of its last backup. What was played since is put aside."),
    button: say("Take the backup"),
  },
  salvage: {
    title: say("Save what can be read"),
    says: say("The table keeps every game, card and tag that it can still read. The rest is put aside."),
    button: say("Save what is there"),
  },
  without_packages: {
    title: say("Without added games"),
    says: say("Start with the games that come with the table. Those that somebody has added are left out."),
    button: say("Leave them out"),
  },
  new: {
    title: say("Begin with an empty table"),
    says: say("No game and no history. The cards that are tagged stay, if that is possible."),
    button: say("Begin anew"),
  },
};

const root = byId("recovery");
/** @type {{ shown: Recovery, host: boolean, complaint: string | null, chosen: boolean, away: boolean }} */
const state = {
  shown: embedded("shown"),
  host: embedded("me").host,
  complaint: null,
  chosen: false, // whether the host has chosen, and the table is starting
  away: false,
};

async function look() {
  try {
    state.shown = await ask("/api/v1/recovery", undefined, "GET");
    if (state.shown.state === "up") return location.replace("/");
    if (state.away) state.chosen = false; // the table has started again, still in recovery
    state.away = false;
  } catch (error) {
    if (messageOf(error) === NO_ANSWER) state.away = true;
  }
  draw();
  setTimeout(look, LOOK_MS);
}

/** @param {Cure} cure */
async function choose(cure) {
  state.chosen = true;
  state.complaint = null;
  draw();
  const complaint = await complaintOf(ask("/api/v1/recovery", { do: cure }));
  if (complaint !== null && complaint !== NO_ANSWER) {
    state.chosen = false;
    state.complaint = complaint;
  }
  draw();
}

/** @param {{ cure: Cure }} props */
const Choice = ({ cure }) =>
  html`<li><h2>${CURES[cure].title}</h2><p>${CURES[cure].says}</p>
    <button class=${cure === "new" ? "says" : "again"} data-do=${cure} onClick=${() => choose(cure)}>${CURES[cure].button}</button></li>`;

function Choices() {
  const { shown } = state;
  return html`<ul class="cures">${shown.can.map((cure) => html`<${Choice} key=${cure} cure=${cure} />`)}</ul>`;
}

function Stranger() {
  return html`<section class="framed">
    <h2>${say("Who has the host’s PIN?")}</h2>
    <p>${say("The host says what is to be done.")} ${say("{command} shows the host’s PIN.", { command: html`<code>sudo cardtable pin</code>` })}</p>
    <${ByPin} onHost=${onHost} complain=${complain} />
  </section>`;
}

function onHost() {
  state.host = true;
  state.complaint = null;
  draw();
}

/** @param {string} said */
function complain(said) {
  state.complaint = said;
  draw();
}

function Page() {
  const { shown, host, complaint, chosen, away } = state;
  const waits = chosen || away;
  return html`<h1>${waits ? say("The table starts") : say("The table needs help")}</h1>
    ${waits ? html`<p role="status">${say("This takes a minute. This page goes on by itself.")}</p>` : html`<p class="why notice" role="alert">${shown.why}</p>`}
    <p class="kept">${say("Nothing is deleted, whatever you choose: the files as they are now stay in the folder “backups”.")}</p>
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    ${!waits && (host ? html`<${Choices} />` : html`<${Stranger} />`)}`;
}

function draw() {
  render(html`<${Page} />`, root);
}

draw();
setTimeout(look, LOOK_MS);
