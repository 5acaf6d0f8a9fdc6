// What the host's page says about an update, whatever the table answers.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

const { standing } = await import("../../web/static/updating.mjs");

/** @type {import("../../web/types/api").Update} */
const shown = { version: "1.0.0", why: "", state: "none", said: "", detail: "" };

test("a table at which no update was sent says nothing", () => {
  assert.equal(standing({ shown, began: false, away: false }), null);
});

test("while the table starts anew the page waits", () => {
  assert.match(standing({ shown, began: true, away: true })?.says ?? "", /goes on by itself/);
  for (const state of /** @type {const} */ (["waiting", "working"]))
    assert.match(standing({ shown: { ...shown, state }, began: false, away: false })?.says ?? "", /being checked/);
});

test("only one that is installed is well", () => {
  for (const state of /** @type {const} */ (["updated", "refused", "failed", "back", "broken"]))
    assert.deepEqual(standing({ shown: { ...shown, state, said: "So." }, began: true, away: false }), {
      says: "So.",
      well: state === "updated",
    });
});

test("whoever sent one before the power was cut is told so", () => {
  assert.match(standing({ shown, began: true, away: false })?.says ?? "", /nothing was changed/);
});
