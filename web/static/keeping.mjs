// The host's controls for kept data: whether to keep games, downloading and restoring a backup, and forgetting a name.
import { ask, messageOf } from "./api.mjs";
import { language, say } from "./say.mjs";
import { html } from "./view.mjs";
import { LONGEST, NameField, said } from "./widgets.mjs";

/** @import { Picture } from "../types/table" */

const PART = 45_000; // bytes, which are 60,000 letters of base64
const NAME = "forget-name";

/**
 * Return bytes as base64.
 * @param {Uint8Array} bytes
 */
export function letters(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/**
 * Send a file part by part; `sent` is called after each part with the share that has arrived, from 0 to 1.
 * @param {Blob} file
 * @param {(part: number) => void} sent
 * @param {"/api/v1/backup" | "/api/v1/update"} path
 */
export async function send(file, sent, path = "/api/v1/backup") {
  let at = 0;
  do {
    const bytes = new Uint8Array(await file.slice(at, at + PART).arrayBuffer());
    await ask(path, { at, part: letters(bytes) }, "PUT");
    at += bytes.length;
    sent(file.size ? at / file.size : 1);
  } while (at < file.size);
}

const KILOBYTES = new Intl.NumberFormat(language, { style: "unit", unit: "kilobyte", useGrouping: false });
const MEGABYTES = new Intl.NumberFormat(language, {
  style: "unit",
  unit: "megabyte",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  useGrouping: false,
});

/**
 * Return the size of a file in words.
 * @param {number} bytes
 */
export const size = (bytes) =>
  bytes < 1e6 ? KILOBYTES.format(Math.max(1, Math.round(bytes / 1000))) : MEGABYTES.format(bytes / 1e6);

/**
 * The panel of the host's page for kept data; `redraw` redraws the page.
 * @param {() => void} redraw
 */
export function keepingPanel(redraw) {
  const state = {
    kept: /** @type {{ keeps: boolean, this_game: boolean | null } | null} */ (null),
    game: /** @type {number | null | undefined} */ (undefined), // the game for which the state was loaded
    file: /** @type {File | null} */ (null),
    sent: /** @type {number | null} */ (null),
    name: /** @type {string | null} */ (null), // the name to forget, while the host is asked to confirm
    done: /** @type {string | null} */ (null),
    wrong: /** @type {string | null} */ (null),
  };

  /** @param {Partial<typeof state>} change */
  function set(change) {
    Object.assign(state, change);
    redraw();
  }

  /**
   * @param {Promise<unknown>} asked
   * @param {(answer: any) => Partial<typeof state>} then
   */
  const doing = (asked, then) =>
    asked.then(
      (answer) => set({ wrong: null, done: null, ...then(answer) }),
      (error) => set({ wrong: messageOf(error), done: null }),
    );

  /** @param {number | null} game */
  function look(game) {
    state.game = game;
    ask("/api/v1/keeping", undefined, "GET").then((kept) => set({ kept }), console.info); // a table may keep no history
  }

  /**
   * Change whether games are kept. The page shows the new state at once, even if it is redrawn before the answer comes.
   * @param {boolean} keep @param {boolean} all
   */
  function keeps(keep, all) {
    const before = state.kept;
    if (before) set({ kept: { ...before, [all ? "keeps" : "this_game"]: keep } });
    const asked = ask("/api/v1/keeping", { keep, all }).catch((error) => {
      state.kept = before;
      throw error;
    });
    doing(asked, (kept) => ({ kept }));
  }

  async function putBack() {
    const { file } = state;
    if (!file) return;
    set({ sent: 0, wrong: null, done: null });
    try {
      await send(file, (sent) => set({ sent }));
      const { restarts } = await ask("/api/v1/restore", {});
      const when = restarts
        ? say("The table starts again now, with what was in the backup.")
        : say("The table uses it from its next start.");
      set({ file: null, sent: null, done: `${say("The backup has come, and it is whole.")} ${when}` });
    } catch (error) {
      set({ sent: null, wrong: messageOf(error) });
    }
  }

  const forget = () =>
    doing(ask("/api/v1/forget", { name: state.name ?? "" }), () => ({
      name: null,
      done: say("{who} is forgotten. The games stay, played by somebody.", { who: state.name ?? "" }),
    }));

  /** @param {{ picture: Picture }} props */
  return function Keeping({ picture }) {
    const game = picture.over ? null : (picture.game_id ?? null);
    const isOn = game !== null && !picture.auto;
    if (state.game !== game) look(game);
    if (!state.kept) return null;
    return html`<section class="panel keeping" aria-labelledby="kept"><h2 id="kept">${say("What is kept")}</h2>
      <${Wishes} kept=${state.kept} game=${game} keeps=${keeps} />
      <${Backup} state=${state} set=${set} putBack=${putBack} isOn=${isOn} />
      <${Forgetting} state=${state} set=${set} forget=${forget} />
      <${Report} isOn=${isOn} />
      <p class="fine" role="status">${state.done}</p>
      ${state.wrong && html`<p class="notice" role="alert">${state.wrong}</p>`}
      <p class="row"><a href="/history">${say("Past games")}</a><a href="/people">${say("People")}</a></p>
    </section>`;
  };
}

/** @param {{ kept: { keeps: boolean, this_game: boolean | null }, game: number | null, keeps(keep: boolean, all: boolean): void }} props */
function Wishes({ kept, game, keeps }) {
  return html`<label class="keeps"><input type="checkbox" checked=${kept.keeps} data-keep="all" onChange=${(/** @type {any} */ event) => keeps(event.target.checked, true)} />
      <span>${say("Keep games that are over")} <small>${say("who played and won, and every move")}</small></span></label>
    ${
      kept.keeps &&
      game !== null &&
      kept.this_game !== null &&
      html`<label class="keeps"><input type="checkbox" checked=${kept.this_game} data-keep="this" onChange=${(/** @type {any} */ event) => keeps(event.target.checked, false)} />
      <span>${say("Keep this game, too")}</span></label>`
    }`;
}

/** @param {any} props */
function Backup({ state, set, putBack, isOn }) {
  const { file, sent } = state;
  return html`<h3>${say("Backup")} <small>${say("games, people, decks and tags in one file")}</small></h3>
    ${isOn && html`<p>${say("You can make one once the game is over: it contains everybody’s hidden cards.")}</p>`}
    <div class="row">${!isOn && html`<a class="says" href="/api/v1/backup" download="table.cardtable">${say("Take a backup")}</a>`}
      <label class="says file">${say("Put one back …")}<input type="file" accept=".cardtable" aria-label=${say("Put a backup back")} disabled=${sent !== null}
        onChange=${(/** @type {any} */ event) => {
          set({ file: event.target.files[0] ?? null, done: null, wrong: null });
          event.target.value = ""; // so that the same file can be chosen again
        }} /></label></div>
    ${
      file &&
      html`<div class="really"><p>${say("{file}, {size}: this replaces everything kept on this table.", { file: html`<b>${file.name}</b>`, size: size(file.size) })}</p>
      ${
        sent === null
          ? html`<button type="button" class="again" data-restore onClick=${putBack}>${say("Put it back")}</button>
          <button type="button" class="says" onClick=${() => set({ file: null })}>${say("Leave it")}</button>`
          : html`<progress value=${sent} aria-label=${say("How much has been sent")}></progress>`
      }</div>`
    }`;
}

/**
 * A report that helps to find out what went wrong. During a game it would reveal secrets.
 * @param {{ isOn: boolean }} props
 */
function Report({ isOn }) {
  return html`<h3>${say("Report")} <small>${say("the last game, its log, how the table is built; no names")}</small></h3>
    ${
      isOn
        ? html`<p>${say("Once the game is over: a report shows every hand.")}</p>`
        : html`<div class="row"><a class="says" href="/api/v1/report" download="table-report.zip">${say("Take a report")}</a></div>`
    }`;
}

/** @param {any} props */
function Forgetting({ state, set, forget }) {
  const asks = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const name = said(NAME);
    if (name && [...name].length <= LONGEST * 5) set({ name, done: null, wrong: null });
  };
  return html`<h3>${say("Forget a name")} <small>${say("wherever it is kept; the games stay")}</small></h3>
    ${
      state.name === null
        ? html`<form class="row forget" onSubmit=${asks}><label class="unseen" for=${NAME}>${say("Name")}</label><${NameField} id=${NAME} autocomplete="off" placeholder=${say("Name")} required />
        <button class="says">${say("Forget …")}</button></form>`
        : html`<div class="really"><p>${say("{who} is forgotten for good, in older backups of this table, too. That cannot be undone.", { who: html`<b>${state.name}</b>` })}</p>
        <button type="button" class="again" data-forget onClick=${forget}>${say("Forget the name")}</button>
        <button type="button" class="says" onClick=${() => set({ name: null })}>${say("Leave it")}</button></div>`
    }`;
}
