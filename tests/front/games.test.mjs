// What games define themselves: where a card may lie, what a button means and says, how cards are drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { all, blank, drawn, html, ui, moments, picture, words } from "./page.mjs";

/** @import { Shown } from "./page.mjs" */

const GAMES = ["mito", "mytho", "nur_mut", "mythology_go"];
const MEANINGS = {
  mito: ["Vu", "count", "draw", "innocent", "next round", "null", "withdraw"],
  mytho: ["draw", "end turn", "null"],
  nur_mut: ["Courage", "no fit", "null"],
  mythology_go: ["declared", "end turn", "next round", "null"],
};

for (const [game, wanted] of Object.entries(MEANINGS)) {
  test(`a button of ${game} means all that it can mean, in the course of a game`, async () => {
    const { buttonMeans } = await ui(game);
    const meant = moments(game).flatMap(({ public: now }) =>
      now.seats.map(({ seat }) => String(buttonMeans({ picture: now, seat }))),
    );

    assert.deepEqual([...new Set(meant)].sort(), wanted);
  });
}

test("a button means a turn only to whoever is on turn", async () => {
  for (const [game, word] of Object.entries({
    mito: "draw",
    mytho: "draw",
    nur_mut: "Courage",
    mythology_go: "end turn",
  })) {
    const { buttonMeans } = await ui(game);
    for (const { public: now } of moments(game)) {
      for (const { seat } of now.seats.filter((one) => one.seat !== now.turn)) {
        assert.notEqual(buttonMeans({ picture: now, seat }), word, `${game}: seat ${seat}, turn ${now.turn}`);
      }
    }
  }
});

test("who has declared has nothing more to say at the count", async () => {
  const { buttonMeans } = await ui("mythology_go");
  const now = picture("mythology_go", ({ counting, seats }) => counting && seats.some(({ declared }) => declared));

  for (const { seat, declared } of now.seats) {
    assert.equal(buttonMeans({ picture: now, seat }), declared ? null : "declared");
  }
});

test("a button says what a tap does now", async () => {
  const mytho = await ui("mytho");
  const drawing = picture("mytho", ({ may_draw, turn, race }) => may_draw && turn && !race);
  const contested = picture("mytho", ({ race }) => race?.race === "contest");
  const [contester = 0] = contested.race?.seats ?? [];
  const brave = picture("nur_mut", ({ courage, correction }) => courage && !correction);

  assert.equal(mytho.buttonSays({ picture: drawing, seat: Number(drawing.turn) }), "Draw");
  assert.equal(mytho.buttonSays({ picture: contested, seat: contester }), "Contest");
  assert.equal(mytho.buttonSays({ picture: contested, seat: Number(contested.race?.by) }), null);
  assert.equal((await ui("nur_mut")).buttonSays({ picture: brave, seat: Number(brave.turn) }), "Hold: no fit");
});

test("in Mito the button says what a tap does: it draws or passes, slaps, answers, pleads, counts", async () => {
  const { buttonSays } = await ui("mito");
  /** @param {(now: Shown) => number | null | undefined} of whose button */
  const said = (of) => {
    const now = picture("mito", (one) => of(one) != null);
    return buttonSays({ picture: now, seat: Number(of(now)) });
  };
  /** @param {string} race */
  const racing = (race) => (/** @type {Shown} */ one) =>
    one.race?.race === race && !one.correction ? one.race.seats?.[0] : null;

  assert.equal(
    said(({ turn, may_draw, race, correction }) => (may_draw && !race && !correction ? turn : null)),
    "Draw",
  );
  assert.equal(said(racing("slap")), "Slap!");
  assert.equal(said(racing("match")), "Mine!");
  assert.equal(
    said(({ seats }) => seats.find(({ counting }) => counting != null)?.seat),
    "All counted",
  );
  const drawing = picture("mito", ({ turn, race, call, correction }) => turn && !race && !call && !correction);
  const passing = { ...drawing, may_draw: false };
  assert.equal(buttonSays({ picture: passing, seat: Number(passing.turn) }), "Pass");
  const called = picture("mito", ({ call }) => call);
  const guard = called.seats.find((one) => one.guard)?.seat ?? 0;
  assert.equal(buttonSays({ picture: called, seat: guard }), "Hold: I was wrong");
});

test("in Mythology GO the button ends the turn, and says at the count that one has declared", async () => {
  const { buttonSays } = await ui("mythology_go");
  const turn = picture("mythology_go", (one) => one.turn && one.running && !one.counting);
  const counting = picture("mythology_go", (one) => one.counting && one.seats.some(({ declared }) => !declared));
  const { seat = 0 } = counting.seats.find(({ declared }) => !declared) ?? {};

  const own = {
    terrain: [],
    deity: null,
    laid: [],
    spells: [],
    played: 0,
    effects: [],
    names: false,
    searches: null,
    aims: {},
    identifies: false,
  };
  const begins = { ...turn, own };
  const played = { ...turn, own: { ...own, played: 1 } };

  assert.equal(buttonSays({ picture: turn, seat: Number(turn.turn) }), "My turn is over");
  assert.equal(buttonSays({ picture: begins, seat: Number(turn.turn) }), null, "a card has to be played first");
  assert.equal(buttonSays({ picture: played, seat: Number(turn.turn) }), "My turn is over");
  assert.equal(buttonSays({ picture: counting, seat }), "I have declared");
});

test("at a real table a phone takes back the last card of Mythology GO, and offers no other", async () => {
  const { Choices } = await ui("mythology_go");
  const turn = picture("mythology_go", (one) => one.turn && one.running && !one.counting);
  const own = {
    terrain: [],
    laid: ["golem", "sphinx"],
    spells: [],
    played: 2,
    effects: [],
    names: false,
    searches: null,
    aims: {},
  };
  /** @type {unknown[][]} */
  const chosen = [];
  const choose = (/** @type {unknown[]} */ ...what) => chosen.push(what);
  const page = drawn(html`<${Choices} picture=${{ ...turn, own }} seat=${turn.turn} choose=${choose} />`);

  const buttons = all(page, "[data-choice='take_back']");
  assert.equal(buttons.length, 1);
  /** @type {HTMLElement} */ (buttons[0]).click();
  assert.deepEqual(chosen, [["take_back"]]);
});

test("in Mito what fits may lie on one's turn, a moth only by the guard, and a cockroach is answered by all", async () => {
  const { mayLie } = await ui("mito");
  const now = picture("mito", ({ turn, fits, seats }) => fits?.length && turn && !seats[turn - 1].guard);
  const seat = Number(now.turn);
  const [fits] = now.fits;
  const other = [1, 2, 3, 4, 5].find((number) => !now.fits.includes(number));
  const guard = picture("mito", (one) => one.turn && one.seats[one.turn - 1].guard && one.fits?.length);
  const race = picture("mito", (one) => one.race?.race === "match");
  const slap = picture("mito", (one) => one.race?.race === "slap");
  const may = (/** @type {any} */ at) => mayLie({ zone: "discard", ...at });

  assert.equal(may({ picture: now, seat, cards: [`number${fits}.1`] }), true);
  assert.equal(may({ picture: now, seat, cards: [`number${other}.1`] }), false);
  assert.equal(may({ picture: now, seat: (seat % 4) + 1, cards: [`number${fits}.1`] }), false);
  assert.ok(!may({ picture: now, seat, cards: [`moth${fits}.1`] }));
  assert.equal(may({ picture: guard, seat: guard.turn, cards: [`moth${guard.fits[0]}.1`] }), true);
  assert.equal(may({ picture: { ...slap, fits }, seat: slap.race?.seats?.[0], cards: [`number${fits}.1`] }), false);
  for (const one of race.race?.seats ?? [])
    assert.equal(may({ picture: race, seat: one, cards: [`ant${race.fits[0]}.1`] }), true);
});

test("in Mytho only what fits may lie openly, anything hidden, and a contest is passed over by who comes next", async () => {
  const { mayLie } = await ui("mytho");
  const now = picture("mytho", ({ turn, fits, race, correction }) => turn && fits?.length && !race && !correction);
  const seat = Number(now.turn);
  const misfit = ["2h", "2d", "2c", "9c", "kh"].find((card) => !now.fits.includes(card)) ?? "";
  const contest = picture("mytho", ({ race, correction }) => race?.race === "contest" && !correction);
  const order = contest.seats.map((one) => one.seat);
  const next = order[(order.indexOf(Number(contest.race?.by)) + 1) % order.length];
  const hidden = { zone: "hidden", cards: [misfit], picture: contest };

  assert.equal(mayLie({ picture: now, seat, zone: "visible", cards: [now.fits[0]] }), true);
  assert.equal(mayLie({ picture: now, seat, zone: "visible", cards: [misfit] }), false);
  assert.equal(mayLie({ picture: now, seat, zone: "hidden", cards: [misfit] }), true);
  assert.deepEqual(
    order.filter((one) => mayLie({ ...hidden, seat: one })),
    [next],
  );
});

test("in Nur Mut the side that is up may lie where it fits, and what nobody can tell may be tried", async () => {
  const { mayLie } = await ui("nur_mut");
  const now = picture(
    "nur_mut",
    ({ running, turn, correction, piles }) =>
      running &&
      turn &&
      !correction &&
      typeof piles["pile.1"].fits?.[0] === "number" &&
      !piles["pile.1"].fits.includes(null),
  );
  const zone = "pile.1";
  const [fits] = now.piles[zone].fits;
  const misfit = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((face) => !now.piles[zone].fits.includes(face));
  /** @param {unknown} face @param {Partial<Parameters<typeof mayLie>[0]>} at */
  const may = (face, at = {}) =>
    mayLie({
      picture: now,
      seat: Number(now.turn),
      zone,
      cards: [],
      own: { count: 3, top: { code: "nm00", label: `${face}/joker`, up: 0 } },
      ...at,
    });
  const unknown = { ...now, piles: { ...now.piles, [zone]: { ...now.piles[zone], fits: null } } };
  const partly = { ...now, piles: { ...now.piles, [zone]: { ...now.piles[zone], fits: [null, null, "joker"] } } };

  assert.equal(may(fits), true);
  assert.equal(may(misfit), false);
  assert.equal(may(misfit, { own: { count: 3, top: { code: "nm00", label: `${misfit}/${fits}`, up: 1 } } }), true);
  assert.equal(may(misfit, { picture: unknown }), true);
  assert.equal(may(misfit, { picture: partly }), true);
  assert.equal(may(fits, { seat: (Number(now.turn) % 3) + 1 }), false);
});

test("in Mythology GO spells alone may lie on the discard, on one's turn", async () => {
  const { mayLie } = await ui("mythology_go");
  const { every } = await import("../../web/games/mythology_go/static/cards.mjs");
  const of = (/** @type {string} */ kind) => every().find((card) => card.kind === kind)?.code ?? "";
  const now = picture(
    "mythology_go",
    ({ running, counting, turn, correction }) => running && !counting && turn && !correction,
  );
  const at = { picture: now, seat: Number(now.turn), zone: "discard" };

  assert.equal(mayLie({ ...at, cards: [of("spell")] }), true);
  assert.equal(mayLie({ ...at, cards: [of("creature")] }), false);
  assert.equal(mayLie({ ...at, seat: at.seat === 1 ? 2 : 1, cards: [of("spell")] }), false);
});

for (const game of GAMES) {
  test(`every card of ${game} that lies open is drawn with its name, within one frame`, async () => {
    const { Card, Back } = await ui(game);
    const shown = Object.assign({}, ...moments(game).map(({ public: now }) => now.labels));
    const page = blank();
    for (const [code, label] of Object.entries(shown)) {
      const [card, ...others] = drawn(html`<${Card} code=${code} label=${label} />`, page).children;

      assert.ok(card.matches("svg.card[role=img]") && card.querySelector("rect.face"), code);
      assert.match(card.getAttribute("aria-label") ?? "", /\w/);
      assert.deepEqual(others, []);
    }
    assert.equal(all(drawn(html`<${Back} />`), "svg.card").length, 1);
    assert.match(words(drawn(html`<${Card} code="unheard" label="A/B/C" />`)), /A\/B\/C/);
  });
}

/**
 * Whether a seat sees its own face-down cards, and face-up ones that nobody else has been told about yet.
 * @param {any} now
 */
const isFresh = (now) => {
  const known = now.seats[0].terrain.map((/** @type {any} */ one) => one.card);
  const closed = now.own.terrain.some((/** @type {any} */ one) => one.closed);
  return closed && now.own.terrain.some((/** @type {any} */ one) => !one.closed && !known.includes(one.card));
};

test("a board shows all that lies before everybody, closed cards by their backs, and one's own open cards", async () => {
  const { Board } = await ui("mythology_go");
  const seen = moments("mythology_go").find((one) => one["seat:1"]?.turn === 1 && isFresh(one["seat:1"]));
  const own = /** @type {any} */ (seen?.["seat:1"]);
  const page = drawn(html`<${Board} picture=${own} seat=${1} redraw=${() => {}} />`);
  const rows = all(page, "li");

  assert.equal(rows[0].dataset.seat, "1");
  for (const row of rows) {
    const { terrain } = own.seats.find((/** @type {any} */ one) => one.seat === Number(row.dataset.seat));
    const open = terrain
      .filter((/** @type {any} */ one) => one.card && !one.closed)
      .map((/** @type {any} */ one) => one.card);
    const mine = row.dataset.seat === "1" ? own.own.terrain.filter((/** @type {any} */ one) => !one.closed) : [];
    const fresh = mine.map((/** @type {any} */ one) => one.card);
    assert.deepEqual(
      all(row, "[data-card]")
        .map((card) => card.dataset.card)
        .sort(),
      [...new Set([...open, ...fresh])].sort(),
    );
  }
});

test("who has won is not told before the count has told it", async () => {
  const { soFar } = await ui("mythology_go");
  const now = picture("mythology_go", ({ count }) => count?.steps.length);
  const so = soFar(now);
  const { scores } = /** @type {Shown["rounds_played"][number]} */ (now.rounds_played.at(-1));

  assert.equal(so.headline, "The count");
  assert.deepEqual(so.winners, []);
  assert.equal(so.rounds_played.length, now.rounds_played.length - 1);
  assert.deepEqual(
    so.seats.map(({ score }) => score),
    now.seats.map(({ seat, score }) => Number(score) - scores[seat]),
  );
  assert.equal(soFar(picture("mythology_go")), picture("mythology_go"));
});

test("tabs of terrains bear whole names where there is room for all, else initials", async () => {
  const { Board } = await ui("mythology_go");
  const now = picture("mythology_go", ({ turn }) => turn === 1);
  const tabs = (/** @type {string[]} */ names) => {
    const seats = names.map((name, n) => ({ ...now.seats[0], seat: n + 1, name }));
    const table = { state: { picked: [] } };
    const page = drawn(html`<${Board} picture=${{ ...now, seats }} seat=${1} table=${table} redraw=${() => {}} />`);
    return all(page, "[data-tab] .short").map(words);
  };

  assert.deepEqual(tabs(["Jo", "Bolt", "Cog"]), ["Bolt", "Cog"]);
  assert.deepEqual(tabs(["Jo", "Bolt", "Alexandra Johnson-Li"]), ["B", "AJ"]);
});
