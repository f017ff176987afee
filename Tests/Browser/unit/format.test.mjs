import assert from "node:assert/strict";
import { test } from "node:test";
import { clockTime, digitsFor, grouped, raceTime, secondsLeft } from "../../../web/js/format.js";

test("B140: times are cut off, never rounded up to a minute, and hours are shown", () => {
  const seconds = [0, 0.004, 9.999, 59.94, 59.95, 59.999, 60, 61.05, 3599.99, 3600, 3661.5, 86400];
  assert.deepEqual(seconds.map((s) => raceTime(s * 1000)), [
    "0.00", "0.00", "9.99", "59.94", "59.95", "59.99", "1:00.0", "1:01.0", "59:59.9", "1:00:00", "1:01:01", "24:00:00",
  ]);
  for (const s of seconds) assert.ok(!raceTime(s * 1000).includes(":60"));
});

test("B140: no time is a dash, and there is no minus sign", () => {
  for (const nothing of [null, undefined, NaN, Infinity]) assert.equal(raceTime(nothing), "–");
  assert.equal(raceTime(-0), "0.00");
  assert.equal(clockTime(-300), "0.0");
});

test("B139: the clock goes 0.0, 0.1 and never back", () => {
  const texts = Array.from({ length: 12 }, (_, index) => clockTime(index * 50));
  assert.deepEqual([...new Set(texts)], ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5"]);
  assert.equal(clockTime(59_999), "59.9");
  assert.equal(clockTime(60_000), "1:00.0");
  assert.equal(clockTime(3_600_000), "1:00:00");
});

test("two different times never look alike in one list", () => {
  assert.equal(digitsFor([41_230, 41_250]), undefined);
  assert.equal(digitsFor([41_231, 41_239]), 3);
  assert.equal(digitsFor([41_231, 41_231]), undefined);
  assert.equal(raceTime(41_239, 3), "41.239");
  assert.equal(raceTime(3_661_007, 3), "1:01:01.007");
});

test("a wait of any part of a second still counts as one", () => {
  assert.deepEqual([3000, 2001, 2000, 1, 0, -5].map(secondsLeft), [3, 3, 2, 1, 0, 0]);
});

test("B141: groups are the same in every locale", () => {
  assert.equal(grouped(12345), "12\u202f345");
  assert.equal(grouped(999), "999");
});
