import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { loadEngine } from "../../../web/js/engine.js";
import { isWorthSending, predict } from "../../../web/js/predict.js";
import { myBoard, reduce } from "../../../web/js/state.js";
import { changes } from "../../../web/js/tiles.js";
import { cells, events, options2048, racing, step } from "./support.mjs";

const file = new URL("../../../web/js/engine.wasm", import.meta.url);
assert.ok(existsSync(file), "deploy/build-wasm makes web/js/engine.wasm");
const engine = await loadEngine(readFileSync(file));

const boardOf = (...first) => myBoard(reduce(null, racing(cells(...first))));
const look = (board, actions, options = options2048) => predict(board, actions, options, engine);

test("a move is seen at once, without the new tile", () => {
  const view = look(boardOf(2, 2, 4), ["L"]);
  assert.deepEqual(view.cells, cells(4, 4));
  assert.equal(view.score, 4);
  assert.equal(view.moves, 1);
});

test("several moves are foreseen on one another", () => {
  assert.deepEqual(look(boardOf(2, 2, 4), ["L", "L", "D"]).cells, [...new Array(12).fill(0), 8, 0, 0, 0]);
});

test("B63: when the first answer comes, its new tile appears and nothing else moves back", () => {
  let state = reduce(null, racing(cells(2, 2, 4, 0)));
  const before = look(myBoard(state), ["L", "D"]);
  state = reduce(state, events(10, step(1, [["x", 0, 1, 0, 4], ["m", 2, 1, 4], ["i", 15, 2]], { score: 4 })));
  const after = look(myBoard(state), ["D"]);
  const plan = changes(before.set.tiles, after.set.tiles);
  assert.deepEqual(plan.map((one) => one.op), ["add"]);
  assert.equal(plan[0].cell, 15);
});

test("B62: a refused move goes back to the board that the server has", () => {
  const board = boardOf(2, 2, 4);
  assert.deepEqual(look(board, ["L"]).cells, cells(4, 4));
  assert.deepEqual(look(board, []).cells, cells(2, 2, 4));
});

test("an undo that waits shows the board before, and the move after it starts from there", () => {
  const board = boardOf(2, 2, 4);
  const view = look(board, ["L", "undo"]);
  assert.deepEqual(view.cells, cells(2, 2, 4));
  assert.equal(view.undos, 2);
  assert.equal(view.moves, 0);
  assert.deepEqual(look(board, ["L", "undo", "R"]).cells, cells(0, 0, 4, 4));
});

test("an undo to before my arrival is not guessed", () => {
  const view = look(boardOf(2, 2, 4), ["undo", "L"]);
  assert.equal(view.blind, true);
  assert.deepEqual(view.cells, cells(2, 2, 4));
});

test("B16: a move that changes nothing is not sent, unless new tiles may make it count", () => {
  const board = boardOf(2, 4);
  const worth = (actions, action) => isWorthSending(look(board, actions), action, options2048, engine, actions.length > 0);
  assert.equal(worth([], "L"), false);
  assert.equal(worth([], "D"), true);
  assert.equal(worth(["R"], "R"), true);
  assert.equal(worth([], 3), false);
});

test("nothing more is sent when the goal is reached here or undos are used up", () => {
  const options = { ...options2048, target: 8 };
  const won = look(boardOf(4, 4), ["L"], options);
  assert.equal(won.done, true);
  assert.equal(isWorthSending(won, "R", options, engine, true), false);
  const view = { ...look(boardOf(2, 2), []), undos: 0, moves: 3 };
  assert.equal(isWorthSending(view, "undo", options2048, engine, false), false);
});

test("sliding is foreseen whole: taps of a row, score and the goal", () => {
  const options = { game: "sliding", rows: 3, columns: 3, minSeats: 2, countdown: 3 };
  const start = racing([1, 2, 3, 4, 5, 6, 0, 7, 8], { options });
  const board = myBoard(reduce(null, start));
  const view = look(board, [8], options);
  assert.deepEqual(view.cells, [1, 2, 3, 4, 5, 6, 7, 8, 0]);
  assert.equal(view.moves, 2);
  assert.equal(view.score, 8);
  assert.equal(view.done, true);
  assert.equal(isWorthSending(look(board, [], options), 2, options, engine, false), false);
});

test("Memory is never foreseen, and an open card is not asked for again", () => {
  const options = { game: "memory", rows: 2, columns: 2, hideAfter: 0, minSeats: 2, countdown: 3 };
  const board = myBoard(reduce(null, racing([1, 0, 0, 0], { options })));
  const view = look(board, [1], options);
  assert.deepEqual(view.cells, [1, 0, 0, 0]);
  assert.equal(isWorthSending(look(board, [], options), 0, options, engine, false), false);
  assert.equal(isWorthSending(look(board, [], options), 2, options, engine, false), true);
});

test("without an engine everything is sent and nothing is shown before its time", () => {
  const view = predict(boardOf(2, 2), ["L"], options2048, null);
  assert.deepEqual(view.cells, cells(2, 2));
  assert.equal(isWorthSending(view, "L", options2048, null, true), true);
});
