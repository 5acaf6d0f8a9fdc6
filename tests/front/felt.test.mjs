// What every page shows of a table: whose turn it is, piles, seats, debts, and how the last race went.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, blank, drawn, html, ui, moments, picture, words } from "./page.mjs";

const {
  Debts,
  Head,
  inBrief,
  inDoubt,
  isOwnMove,
  leading,
  isBusy,
  News,
  Piles,
  Result,
  roundOf,
  Rounds,
  Seats,
  stillRefused,
  Turn,
  wrongOn,
  zoneName,
} = await import("../../web/static/felt.mjs");
const GAMES = ["mito", "mytho", "nur_mut", "mythology_go"];

for (const game of GAMES) {
  test(`every picture of ${game} can be drawn, and shows whose turn it is`, async () => {
    const parts = await ui(game);
    const page = blank();
    for (const { public: now } of moments(game)) {
      drawn(
        html`<${Head} picture=${now} link=${true} /><${Turn} picture=${now} />
        <${Piles} picture=${now} parts=${parts} /><${Seats} picture=${now} SeatMark=${parts.SeatMark} standing=${parts.standing} />
        <${News} picture=${now} base="/api/v1/events" /><${Result} picture=${now} /><${Rounds} picture=${now} />`,
        page,
      );
      const busy = all(page, ".seat.busy").map((seat) => Number(seat.dataset.seat));
      const wanted = now.seats.map(({ seat }) => seat).filter((seat) => isBusy(now, seat));

      assert.equal(words(page.querySelector(".headline")), now.headline);
      assert.deepEqual(busy, wanted);
      assert.equal(words(page).includes("undefined"), false, words(page));
      assert.equal(words(page).includes("NaN"), false);
    }
  });

  test(`the top of each pile of ${game} is drawn as that card`, async () => {
    const parts = await ui(game);
    const page = blank();
    for (const { public: now } of moments(game)) {
      drawn(html`<${Piles} picture=${now} parts=${parts} />`, page);
      for (const [zone, { top, count, shows }] of Object.entries(now.piles)) {
        const place = page.querySelector(`[data-zone="${zone}"]`);
        const turned = now.correction?.to && now.correction.zone === zone ? now.piles[now.correction.to].top : null;
        const wanted = turned ?? top ?? (count == null ? (shows ?? null) : null);

        assert.equal(place?.querySelector(".top")?.getAttribute("data-card") ?? null, wanted);
        if (count === 0 && wanted === null) assert.match(words(place), /no card yet/);
      }
    }
  });
}

test("a card that lies wrong is shown beside its pile, and on no other", async () => {
  const now = picture("nur_mut", ({ correction }) => correction?.cards?.length && !correction.to);
  const { zone = "", cards = [] } = now.correction ?? {};
  const page = drawn(html`<${Piles} picture=${now} parts=${await ui("nur_mut")} />`);

  assert.deepEqual(wrongOn(now, zone), cards);
  assert.deepEqual(
    all(page, ".has-wrong").map((pile) => pile.dataset.zone),
    [zone],
  );
  assert.deepEqual(
    all(page, "[data-wrong]").map((card) => card.dataset.wrong),
    cards,
  );
});

test("the no to a card stays as long as that lies there, whatever is told meanwhile", () => {
  const correction = { zone: "discard", cards: ["number5.1"], to: undefined };
  /** @param {string[]} events the latest first */
  const newsOf = (...events) => events.map((event, n) => ({ seq: 9 - n, t: 9 - n, event, said: event, seat: null }));

  assert.equal(stillRefused({ correction, news: newsOf("gift_given", "play_refused", "card_played") })?.seq, 8);
  assert.equal(stillRefused({ correction: null, news: newsOf("gift_given", "play_refused") }), undefined);
  assert.equal(stillRefused({ correction, news: newsOf("undone", "card_played", "play_refused") }), undefined);
  assert.equal(stillRefused({ correction, news: newsOf("draw_owed", "correction_closed", "play_refused") }), undefined);
});

test("one's own usual moves are told apart from what is news", () => {
  /**
   * @param {string} event
   * @param {number | null} seat
   */
  const own = (event, seat) => isOwnMove({ news: [{ seq: 1, t: 1, event, said: event, seat }] }, 1);

  assert.deepEqual(
    ["card_played", "card_drawn", "race_closed"].map((event) => [1, 2, null].map((seat) => own(event, seat))),
    [
      [true, false, false],
      [true, false, false],
      [false, false, false],
    ],
  );
  assert.equal(isOwnMove({ news: [] }, 1), false);
});

test("who leads is told by what is best in the game, and nobody while all have the same", () => {
  const now = { ...picture("mito"), over: false };
  const scored = (/** @type {number[]} */ ...scores) => ({
    ...now,
    seats: now.seats.slice(0, 3).map((one, n) => ({ ...one, score: scores[n] })),
  });
  const first = (/** @type {"fewest" | "most"} */ best, /** @type {number[]} */ ...scores) =>
    leading({
      picture: scored(...scores),
      aim: { best, says: best },
      standing: ({ score }) => ({ number: score, says: "" }),
    });

  assert.deepEqual(first("fewest", 3, 0, 7), [2]);
  assert.deepEqual(first("most", 3, 0, 7), [3]);
  assert.deepEqual(first("fewest", 0, 0, 7), [1, 2]);
  assert.deepEqual(first("fewest", 4, 4, 4), []);
});

test("a card that was turned over lies on one pile and is awaited on another", async () => {
  const now = picture("mytho", ({ correction }) => correction?.to);
  const page = drawn(html`<${Piles} picture=${now} parts=${await ui("mytho")} />`);
  const { zone = "", to = "" } = now.correction ?? {};

  assert.equal(page.querySelector(`[data-zone="${zone}"] .top`)?.getAttribute("data-card"), now.piles[to].top);
  assert.ok(page.querySelector(`[data-zone="${to}"] .top.awaited`));
});

test("a card of which nobody can tell whether it was taken is seen", () => {
  const { piles } = picture("nur_mut", ({ piles }) => piles["pile.1"].top);
  const { top } = piles["pile.1"];
  const doubted = { ...piles, "pile.1": { ...piles["pile.1"], top: null, count: null, shows: top } };

  assert.equal(inDoubt({ piles: doubted }, "pile.1"), top);
  assert.equal(inDoubt({ piles }, "pile.1"), null);
});

test("what is owed stands with who owes it, with how many cards and to whom", () => {
  const now = picture("mito", ({ seats }) => seats.some(({ owes }) => owes?.length));
  const owing = now.seats.filter(({ owes }) => owes?.length);
  const [debt] = owing[0].owes ?? [];
  const page = drawn(html`<${Debts} picture=${now} />`);

  assert.equal(all(page, "li").length, owing.length);
  assert.match(
    words(page),
    new RegExp(`${owing[0].name} owes ${now.seats.find(({ seat }) => seat === debt.to)?.name}`),
  );
  assert.equal(drawn(html`<${Debts} picture=${picture("mito")} />`).children.length, 0);
});

test("after a race everybody stands in the order of the presses, with who was last", () => {
  const now = picture(
    "mito",
    ({ result }) => result?.race === "slap" && result.order && result.order.length > 2 && result.last,
  );
  const page = drawn(html`<${Result} picture=${now} />`);
  const order = now.result?.order ?? [];
  const name = (/** @type {number} */ seat) => now.seats.find((one) => one.seat === seat)?.name;

  assert.deepEqual(
    all(page, ".who").slice(0, order.length).map(words),
    order.map(({ seat }) => name(seat)),
  );
  assert.equal(words(page.querySelector(".last .who")), name(Number(now.result?.last)));
  assert.equal(page.querySelector("section")?.getAttribute("aria-label"), "Who slapped when");
});

test("the points of every round stand under who made them", () => {
  const now = moments("mito").at(-1)?.public ?? picture("mito");
  const page = drawn(html`<${Rounds} picture=${now} />`);
  const rows = all(page, "tbody tr").map((row) => all(row, "td").map(words));

  assert.deepEqual(
    rows,
    now.rounds_played.map(({ scores }) => now.seats.map(({ seat }) => String(scores[seat]))),
  );
  assert.deepEqual(
    all(page, "tfoot td").map(words),
    now.seats.map(({ score }) => String(score)),
  );
});

test("a race runs out on a bar that lasts as long as it, and is gone with it", () => {
  const racing = picture("mito", ({ race }) => race?.left_s);
  const bar = drawn(html`<${Turn} picture=${racing} />`).querySelector(".countdown span");

  assert.match(bar?.getAttribute("style") ?? "", new RegExp(`animation-duration: ${racing.race?.left_s}s`));
  assert.ok(!drawn(html`<${Turn} picture=${picture("mito", ({ race }) => !race)} />`).querySelector(".countdown"));
});

test("the row of a robot shows which card it asks for", () => {
  const asked = [{ seat: 2, place: 3, of: 5, zone: "discard" }];
  const page = drawn(html`<${Turn} picture=${{ ...picture("mito", ({ turn }) => turn != null), asked }} />`);

  assert.equal(all(page, ".row li").length, 5);
  assert.deepEqual(
    all(page, ".row li").map((one) => one.className),
    ["", "", "asked", "", ""],
  );
});

test("piles and pads are called as people call them, and those that nobody knows by what they are", () => {
  const zones = ["pile.2", "seat.3", "discard", "visible", "deck.scan", "side.tray"];

  const called = zones.map((zone) => zoneName(zone, { discard: "never", "side.tray": "the tray" }));

  assert.deepEqual(called, ["pile 2", "seat 3", "discard", "visible", "deck scan", "the tray"]);
  assert.equal(zoneName("side.tray"), "side tray");
});

test("a round is told with how many there are, if that is known", () => {
  assert.equal(roundOf({ round: 2, rounds: 5 }), "Round 2 of 5");
  assert.equal(roundOf({ round: 2 }), "Round 2");
  assert.equal(roundOf({ round: null }), null);
  assert.equal(roundOf({ round: 1, rounds: 1 }), null);
});

test("a phone that shows as buttons what buttons say tells in brief what is to be done", () => {
  const view = { prompt: "Play a 4, or tap to draw.", brief: "Play a 4, or draw." };

  assert.equal(inBrief(view).prompt, "Play a 4, or draw.");
  assert.equal(inBrief({ prompt: "Wait." }).prompt, "Wait.");
});
