// Questions and answers: why, the news, names, claims, and the practice.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { all, answers, asked, drawn, html, ui, moments, picture, sent, settled, words } from "./page.mjs";

/**
 * @import { State } from "../../web/types/page"
 * @import { Event, Picture, Room } from "../../web/types/table"
 */

const { ask, complaintOf } = await import("../../web/static/api.mjs");
const { AskBack, Claim } = await import("../../web/static/claims.mjs");
const { News } = await import("../../web/static/felt.mjs");
const { NameField, wrongWith } = await import("../../web/static/widgets.mjs");
const { endPractice, heard, Learn, Practice, watched } = await import("../../web/static/menu.mjs");
const { lasted } = await import("../../web/static/why.mjs");

const over = /** @type {Picture} */ (moments("mito").at(-1)?.public);
const SIGN = { word: "heron", number: 7, colour: "blue" };
const EMPTY = { taken: [], coming: {}, practice: false, claim: null };
const click = (/** @type {Element | null} */ button) => /** @type {HTMLElement} */ (button).click();

test("the latest news stand first, and each can be asked why, with the number of its game", () => {
  const page = drawn(html`<${News} picture=${over} base="/api/v1/events" />`);

  assert.deepEqual(
    all(page, "li").map(words),
    over.news.map(({ said }) => said),
  );
  assert.deepEqual(
    all(page, "li").map((line) => line.className),
    over.news.map(({ event }) => event),
  );
});

test("why is answered with what was seen, when, and the rule in words", async () => {
  const [{ seq, said }] = over.news;
  const path = `/api/v1/events/${seq}/why`;
  const why = /** @type {import("../../web/types/table").Why} */ (answers.get(path));
  click(drawn(html`<${News} picture=${over} base="/api/v1/events" />`).querySelector(".verdict"));
  await settled();
  const dialog = document.querySelector("dialog.why");

  const questions = asked.filter((one) => one.path.endsWith(`&lang=${document.documentElement.lang}`)); // others ask on
  assert.equal(questions.at(-1)?.path, `${path}?game_id=${over.game_id}&lang=${document.documentElement.lang}`);
  assert.equal(words(/** @type {Element} */ (dialog?.querySelector("h2"))), said);
  assert.match(words(dialog), new RegExp(`${why.seen.slice(0, 20)}.*After ${lasted(why.t)} of play`));
  for (const rule of why.rules) assert.ok(words(dialog).includes(rule.id), rule.id);
  click(/** @type {Element} */ (dialog?.querySelector(".why-close")));
  assert.ok(!document.querySelector("dialog.why"));
});

test("how long play had lasted is told in the units that it takes", () => {
  assert.deepEqual([0, 59.9, 61, 3600, 7325].map(lasted), [
    "0 s",
    "59 s",
    "1 min 1 s",
    "1 h 0 min 0 s",
    "2 h 2 min 5 s",
  ]);
});

test("what the table complains of becomes a sentence, without the name of a field", async () => {
  answers.set("/api/v1/me", new Error("players.2: somebody else is called so"));
  const complaint = await complaintOf(ask("/api/v1/me", undefined, "GET"));
  answers.set("/api/v1/me", { host: false, seats: [], held: [] });

  assert.equal(complaint, "Somebody else is called so.");
  assert.equal(await complaintOf(ask("/api/v1/me", undefined, "GET")), null);
});

test("a name that is too long is told before it is sent, letters as people count them", async () => {
  assert.equal(wrongWith(" Jürgen "), null);
  assert.equal(wrongWith("e\u0301".repeat(20)), null);
  assert.match(wrongWith("A".repeat(21)) ?? "", /at most 20 letters, and this one has 21/);
  const page = drawn(html`<${NameField} id="your-name" />`);
  const input = /** @type {HTMLInputElement} */ (page.querySelector("input"));
  assert.equal(words(page), "");
  input.value = "Maximiliane-Charlotte";
  input.dispatchEvent(new Event("input", { bubbles: true }));
  await settled();

  assert.equal(words(page), "21 of 20 letters");
  assert.equal(input.getAttribute("aria-invalid"), "true");
});

/** @param {Partial<NonNullable<Room["claim"]>>} claim */
const room = (claim) =>
  /** @type {Room} */ ({ ...EMPTY, claim: { id: "c1", seat: 2, sign: SIGN, agreed: false, by: [1, 3], ...claim } });

test("who is asked about a claim depends on the seats of the phone", () => {
  const seen = (/** @type {object} */ props) => drawn(html`<${Claim} room=${room({})} picture=${over} ...${props} />`);
  const answersOf = (/** @type {Element} */ page) => all(page, "[data-agree]").map((one) => one.dataset.agree);

  assert.deepEqual(answersOf(seen({ seats: [] })), []);
  assert.deepEqual(answersOf(seen({ seats: [2] })), ["no"]);
  assert.deepEqual(answersOf(seen({ seats: [3] })), ["yes", "no"]);
  assert.deepEqual(answersOf(seen({ seats: [], host: true })), ["yes", "no"]);
  assert.match(words(seen({ seats: [3] })), /Is this Ben\?.*heron 7/);
  assert.match(words(drawn(html`<${Claim} room=${room({ seat: 0 })} picture=${over} />`)), /Who wants to be host\?/);
  assert.equal(drawn(html`<${Claim} room=${EMPTY} picture=${over} />`).children.length, 0);
});

test("agreeing to a claim names it, and what the table says against it is shown", async () => {
  answers.set("/api/v1/claim", new Error("that claim is over"));
  const page = drawn(html`<${Claim} room=${room({})} picture=${over} seats=${[1]} />`);
  click(page.querySelector("[data-agree='yes']"));
  await settled();

  assert.deepEqual(sent.at(-1), { method: "POST", path: "/api/v1/claim", body: { id: "c1", agree: true } });
  assert.equal(words(page.querySelector("[role=alert]")), "That claim is over.");
});

test("a phone that asks for a seat shows its sign, asks on, and is not asked about its own claim", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const path = "/api/v1/seats/2/claim";
  answers.set(path, { seats: [], agreed: false, left_s: 24, sign: SIGN });
  let had = 0;
  const page = drawn(html`<${AskBack} seat=${2} name="Ben" room=${EMPTY} onSeat=${() => had++} />
    <${Claim} room=${room({})} picture=${over} seats=${[3]} />`);
  const turn = async () => {
    for (let n = 0; n < 20; n++) await Promise.resolve();
    await new Promise((done) => setImmediate(done));
    mock.timers.tick(700);
    await new Promise((done) => setImmediate(done));
  };
  click(page.querySelector("[data-ask]"));
  await turn();
  assert.match(words(page.querySelector(".ask-back")), /heron 7.*24 seconds left/);
  assert.ok(!page.querySelector(".claim"));
  answers.set(path, { seats: [2], agreed: true, left_s: 0, sign: null });
  await turn();
  await turn();
  mock.timers.reset();

  assert.equal(had, 1);
  assert.ok(sent.filter((one) => one.path === path).length >= 2);
});

test("the practice says step after step what to do, and lets neighbours press who are on turn", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  for (const path of ["/api/v1/practice", "/api/v1/practice/end", "/api/v1/tabletop"])
    answers.set(path, { done: true });
  const begun = picture("mito", ({ running, turn }) => running && turn === 2);
  const state = /** @type {State} */ (
    /** @type {unknown} */ ({
      picture: picture("mito", ({ running }) => !running),
      seat: 1,
      lessons: ["mito"],
      room: EMPTY,
      me: { seats: [1] },
      practice: null,
    })
  );
  const set = (/** @type {object} */ change) => Object.assign(state, change);
  const asking = (/** @type {Promise<unknown>} */ one) => one;
  const what = { state, set, asking };
  const coach = () => words(drawn(html`<${Practice} ...${what} />`).querySelector("p"));

  const offered = { ...what, games: [{ game: "mito", title: "Mito" }], seats: [1, 2, 3], onSeat: async () => {} };
  const hindered = { ...state, room: { ...EMPTY, taken: [2] } };
  assert.match(words(drawn(html`<${Learn} ...${offered} state=${hindered} />`)), /Others are at the table/);
  click(drawn(html`<${Learn} ...${offered} />`).querySelector("button"));
  await new Promise((done) => setImmediate(done));
  await import("../../web/games/mito/static/lesson.mjs");
  await new Promise((done) => setImmediate(done));
  const { lesson } = await import("../../web/games/mito/static/lesson.mjs");
  assert.equal(coach(), lesson.steps[0].say);
  assert.equal(state.practice?.hint, "number3.1");

  const played = /** @type {Event} */ ({ seq: 1, t: 1, event: "card_played", said: null, card: "number3.1", seat: 1 });
  heard({ ...played, card: "number4.1" }, state, set);
  assert.equal(coach(), lesson.steps[0].say);
  heard(played, state, set);
  assert.equal(coach(), lesson.steps[1].say);

  Object.assign(state, { picture: begun });
  watched(state);
  sent.length = 0;
  mock.timers.tick(1000);
  for (let n = 0; n < 5; n++) await new Promise((done) => setImmediate(done));
  assert.deepEqual(
    sent.map(({ body }) => body),
    [{ do: "press", seat: 2, gesture: "tap" }],
  );

  await endPractice(set, /** @type {any} */ (asking));
  assert.equal(state.practice, null);
  mock.timers.reset();
  assert.deepEqual((await ui("mito")).styles, false);
});
