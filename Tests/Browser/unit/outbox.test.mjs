import assert from "node:assert/strict";
import { test } from "node:test";
import { LIMIT, Outbox } from "../../../web/js/outbox.js";

const started = (judged = 0) => {
  const outbox = new Outbox();
  outbox.sync("aa", judged);
  return outbox;
};

test("actions are counted from the last judged one", () => {
  const outbox = started(4);
  assert.deepEqual(outbox.push("L"), { t: "move", race: "aa", n: 5, m: "L" });
  assert.deepEqual(outbox.push(12), { t: "move", race: "aa", n: 6, m: 12 });
  assert.deepEqual(outbox.push("undo"), { t: "undo", race: "aa", n: 7 });
});

test("B60: what is answered is not sent again, the rest is, in order and with the same numbers", () => {
  const outbox = started();
  for (const way of ["L", "U", "R"]) outbox.push(way);
  outbox.settle("aa", 1);
  assert.deepEqual(outbox.again().map((one) => [one.n, one.m]), [[2, "U"], [3, "R"]]);
  outbox.settle("bb", 9);
  assert.equal(outbox.waiting.length, 2);
});

test("B61: after coming back the unjudged ones are sent, the judged ones are forgotten", () => {
  const outbox = started();
  for (const way of ["L", "U", "R"]) outbox.push(way);
  outbox.sync("aa", 2);
  assert.deepEqual(outbox.again(), [{ t: "move", race: "aa", n: 3, m: "R" }]);
  assert.equal(outbox.push("D").n, 4);
});

test("what does not follow on the server's count is given up", () => {
  const outbox = started(5);
  outbox.push("L");
  outbox.sync("aa", 3);
  assert.deepEqual(outbox.again(), []);
  assert.equal(outbox.push("U").n, 4);
});

test("at most 32 wait, and nothing is taken outside a race", () => {
  const outbox = started();
  for (let count = 0; count < LIMIT; count++) assert.ok(outbox.push("L"));
  assert.equal(outbox.push("L"), null);
  outbox.settle("aa", 1);
  assert.equal(outbox.push("L").n, 33);
  assert.equal(new Outbox().push("L"), null);
});

test("a new race starts from nothing", () => {
  const outbox = started(7);
  outbox.push("L");
  outbox.sync("bb", 0);
  assert.deepEqual(outbox.actions, []);
  assert.equal(outbox.push("R").n, 1);
});
