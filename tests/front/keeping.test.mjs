// A backup is sent in consecutive parts, none larger than the table accepts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { answers, sent } from "./page.mjs";

const { letters, send } = await import("../../web/static/keeping.mjs");

test("bytes become base64, whatever they are", () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, n) => n % 256);
  assert.deepEqual(new Uint8Array(Buffer.from(letters(bytes), "base64")), bytes);
});

test("parts follow each other, and it is told how much is there", async () => {
  answers.set("/api/v1/backup", { size: 0 });
  sent.length = 0;
  /** @type {number[]} */
  const shares = [];
  await send(new Blob([new Uint8Array(100_000).fill(7)]), (part) => shares.push(part));

  assert.deepEqual(
    sent.map(({ method, body }) => [method, body.at]),
    [
      ["PUT", 0],
      ["PUT", 45_000],
      ["PUT", 90_000],
    ],
  );
  assert.ok(sent.every(({ body }) => body.part.length <= 60_000));
  assert.deepEqual(shares, [0.45, 0.9, 1]);
});

test("what the table refuses ends it", async () => {
  answers.set("/api/v1/backup", new Error("That is too much."));
  sent.length = 0;

  await assert.rejects(
    send(new Blob([new Uint8Array(100_000)]), () => {}),
    /too much/,
  );
  assert.equal(sent.length, 1);
});
