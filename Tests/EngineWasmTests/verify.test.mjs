// Replays in the page's own way: the files that the native engine wrote are true, and edits are noticed.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { loadEngine } from "../../web/js/engine.js";
import { verifyReplay } from "../../web/js/replay.js";

const file = process.env.ENGINE_WASM ?? new URL("../../web/js/engine.wasm", import.meta.url);
const engine = await loadEngine(readFileSync(file));
const folder = new URL("../Vectors/engine/replays/", import.meta.url);
const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
const fair = texts.find((text) => text.includes("commitment"));
const edited = (edit, text = fair) => {
  const replay = JSON.parse(text);
  edit(replay);
  return verifyReplay(engine, JSON.stringify(replay));
};

test("every recorded replay is true", () => {
  assert.equal(texts.length, 6);
  for (const text of texts) assert.deepEqual(verifyReplay(engine, text), { fault: null, run: 0, place: 0 });
});

test("the first difference is named as the native engine names it", () => {
  const at = (fault, run = 0, place = 0) => ({ fault, run, place });
  assert.deepEqual(edited((r) => (r.schema = 2)), at("version"));
  assert.deepEqual(edited((r) => (r.options.rules = 2)), at("version"));
  assert.deepEqual(edited((r) => (r.options.size = 9)), at("options"));
  assert.deepEqual(edited((r) => (r.options.undos = 3)), at("commitment"));
  assert.deepEqual(edited((r) => (r.race = "other")), at("commitment"));
  assert.deepEqual(edited((r) => (r.seed.secret = "0".repeat(64))), at("commitment"));
  assert.deepEqual(edited((r) => (r.seed.secret = "xyz")), at("malformed"));
  assert.deepEqual(edited((r) => (r.runs[1].boards[0][5][1] = 0)), at("time", 1, 5));
  assert.deepEqual(edited((r) => (r.runs[1].boards[0][5][3] = 3)), at("verdict", 1, 5));
  assert.deepEqual(edited((r) => r.runs[2].boards[0].pop()).fault, "result");
  assert.deepEqual(edited((r) => (r.runs[0].result.score += 4)), at("result"));
  assert.deepEqual(edited((r) => delete r.runs[0].result), at("malformed"));
  assert.deepEqual(edited((r) => (r.runs[0].boards[0][0] = 7)), at("malformed"));
  assert.deepEqual(edited((r) => r.seed.contributions.pop()).fault, "verdict");
  const position = texts.find((text) => text.includes('"start":[1'));
  assert.deepEqual(edited((r) => (r.start = [1, 1, 2, 3, 4, 5]), position), at("start"));
  const restarts = texts.find((text) => text.includes('"seat":7'));
  assert.deepEqual(edited((r) => r.runs[0].boards[0].pop(), restarts), at("restart", 0, 1));
});

test("hostile files are refused", () => {
  for (const text of ["", "{", "null", "[]", "{}", "[".repeat(100_000), '{"schema":1,"options":{"rules":1}}']) {
    assert.notEqual(verifyReplay(engine, text).fault, null);
  }
  assert.equal(verifyReplay(engine, " ".repeat((4 << 20) + 1)).fault, "too-large");
  const steps = JSON.parse(fair).runs.flatMap((run) => run.boards.flat()).length;
  assert.equal(verifyReplay(engine, fair, { budget: steps }).fault, null);
  assert.equal(verifyReplay(engine, fair, { budget: steps - 1 }).fault, "budget");
});
