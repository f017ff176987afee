import assert from "node:assert/strict";
import { test } from "node:test";
import { RoomClock, raceMs, runs } from "../../../web/js/clock.js";

test("room time follows the message that came fastest", () => {
  const clock = new RoomClock();
  clock.observe(1_000, 5_200);
  clock.observe(2_000, 6_020);
  clock.observe(3_000, 7_400);
  assert.equal(clock.at(7_400), 3_380);
});

test("B139: a better measurement moves room time on, never back", () => {
  const clock = new RoomClock();
  let last = 0;
  for (let local = 1_000, late = 400; local < 20_000; local += 250, late = Math.max(5, late - 9)) {
    clock.observe(local - late, local);
    assert.ok(clock.at(local) >= last);
    last = clock.at(local);
  }
});

test("drift of two clocks does not pile up: old measurements are forgotten", () => {
  const clock = new RoomClock();
  // The local clock runs fast by 100 ms a minute.
  for (let minute = 0; minute <= 60; minute++) clock.observe(minute * 60_000, minute * 60_100);
  assert.ok(Math.abs(clock.at(60 * 60_100) - 60 * 60_000) <= 1_200);
});

test("after a restart room time has stood, so the clock starts anew", () => {
  const clock = new RoomClock();
  clock.observe(10_000, 20_000);
  clock.reset();
  assert.equal(clock.known, false);
  clock.observe(10_100, 35_000);
  assert.equal(clock.at(35_000), 10_100);
});

test("race time stands at base before its instant and without one", () => {
  assert.equal(raceMs({ base: 700, at: null }, 99_999), 700);
  assert.equal(raceMs({ base: 0, at: 5_000 }, 3_000), 0);
  assert.equal(raceMs({ base: 700, at: 5_000 }, 6_500), 2_200);
  assert.equal(runs({ base: 0, at: null }, 9), false);
  assert.equal(runs({ base: 0, at: 10 }, 9), false);
  assert.equal(runs({ base: 0, at: 10 }, 10), true);
});
