// Entering a round by touch: the players, the cards before each, and the choices about cards.
import { called, Face, kindOf } from "./cards.mjs";
import { add, clear, drop, FEWEST, free, MOST, places, remove, rename, terrains } from "./board_to_count.mjs";
import { say } from "/static/say.mjs";
import { html } from "/static/view.mjs";

/** @import { Agreed as Option, LineOf, BoardToCount as Entered, Part, Player, Printed, Shown } from "../types" */

/**
 * @param {string | number} value
 * @param {{ least?: number, most?: number }} option
 */
const within = (value, { least = 0, most = 99 }) => Math.max(least, Math.min(most, Math.round(Number(value)) || 0));
const COLOURS = ["green", "yellow", "orange", "grey", "blue"];
/**
 * @param {Printed} card
 * @param {string} keyword
 */
const has = (card, keyword) => (card.effects ?? []).some((effect) => effect.keyword === keyword);
/** @param {Printed} card */
const aimed = (card) => has(card, "gorgon") || has(card, "werewolf");
/** @param {Printed | null} card */
const accusing = (card) => card && has(card, "identification");
/** @type {string | null} */
let open = null; // the card whose choices are open

/**
 * The page on which a round is entered.
 * @param {Shown & { options: Option[], complaint: string | null, count(): void, anew(): void }} props
 */
export function Enter({ lying, cards, language, change, options, complaint, count, anew }) {
  const shared = { lying, cards, language, change, of: lying.players[lying.chosen] };
  const agreed = /** @type {Option} */ (options.find(({ name }) => name === "terrain_max"));
  const most = within(lying.options.terrain_max ?? agreed.default, agreed);
  return html`
    <${Players} ...${shared} most=${most} />
    <${Terrain} ...${shared} most=${most} />
    <${Box} ...${shared} most=${most} />
    <${Sits} ...${shared} />
    <${Agreed} ...${shared} options=${options} />
    <div class="bar">
      ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
      <button type="button" onClick=${() => confirm(say("Take all cards away?")) && change(clear)}>${say("Clear")}</button>
      ${lying.rounds.length > 0 && html`<button type="button" onClick=${anew}>${say("New game")}</button>`}
      <button type="button" class="main" onClick=${count}>${say("Count round {round}", { round: lying.rounds.length + 1 })}</button>
    </div>`;
}

/**
 * @param {Entered} lying
 * @param {Player} player
 */
const before = ({ rounds }, { name }) => rounds.reduce((sum, round) => sum + (round[name] ?? 0), 0);

/** @param {Part & { most: number }} props */
function Players({ lying, change, most }) {
  /** @param {number} number */
  const choose = (number) => {
    open = null;
    change((now) => {
      now.chosen = number;
    });
  };
  return html`<nav class="players" aria-label=${say("Players")}>
    ${lying.players.map((one, number) => {
      const lie = places(one);
      return html`<button type="button" key=${number} aria-pressed=${number === lying.chosen} class=${lie >= most ? "full" : ""}
        onClick=${() => choose(number)}>
        <b>${one.name}</b> <span>${say("{count} of {all}", { count: lie, all: most })}${lying.rounds.length > 0 && html` <small>· ${say("{points} points", { points: before(lying, one) })}</small>`}</span>
      </button>`;
    })}
    ${lying.players.length < MOST && html`<button type="button" class="add" onClick=${() => change(add)}><b>+</b> <span>${say("player")}</span></button>`}
  </nav>`;
}

/** @param {Part & { most: number }} props */
function Terrain({ lying, cards, language, change, of, most }) {
  /** @type {LineOf} */
  const line = (code) => /** @type {Printed} */ (cards.get(code) ?? cards.get(kindOf(code)));
  const empty = Math.max(0, most - places(of));
  return html`<section class="terrain" aria-label=${say("What lies before {who}", { who: of.name })}>
    <ol class="row" style=${{ "--places": Math.max(most, of.cards.length + empty) }}>
      ${of.cards.map((code) => html`<li key=${code}><${BoardToCount} card=${line(code)} ...${{ code, of, language, change }} /></li>`)}
      ${[...Array(empty).keys()].map((n) => html`<li key=${`free ${n}`} class="free"></li>`)}
    </ol>
    <div class="apart">
      ${[of.deity, of.belief].map((code, n) => {
        return html`<div key=${n}><span>${n === 0 ? say("Deity") : say("Belief")}</span>
          ${code ? html`<${BoardToCount} card=${line(code)} ...${{ code, of, language, change }} />` : html`<span class="free"></span>`}</div>`;
      })}
      ${accusing(of.deity === null ? null : line(of.deity)) && html`<${Accuses} ...${{ lying, cards, language, change, of }} />`}
    </div>
    ${open && [...of.cards, of.deity, of.belief].includes(open) && html`<${Choices} ...${{ lying, language, change, of, line }} />`}
  </section>`;
}

/**
 * The name of a player, and the button that removes them.
 * @param {Part} props
 */
function Sits({ lying, change, of }) {
  return html`<details class="agreed">
    <summary>${say("{who}: another name, or nobody", { who: of.name })}</summary>
    <div class="who">
      <label>${say("Name")} <input value=${of.name} maxlength="20" onChange=${(event) => renamed(event, lying, change)} /></label>
      ${
        lying.players.length > FEWEST &&
        html`<button type="button" onClick=${() => change((now) => remove(now, now.chosen))}>${say("{who} does not play", { who: of.name })}</button>`
      }
    </div>
  </details>`;
}

/**
 * @param {{ target: HTMLInputElement }} event
 * @param {Entered} lying
 * @param {Shown["change"]} change
 */
function renamed(event, lying, change) {
  const name = event.target.value.trim();
  const own = lying.players[lying.chosen].name;
  const others = [...lying.players.map((one) => one.name), ...lying.rounds.flatMap(Object.keys)].filter(
    (one) => one !== own,
  );
  event.target.setCustomValidity(
    !name ? say("Enter a name.") : others.includes(name) ? say("There is another {who}.", { who: name }) : "",
  );
  if (event.target.reportValidity()) return change((now) => rename(now, now.chosen, name));
  event.target.value = own;
  event.target.setCustomValidity("");
}

/**
 * @param {Player} of
 * @param {string} code
 */
const paired = (of, code) => of.fused.find((pair) => pair.includes(code));

/** @param {Part & { card: Printed, code: string }} props */
function BoardToCount({ card, code, of, language, change }) {
  const pair = paired(of, code);
  const said = [
    pair && ["∞", say("fused")],
    of.resurrected.includes(code) && ["↺", say("stayed")],
    of.targets[code] && ["➜", say("has a target")],
  ].filter((one) => Array.isArray(one));
  const turn = () => {
    open = open === code ? null : code;
    change(() => {});
  };
  return html`<button type="button" class="lying" data-code=${code} aria-expanded=${open === code}
    onClick=${turn}>
    <${Face} card=${card} language=${language} />
    ${said.length > 0 && html`<span class="said">${said.map(([sign, words]) => html`<span role="img" aria-label=${words}>${sign}</span>`)}</span>`}
  </button>`;
}

/**
 * The choices about a card on a terrain.
 * @param {Part & { line: LineOf }} props
 */
function Choices({ lying, language, change, of, line }) {
  const code = /** @type {string} */ (open);
  const card = line(code);
  const name = called(card, language);
  const partner = of.cards.find((one) => one !== code && line(one).name === card.name && !paired(of, one));
  /** @param {Parameters<Shown["change"]>[0]} how */
  const done = (how) => {
    open = null;
    change(how);
  };
  /** @param {{ target: HTMLInputElement }} event */
  const risen = ({ target }) => {
    of.resurrected = target.checked ? [...of.resurrected, code] : of.resurrected.filter((one) => one !== code);
  };
  const part = () => {
    of.fused = of.fused.filter((pair) => !pair.includes(code));
  };
  return html`<div class="choices" role="group" aria-label=${name}>
    <h2>${name}</h2>
    ${
      has(card, "fusion") &&
      !paired(of, code) &&
      partner &&
      html`<button type="button" onClick=${() => done(() => of.fused.push(of.cards.filter((one) => one === partner || one === code)))}>${say("Fuse it with the other one")}</button>`
    }
    ${paired(of, code) && html`<button type="button" onClick=${() => done(part)}>${say("Not fused")}</button>`}
    ${
      has(card, "resurrection") &&
      html`<label class="check"><input type="checkbox" checked=${of.resurrected.includes(code)} onChange=${(event) => change(() => risen(event))} /> ${say("It would have been destroyed, but stayed")}</label>`
    }
    ${aimed(card) && html`<${Target} ...${{ lying, language, change, of, line, code }} />`}
    <button type="button" onClick=${() => done((all) => drop(all, of, code))}>${say("Take it away")}</button>
    <button type="button" onClick=${() => done(() => {})}>${say("Done")}</button>
  </div>`;
}

/**
 * The choice of a card's target; two Gorgons cannot copy the same card.
 * @param {Part & { line: LineOf, code: string }} props
 */
function Target({ lying, language, change, of, line, code }) {
  const copied = has(line(code), "gorgon") ? lying.players.flatMap(({ targets }) => Object.entries(targets)) : [];
  const elsewhere = copied.filter(([one]) => one !== code && has(line(one), "gorgon")).map(([, target]) => target);
  const others = terrains(lying).filter((one) => one !== code && !elsewhere.includes(one));
  /** @param {string} one */
  const whose = (one) => lying.players.find(({ cards }) => cards.includes(one))?.name ?? "";
  /** @param {{ target: { value: string } }} event */
  const aims = ({ target }) => {
    if (target.value) of.targets[code] = target.value;
    else delete of.targets[code];
  };
  return html`<label>${say("It lies on")}
    <select value=${of.targets[code] ?? ""} onChange=${(event) => change(() => aims(event))}>
      <option value="">${say("no card")}</option>
      ${others.map((one) => html`<option key=${one} value=${one}>${say("{card} of {who}", { card: called(line(one), language), who: whose(one) })}${alike(one, others, line, whose)}</option>`)}
    </select></label>`;
}

/**
 * A number that tells cards apart whose labels would be equal.
 * @param {string} code
 * @param {string[]} codes
 * @param {LineOf} line
 * @param {(code: string) => string} whose
 */
function alike(code, codes, line, whose) {
  const same = codes.filter((one) => line(one).name === line(code).name && whose(one) === whose(code));
  return same.length > 1 ? ` (${same.indexOf(code) + 1})` : "";
}

/**
 * The choice of whom a Deity with Identification accuses, and of what.
 * @param {Part} props
 */
function Accuses({ lying, cards, language, change, of }) {
  const others = lying.players.filter((one) => one !== of);
  const deities = [...cards.values()].filter(({ kind }) => kind === "deity");
  const said = of.accuses ?? { player: "", deity: "" };
  /** @param {Partial<NonNullable<Player["accuses"]>>} what */
  const says = (what) =>
    change(() => {
      of.accuses = { ...said, ...what };
    });
  return html`<div class="accuses">
    <label>${say("Accuses")}
      <select value=${said.player} onChange=${({ target }) => says({ player: target.value })}>
        <option value="">${say("nobody")}</option>${others.map(({ name }) => html`<option key=${name} value=${name}>${name}</option>`)}
      </select></label>
    <label>${say("of having")}
      <select value=${said.deity} onChange=${({ target }) => says({ deity: target.value })}>
        <option value="">${say("choose")}</option>${deities.map((card) => html`<option key=${card.name} value=${card.name}>${called(card, language)}</option>`)}
      </select></label>
  </div>`;
}

/**
 * The cards of the box: a tap lays one before the player.
 * @param {Part & { most: number }} props
 */
function Box({ lying, cards, language, change, of, most }) {
  const all = [...cards.values()];
  const creatures = COLOURS.flatMap((colour) =>
    all.filter((card) => card.kind === "creature" && card.colour === colour),
  );
  /** @type {[string, Printed[], boolean, (code: string) => unknown][]} */
  const groups = [
    [say("Creatures"), creatures, places(of) >= most, (code) => of.cards.push(code)],
    [
      say("Deities"),
      all.filter(({ kind }) => kind === "deity"),
      of.deity !== null,
      (code) => Object.assign(of, { deity: code }),
    ],
    [
      say("Beliefs"),
      all.filter(({ kind }) => kind === "belief"),
      of.belief !== null,
      (code) => Object.assign(of, { belief: code }),
    ],
  ];
  return html`<section class="box" aria-label=${say("The cards of the box")}>
    ${groups
      .filter(([, lines]) => lines.length > 0)
      .map(
        ([title, lines, full, lay]) => html`<div key=${title}>
          <h2>${title}${full && html` <small>${say("{who} has no place left", { who: of.name })}</small>`}</h2>
          <ul>
            ${lines.map((card) => {
              const code = free(lying, card);
              const why = full ? null : code === null ? say("all of them are laid") : null;
              return html`<li key=${card.code}><button type="button" data-card=${card.code} disabled=${full || code === null} title=${why} onClick=${() => code !== null && change(() => lay(code))}>
                <${Face} card=${card} language=${language} />
              </button></li>`;
            })}
          </ul>
        </div>`,
      )}
    ${
      all.some(({ assumed = [] }) => assumed.length) &&
      html`<p class="hint">${say("Most values, colours and numbers of copies are assumed: nobody has told us what is printed. {correct} once, by your own cards.", { correct: html`<a href="/decks#mythology_go">${say("Correct them")}</a>` })}</p>`
    }
  </section>`;
}

/**
 * The options of the game.
 * @param {Part & { options: Option[] }} props
 */
function Agreed({ lying, change, options, language }) {
  /**
   * @param {string} name
   * @param {string | number | null} value
   */
  const set = (name, value) =>
    change((now) => {
      if (value === null) delete now.options[name];
      else now.options[name] = value;
    });
  /**
   * @param {{ target: HTMLInputElement }} event
   * @param {Option} option
   */
  const number = ({ target }, option) => {
    target.value = `${target.value === "" ? option.default : within(target.valueAsNumber, option)}`;
    set(option.name, target.value === `${option.default}` ? null : target.valueAsNumber);
  };
  return html`<details class="agreed">
    <summary>${say("What you have agreed on")}</summary>
    <label><span>${say("Names of cards")}</span>
      <select value=${language} onChange=${({ target }) => change((now) => Object.assign(now, { language: target.value }))}>
        <option value="en" lang="en">English</option><option value="fr" lang="fr">Français</option><option value="de" lang="de">Deutsch</option>
      </select></label>
    ${options.map((option) => {
      const { name, meaning, kind, values, called, least, most, default: usual } = option;
      const value = lying.options[name] ?? usual;
      const field =
        kind === "choice"
          ? html`<select value=${value} onChange=${({ target }) => set(name, target.value)}>${values?.map((one) => html`<option key=${one} value=${one}>${called?.[one] ?? one}</option>`)}</select>`
          : html`<input type="number" inputmode="numeric" min=${least} max=${most} value=${value} onChange=${(event) => number(event, option)} />`;
      return html`<label key=${name}><span>${meaning}</span>${field}</label>`;
    })}
  </details>`;
}
