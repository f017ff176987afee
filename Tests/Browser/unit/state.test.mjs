import assert from "node:assert/strict";
import { test } from "node:test";
import { amHost, amRacing, myBoard, raceOptions, reduce, since } from "../../../web/js/state.js";
import { board, cells, events, host, options2048, race, RACE, racing, room, seat, step } from "./support.mjs";

const fold = (...messages) => messages.reduce(reduce, null);

test("a room is the whole state and events move it on by their versions", () => {
  const state = fold(room(), events(10, { k: "seat", seat: seat(2) }, { k: "host", host: host(2) }, { k: "watchers", count: 4 }));
  assert.deepEqual(state.seats.map((one) => one.seat), [0, 1, 2]);
  assert.equal(state.host.seat, 2);
  assert.equal(amHost(state), false);
  assert.equal(state.watchers, 4);
  assert.equal(since(state), "00000000000000ff.13");
});

test("hidden entries advance the version too", () => {
  const state = fold(room(), { t: "events", from: 10, to: 14, now: 1, e: [] });
  assert.equal(state.version, 14);
});

test("a gap asks for a new join and changes nothing else; old news are ignored", () => {
  const state = fold(room(), events(12, { k: "watchers", count: 9 }));
  assert.equal(state.gap, true);
  assert.equal(state.watchers, 0);
  const old = fold(room(), events(8, { k: "watchers", count: 9 }));
  assert.equal(old.gap, false);
  assert.equal(old.version, 10);
  assert.equal(reduce(state, room()).gap, false);
});

test("countdown, GO, step, finish: a whole race", () => {
  const ranks = [{ seat: 0, rank: 1, state: "won", ms: 100, score: 4, moves: 1 }];
  const reveal = { secret: "", salt: "", contributions: [], options: '{"game":"2048"}', rules: 1 };
  let state = fold(room(), events(10, { k: "countdown", race: race() }));
  assert.equal(state.phase, "countdown");
  assert.ok(amRacing(state));
  assert.equal(myBoard(state), null);
  state = reduce(state, events(11, { k: "go", boards: [board(0, cells(2, 2)), board(1, cells(2, 2))] }));
  assert.equal(state.phase, "racing");
  assert.deepEqual(state.race.starts[0], cells(2, 2));
  state = reduce(state, events(12, step(1, [["x", 0, 1, 0, 4], ["i", 5, 2]], { score: 4 })));
  assert.deepEqual(myBoard(state).cells, cells(4, 0, 0, 0, 0, 2));
  assert.equal(myBoard(state).n, 1);
  assert.deepEqual(state.race.boards[1].cells, cells(2, 2));
  state = reduce(state, events(13, { k: "finished", ranks, boards: [board(0, cells(4), { state: "won", n: 1 })], reveal }));
  assert.equal(state.phase, "finished");
  assert.deepEqual(state.race.ranks, ranks);
  assert.deepEqual(raceOptions(state), options2048);
});

test("the options of a race stay when the next one's change", () => {
  const state = fold(racing(), events(10, { k: "finished", ranks: [], boards: [], reveal: { options: "{}" } },
    { k: "options", options: { ...options2048, target: 512 } }));
  assert.equal(raceOptions(state).target, 256);
  assert.equal(state.options.target, 512);
});

test("a row that moves by one keeps every tile: sources are emptied before anything is put down", () => {
  const state = fold(racing(cells(0, 2, 4, 8)), events(10, step(1, [["m", 1, 0, 2], ["m", 2, 1, 4], ["m", 3, 2, 8]])));
  assert.deepEqual(myBoard(state).cells, cells(2, 4, 8));
});

test("undo brings back the very tiles that stood there, and costs one", () => {
  let state = fold(racing(cells(2, 2)));
  const before = myBoard(state).set.tiles;
  state = reduce(state, events(10, step(1, [["x", 0, 1, 0, 4], ["i", 9, 2]])));
  state = reduce(state, events(11, step(2, [["u"]], { board: cells(2, 2), moves: 0 })));
  assert.deepEqual(myBoard(state).set.tiles, before);
  assert.equal(myBoard(state).undos, 2);
});

test("unlimited undos stay unlimited", () => {
  const start = racing(cells(2, 2));
  start.race.boards[0].undos = -1;
  const state = fold(start, events(10, step(1, [["m", 0, 4, 2]]), step(2, [["u"]], { board: cells(2, 2) })));
  assert.equal(myBoard(state).undos, -1);
});

test("B44: a flip that closes two cards and opens a third", () => {
  const memory = { game: "memory", rows: 2, columns: 2, hideAfter: 0, minSeats: 1, countdown: 0 };
  const state = fold(racing([0, 0, 0, 0], { options: memory }),
    events(10, step(1, [["s", 0, 0]]), step(2, [["s", 1, 1]], { closesAt: 900 }), step(3, [["h", 0], ["h", 1], ["s", 2, 0]])));
  assert.deepEqual(myBoard(state).cells, [0, 0, 1, 0]);
  assert.equal(myBoard(state).closesAt, null);
});

test("a refused action counts as judged", () => {
  const state = reduce(fold(racing()), { t: "ack", race: RACE, n: 1, ok: false, code: "no-effect" });
  assert.equal(myBoard(state).n, 1);
  assert.equal(reduce(state, { t: "ack", race: "other", n: 9, ok: false }), state);
});

test("B61: a told board keeps the tiles that stand where they stood", () => {
  const first = fold(racing(cells(2, 4, 8)));
  const ids = Object.fromEntries(myBoard(first).set.tiles.map((tile) => [tile.cell, tile.id]));
  const told = reduce(first, { ...racing(cells(2, 16, 8)), at: "00000000000000ff.20" });
  const after = Object.fromEntries(myBoard(told).set.tiles.map((tile) => [tile.cell, tile.id]));
  assert.equal(after[0], ids[0]);
  assert.notEqual(after[1], ids[1]);
  assert.equal(after[2], ids[2]);
});

test("the promise that was seen first is the one that is kept", () => {
  const state = fold(room(), events(10, { k: "next", race: RACE, commitment: "d".repeat(64) },
    { k: "next", race: "00000000000000bb", commitment: "e".repeat(64) }));
  assert.equal(state.promises[RACE], "c".repeat(64));
  assert.equal(state.promises["00000000000000bb"], "e".repeat(64));
});

test("a cancelled countdown leads back to the lobby", () => {
  const state = fold(room(), events(10, { k: "countdown", race: race() }, { k: "lobby", why: "cancelled" }));
  assert.equal(state.phase, "lobby");
  assert.equal(state.race, null);
});

test("unknown entries and steps of nobody are let pass", () => {
  const state = fold(racing(), events(10, { k: "fireworks" }, step(1, [], { seat: 7 })));
  assert.equal(state.version, 12);
});

test("a state is never changed in place", () => {
  const freeze = (value) => {
    if (value && typeof value === "object" && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(freeze);
    return value;
  };
  const state = freeze(fold(racing(cells(2, 2))));
  assert.doesNotThrow(() => reduce(state, freeze(events(10, step(1, [["x", 0, 1, 0, 4], ["i", 3, 2]]), { k: "closing", closesAt: 5 }))));
});
