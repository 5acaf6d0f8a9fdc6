// The host's page: pending decisions, a new game, who sits where, and the state of readers and buttons.
import { ask, complaintOf } from "./api.mjs";
import { Claim, Login, unknownSheet } from "./claims.mjs";
import { Debts, gameOf, Head, Auto, News, Turn, zoneName } from "./felt.mjs";
import { keepingPanel } from "./keeping.mjs";
import { livePage } from "./page.mjs";
import { many, say } from "./say.mjs";
import { updatingPanel } from "./updating.mjs";
import { embedded, entered, html, state as useState } from "./view.mjs";
import { Named, NameField } from "./widgets.mjs";
import { Wired } from "./wired.mjs";

/**
 * @import { Wired as Shows } from "../types/api"
 * @import { FormEvent, Setting } from "../types/page"
 * @import { Choice, Game, Games, Health, Me, NewGame as Wish, Option as Agreed, Picture, Question as Asked, Room, Seat } from "../types/table"
 * @import { ComponentChildren, VNode } from "preact"
 */

// -- the form for a new game: which game, which players, and which options. It works for any game

/** @typedef {{ [option: string]: Value }} Wishes what is agreed on, by option */
/** @typedef {string | number | boolean | null} Value */
const PRESET = "preset";

/**
 * `onStart(game)` resolves to a complaint or null; `coming` are the people who wait for the next game, by seat.
 * @param {{ games: Games, picture: Picture, coming: { [seat: string]: string }, onStart(game: Wish): Promise<string | null>, onLeave(): void }} props
 */
function NewGame({ games, picture, coming, onStart, onLeave }) {
  const known = games.games;
  const [name, choose] = useState(gameOf(picture) ?? known[0].game);
  const game = known.find((one) => one.game === name) ?? known[0];
  const [agreed, agree] = useState(/** @type {Wishes} */ ({})); // the options that differ from the preset
  const [preset, setPreset] = useState(/** @type {string | null} */ (null));
  const [complaint, complain] = useState(/** @type {string | null} */ (null));

  /** @param {{ target: HTMLSelectElement }} event */
  function another({ target }) {
    choose(target.value);
    agree({});
    setPreset(null);
  }

  /** @param {{ target: HTMLSelectElement }} event */
  function byAnotherRule({ target }) {
    setPreset(target.value);
    agree({});
  }

  /** @param {FormEvent} event */
  function start(event) {
    event.preventDefault();
    const form = event.currentTarget;
    const players = games.seats.slice(0, game.most).map((seat) => entered(form, `seat ${seat}`).trim() || null);
    onStart({ game: name, players, options: { ...(preset ? { [PRESET]: preset } : {}), ...agreed } }).then(complain);
  }

  return html`<form class="new-game" onSubmit=${start}>
    ${
      known.length > 1 &&
      html`<div class="field"><label for="game">${say("Game")}</label>
      <select id="game" value=${name} onChange=${another}>${known.map((one) => html`<option key=${one.game} value=${one.game}>${one.title}</option>`)}</select></div>`
    }
    <${Seats} ...${{ game, seats: games.seats, picture, coming }} />
    ${Object.keys(game.presets).length > 1 && html`<${Presets} game=${game} preset=${preset} onChange=${byAnotherRule} />`}
    <${HouseRules} ...${{ game, preset, agreed, agree }} />
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    ${picture.running && html`<p class="notice">${say("A round is on. It ends now, and nobody wins it.")}</p>`}
    <div class="row"><button class="again" data-start>${picture.running ? say("End it and start") : say("Start")}</button><button type="button" class="says" onClick=${onLeave}>${say("Not now")}</button></div>
  </form>`;
}

/** @param {{ game: Game, seats: number[], picture: Picture, coming: { [seat: string]: string } }} props */
function Seats({ game, seats, picture, coming }) {
  return html`<fieldset class="players"><legend>${say("Who plays")} <small>${say("{fewest} to {most}; leave a seat empty if nobody sits there", { fewest: game.fewest, most: game.most })}</small></legend>
    ${seats.slice(0, game.most).map(
      (seat) => html`<div class="player" key=${seat}><label for=${`seat-${seat}`} class="number">${seat}</label>
      <${NameField} id=${`seat-${seat}`} name=${`seat ${seat}`} aria-label=${say("Name at seat {seat}", { seat })} autocomplete="off"
        defaultValue=${coming[seat] ?? picture.seats.find((one) => one.seat === seat)?.name ?? ""} /></div>`,
    )}
  </fieldset>`;
}

/** @param {{ game: Game, preset: string | null, onChange(event: { target: HTMLSelectElement }): void }} props */
function Presets({ game, preset, onChange }) {
  const option = game.options.find((one) => one.name === PRESET);
  const names = Object.keys(game.presets);
  return html`<div class="field"><label for="preset">${say("Whose rules")}</label>
    <select id="preset" value=${preset ?? names[0]} onChange=${onChange}>
      ${names.map((one) => html`<option key=${one} value=${one}>${option?.called?.[one] ?? one}</option>`)}</select>
    <small>${option?.meaning}</small></div>`;
}

/**
 * The options, with those marked that differ from the preset.
 * @param {{ game: Game, preset: string | null, agreed: Wishes, agree(agreed: Wishes): void }} props
 */
function HouseRules({ game, preset, agreed, agree }) {
  const usual = preset === null ? {} : /** @type {Wishes} */ (game.presets[preset]);
  const options = game.options.filter(({ name }) => name !== PRESET);
  return html`<details class="more"><summary>${say("House rules: {count}", { count: game.options.length - 1 })}</summary>
    ${options.map((option) => {
      const { name } = option;
      const value = agreed[name] ?? (name in usual ? usual[name] : /** @type {Value} */ (option.default));
      const change = (/** @type {Value} */ value) => agree({ ...agreed, [name]: value });
      return html`<${Option} key=${`${preset} ${name}`} option=${option} value=${value}
        differs=${name in agreed} onChange=${change} />`;
    })}
  </details>`;
}

/** @param {{ option: Agreed, value: Value, differs: boolean, onChange(value: Value): void }} props */
function Option({ option, value, differs, onChange }) {
  const id = `option-${option.name}`;
  const wide = html`<label for=${id}><b>${option.label}</b> <span>${option.meaning}</span></label>`;
  if (option.kind === "yes_no") {
    return html`<div class=${`option ${differs ? "differs" : ""}`}>${wide}<input id=${id} type="checkbox" checked=${value} onChange=${(event) => onChange(event.target.checked)} /></div>`;
  }
  if (option.kind === "choice") {
    return html`<div class=${`option ${differs ? "differs" : ""}`}>${wide}<select id=${id} value=${value} onChange=${(event) => onChange(event.target.value)}>
      ${option.values?.map((one) => html`<option key=${one} value=${one}>${option.called?.[one] ?? one}</option>`)}</select></div>`;
  }
  return html`<div class=${`option ${differs ? "differs" : ""}`}>${wide}<input id=${id} type="number" min=${option.least} value=${value ?? ""} placeholder=${say("as usual")}
    onInput=${(event) => onChange(event.target.value === "" ? null : Number(event.target.value))} /></div>`;
}

// -- the page

const WIRED_MS = 600; // between two requests for the state of the parts
const NEXT_ROUND = "next_round"; // a choice in games with several rounds
const ROBOTS = { easy: say("easy"), keen: say("keen") }; // kinds of robots
/** @type {Setting} */
const setting = embedded("setting");
/** @type {{ me: Me, games: Games | null, room: Room | null, sure: string | null, starting: boolean, wired: Shows | null }} */
const known = {
  me: embedded("me"),
  games: null,
  room: null,
  sure: null, // the choice that the host has to confirm
  starting: new URLSearchParams(location.search).has("new"), // whether the form for a new game is open
  wired: null, // the state of readers and buttons
};
const sheet = unknownSheet();
const Keeping = keepingPanel(() => set({}));
const Updating = updatingPanel(() => set({}));
const { state, set, asking, listen } = livePage("host", known, Host, {
  drawn: (now) => sheet.show(now.room, now.parts.Card),
});

/**
 * @param {string} choice
 * @param {string | number} [value]
 */
const choose = (choice, value) => {
  set({ sure: null });
  return asking(ask("/api/v1/choices", { choice, ...(value === undefined ? {} : { value }) }));
};

/**
 * Begin a game; resolve to a complaint for the form, or to null.
 * @param {Wish} game
 */
async function start(game) {
  const complaint = await complaintOf(ask("/api/v1/games", game));
  if (complaint !== null) return complaint;
  set({ starting: false });
  window.scrollTo({ top: 0 });
  return null;
}

async function enter() {
  const me = await asking(ask("/api/v1/me", undefined, "GET"));
  if (!me) return;
  set({ me });
  if (me.host) await begin();
  else listen(); // to learn when a button can make this phone host
}

async function begin() {
  set({ games: await asking(ask("/api/v1/games", undefined, "GET")) });
  /** @param {Room} now */
  const room = (now) => set({ room: now, me: { ...state.me, held: now.taken } });
  listen({ url: "/api/v1/host/events", hear: { room }, onRefused: isItMe });
}

/** Handle a refused stream: this phone may no longer be host, because its role has expired or was replaced. */
async function isItMe() {
  const me = await asking(ask("/api/v1/me", undefined, "GET"));
  if (!me || me.host) return;
  set({ me });
  listen();
}

// -- deciding

/** @param {{ name: string, onClick(): void, children: ComponentChildren, kind?: string }} props */
const Says = ({ name, onClick, children, kind = "says" }) =>
  html`<button class=${kind} data-choice=${name} onClick=${onClick}>${children}</button>`;

/**
 * A choice that the host has to confirm; it is explained first.
 * @param {{ name: string, title: string, children: ComponentChildren, yes: string, onYes(): void }} props
 */
function Careful({ name, title, children, yes, onYes }) {
  const open = state.sure === name;
  return html`<div class=${`careful ${open ? "open" : ""}`}>
    <button class="says" data-choice=${name} aria-expanded=${open} onClick=${() => set({ sure: open ? null : name })}>${title}</button>
    ${
      open &&
      html`<div class="really">${children}
      <button class="again" data-sure=${name} onClick=${onYes}>${yes}</button>
      <button class="says" onClick=${() => set({ sure: null })}>${say("Leave it")}</button></div>`
    }
  </div>`;
}

/** @param {{ question: Asked | null }} props */
function Question({ question }) {
  if (!question) return null;
  return html`<section class="panel asked"><h2>${question.text}</h2>
    <div class="row">${question.options.map(({ answer, label }) => html`<${Says} key=${answer} name="settle" kind="again" onClick=${() => choose("settle", answer)}>${label}<//>`)}</div>
  </section>`;
}

/** @param {{ picture: Picture }} props */
function Wrong({ picture }) {
  if (!picture.correction || picture.correction.to) return null;
  const { Card } = state.parts;
  return html`<section class="panel asked"><h2>${say("Refused, and not put right yet")}</h2>
    <div class="row cards">${picture.correction.cards?.map((code) => html`<span class="small" key=${code}><${Card} code=${code} label=${picture.labels[code]} /></span>`)}</div>
    <p>${say("It goes back to the hand, unless you accept it.")}</p>
    <${Says} name="rule" onClick=${() => choose("rule")}>${say("Accept it")}<//>
  </section>`;
}

/** @param {{ picture: Picture }} props */
function Deciding({ picture }) {
  const over = picture.over || !picture.game;
  const choices = state.games?.games.find(({ game }) => game === picture.game)?.choices ?? [];
  const next = choices.some(({ name }) => name === NEXT_ROUND);
  const own = choices.filter(({ name }) => name !== NEXT_ROUND);
  const between = !picture.running && picture.rounds_played.length === picture.round;
  return html`
    <${Question} question=${picture.question} />
    <${Wrong} picture=${picture} />
    <section class="panel"><h2>${say("The game")}</h2>
      ${over && html`<p>${say("No game is on.")}</p>`}
      ${!over && next && between && html`<${Says} name=${NEXT_ROUND} kind="again" onClick=${() => choose(NEXT_ROUND)}>${say("Open the next round")}<//>`}
      <div class="row">
        ${picture.undo && html`<${Undo} undo=${picture.undo} />`}
        ${!over && html`<${Halting} picture=${picture} />`}
      </div>
      ${
        !over &&
        own.length > 0 &&
        html`<details class="more"><summary>${say("What the table cannot see")}</summary>
        ${own.map((choice) => html`<${Told} key=${choice.name} choice=${choice} picture=${picture} />`)}</details>`
      }
    </section>`;
}

/** @param {{ undo: NonNullable<Picture["undo"]> }} props */
function Undo({ undo }) {
  return html`<${Careful} name="undo" title=${say("Undo …")} yes=${say("Undo it")} onYes=${() => choose("undo")}>
    <p>${say("This will be undone:")}</p>
    <ol class="gone">${undo.map((said, n) => html`<li key=${n}>${said}</li>`)}</ol>
    ${!undo.length && html`<p>${say("The last action.")}</p>`}
  <//>`;
}

/**
 * Buttons that pause a running game, resume it, or end it.
 * @param {{ picture: Picture }} props
 */
function Halting({ picture }) {
  const lost = Object.keys(picture.health?.lost ?? {}).length > 0;
  return html`
    ${
      picture.paused
        ? html`<${Says} name="resume" kind="again" onClick=${() => choose("resume")}>${say("Go on")}<//>`
        : html`<${Says} name="pause" onClick=${() => choose("pause")}>${say("Pause")}<//>`
    }
    ${lost && !picture.paused && html`<${Says} name="resume" onClick=${() => choose("resume")}>${say("Go on without that reader")}<//>`}
    <${Careful} name="abort" title=${say("End the game …")} yes=${say("End it")} onYes=${() => choose("abort")}>
      <p>${say("The game is over at once, and nobody wins. What was played stays in the record.")}</p><//>`;
}

/**
 * A choice that only this game has, in the game's own words.
 * @param {{ choice: Choice, picture: Picture }} props
 */
function Told({ choice, picture }) {
  const who = choice.value === "seat" ? picture.seats : null;
  const means = choice.for_host ?? choice.meaning;
  /** @param {FormEvent} event */
  const said = (event) => {
    event.preventDefault();
    choose(choice.name, entered(event.currentTarget, "value").trim());
  };
  if (choice.value === "text") {
    return html`<form class="told" onSubmit=${said}><p id=${`means-${choice.name}`}>${means}</p>
      <div class="row"><input name="value" aria-labelledby=${`means-${choice.name}`} required maxlength="60" autocapitalize="none" />
        <button class="says" data-choice=${choice.name}>${say("Say so")}</button></div>
    </form>`;
  }
  return html`<div class="told"><p>${means}</p>
    <div class="row">${
      who
        ? who.map(
            (seat) =>
              html`<${Says} key=${seat.seat} name=${choice.name} onClick=${() => choose(choice.name, seat.seat)}><${Named} seat=${seat} /><//>`,
          )
        : html`<${Says} name=${choice.name} onClick=${() => choose(choice.name)}>${say("Say so")}<//>`
    }</div>
  </div>`;
}

// -- who sits where

function Phones() {
  const { me } = state;
  /** @param {number} seat */
  const name = (seat) => state.picture.seats.find((one) => one.seat === seat)?.name ?? say("Seat {seat}", { seat });
  /** @param {number} seat */
  function phone(seat) {
    const words = { who: html`<b>${name(seat)}</b>`, seat };
    return me.seats.includes(seat)
      ? say("{who} has a phone at seat {seat}, this one", words)
      : say("{who} has a phone at seat {seat}", words);
  }
  return html`<section class="panel"><h2>${say("Phones")}</h2>
    ${
      me.held.length
        ? html`<ul class="list">${me.held.map(
            (seat) => html`<li key=${seat}><span>${phone(seat)}</span>
          <button class="says" data-free=${seat} onClick=${() => asking(ask(`/api/v1/seats/${seat}/free`, {}))}>${say("Free it")}</button></li>`,
          )}</ul>`
        : html`<p>${say("No phone holds a seat.")}</p>`
    }
    <${Robots} />
    <p class="row"><a href="/decks">${say("Decks and tags")}</a>${setting.sets_up && html`<a href="/setup">${say("Set up the hardware")}</a>`}${setting.joins && html`<a href="/network">${say("Wi-Fi")}</a>`}${setting.emulated && html`<a href="/virtual">${say("The virtual table")}</a>`}
      ${Object.entries(setting.counted).map(([game, title]) => html`<a key=${game} href=${`/score/${game}`}>${say("Count a round of {game}", { game: title })}</a>`)}
      <button class="says" onClick=${() => asking(ask("/api/v1/host/leave", {})).then(enter)}>${say("Stop being host")}</button></p>
  </section>`;
}

function Robots() {
  const robots = state.picture.seats.filter((one) => one.robot);
  if (!robots.length) return null;
  /** @param {Seat} one */
  const plays = (one) =>
    say("{who} plays at seat {seat}, {kind}", {
      who: html`<b><${Named} seat=${one} /></b>`,
      seat: one.seat,
      kind: one.robot && ROBOTS[one.robot],
    });
  /** @param {number} seat */
  const away = (seat) => asking(ask(`/api/v1/robots/${seat}`, undefined, "DELETE"));
  return html`<ul class="list" aria-label=${say("Robots")}>${robots.map(
    (one) => html`<li key=${one.seat}><span>${plays(one)}</span>
      <button class="says" data-away=${one.seat} onClick=${() => away(one.seat)}>${say("Send away")}</button></li>`,
  )}</ul>`;
}

// -- the hardware

/**
 * Describe how well a reader reads the cards on it.
 * @param {string} reader
 */
function reads(reader) {
  const good = state.wired?.readers.find((one) => one.reader === reader)?.good;
  return good === null || good === undefined
    ? say("works")
    : say("reads {percent} %", { percent: Math.round(good * 100) });
}

/** Load the state of readers and buttons repeatedly while somebody looks at it. */
async function watch() {
  if (state.me.host && !document.hidden) {
    const wired = await ask("/api/v1/wired", undefined, "GET").catch(() => state.wired); // the page shows elsewhere that the connection is lost
    if (state.me.host) set({ wired });
  }
  setTimeout(watch, WIRED_MS);
}

/** @param {{ wired: Shows, health: Health }} props */
function AsWired({ wired, health }) {
  const { readers, buttons } = wired;
  /** @type {import("./wired.mjs").Looks} */
  const looks = {};
  for (const { reader, zones, cards } of readers) {
    const bad = health.readers?.some((one) => one.reader === reader && one.why);
    looks[zones[0]] = { known: true, cards, bad };
  }
  for (const { seat, down } of buttons) looks[`button.${seat}`] = { known: true, on: down };
  const pads = readers.map(({ zones }) => zones[0]);
  const lying = readers.filter(({ cards }) => cards).length;
  const seats = Math.max(1, ...buttons.map(({ seat }) => seat));
  return html`<${Wired} pads=${pads} seats=${seats} looks=${looks} says=${say("Cards lie on {lying} of {pads} pads", { lying, pads: pads.length })} />`;
}

/**
 * The debounce time, in ms, for a contact that chatters for `ms`; the same rule as in `cardtable doctor`.
 * @param {number} ms
 */
const enough = (ms) => Math.min(100, Math.ceil((1.5 * ms) / 10) * 10);

/**
 * Faults, each with its remedy.
 * @param {{ lines: string[] }} props
 */
const Faults = ({ lines }) =>
  lines.length > 0 && html`<ul class="faults">${lines.map((said) => html`<li key=${said}>${said}</li>`)}</ul>`;

/**
 * The state of the computer: its power supply, its Wi-Fi, its clock.
 * @param {{ health?: Health }} props
 */
function Computer({ health }) {
  if (!health?.readers) return null;
  return html`<section class="panel" data-computer><h2>${say("This computer")}</h2>
    ${health.computer ? html`<${Faults} lines=${health.computer.split("\n")} />` : html`<p class="fine">${say("This computer is in order.")}</p>`}
  </section>`;
}

/**
 * The error bound of presses on each phone that is a button.
 * @param {{ buttons: Shows["buttons"] }} props
 */
function PhoneButtons({ buttons }) {
  const lines = buttons
    .filter(({ phone }) => phone)
    .map(({ seat, error_ms: ms }) =>
      ms === null
        ? say("Seat {seat}: its phone is silent. Races do not wait for it.", { seat })
        : say("Seat {seat}: its phone, ± {ms} ms", { seat, ms: Math.ceil(ms) }),
    );
  return (
    lines.length > 0 &&
    html`<ul class="list" data-phones>${lines.map((said) => html`<li key=${said}>${said}</li>`)}</ul>`
  );
}

/** @param {{ health?: Health, seats: number[] }} props */
function Hardware({ health, seats }) {
  if (!health?.readers) return null;
  const fine =
    health.readers.every((reader) => !reader.why) && !health.stalled.length && !Object.keys(health.broken ?? {}).length;
  return html`<section class="panel"><h2>${say("Readers and buttons")}</h2>
    ${state.wired && html`<${AsWired} wired=${state.wired} health=${health} />`}
    <p class=${fine ? "fine" : "notice"}>${fine ? say("All readers work.") : say("Something does not work:")}</p>
    <ul class="list">${health.readers.map(
      (reader) => html`<li key=${reader.reader} class=${reader.why ? "lost" : ""}>
      <span><b>${reader.zones.map((zone) => zoneName(zone)).join(", ")}</b>${reader.restarts > 0 && html` <small>${many("restarted {count} time", "restarted {count} times", reader.restarts)}</small>`}</span>
      <span>${reader.why ? `✕ ${reader.why}` : `✓ ${reads(reader.reader)}`}</span></li>`,
    )}</ul>
    ${Object.keys(health.broken ?? {}).map((name) => html`<p class="notice" key=${name}>${say("{what} has failed. The table goes on without it and keeps trying.", { what: name })}</p>`)}
    ${health.stalled.map((name) => html`<p class="notice" key=${name}>${say("{what} does not answer. The table waits for it.", { what: name })}</p>`)}
    <h3>${say("Buttons")} <small>${say("press one and watch its number")}</small></h3>
    <ul class="presses">${seats.map((seat) => html`<li key=${seat}><span class="number">${seat}</span>${health.presses?.[seat] ?? 0}</li>`)}</ul>
    ${state.wired && html`<${PhoneButtons} buttons=${state.wired.buttons} />`}
    <${Faults} lines=${Object.entries(health.buttons ?? {}).map(([seat, { chatter_ms: ms }]) => say("Button {seat} chatters for {ms} ms; debounce_ms = {enough} would do, or a new button.", { seat, ms, enough: enough(ms) }))} />
    ${health.late > 0 && html`<p>${many("{count} event came too late to be put in order.", "{count} events came too late to be put in order.", health.late)}</p>`}
  </section>`;
}

/** @returns {VNode} */
function Host() {
  const { picture, link, me, complaint, games, starting } = state;
  const links = [["/", say("Scoreboard")], ...(setting.emulated ? [["/virtual", say("Table")]] : [])];
  if (!me.host) {
    return html`<${Head} picture=${picture} link=${link} links=${links} />
      <${Login} running=${picture.running} emulated=${setting.emulated} onHost=${enter} />`;
  }
  if (!games) {
    // Drawing incomplete parts would move buttons under a finger when the rest arrives.
    return html`<${Head} picture=${picture} link=${link} links=${links} />${complaint && html`<p class="notice" role="alert">${complaint}</p>`}`;
  }
  return html`<${Head} picture=${picture} link=${link} links=${links} />
    <${Auto} picture=${picture} />
    <${Claim} room=${state.room} picture=${picture} seats=${me.seats} host />
    ${(picture.health?.errors ?? []).map((said) => html`<p class="notice" data-error key=${said}>${said}</p>`)}
    <div class="felt"><${Turn} picture=${picture} complaint=${complaint} /><${Debts} picture=${picture} /></div>
    <div class="columns">
      <div>
        <${Deciding} picture=${picture} />
        <section class="panel">
          <h2>${say("A new game")}</h2>
          ${
            starting
              ? html`<${NewGame} games=${games} picture=${picture} coming=${state.room?.coming ?? {}} onStart=${start} onLeave=${() => set({ starting: false })} />`
              : html`<button class="again" data-new onClick=${() => set({ starting: true })}>${say("New game")}</button>`
          }
        </section>
        <section class="panel"><h2>${say("What happened")}</h2><${News} picture=${picture} base="/api/v1/host/events" /></section>
        <${Phones} />
      </div>
      <div><${Keeping} picture=${picture} />${setting.sets_up && html`<${Updating} picture=${picture} />`}<${Computer} health=${picture.health} /></div>
      <div><${Hardware} health=${picture.health} seats=${games.seats} /></div>
    </div>`;
}

if (state.me.host) begin();
else listen();
watch();
