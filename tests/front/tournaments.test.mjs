// The form for starting a tournament: who plays, and in which teams.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blank } from "./page.mjs";

blank().innerHTML = `<main id="tournaments"></main><script id="given" type="application/json">{"titles": {}, "people": [], "tournaments": [], "may": true, "emulated": true}</script>`;
const { paired, toggled } = await import("../../web/static/tournaments.mjs");

test("who is chosen comes last, and goes when chosen again", () => {
  assert.deepEqual(toggled(["Ana"], "Ben"), ["Ana", "Ben"]);
  assert.deepEqual(toggled(["Ana", "Ben"], "Ana"), ["Ben"]);
});

test("teams are of two, in the order of choosing, and one may be left over", () => {
  assert.deepEqual(paired(["Ana", "Ben", "Cleo"]), [["Ana", "Ben"]]);
  assert.deepEqual(paired(["Dan", "Ana", "Ben", "Cleo"]), [
    ["Dan", "Ana"],
    ["Ben", "Cleo"],
  ]);
  assert.deepEqual(paired(["Ana"]), []);
});
