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

/** Piles and pads that need no number, as people call them. */
const ZONES = /** @type {{ [zone: string]: string }} */ ({
  "deck.scan": say("deck scan"),
  discard: say("discard"),
  hidden: say("hidden"),
  visible: say("visible"),
});

/**
 * What people call a pile, or the pad that it lies on; a picture knows the names of its game's piles.
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
 * The game that is on, or that people wait for.
 * @param {Pick<Picture, "game" | "gathering">} picture
 */
export const gameOf = (picture) => picture.game ?? picture.gathering?.game ?? null;

/**
 * Which round is played, and of how many, in words; null where there are none, or only one.
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
 * Says that robots play by themselves; the children are ways to play oneself.
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
 * A picture as a phone tells it that shows all that a button says as buttons.
 * @template {{ prompt: Picture["prompt"], brief?: string }} P
 * @param {P} picture
 * @returns {P}
 */
export const inBrief = (picture) => ({
  ...picture,
  prompt: picture.brief ?? picture.prompt,
});

const A_LINE = 20; // letters of a headline that stand beside each other on a small phone

/**
 * What is to be done now, by whom, and what is wrong.
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
 * Whose phone a race waits for, and whose held the last one up: its players see who gains time.
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
 * Who is at a seat, and which kind of robot, if it is one.
 * @param {Picture} picture
 * @param {number} seat
 */
function personAt(picture, seat) {
  const { name, robot } = picture.seats.find((one) => one.seat === seat) ?? {};
  return { name: name ?? say("Seat {seat}", { seat }), robot };
}

/**
 * A robot's row of cards, from left to right, with the one raised that it asks for; the prompt says it in words.
 * @param {{ seat: number, place: number, of: number }} props
 */
function Row({ seat, place, of }) {
  return html`<ol class="row" data-row=${seat} data-asked=${place} aria-hidden="true">
    ${Array.from({ length: of }, (_, n) => html`<li class=${n + 1 === place ? "asked" : ""} key=${n}>${n + 1 === place ? place : ""}</li>`)}
  </ol>`;
}

/**
 * A bar that runs out with the race. It starts anew with each race, not with each picture.
 * @param {{ race: Race | null }} props
 */
function Countdown({ race }) {
  if (race?.left_s == null) return null;
  return html`<div class="countdown" role="timer" aria-label=${say("time left")} key=${race.closes_at}>
    <span style=${{ animationDuration: `${race.left_s}s` }}></span>
  </div>`;
}

/**
 * What lies wrong on a pile, as far as everybody may know which cards it is.
 * @param {Picture} picture
 * @param {string} zone
 */
export const wrongOn = (picture, zone) => (picture.correction?.zone === zone ? (picture.correction.cards ?? []) : []);

/**
 * Which face is up of a card that lies wrong, where cards have two and that is known.
 * @param {Picture} picture
 * @param {string} code
 */
export const faceWrong = ({ correction }, code) => correction?.faces?.[code] ?? null;

const USUAL = ["card_played", "card_drawn", "turn_passed", "pile_refilled"];

/**
 * Whether the latest news is a usual move of one's own: one sees what became of it.
 * @param {Pick<Picture, "news">} picture
 * @param {number | null} own
 */
export const isOwnMove = ({ news: [latest] }, own) =>
  Boolean(latest && own !== null && latest.seat === own && USUAL.includes(latest.event));

const PUT_RIGHT = ["correction_closed", "undone"];

/**
 * The no to a card that lies wrong still, whatever has happened since; undefined if there is none.
 * @param {Pick<Picture, "correction" | "news">} picture
 */
export function stillRefused({ correction, news }) {
  if (!correction || correction.to) return undefined;
  const latest = news.find(({ event }) => event === "play_refused" || PUT_RIGHT.includes(event));
  return latest?.event === "play_refused" ? latest : undefined;
}

/**
 * The card on a pile of which nobody can tell whether it was taken: people are asked about it, so they see it.
 * @param {Pick<Picture, "piles">} picture
 * @param {string} zone
 */
export const inDoubt = ({ piles }, zone) => (piles[zone].count == null ? (piles[zone].shows ?? null) : null);

/**
 * A stack of cards: what lies on top, and what is to be seen of those below. The top is a card, or its back where nobody
 * may know which it is; `up` is its face where the picture tells none. A card that was turned over lies on one pile and is awaited on another, whose top it is told as.
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
 * What lies on a pile, and beside it what lies there wrong.
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
 * What a pile is called, and how many cards it has.
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

const MOST_LEAD = 3; // where more seats have the same nobody leads yet

/**
 * The seats that lead, by the number that is large at each.
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
 * Which round is on, what wins, and who leads.
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

/** What marks who leads, beside the number. */
export const Leads = () =>
  html`<svg class="leads" viewBox="0 0 20 20" role="img" aria-label=${say("leads")}><path d="M10 1.5 12.7 7l6 .8-4.400 4.200 1.100 6L10 15.100 4.600 18l1.100-6L1.300 7.800l6-.8Z" /></svg>`;

/** What marks who has won, beside the name. */
export const Crown = () =>
  html`<svg class="crown" viewBox="-26 -38 52 32" role="img" aria-label=${say("has won")}><path d="M-20-11-24-30-12-20 0-36 12-20 24-30 20-11Z" /></svg>`;

/**
 * The first letter of a name, for a disc: the number of a seat there would read as a placing.
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
 * What a seat owes others of its hand, until somebody says that it was given; `short` where there is room for a name.
 * @param {{ picture: Picture, seat: Seat, short?: boolean }} props
 */
export function Owes({ picture, seat, short = false }) {
  return (seat.owes ?? []).map(({ to, count }) => {
    const who = picture.seats.find((one) => one.seat === to)?.name; // one card goes without saying: a row is short
    const says = who
      ? many("owes {who}", "owes {who} {count} cards", count, { who })
      : many("owes anybody", "owes anybody {count} cards", count);
    return short
      ? html`<span class="owes" key=${to} role="img" aria-label=${says} title=${says}>${count > 1 ? count : ""} → ${who ?? "?"}</span>`
      : html`<span class="owes" key=${to}>${says}</span>`;
  });
}

/**
 * All that is owed, where a page has no list of seats.
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
 * How many cards of a hand have been touched while hands are counted.
 * @param {{ count?: number | null }} props
 */
function Counting({ count }) {
  if (count == null) return null;
  return html`<span class="counting">${cards(count)}</span>`;
}

/**
 * What happened, the latest first; each verdict can be asked why, unless `base`, where this page's events are, is null.
 * @param {Felt.News} props
 */
export function News({ picture, base }) {
  return html`<section class="news" aria-label=${say("What happened")}>
    <ol>${picture.news.map((event) => html`<li key=${`${picture.game_id} ${event.seq}`} class=${event.event}><${Verdict} event=${event} base=${base} game=${picture.game_id} /></li>`)}</ol>
  </section>`;
}

const MANY = 4; // more lanes than these stand side by side

/**
 * How the last race went: its photo finish, the first one first; slim where many were in it, or where there is little room.
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
 * The points of every round that is over, and what they come to.
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

// -- how people come to a table that waits for them: its address, in words and as a code for phones

/**
 * Whether no card was laid, so that people may still come.
 * @param {Picture} picture
 */
export const isOpen = (picture) => !picture.begun && (picture.round ?? 1) === 1 && !picture.over && !picture.auto;

/**
 * The address of the table as a QR code, so many pixels wide where no style says more.
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
 * As long as no card was laid people may still come: how their phones get here, or they themselves on this one.
 * @param {{ setting: Pick<Setting, "address" | "emulated">, takes?: boolean }} props
 */
export function Joining({ setting, takes = setting.emulated }) {
  return html`<section class="joining">
    <${Code} px=${200} />
    <p><${Address} setting=${setting} /></p>
    ${takes && html`<p><a class="button" href="/virtual">${say("Take a seat")}</a></p>`}
  </section>`;
}

// -- the table while a game is on, as the scoreboard shows it, and as it is shown again when the game is over

const NARROW = matchMedia("(max-width: 55.99rem)");
const SHORT = matchMedia(
  "(max-width: 39.99rem) and (max-height: 45rem), (max-height: 40rem) and (orientation: landscape)",
);

/**
 * The felt, and beside it the people; `instead` stands where the cards would lie, `children` below whose turn it is.
 * A short phone has less room, and one on which robots are looked at: how to take their place stands above.
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
