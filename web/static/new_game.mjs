// The form for a new game: which one, who plays, and what is agreed on. Nothing in it knows a game by name.
import { gameOf } from "./felt.mjs";
import { NameField } from "./name.mjs";
import { say } from "./say.mjs";
import { entered, html, state as useState } from "./view.mjs";

/** @import { FormEvent } from "../types/page" */
/** @import { Games, NewGame as Wish, Option as Agreed, Picture } from "../types/table" */

/** @typedef {{ [option: string]: Value }} Wishes what is agreed on, by option */
/** @typedef {string | number | boolean | null} Value */
const PRESET = "preset";

/**
 * `onStart(game)` resolves to a complaint or null; `coming` are people who wait for this game, by seat.
 * @param {{ games: Games, picture: Picture, coming: { [seat: string]: string }, onStart(game: Wish): Promise<string | null>, onLeave(): void }} props
 */
export function NewGame({ games, picture, coming, onStart, onLeave }) {
  const known = games.games;
  const [name, choose] = useState(gameOf(picture) ?? known[0].game);
  const game = known.find((one) => one.game === name) ?? known[0];
  const [agreed, agree] = useState(/** @type {Wishes} */ ({})); // what differs from the preset
  const [preset, setPreset] = useState(/** @type {string | null} */ (null));
  const [complaint, complain] = useState(/** @type {string | null} */ (null));
  const whose = game.options.find((one) => one.name === PRESET);
  /** @type {Wishes} */
  const base = {
    ...Object.fromEntries(game.options.map((one) => [one.name, /** @type {Value} */ (one.default)])),
    ...(preset === null ? {} : /** @type {Wishes} */ (game.presets[preset])),
  };

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
    <fieldset class="players"><legend>${say("Who plays")} <small>${say("{fewest} to {most}; leave a seat empty if nobody sits there", { fewest: game.fewest, most: game.most })}</small></legend>
      ${games.seats.slice(0, game.most).map(
        (seat) => html`<div class="player" key=${seat}><label for=${`seat-${seat}`} class="number">${seat}</label>
        <${NameField} id=${`seat-${seat}`} name=${`seat ${seat}`} aria-label=${say("Name at seat {seat}", { seat })} autocomplete="off"
          defaultValue=${coming[seat] ?? picture.seats.find((one) => one.seat === seat)?.name ?? ""} /></div>`,
      )}
    </fieldset>
    ${
      Object.keys(game.presets).length > 1 &&
      html`<div class="field"><label for="preset">${say("Whose rules")}</label>
      <select id="preset" value=${preset ?? Object.keys(game.presets)[0]} onChange=${byAnotherRule}>
        ${Object.keys(game.presets).map((one) => html`<option key=${one} value=${one}>${whose?.called?.[one] ?? one}</option>`)}</select>
      <small>${whose?.meaning}</small></div>`
    }
    <details class="more"><summary>${say("House rules: {count}", { count: game.options.length - 1 })}</summary>
      ${game.options
        .filter((one) => one.name !== PRESET)
        .map(
          (
            option,
          ) => html`<${Option} key=${`${preset} ${option.name}`} option=${option} value=${agreed[option.name] ?? base[option.name]}
          differs=${option.name in agreed} onChange=${(/** @type {Value} */ value) => agree({ ...agreed, [option.name]: value })} />`,
        )}
    </details>
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    ${picture.running && html`<p class="notice">${say("A round is on. It ends now, and nobody wins it.")}</p>`}
    <div class="row"><button class="again" data-start>${picture.running ? say("End it and start") : say("Start")}</button><button type="button" class="says" onClick=${onLeave}>${say("Not now")}</button></div>
  </form>`;
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
