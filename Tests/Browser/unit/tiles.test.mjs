import assert from "node:assert/strict";
import { test } from "node:test";
import { applyDiff, changes, fromCells, reconcile, toCells } from "../../../web/js/tiles.js";

test("a merge keeps the tile nearest the wall and remembers what it ate", () => {
  const set = applyDiff(fromCells([2, 0, 2, 0]), [["x", 0, 2, 0, 4], ["i", 3, 2]]);
  assert.deepEqual(set.tiles, [{ id: 1, cell: 0, value: 4, ate: 2 }, { id: 3, cell: 3, value: 2 }]);
  assert.deepEqual(toCells(set.tiles, 4), [4, 0, 0, 2]);
});

test("the plan says what moves, grows, goes and comes", () => {
  const before = fromCells([2, 0, 2, 8]);
  const after = applyDiff(before, [["x", 0, 2, 0, 4], ["m", 3, 1, 8], ["i", 2, 2]]);
  assert.deepEqual(changes(before.tiles, after.tiles), [
    { op: "remove", id: 2, into: 0 },
    { op: "grow", id: 1, value: 4 },
    { op: "move", id: 3, cell: 1 },
    { op: "add", id: 4, cell: 2, value: 2 },
  ]);
});

test("nothing is planned for a board that stays", () => {
  const set = fromCells([2, 4, 8, 0]);
  assert.deepEqual(changes(set.tiles, reconcile(set, [2, 4, 8, 0]).tiles), []);
});

test("the plan carried out gives the board, also over several steps at once", () => {
  let set = fromCells([2, 2, 4, 0]);
  const start = set.tiles;
  set = applyDiff(set, [["x", 0, 1, 0, 4], ["m", 2, 1, 4], ["i", 3, 2]]);
  set = applyDiff(set, [["x", 0, 1, 0, 8], ["m", 3, 1, 2], ["i", 2, 4]]);
  const drawing = new Map(start.map((tile) => [tile.id, { ...tile }]));
  for (const change of changes(start, set.tiles)) {
    if (change.op === "add") drawing.set(change.id, { cell: change.cell, value: change.value });
    else if (change.op === "remove") drawing.delete(change.id);
    else Object.assign(drawing.get(change.id), change.op === "move" ? { cell: change.cell } : { value: change.value });
  }
  assert.deepEqual(toCells([...drawing.values()], 4), toCells(set.tiles, 4));
  assert.deepEqual(toCells(set.tiles, 4), [8, 2, 4, 0]);
});

test("a diff about cells that are empty here changes nothing and does not throw", () => {
  const set = fromCells([2, 0, 0, 0]);
  assert.deepEqual(applyDiff(set, [["m", 3, 2, 4], ["x", 1, 2, 1, 8]]).tiles, set.tiles);
});
