// What every page shows of a table: the head, whose turn, piles, seats, the last race, the rounds so far.
import { language, many, say } from "./say.mjs";
import { html } from "./view.mjs";
import { Named, PhotoFinish, Verdict } from "./widgets.mjs";

/**
 * @import * as Felt from "../types/felt"
 * @import { Ui } from "../types/ui"
 * @import { Setting } from "../types/page"
 * @import { Picture, Race, Seat } from "../types/table"
 */

/** @param {number} count */
const cards = (count) => many("{count} card", "{count} cards", count);

/** The names of piles and pads without a number. */
const ZONES = /** @type {{ [zone: string]: string }} */ ({
  "deck.scan": say("deck scan"),
  discard: say("discard"),
  hidden: say("hidden"),
  visible: say("visible"),
});

/**
 * The name of a pile, or of its pad, for people; a picture contains the names of its game's piles.
 * @param {string} zone
 * @param {Picture["zones"]} [known]
 */
export function zoneName(zone, known = {}) {
  const [kind, number] = zone.split(".");
  if (kind === "pile" && number) return say("pile {number}", { number });
  if (kind === "seat" && number) return say("seat {seat}", { seat: number });
  return ZONES[zone] ?? known[zone] ?? zone.replaceAll(".", " ");
}

/**
 * The current game, or the game that people wait for.
 * @param {Pick<Picture, "game" | "gathering">} picture
 */
export const gameOf = (picture) => picture.game ?? picture.gathering?.game ?? null;

/**
 * The current round and the number of rounds, in words; null for games without rounds, or with only one.
 * @param {Pick<Picture, "round" | "rounds">} picture
 */
export function roundOf({ round, rounds }) {
  if (!round || rounds === 1) return null;
  return rounds ? say("Round {round} of {rounds}", { round, rounds }) : say("Round {round}", { round });
}

/** @param {Felt.Head} props */
export function Head({ picture, link, links = [], aim = null, children }) {
  return html`<header class="head">
    <h1>${picture.title ?? say("Card table")}</h1>
    <span class="round">${[roundOf(picture), !picture.over && aim?.says].filter(Boolean).join(" · ")}</span>
    <nav aria-label=${say("Pages")}>
      ${gameOf(picture) && html`<a href=${`/rules/${gameOf(picture)}`}>${say("Rules")}</a>`}
      ${links.map(([path, name]) => html`<a key=${path} href=${path}>${name}</a>`)}
      <a href="/help">${say("Help")}</a>
      ${children}
    </nav>
    <span class=${`link ${link ? "up" : "down"}`} role="status">${link ? say("live") : say("connecting…")}</span>
  </header>`;
}

/**
 * Says that robots play by themselves; the children are links to take part.
 * @param {Felt.Auto} props
 */
export function Auto({ picture, children }) {
  if (!picture.auto) return null;
  return html`<aside class="auto" aria-label=${say("Who is playing")}>
    <p><b>${say("Robots are playing.")}</b> <span>${say("Take a seat to play yourself.")}</span></p>
    ${children}
  </aside>`;
}

/**
 * A picture with a short prompt, for a phone that shows as buttons everything that a button says.
 * @template {{ prompt: Picture["prompt"], brief?: string }} P
 * @param {P} picture
 * @returns {P}
 */
export const inBrief = (picture) => ({
  ...picture,
  prompt: picture.brief ?? picture.prompt,
});

const A_LINE = 20; // letters of a headline that fit into a line on a small phone

/**
 * What people have to do now, and what is wrong.
 * @param {Felt.Turn} props
 */
export function Turn({ picture, complaint, quiet = false }) {
  const wrong = Boolean(picture.correction && !picture.correction.to);
  const headline = picture.headline ?? (picture.game ? say("One moment …") : say("Welcome"));
  return html`<section class=${`turn ${wrong ? "wrong" : ""}`} aria-live=${quiet ? "off" : "polite"}>
    <p class=${`headline ${headline.length > A_LINE ? "long" : ""}`} data-headline>${headline}</p>
    <p class="prompt" data-prompt>${picture.prompt}</p>
    ${picture.asked?.map((one) => html`<${Row} ...${one} key=${one.seat} />`)}
    ${picture.notice && html`<p class="notice">${picture.notice}</p>`}
    ${complaint && html`<p class="notice" role="alert">${complaint}</p>`}
    <${Countdown} race=${picture.race} />
  </section>`;
}

/**
 * The phones that a race waits for, and those that delayed the last one, so that players see who gains time.
 * @param {Felt.Delays} props
 */
export function Delays({ room, picture }) {
  const on = Boolean(picture.race);
  const seats = (on ? room?.awaited : picture.result && room?.held_up) ?? [];
  if (!seats.length) return null;
  const names = seats.map((seat) => personAt(picture, seat).name);
  const who = new Intl.ListFormat(language).format(names);
  return html`<p class="delays" role="status" data-delays=${on ? "awaited" : "held-up"}>${on ? say("Waiting for phones: {who}", { who }) : say("Phones that held it up: {who}", { who })}</p>`;
}

/**
 * The name of the player at a seat, and the kind of robot, if the player is one.
 * @param {Picture} picture
 * @param {number} seat
 */
function personAt(picture, seat) {
  const { name, robot } = picture.seats.find((one) => one.seat === seat) ?? {};
  return { name: name ?? say("Seat {seat}", { seat }), robot };
}

/**
 * A robot's row of cards, from left to right; the card that it asks for is raised. The prompt says the same in words.
 * @param {{ seat: number, place: number, of: number }} props
 */
function Row({ seat, place, of }) {
  return html`<ol class="row" data-row=${seat} data-asked=${place} aria-hidden="true">
    ${Array.from({ length: of }, (_, n) => html`<li class=${n + 1 === place ? "asked" : ""} key=${n}>${n + 1 === place ? place : ""}</li>`)}
  </ol>`;
}

/**
 * A bar that shrinks with the time left in a race. It starts again with each race, not with each picture.
 * @param {{ race: Race | null }} props
 */
function Countdown({ race }) {
  if (race?.left_s == null) return null;
  return html`<div class="countdown" role="timer" aria-label=${say("time left")} key=${race.closes_at}>
    <span style=${{ animationDuration: `${race.left_s}s` }}></span>
  </div>`;
}

/**
 * The misplaced cards on a pile, if everybody may know which cards they are.
 * @param {Picture} picture
 * @param {string} zone
 */
export const wrongOn = (picture, zone) => (picture.correction?.zone === zone ? (picture.correction.cards ?? []) : []);

/**
 * The face of a misplaced card that is up, for two-sided cards, if it is known.
 * @param {Picture} picture
 * @param {string} code
 */
export const faceWrong = ({ correction }, code) => correction?.faces?.[code] ?? null;

const USUAL = ["card_played", "card_drawn", "turn_passed", "pile_refilled"];

/**
 * Whether the latest news is an ordinary move of this seat, whose effect its player sees anyway.
 * @param {Pick<Picture, "news">} picture
 * @param {number | null} own
 */
export const isOwnMove = ({ news: [latest] }, own) =>
  Boolean(latest && own !== null && latest.seat === own && USUAL.includes(latest.event));

const PUT_RIGHT = ["correction_closed", "undone"];

/**
 * The news that refused a card that is still misplaced, no matter what has happened since; undefined if there is none.
 * @param {Pick<Picture, "correction" | "news">} picture
 */
export function stillRefused({ correction, news }) {
  if (!correction || correction.to) return undefined;
  const latest = news.find(({ event }) => event === "play_refused" || PUT_RIGHT.includes(event));
  return latest?.event === "play_refused" ? latest : undefined;
}

/**
 * The card on a pile that may or may not have been taken; it is shown because the table asks people about it.
 * @param {Pick<Picture, "piles">} picture
 * @param {string} zone
 */
export const inDoubt = ({ piles }, zone) => (piles[zone].count == null ? (piles[zone].shows ?? null) : null);

/**
 * A stack of cards: the top, or its back if nobody may know it, and the visible parts of the cards below. A card that was
 * turned over lies on one pile and belongs on another; the picture names it as the top of the latter.
 * @param {Felt.Stack} props
 */
export function Stack({ picture, zone, deepest, up, parts: { Card, Back }, children }) {
  const { top: named, count, face = null } = picture.piles[zone];
  const top = named ?? inDoubt(picture, zone);
  const { zone: from, to } = picture.correction ?? {};
  const turned = to && zone === from ? picture.piles[to].top : null;
  const shown = turned ?? top;
  const below = Math.min((count ?? 0) - (turned ? 0 : 1), deepest);
  return html`<span class="stack">
    ${[...Array(Math.max(0, below)).keys()].map(
      (i) => html`<span class=${`under under-${i}`} key=${i}>${!top && html`<${Back} />`}</span>`,
    )}
    ${
      shown
        ? html`<span class=${`top ${to === zone ? "awaited" : ""}`} key=${shown} data-card=${shown}><${Card} code=${shown} label=${picture.labels[shown]} face=${face ?? up} /></span>`
        : count
          ? html`<span class="top" key=${count} data-hidden><${Back} /></span>`
          : html`<span class="empty"><span>${say("no card yet")}</span></span>`
    }
    ${children}
  </span>`;
}

/**
 * The cards on a pile, and beside them the misplaced cards there.
 * @param {Felt.Pile} props
 */
export function Lying({ picture, zone, parts }) {
  const { Card } = parts;
  return html`<${Stack} picture=${picture} zone=${zone} deepest=${3} parts=${parts}>
      ${wrongOn(picture, zone).map(
        (code) => html`<span class="stray" key=${`wrong ${code}`} data-wrong=${code}>
          <${Card} code=${code} label=${picture.labels[code]} face=${faceWrong(picture, code)} /><span class="cross" aria-label=${say("does not belong here")}>✕</span>
        </span>`,
      )}
    <//>`;
}

/**
 * The name of a pile, and its number of cards.
 * @param {Picture} picture
 * @param {string} zone
 */
export function called({ piles, zones }, zone) {
  const { count } = piles[zone];
  return [zoneName(zone, zones), count == null ? null : cards(count)].filter(Boolean).join(" · ");
}

/** @param {Felt.Pile} props */
export function Pile({ picture, zone, parts }) {
  return html`<figure class=${`pile ${wrongOn(picture, zone).length ? "has-wrong" : ""}`} data-zone=${zone}>
    <${Lying} picture=${picture} zone=${zone} parts=${parts} /><figcaption>${called(picture, zone)}</figcaption>
  </figure>`;
}

/** @param {Felt.Piles} props */
export function Piles({ picture, parts }) {
  const zones = Object.keys(picture.piles);
  return html`<div class="piles" style=${{ "--piles": zones.length }}>
    ${zones.map((zone) => html`<${Pile} key=${zone} picture=${picture} zone=${zone} parts=${parts} />`)}
  </div>`;
}

/**
 * @param {Picture} picture
 * @param {number} seat
 */
export const isBusy = (picture, seat) =>
  [picture.turn, ...(picture.waiting ?? []), ...(picture.winners ?? [])].includes(seat);

/**
 * Whether a seat has won the game that is over.
 * @param {Picture} picture
 * @param {number} seat
 */
export const hasWon = ({ over, winners }, seat) => Boolean(over && winners?.includes(seat));

const MOST_LEAD = 3; // if more seats than this are level, nobody leads yet

/**
 * The seats that lead, by the number that each seat shows.
 * @param {{ picture: Picture, aim: Ui["aim"], standing: Ui["standing"] }} at
 */
export function leading({ picture, aim, standing }) {
  const numbers = picture.seats.filter(({ name }) => name).map((seat) => [seat.seat, Number(standing(seat).number)]);
  const all = numbers.map(([, number]) => number);
  if (!aim || picture.over || all.some(Number.isNaN) || new Set(all).size < 2) return [];
  const best = aim.best === "fewest" ? Math.min(...all) : Math.max(...all);
  const first = numbers.flatMap(([seat, number]) => (number === best ? [seat] : []));
  return first.length > MOST_LEAD ? [] : first;
}

/**
 * The current round, the aim of the game, and who leads.
 * @param {{ picture: Picture } & Pick<Ui, "aim" | "standing">} props
 */
export function Aim({ picture, aim, standing }) {
  const first = leading({ picture, aim, standing });
  const who = picture.seats.filter(({ seat }) => first.includes(seat)).map(({ name }) => name);
  const parts = [
    roundOf(picture),
    aim?.says,
    who.length === 1 && say("{who} leads", { who: who[0] }),
    who.length > 1 && many("{count} leads", "{count} lead", who.length),
  ].filter(Boolean);
  return parts.length ? html`<p class="aim" data-aim>${parts.join(" · ")}</p>` : null;
}

/** The mark of the seats that lead, beside their numbers. */
export const Leads = () =>
  html`<svg class="leads" viewBox="0 0 20 20" role="img" aria-label=${say("leads")}><path d="M10 1.5 12.7 7l6 .8-4.400 4.200 1.100 6L10 15.100 4.600 18l1.100-6L1.300 7.800l6-.8Z" /></svg>`;

/** The mark of winners, beside their names. */
export const Crown = () =>
  html`<svg class="crown" viewBox="-26 -38 52 32" role="img" aria-label=${say("has won")}><path d="M-20-11-24-30-12-20 0-36 12-20 24-30 20-11Z" /></svg>`;

/**
 * The first letter of a name, for a disc. The number of the seat there would look like a placing.
 * @param {string | null} name
 */
export const initial = (name) => [...(name ?? "")][0]?.toUpperCase() ?? "";

/** @param {Felt.Seats} props */
export function Seats({ picture, SeatMark, standing, aim = null }) {
  const first = leading({ picture, aim, standing });
  return html`<ol class="seats" aria-label=${say("Scores")} style=${{ "--seats": Math.max(picture.seats.length, 3) }}>
    ${picture.seats.map((seat) => {
      const { number, says } = standing(seat);
      const won = hasWon(picture, seat.seat);
      return html`<li class=${["seat", isBusy(picture, seat.seat) && "busy", won && "won"].filter(Boolean).join(" ")} data-seat=${seat.seat} key=${seat.seat}>
        <span class="initial" aria-hidden="true">${initial(seat.name)}</span>
        <span class="called"><span class="name">${won && html`<${Crown} />`}<bdi><${Named} seat=${seat} none=${say("empty seat")} /></bdi>${first.includes(seat.seat) && html`<${Leads} />`}<${SeatMark} seat=${seat} /><${Counting} count=${seat.counting} /></span>
          <${Owes} picture=${picture} seat=${seat} /></span>
        <span class="score" role="img" aria-label=${says} title=${says}>${number}</span>
      </li>`;
    })}
  </ol>`;
}

/**
 * The cards that a seat owes others, until somebody says that they were given; `short` if there is little room.
 * @param {{ picture: Picture, seat: Seat, short?: boolean }} props
 */
export function Owes({ picture, seat, short = false }) {
  return (seat.owes ?? []).map(({ to, count }) => {
    const who = picture.seats.find((one) => one.seat === to)?.name; // the number one is left out, because a row is short
    const says = who
      ? many("owes {who}", "owes {who} {count} cards", count, { who })
      : many("owes anybody", "owes anybody {count} cards", count);
    return short
      ? html`<span class="owes" key=${to} role="img" aria-label=${says} title=${says}>${count > 1 ? count : ""} → ${who ?? "?"}</span>`
      : html`<span class="owes" key=${to}>${says}</span>`;
  });
}

/**
 * All debts, for pages without a list of seats.
 * @param {Felt.Shown} props
 */
export function Debts({ picture }) {
  const owing = picture.seats.filter((one) => one.owes?.length);
  if (!owing.length) return null;
  return html`<ul class="debts" aria-label=${say("What is owed")}>
    ${owing.map((one) => html`<li key=${one.seat}><b><${Named} seat=${one} /></b> <${Owes} picture=${picture} seat=${one} /></li>`)}
  </ul>`;
}

/**
 * The number of cards of a hand that have touched the pad while hands are counted.
 * @param {{ count?: number | null }} props
 */
function Counting({ count }) {
  if (count == null) return null;
  return html`<span class="counting">${cards(count)}</span>`;
}

/**
 * What happened, the latest first. Each verdict has a "why" button, unless `base`, the path of the events, is null.
 * @param {Felt.News} props
 */
export function News({ picture, base }) {
  return html`<section class="news" aria-label=${say("What happened")}>
    <ol>${picture.news.map((event) => html`<li key=${`${picture.game_id} ${event.seq}`} class=${event.event}><${Verdict} event=${event} base=${base} game=${picture.game_id} /></li>`)}</ol>
  </section>`;
}

const MANY = 4; // with more lanes than this, they are side by side

/**
 * The photo finish of the last race, the fastest first; slim if many players were in it, or if there is little room.
 * @param {Felt.Shown & { slim?: boolean }} props
 */
export function Result({ picture, slim = false }) {
  const { result } = picture;
  if (!result?.order) return null;
  const there = new Set(result.order.map((one) => one.seat));
  const missing = (result.missing ?? []).filter((seat) => !there.has(seat)).map((seat) => ({ seat, at_ms: null }));
  const times = [...result.order, ...missing].map((one) => ({ ...one, ...personAt(picture, one.seat) }));
  return html`<section class=${slim || times.length > MANY ? "result slim" : "result"} aria-label=${result.race === "slap" ? say("Who slapped when") : say("Who answered when")} key=${result.seq}>
    <${PhotoFinish} ...${result} times=${times} card=${result.card && picture.labels[result.card]} />
  </section>`;
}

/**
 * The points of all finished rounds, and their sums.
 * @param {Felt.Shown} props
 */
export function Rounds({ picture }) {
  const played = picture.rounds_played;
  if (!played?.length) return null;
  return html`<details class="rounds" open=${matchMedia("(min-width: 56rem)").matches}>
    <summary>${say("Rounds")}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label=${say("Points of every round")}>
    <table>
      <thead><tr><th scope="col">${say("Round")}</th>${picture.seats.map((seat) => html`<th scope="col" dir="auto" key=${seat.seat}><${Named} seat=${seat} /></th>`)}</tr></thead>
      <tbody>
        ${played.map(
          (round) => html`<tr key=${round.round}><th scope="row">${round.round}</th>
            ${picture.seats.map((seat) => html`<td key=${seat.seat} class=${round.out === seat.seat ? "out" : ""}>${round.scores[seat.seat]}</td>`)}
          </tr>`,
        )}
      </tbody>
      <tfoot><tr><th scope="row">${say("Total")}</th>${picture.seats.map((seat) => html`<td key=${seat.seat}>${seat.score}</td>`)}</tr></tfoot>
    </table></div>
  </details>`;
}

// -- how people join a table that waits for them: its address, as text and as a QR code

/**
 * Whether no card has been laid yet, so that people may still join.
 * @param {Picture} picture
 */
export const isOpen = (picture) => !picture.begun && (picture.round ?? 1) === 1 && !picture.over && !picture.auto;

/**
 * The address of the table as a QR code, `px` pixels wide unless a style says otherwise.
 * @param {{ px: number }} props
 */
export const Code = ({ px }) =>
  html`<img src="/join.svg" alt=${say("QR code with the address of this table")} width=${px} height=${px} />`;

/**
 * The table's address in a sentence.
 * @param {{ setting: Pick<Setting, "address"> }} props
 */
export const Address = ({ setting: { address } }) =>
  address
    ? say("Join with your phone: {address}", { address: html`<b>${address}</b>` })
    : say("This machine is on no network, so phones cannot reach it.");

/**
 * How people can join until the first card is laid: by the table's address, or by taking a seat on this phone.
 * @param {{ setting: Pick<Setting, "address" | "emulated">, takes?: boolean }} props
 */
export function Joining({ setting, takes = setting.emulated }) {
  return html`<section class="joining">
    <${Code} px=${200} />
    <p><${Address} setting=${setting} /></p>
    ${takes && html`<p><a class="button" href="/virtual">${say("Take a seat")}</a></p>`}
  </section>`;
}

// -- the table during a game, as the scoreboard shows it live, and as a replay shows it later

const NARROW = matchMedia("(max-width: 55.99rem)");
const SHORT = matchMedia(
  "(max-width: 39.99rem) and (max-height: 45rem), (max-height: 40rem) and (orientation: landscape)",
);

/**
 * The felt, and beside it the players. There is less room on a short phone, and while robots play.
 * @param {Felt.Scene} props
 */
export function Scene({ picture, parts, redraw, base, instead = null, quiet = false, children }) {
  const { SeatMark, standing, aim, Board } = parts;
  return html`<div class="felt">
      <${Turn} picture=${picture} quiet=${quiet} />
      ${children}
      ${instead || (Board ? html`<${Board} picture=${picture} redraw=${redraw} />` : html`<${Piles} picture=${picture} parts=${parts} />`)}
      <${Result} picture=${picture} slim=${SHORT.matches || (picture.auto && NARROW.matches)} />
    </div>
    <div class="people" style=${{ "--rounds": picture.rounds_played?.length ?? 0 }}>
      ${(!Board || instead) && html`<${Seats} picture=${picture} SeatMark=${SeatMark} standing=${standing} aim=${aim} />`}
      <${News} picture=${picture} base=${base} />
      <${Rounds} picture=${picture} />
    </div>`;
}
