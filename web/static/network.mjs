// Joining the home Wi-Fi: which one, its password, and the progress. The table has only one radio, so its own Wi-Fi goes
// down while it joins, and this page loses its connection. The page therefore explains beforehand what to do then.
import { ask, complaintOf, messageOf, NO_ANSWER } from "./api.mjs";
import { ByPin } from "./claims.mjs";
import { language, many, say } from "./say.mjs";
import { Steps } from "./steps.mjs";
import { byId, embedded, entered, html, render, state as useState } from "./view.mjs";

/**
 * @import { HomeWifi as Shown, Network } from "../types/api"
 * @import { Body, FormEvent } from "../types/page"
 * @import { ComponentChildren, VNode } from "preact"
 */

const LOOK_MS = 1200; // between two requests for the table's progress
const BARS = [25, 50, 75]; // percent of signal strength, each for one more arc
const OLD_S = 90; // from this age on, the age of the list is shown in minutes
// The countries and territories of ISO 3166.
const COUNTRIES =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW".split(
    " ",
  );

const root = byId("network");
const then = root.dataset.then ?? "/";
/** @type {{ shown: Shown, host: boolean, complaint: string | null, away: boolean, chosen: Network | "hidden" | null, choosing: boolean }} */
const state = {
  shown: embedded("shown"),
  host: embedded("me").host,
  complaint: null,
  away: false, // the table does not answer: it is changing networks, or this phone is
  chosen: null, // the network for which the password is asked
  choosing: false, // choosing another network, though the table has joined one
};
/** @type {ReturnType<typeof setTimeout> | undefined} */
let looking;

async function look() {
  clearTimeout(looking);
  if (state.host && !document.hidden) {
    const was = state.shown.state;
    try {
      hear(await ask("/api/v1/network", undefined, "GET"));
      state.away = false;
    } catch (error) {
      if (messageOf(error).startsWith(NO_ANSWER)) state.away = true;
      else state.host = false;
    }
    if (was !== state.shown.state || state.away || state.chosen === null) draw(); // so that what people have typed stays
  }
  clearTimeout(looking);
  looking = setTimeout(look, LOOK_MS);
}

/**
 * Take a new state of the table; if joining has failed, show the form for that network again.
 * @param {Shown} shown
 */
function hear(shown) {
  const failed = shown.state === "failed" && state.shown.state !== "failed";
  state.shown = shown;
  if (failed && shown.wanted) state.chosen = shown.networks.find(({ name }) => name === shown.wanted) ?? "hidden";
  if (shown.state === "trying") state.choosing = false;
  if (shown.state === "trying" || shown.state === "looking") state.chosen = null;
}

/** @param {Body<"POST", "/api/v1/network">} body */
async function wish(body) {
  state.complaint = await complaintOf(ask("/api/v1/network", body).then(hear));
  draw();
  return state.complaint === null;
}

/** @param {Network | "hidden" | null} network */
function choose(network) {
  state.chosen = network;
  state.complaint = null;
  draw();
  if (network) document.querySelector(/** @type {"input"} */ ("form input"))?.focus();
}

// -- small things

/** @param {{ title: string, children: ComponentChildren, says?: ComponentChildren }} props */
const Card = ({ title, children, says }) =>
  html`<section class="framed"><h2>${title}</h2>${says && html`<p class="says-so">${says}</p>`}${children}</section>`;

/** @param {{ strength: number }} props */
function Strength({ strength }) {
  const arcs = ["M9.2 14.8a4 4 0 0 1 5.6 0", "M6.2 11.8a8.2 8.2 0 0 1 11.6 0", "M3.2 8.8a12.4 12.4 0 0 1 17.6 0"];
  return html`<svg class="strength" viewBox="0 0 24 24" role="img" aria-label=${say("reception: {strength} %", { strength })}><circle cx="12" cy="18" r="1.7" />
    ${arcs.map((arc, n) => html`<path key=${n} d=${arc} class=${strength >= BARS[n] ? "on" : ""} />`)}</svg>`;
}

const Lock = () =>
  html`<svg class="lock" viewBox="0 0 24 24" aria-hidden="true"><rect x="5" y="11" width="14" height="9.5" rx="2" /><path d="M8 11V8a4 4 0 0 1 8 0v3" /></svg>`;

/** @param {number} seconds */
const age = (seconds) =>
  seconds < OLD_S
    ? many("Seen {count} second ago.", "Seen {count} seconds ago.", seconds)
    : many("Seen {count} minute ago.", "Seen {count} minutes ago.", Math.round(seconds / 60));

/** Why the last network could not be joined. */
function failure() {
  const { wanted, why } = state.shown;
  const words = { wifi: wanted };
  switch (why) {
    case "password":
      return say("“{wifi}” does not take this password.", words);
    case "unseen":
      return say("“{wifi}” is not in reach here. Is its name right, capitals too?", words);
    case "address":
      return say("“{wifi}” gave the table no address. Can another device join it?", words);
    case "silent":
      return say("“{wifi}” did not reply. Is its router near enough?", words);
    default:
      return say("That could not be tried. The table’s log says why: journalctl -u NetworkManager");
  }
}

// -- choosing

/** @param {{ network: Network }} props */
function Choice({ network }) {
  const { name, strength, lock, known } = network;
  const needs = lock === "other" ? say("asks for more than a password") : lock === "open" ? say("open") : null;
  const said = [known && say("known"), needs].filter(Boolean).join(" · ");
  return html`<li><button class="wifi" data-wifi=${name} disabled=${lock === "other"} onClick=${() => choose(network)}>
    <${Strength} strength=${strength} /><b>${name}</b>${said && html`<small>${said}</small>`}${lock !== "open" && html`<${Lock} />`}
  </button></li>`;
}

function Choosing() {
  const { networks, age_s, own, inside, goes } = state.shown;
  const back =
    state.choosing &&
    html`<button class="says" data-back onClick=${() => {
      state.choosing = false;
      draw();
    }}>${say("Back")}</button>`;
  return html`<${Card} title=${say("Which Wi-Fi is yours?")} says=${say("The table joins it, and everybody at home finds the table there.")}>
    ${networks.length > 0 && html`<ul class="networks">${networks.map((network) => html`<${Choice} key=${network.name} network=${network} />`)}</ul>`}
    ${!networks.length && html`<p>${age_s === null ? say("The table has not looked for networks yet.") : say("None was in reach.")}</p>`}
    <div class="again-look">
      <p class="says-so">${age_s !== null && age(age_s)} ${own && say("To look again, the table’s own Wi-Fi goes away for half a minute; join it again then.")}</p>
      <button class="says" data-look onClick=${() => wish({ do: "look" })}>${say("Look again")}</button>
    </div>
    <div class="pins"><button class="says" data-hidden onClick=${() => choose("hidden")}>${say("Another one, by its name")}</button>
      ${back}
      ${own && html`<a class="says" data-stay href=${then} onClick=${stay}>${say("Stay in the table’s own Wi-Fi")}</a>`}
      ${!own && !inside && !goes && !back && html`<a class="says" href=${then}>${say("Go on without Wi-Fi")}</a>`}</div>
  <//>`;
}

/** @param {Event} event */
async function stay(event) {
  event.preventDefault();
  if (await wish({ do: "stay" })) location.assign(then);
}

/** The table's country if it is known, or else the country of this phone's language. */
const guessed = () => state.shown.country ?? new Intl.Locale(navigator.language).region ?? "";

function Countries() {
  const names = new Intl.DisplayNames([language], { type: "region" });
  const named = COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    a.name.localeCompare(b.name, language),
  );
  const known = guessed();
  return html`<div class="field"><label for="country">${say("Country")}</label>
    <select id="country" name="country"><option value="" selected=${!known}>${say("I would rather not say")}</option>
      ${named.map(({ code, name }) => html`<option key=${code} value=${code} selected=${code === known}>${name}</option>`)}</select>
    <small>${say("It decides on which channels Wi-Fi may send.")}</small></div>`;
}

/** @param {{ network: Network | "hidden" }} props */
function Joining({ network }) {
  const [open, show] = useState(false);
  const hidden = network === "hidden";
  const known = !hidden && network.known;
  const { wanted, state: now, why } = state.shown;
  /** @param {FormEvent} event */
  const join = (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const password = entered(form, "password");
    const name = hidden ? entered(form, "name") : network.name;
    const kept = known && !password && why !== "password";
    wish({ do: "join", name, password: kept ? null : password, hidden, country: entered(form, "country") || null });
  };
  const asks = hidden || network.lock !== "open";
  const title = hidden ? say("Another Wi-Fi") : network.name;
  const needed = asks && !hidden && (!known || why === "password");
  return html`<${Card} title=${title} says=${asks ? say("The table needs its password.") : say("It is open: anybody nearby can see what is sent.")}>
    <form class="fields" autocomplete="off" onSubmit=${join}>
      ${
        hidden &&
        html`<div class="field"><label for="name">${say("Its name")}</label>
        <input id="name" name="name" maxlength="32" required autocapitalize="none" autocorrect="off" spellcheck=${false} value=${now === "failed" ? wanted : ""} /></div>`
      }
      ${
        asks &&
        html`<div class="field"><label for="password">${say("Its password")}</label>
        <div class="secret"><input id="password" name="password" type=${open ? "text" : "password"} minlength="8" maxlength="64" required=${needed} autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck=${false} />
          <button type="button" class="says" aria-pressed=${open} onClick=${() => show(!open)}>${open ? say("Hide") : say("Show")}</button></div>
        ${known && !needed && html`<small>${say("The table knows it: leave this empty.")}</small>`}
        ${hidden && html`<small>${say("Leave this empty if it has none.")}</small>`}</div>`
      }
      <${Countries} />
      <div class="ways"><button type="button" class="says" data-back onClick=${() => choose(null)}>${say("Back")}</button><button class="again" data-join>${say("Connect")}</button></div>
    </form>
  <//>`;
}

// -- while the table joins

function Trying() {
  const { wanted, name, own, goes, again_s } = state.shown;
  const url = `http://${name}/`;
  if (!goes)
    return html`<${Card} title=${say("The table joins {wifi} …", { wifi: wanted })} says=${say("That takes up to a minute.")}><progress aria-label=${say("on its way")}></progress><//>`;
  return html`<${Card} title=${say("The table joins {wifi} …", { wifi: wanted })}
    says=${own ? say("The Wi-Fi {wifi} goes away now, and this page falls silent. That is as it should be.", { wifi: own }) : say("The table leaves the Wi-Fi that it is in, and this page falls silent. That is as it should be.")}>
    <progress aria-label=${say("on its way")}></progress>
    <ol class="next">
      <li>${say("Join {wifi} with this phone, too.", { wifi: html`<b>${wanted}</b>` })}</li>
      <li>${say("Open {address} there, and enter the PIN once more. The set-up goes on.", { address: html`<a href=${url}>${name}</a>` })}</li>
    </ol>
    <p class="says-so">${own ? say("If it does not work, {wifi} is back within {seconds} seconds: join it again, and this page says why.", { wifi: html`<b>${own}</b>`, seconds: again_s }) : say("If it does not work, the table is back within {seconds} seconds, and this page says why.", { seconds: again_s })}</p>
    <p class="says-so">${say("Does {address} lead nowhere? Your router’s page lists the table as “cardtable” or “raspberrypi”, with its address.", { address: name })}</p>
  <//>`;
}

function Joined() {
  const { inside, address, name } = state.shown;
  const another = () => {
    state.choosing = true;
    draw();
  };
  return html`<${Card} title=${say("The table is in {wifi}.", { wifi: inside ?? state.shown.wanted })} says=${say("Everybody in this Wi-Fi finds it here:")}>
    <p class="found-at"><a href=${`http://${name}/`}>${name}</a>${address && html`<a href=${`http://${address}/`}>${address}</a>`}</p>
    <div class="ways"><button class="says" data-another onClick=${another}>${say("Another Wi-Fi")}</button><a class="again" data-next href=${then}>${then === "/setup" ? say("Next: set the table up") : say("Next: play")}</a></div>
  <//>`;
}

/** @returns {VNode} */
function Now() {
  const { shown, away, chosen } = state;
  if (shown.state === "trying") return html`<${Trying} />`;
  if (shown.state === "looking")
    return html`<${Card} title=${say("The table looks around …")} says=${shown.own ? say("Its Wi-Fi {wifi} goes away for that. Join it again in half a minute: the new list is here.", { wifi: shown.own }) : say("That takes a few seconds.")}><progress aria-label=${say("on its way")}></progress><//>`;
  if (away)
    return html`<${Card} title=${say("The table does not answer.")} says=${say("Is this phone still on its network? As soon as the table is there, it goes on here.")} />`;
  if (shown.state === "elsewhere")
    return html`<${Card} title=${say("This table cannot join a Wi-Fi by itself.")} says=${say("Its computer’s own settings do that, or its cable.")}><div class="ways"><a class="again" href=${then}>${say("Next")}</a></div><//>`;
  if (chosen) return html`<${Joining} key=${chosen === "hidden" ? "" : chosen.name} network=${chosen} />`;
  return shown.inside && !state.choosing && shown.state !== "failed" ? html`<${Joined} />` : html`<${Choosing} />`;
}

function NetworkPage() {
  const [refused, refuse] = useState(/** @type {string | null} */ (null));
  const entered = () => {
    state.host = true;
    look();
  };
  const wrong = state.complaint ?? refused ?? (state.shown.state === "failed" ? failure() : null);
  return html`<header class="head"><h1>${say("Wi-Fi")}</h1><a href="/help">${say("Help")}</a></header>
    ${then === "/setup" && html`<${Steps} now="wifi" />`}
    ${wrong && html`<p class="notice" role="alert">${wrong}</p>`}
    ${
      state.host
        ? html`<div role="status" class="now"><${Now} /></div>`
        : html`<${Card} title=${say("Welcome to your card table")} says=${say("First the table joins your Wi-Fi, then you set it up. Its PIN is in cardtable.log on its card; {command} shows it, too.", { command: html`<code>sudo cardtable pin</code>` })}><${ByPin} onHost=${entered} complain=${refuse} /><div class="ways"><a class="says" href="/?play">${say("Play on phones first")}</a></div><//>`
    }`;
}

function draw() {
  render(html`<${NetworkPage} />`, root);
}

document.addEventListener("visibilitychange", () => document.hidden || look());
window.addEventListener("pageshow", (event) => event.persisted && look());
root.replaceChildren();
hear(state.shown);
if (state.shown.state === "failed" && state.shown.wanted)
  state.chosen = state.shown.networks.find(({ name }) => name === state.shown.wanted) ?? "hidden";
draw();
look();
