// The virtual table: hands of cards, places to lay them, the draw pile, and the player's own place with its actions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, drawn, html, ui, picture, settled, words } from "./page.mjs";

/**
 * @import { Table } from "../../web/types/page"
 * @import { Room } from "../../web/types/table"
 */

const { Hand, HandPile, Mine } = await import("../../web/static/mine.mjs");
const { AtThePiles, DrawPile, Others, PadOf, placesOf } = await import("../../web/static/places.mjs");

const HAND = [
  { code: "number3.1", label: "3" },
  { code: "spider5.1", label: "spider 5" },
  { code: "moth4.1", label: "moth 4" },
];
const now = picture(
  "mito",
  ({ turn, race, correction, piles }) => turn === 1 && !race && !correction && piles.discard.top,
);
/** @type {Room} */
const ROOM = {
  taken: [1, 2],
  coming: {},
  practice: false,
  claim: null,
  deal: false,
  up: [],
  draw: "many",
  sides: {},
  strange: {},
  mine: { seat: 1, hand: HAND, pile: null, gone: [], may_vanish: true, owed: [], last: null },
};

/**
 * A virtual table; `done` lists the actions taken there.
 * @param {Partial<Table["state"]>} state
 */
async function table(state = {}, game = "mito") {
  /** @type {unknown[][]} */
  const done = [];
  /** @param {string} what */
  const does =
    (what) =>
    (/** @type {unknown[]} */ ...how) =>
      done.push([what, ...how]) && Promise.resolve(true);
  const parts = await ui(game);
  const shown = {
    picture: now,
    link: true,
    complaint: null,
    parts,
    room: ROOM,
    seat: 1,
    fresh: [],
    leaving: false,
    menu: false,
    whole: false,
    seen: null,
    picked: [],
    pair: false,
    page: "table",
    practice: null,
    lessons: [],
    me: { host: false, seats: [1], held: [1, 2] },
    ...state,
  };
  const at = (/** @type {number} */ seat) =>
    shown.picture.seats.find((one) => one.seat === seat) ?? { seat, name: null };
  const acts = [
    "set",
    "go",
    "hands",
    "tap",
    "pick",
    "drop",
    "sitAt",
    "countFirst",
    "call",
    "draw",
    "layBefore",
    "touch",
    "again",
  ];
  const doing = Object.fromEntries([...acts, "choose"].map((act) => [act, does(act)]));
  const found = { ...doing, state: shown, at, nameOf: (/** @type {number} */ seat) => at(seat).name };
  return { table: /** @type {Table} */ (/** @type {unknown} */ (found)), parts, done };
}

/** @param {Element | null} button */
const click = (button) => /** @type {HTMLElement} */ (button).click();

test("a hand is one strip, which is scrolled if it is long; the picked card is pressed, new ones are marked", async () => {
  const { Card } = await ui("mito");
  const many = [...Array(22).keys()].map((n) => ({ code: `number1.${n}`, label: "1" }));
  /** @type {string[]} */
  const picked = [];
  const onPick = (/** @type {string} */ code) => picked.push(code);
  const few = drawn(html`<${Hand} cards=${HAND} none="" picked=${[]} fresh=${[]} Card=${Card} />`);
  assert.ok(few.querySelector("[data-hand].hand:not(.many)"));
  const hand = html`<${Hand} cards=${many} none="" picked=${["number1.2"]} fresh=${["number1.4"]} Card=${Card} onPick=${onPick} />`;
  const page = drawn(hand);

  assert.equal(page.querySelector("[data-hand].many")?.children.length, 22);
  assert.deepEqual(
    all(page, "[aria-pressed=true]").map((card) => card.dataset.card),
    ["number1.2"],
  );
  assert.deepEqual(
    all(page, ".fresh").map((card) => card.dataset.card),
    ["number1.4"],
  );
  click(page.querySelector("[data-card='number1.7']"));
  assert.deepEqual(picked, ["number1.7"]);
  assert.equal(
    words(drawn(html`<${Hand} cards=${[]} none="Your hand is empty." fresh=${[]} picked=${[]} />`)),
    "Your hand is empty.",
  );
});

test("a card that is dragged goes where the finger leaves it, and is not tapped", async () => {
  const { Card } = await ui("mito");
  /** @type {string[][]} */
  const went = [];
  const onDrop = (/** @type {string} */ code, /** @type {string} */ place) => went.push([code, place]);
  const hand = html`<div data-drop="zone discard"></div>
    <${Hand} cards=${HAND} none="" picked=${[]} fresh=${[]} Card=${Card} onPick=${() => went.push(["tapped"])} onDrop=${onDrop} />`;
  const page = drawn(hand);
  const card = page.querySelector("[data-card='number3.1']");
  document.elementsFromPoint = () => [...page.querySelectorAll("[data-drop]")];
  const move = (/** @type {string} */ type, /** @type {number} */ clientX) =>
    window.dispatchEvent(new PointerEvent(type, { clientX, clientY: 0 }));

  card?.dispatchEvent(new PointerEvent("pointerdown", { clientX: 0, clientY: 0, bubbles: true }));
  move("pointermove", 40);
  assert.ok(card?.classList.contains("dragged") && page.querySelector(".over"));
  assert.ok(document.querySelector(".flies svg"), "its picture flies with the finger, out of the strip");
  move("pointerup", 40);
  click(card);

  assert.deepEqual(went, [["number3.1", "zone discard"]]);
  assert.ok(!document.querySelector(".dragged, .over, .flies"));
});

test("of a hand that lies as a pile the side that is up is shown, and how many are left", async () => {
  const { Card, faceUp } = await ui("nur_mut");
  const pile = { count: 3, top: { code: "nm12", label: "1/2", up: /** @type {1} */ (1) } };
  const page = drawn(html`<${HandPile} pile=${pile} none="" picked=${[]} Card=${Card} faceUp=${faceUp} />`);

  assert.match(page.querySelector("svg")?.getAttribute("aria-label") ?? "", /^the hare 2$/);
  assert.equal(all(page, ".edge-below").length, 2);
  assert.equal(words(page.querySelector(".left")), "3 cards left");
});

test("a card with a joker is drawn whatever the joker is called, and the code of one that nobody knows stands as it is", async () => {
  const { Card, faceUp } = await ui("nur_mut");
  const card = (/** @type {string} */ label) => drawn(html`<${Card} code="nm12" label=${label} />`);
  const known = ["4/joker", "4/Joker", "4/Narr"].map((label) =>
    card(label).querySelector("svg")?.getAttribute("aria-label"),
  );

  assert.deepEqual(known, Array(3).fill("the owl 4 or the joker"));
  assert.equal(faceUp?.({ label: "4/Joker", up: 1 }), "joker");
  assert.equal(words(card("nm12").querySelector(".plain")), "nm12");
});

test("a pad glows for a picked card that may lie there, keeps its name, and takes it", async () => {
  const fits = now.fits[0];
  const { table: open, parts, done } = await table({ picked: [`number${fits}.1`] });
  const { table: none } = await table({ picked: ["number9.1"] });
  const pad = (/** @type {Table} */ of) => drawn(html`<${PadOf} table=${of} zone="discard" parts=${parts} />`);

  assert.ok(!pad(none).querySelector(".open"));
  const page = pad(open);
  assert.equal(words(page.querySelector(".pad.open .label")), "discard");
  click(page.querySelector(".pad"));
  assert.deepEqual(done, [["go", [`number${fits}.1`], "zone discard"]]);
});

test("a card that lies wrong is taken back by a tap, by whoever has a seat", async () => {
  const wrong = picture("nur_mut", ({ correction }) => correction?.cards?.length && !correction.to);
  const { zone = "", cards = [] } = wrong.correction ?? {};
  const { table: mine, parts, done } = await table({ picture: wrong }, "nur_mut");
  const { table: looking } = await table({ picture: wrong, seat: null }, "nur_mut");
  const pad = (/** @type {Table} */ of) => drawn(html`<${PadOf} table=${of} zone=${zone} parts=${parts} />`);

  assert.equal(/** @type {HTMLButtonElement} */ (pad(looking).querySelector("[data-wrong]")).disabled, true);
  click(pad(mine).querySelector("[data-wrong]"));
  assert.deepEqual(done, [["hands", { do: "take", seat: 1, card: cards?.[0] }]]);
});

test("a card that a robot has laid wrong is not taken back by anybody else", async () => {
  const wrong = picture("nur_mut", ({ correction }) => correction?.cards?.length && !correction.to);
  const by = wrong.news.find(({ event }) => event === "play_refused")?.seat;
  const seats = wrong.seats.map((one) => (one.seat === by ? { ...one, robot: /** @type {const} */ ("easy") } : one));
  const { table: mine, parts } = await table({ picture: { ...wrong, seats } }, "nur_mut");
  const page = drawn(html`<${PadOf} table=${mine} zone=${wrong.correction?.zone} parts=${parts} />`);
  const card = /** @type {HTMLButtonElement} */ (page.querySelector("[data-wrong]"));

  assert.deepEqual([card.disabled, card.dataset.choice], [true, undefined]);
  assert.equal(words(card.querySelector(".label")), `${seats.find(({ seat }) => seat === by)?.name} takes it back`);
});

test("what lies wrong has a place of its own beside its pile", async () => {
  const wrong = picture("nur_mut", ({ correction }) => correction?.cards?.length && !correction.to);
  const { table: at, parts } = await table({ picture: wrong, room: { ...ROOM, draw: "aside" } }, "nur_mut");
  const page = drawn(html`<${PadOf} table=${at} zone=${wrong.correction?.zone} parts=${parts} />`);

  assert.equal(all(page, ".place").length, 1 + Number(wrong.correction?.cards?.length));
  assert.equal(placesOf(at.state), 3 + Number(wrong.correction?.cards?.length));
});

test("a card that was turned over is taken to the pile where it belongs, by whoever has a seat", async () => {
  const turned = picture("mytho", ({ correction }) => correction?.to);
  const { to = "" } = turned.correction ?? {};
  const { table: mine, done } = await table({ picture: turned }, "mytho");
  const { table: looking } = await table({ picture: turned, seat: null }, "mytho");
  assert.ok(!drawn(html`<${AtThePiles} table=${looking} />`).querySelector("[data-move]"));
  click(drawn(html`<${AtThePiles} table=${mine} />`).querySelector("[data-move]"));

  assert.deepEqual(done, [["hands", { do: "move", seat: 1, card: turned.piles[to].top, zone: to }]]);
});

test("the first card is turned up, unless something lies wrong there", async () => {
  const { table: before, done } = await table({ room: { ...ROOM, up: ["discard"] } });
  const wrong = { ...now, correction: { zone: "discard", cards: ["number5.1"] } };
  const { table: blocked } = await table({ picture: wrong, room: { ...ROOM, up: ["discard"] } });
  assert.ok(!drawn(html`<${AtThePiles} table=${blocked} />`).querySelector("[data-choice='turn_up']"));
  click(drawn(html`<${AtThePiles} table=${before} />`).querySelector("[data-choice='turn_up']"));

  assert.deepEqual(done, [["hands", { do: "turn_up" }]]);
});

test("the draw pile deals, draws, or presses the button of who says by it that he draws", async () => {
  const { table: dealing, parts, done } = await table({ room: { ...ROOM, deal: true } });
  click(drawn(html`<${DrawPile} table=${dealing} parts=${parts} />`).querySelector(".deal"));
  const drawing = await table();
  click(drawn(html`<${DrawPile} table=${drawing.table} parts=${parts} />`).querySelector(".drawpile"));
  const waiting = await table({ seat: 2 });
  const pile = drawn(html`<${DrawPile} table=${waiting.table} parts=${parts} />`).querySelector("button");

  assert.deepEqual(
    [...done, ...drawing.done],
    [
      ["hands", { do: "deal" }],
      ["tap", 1],
    ],
  );
  assert.equal(pile?.disabled, true);
});

test("a picked card can be given to each of the others, and to nobody else", async () => {
  const { table: mine, parts, done } = await table({ picked: ["moth4.1"] });
  const page = drawn(html`<${Others} table=${mine} SeatMark=${parts.SeatMark} standing=${parts.standing} />`);

  assert.deepEqual(
    all(page, ".other:has(button)").map((one) => one.dataset.seat),
    ["2", "3", "4"],
  );
  assert.match(words(page.querySelector("[data-seat='3'] .give")), /^Give to Cleo/);
  click(page.querySelector("[data-seat='3'] .give"));
  assert.deepEqual(done, [["go", ["moth4.1"], "seat 3"]]);
});

test("a debt is an arrow and a name beside a player, and a sentence to those who do not see it", async () => {
  const { table: mine, parts } = await table({});
  const { picture } = mine.state;
  const seats = picture.seats.map((one) => (one.seat === 2 ? { ...one, owes: [{ to: 3, count: 2 }] } : one));
  mine.state.picture = { ...picture, seats };
  const page = drawn(html`<${Others} table=${mine} SeatMark=${parts.SeatMark} standing=${parts.standing} />`);

  const debts = all(page, ".owes");
  assert.deepEqual(debts.map(words), ["2 → Cleo"]);
  assert.equal(debts[0].getAttribute("aria-label"), "owes Cleo 2 cards");
});

test("the own place offers what can be done with what is picked, and what is owed", async () => {
  const mine = { ...ROOM, mine: { ...ROOM.mine, owed: [{ to: 2, count: 2 }], gone: [HAND[2]] } };
  const room = /** @type {Room} */ (mine);
  const { table: at, parts, done } = await table({ room, picked: ["moth4.1"] });
  const page = drawn(html`<${Mine} table=${at} parts=${parts} />`);

  assert.deepEqual(
    all(page, "[data-act]").map((act) => act.dataset.act),
    ["pair", "vanish"],
  );
  assert.match(words(page.querySelector(".owed")), /You owe Ben 2 cards: pick one, then tap Ben\./);
  click(page.querySelector("[data-act='vanish']"));
  assert.deepEqual(done, [["go", ["moth4.1"], "away"]]);
  assert.ok(page.querySelector("[data-button='1'].lit"), "it is on this seat");
});

test("what may not vanish is not offered to", async () => {
  const room = /** @type {Room} */ ({ ...ROOM, mine: { ...ROOM.mine, may_vanish: false } });
  const { table: at, parts } = await table({ room, picked: ["moth4.1"] });
  const page = drawn(html`<${Mine} table=${at} parts=${parts} />`);

  assert.equal(page.querySelector("[data-act]"), null);
});

test("a hand is sorted by a button of Mito", async () => {
  const { table: at, parts, done } = await table();
  const page = drawn(html`<${Mine} table=${at} parts=${parts} />`);
  click(page.querySelector("[data-choice='sort']"));
  assert.deepEqual(done, [["hands", { do: "sort", seat: 1 }]]);
});

test("a button that means nothing now is not lit", async () => {
  const wrong = { ...now, correction: { zone: "discard", cards: ["number5.1"] } };
  const over = { ...now, running: false, over: true, turn: null, winners: [1] };
  for (const seen of [wrong, over]) {
    const { table: found, parts } = await table({ picture: seen });
    const at = { ...found, games: [] };
    const page = drawn(html`<${Mine} table=${at} parts=${parts} />`);
    assert.ok(!page.querySelector("[data-button='1'].lit"));
    assert.ok(page.querySelector("[data-button='1'] .idle"), "and says nothing, not even a number");
  }
});

test("what is out of sight is fetched from a sheet", async () => {
  const room = /** @type {Room} */ ({ ...ROOM, mine: { ...ROOM.mine, gone: [HAND[2]] } });
  const { table: at, parts, done } = await table({ room });
  const page = drawn(html`<${Mine} table=${at} parts=${parts} />`);
  click(page.querySelector("[data-choice='gone']"));
  await settled();
  click(page.querySelector("dialog [data-act='fetch']"));

  assert.deepEqual(done, [["hands", { do: "fetch", seat: 1, card: "moth4.1" }]]);
});

test("a question is answered by a tap, and the button says the first answer", async () => {
  const asked = picture("nur_mut", ({ question }) => question);
  const { seats, options } = /** @type {NonNullable<typeof asked.question>} */ (asked.question);
  const [seat] = seats;
  const room = /** @type {Room} */ ({ ...ROOM, mine: { ...ROOM.mine, seat } });
  const {
    table: at,
    parts,
    done,
  } = await table({ picture: asked, seat, room, me: { host: false, seats: [seat], held: [] } }, "nur_mut");
  const page = drawn(html`<${Mine} table=${at} parts=${parts} />`);
  click(page.querySelector("[data-answer]"));

  assert.deepEqual(done, [["choose", "settle", options[0].answer]]);
  assert.equal(words(page.querySelector("[data-button] .means")), options[0].label);
});

test("with no card picked nothing is offered that is done with one", async () => {
  const { table: at, parts } = await table();

  assert.deepEqual(all(drawn(html`<${Mine} table=${at} parts=${parts} />`), "[data-act]"), []);
});

test("a card that was laid last may be taken back as long as the table says so", async () => {
  const top = String(now.piles.discard.top);
  const last = { code: top, label: now.labels[top], zone: "discard" };
  const room = /** @type {Room} */ ({ ...ROOM, mine: { ...ROOM.mine, last } });
  const { table: at, parts, done } = await table({ room });
  const covered = /** @type {Room} */ ({ ...ROOM, mine: { ...ROOM.mine, last: null } });
  const under = await table({ room: covered });

  assert.ok(!drawn(html`<${Mine} table=${under.table} parts=${parts} />`).querySelector("[data-act='take']"));
  click(drawn(html`<${Mine} table=${at} parts=${parts} />`).querySelector("[data-act='take']"));
  assert.deepEqual(done, [["hands", { do: "take", seat: 1, card: top }]]);
});

for (const [counted, says, instead] of /** @type {[number, RegExp, string[][]][]} */ ([
  [0, /^Count$/, [["countFirst"]]],
  [2, /^2 of 3$/, [["countFirst"]]],
  [3, /^All counted$/, []],
]))
  test(`who taps with ${counted} of 3 cards counted would say that no more count: the others are first`, async () => {
    const counting = picture("mito", ({ seats }) => seats.some((one) => one.counting === 0));
    const { seat = 0 } = counting.seats.find((one) => one.counting === 0) ?? {};
    const seats = counting.seats.map((one) => (one.seat === seat ? { ...one, counting: counted } : one));
    const room = /** @type {Room} */ ({ ...ROOM, mine: { ...ROOM.mine, seat } });
    const {
      table: at,
      parts,
      done,
    } = await table({ picture: { ...counting, seats }, seat, room, me: { host: false, seats: [seat], held: [] } });
    const page = drawn(html`<${Mine} table=${at} parts=${parts} />`);
    page.querySelector(`[data-button='${seat}']`)?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));

    assert.match(words(page.querySelector(".cap")), says);
    assert.deepEqual(done, instead);
  });
