// The table's big screen, which is always on: the scoreboard in the table's language, for everybody in the room. It needs
// no taps; a few keys switch sounds, speech and full screen.
import * as ears from "./ears.mjs";
import { Address, Code, Auto, isOpen, Joining, roundOf, Scene } from "./felt.mjs";
import { livePage } from "./page.mjs";
import { language, say } from "./say.mjs";
import { Order } from "./start.mjs";
import { byId, embedded, html } from "./view.mjs";

/**
 * @import { Setting } from "../types/page"
 * @import { Room } from "../types/table"
 */

const IDLE_MS = 6000; // controls are hidden this long after the last touch or key
/** @type {Pick<Setting, "emulated" | "address" | "seats">} */
const setting = embedded("setting");
const root = byId("screen");
const { state, set, redraw, asking, listen } = livePage("screen", { room: /** @type {Room | null} */ (null) }, Screen, {
  board: true,
});

/** Whether the table waits for people: nobody plays, and nobody has joined. They choose a game on their phones. */
function waits() {
  const { picture, room } = state;
  if (picture.game_id == null) return true;
  return setting.emulated && isOpen(picture) && !picture.gathering && !room?.taken.length;
}

// -- keys and buttons

/** @type {{ key: string, name: string, isOn(): boolean, turn(): unknown, there: boolean }[]} */
const SWITCHES = [
  ear("s", "sound", say("Sounds")),
  ear("v", "speech", say("Speech")),
  {
    key: "f",
    name: say("Full screen"),
    isOn: () => Boolean(document.fullscreenElement),
    turn: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
    there: document.fullscreenEnabled,
  },
];

/**
 * @param {string} key
 * @param {import("./ears.mjs").Ear} which
 * @param {string} name
 */
function ear(key, which, name) {
  return {
    key,
    name,
    isOn: () => ears.isOn(which),
    turn: () => ears.turn(which, !ears.isOn(which)),
    there: which === "sound" || "speechSynthesis" in globalThis,
  };
}

/** @param {KeyboardEvent} event */
function press({ key, repeat, ctrlKey, altKey, metaKey }) {
  if (repeat || ctrlKey || altKey || metaKey) return;
  SWITCHES.find((one) => one.there && one.key === key.toLowerCase())?.turn();
}

function Switches() {
  return html`<div class="switches" role="group" aria-label=${say("This screen")}>
    ${SWITCHES.filter(({ there }) => there).map(
      ({ key, name, isOn, turn }) =>
        html`<button type="button" data-here key=${key} data-switch=${key} aria-keyshortcuts=${key} aria-pressed=${isOn()} onClick=${turn}>${name} <kbd aria-hidden="true" data-plain>${key.toUpperCase()}</kbd></button>`,
    )}
  </div>`;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let left;

/** Show the switches for a while, because somebody is at the screen. */
function wake() {
  clearTimeout(left);
  root.classList.remove("idle");
  left = setTimeout(() => root.classList.add("idle"), IDLE_MS);
}

/** Keep the screen on, if the browser trusts the address enough to allow that. */
async function stayLit() {
  if (document.hidden) return;
  await navigator.wakeLock?.request("screen").catch((error) => console.info("the screen may go dark", error));
}

// -- drawing

/** @param {{ welcome: boolean }} props */
function Head({ welcome }) {
  const { picture, link } = state;
  return html`<header class="head">
    <h1>${(!welcome && picture.title) || say("Card table")}</h1>
    <span class="round">${!welcome && roundOf(picture)}</span>
    <${Switches} />
    <p class="address">${!welcome && setting.address}</p>
    <span class=${`link ${link ? "up" : "down"}`} role="status">${link ? say("live") : say("connecting…")}</span>
    ${ears.isMuted() && html`<p class="notice" role="alert">${say("Press a key or tap once: until then the browser keeps this screen quiet.")}</p>`}
  </header>`;
}

/** How to join, and who is there. */
function Welcome() {
  const { picture, room } = state;
  const prompt = picture.game_id == null && picture.prompt;
  return html`<div class="felt welcome">
      <section class="turn">
        <p class="headline" data-headline>${say("Welcome")}</p>
        <p class="prompt" data-prompt>${prompt || say("Choose a game on your phone, and play.")}</p>
      </section>
      <${Joining} setting=${setting} takes=${false} />
    </div>
    <section class="people there" aria-label=${say("Who is there")}>
      <${Order} picture=${picture} room=${room} seats=${setting.seats} sits=${false} asking=${asking} free />
    </section>`;
}

/** An invitation to join, while robots play or a game is over. */
function Invitation() {
  const { picture } = state;
  if (!setting.address) return null;
  if (picture.auto)
    return html`<${Auto} picture=${picture}><${Code} px=${92} /><p><${Address} setting=${setting} /></p><//>`;
  return picture.over && html`<aside class="auto"><${Code} px=${92} /><p><${Address} setting=${setting} /></p></aside>`;
}

/** @returns {import("preact").VNode} */
function Screen() {
  const { picture, parts } = state;
  if (waits()) return html`<${Head} welcome=${true} /><${Welcome} />`;
  const joins = isOpen(picture) && setting.address;
  return html`<${Head} welcome=${false} /><${Invitation} />
    <${Scene} picture=${picture} parts=${parts} redraw=${redraw} base=${null} instead=${joins && html`<${Joining} setting=${setting} takes=${false} />`} />`;
}

addEventListener("keydown", press);
for (const touched of ["pointermove", "pointerdown", "keydown"]) addEventListener(touched, wake);
for (const changed of [ears.SWITCHED, "fullscreenchange"]) addEventListener(changed, redraw);
document.addEventListener("visibilitychange", stayLit);
stayLit();
wake();
listen({ url: `/api/v1/events?lang=${language}`, hear: { room: (room) => set({ room }) } });
