// At the end of a game, a link leads to its replay as soon as the history has it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answers, drawn, html, picture, settled } from "./page.mjs";

const { LookAgain } = await import("../../web/static/widgets.mjs");
const over = { ...picture("mito", (one) => one.over), game_id: 4711 }; // that no other test asks for
const waited = () => new Promise((done) => setTimeout(done, 350));

test("a game that is over and kept can be looked at again", async () => {
  answers.set("/api/v1/history", [{ id: over.game_id }]);
  const page = drawn(html`<${LookAgain} picture=${over} />`);
  assert.ok(!page.querySelector("a"), "not before it is there");
  await waited();
  await settled();

  assert.equal(page.querySelector("a")?.getAttribute("href"), `/history/${over.game_id}`);
});

test("one that goes on has no link, nor has one of simulated people, nor one that is not kept", async () => {
  answers.set("/api/v1/history", [{ id: 1 }]);
  for (const other of [
    { ...over, game_id: 1, over: false },
    { ...over, game_id: 1, auto: true },
    { ...over, game_id: 77 },
  ]) {
    const page = drawn(html`<${LookAgain} picture=${other} />`);
    await waited();
    assert.ok(!page.querySelector("a"));
  }
});
