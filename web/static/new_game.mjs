// The form for a new game: which one, who plays, and what is agreed on. Nothing in it knows a game by name.
import { gameOf } from "./felt.mjs";
import { NameField } from "./name.mjs";
import { say } from "./say.mjs";
import { entered, html, state as useState } from "./view.mjs";

/** @import { FormEvent } from "../types/page" */
/** @import { Game, Games, NewGame as Wish, Option as Agreed, Picture } from "../types/table" */

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
 * What differs from a preset, option by option.
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
