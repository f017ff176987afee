// The WebAssembly engine in Node: deploy/build-wasm, then node --test Tests/EngineWasmTests/engine.test.mjs.
// ENGINE_WASM names another file to try.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { EngineError, loadEngine } from "../../web/js/engine.js";

const file = process.env.ENGINE_WASM ?? new URL("../../web/js/engine.wasm", import.meta.url);
const engine = await loadEngine(readFileSync(file));
const vectors = (name) =>
  readFileSync(new URL(`../Vectors/engine/${name}`, import.meta.url), "utf8")
    .split("\n").filter((line) => line && !line.startsWith("#")).map((line) => line.split(";"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const seed = (n) => Uint8Array.from({ length: 32 }, (_, i) => (n * 31 + i * 7) & 255);
const code = (wanted) => (error) => error instanceof EngineError && error.code === wanted;

test("the file stays at most 40 KB and needs nothing from outside", () => {
  assert.ok(statSync(file).size <= 40 * 1024);
  assert.deepEqual(WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(file))), []);
});

test("self-test games give the digest of the native engine", () => {
  for (const [first, count, digest] of vectors("identity.txt")) {
    assert.equal(hex(engine.selfTest(Number(first), Number(count))), digest);
  }
});

test("SHA-256 agrees with OpenSSL for every length to 300", () => {
  for (let length = 0; length <= 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 131 + length) & 255);
    assert.equal(hex(engine.sha256(bytes)), createHash("sha256").update(bytes).digest("hex"));
  }
});

test("commitment and seed are the documented hashes", () => {
  const options = { game: "2048", size: 4, target: 256, fours: 10, undos: 3 };
  const canonical = '{"fours":10,"game":"2048","rules":1,"size":4,"target":256,"undos":3}';
  const prefixed = (text) => {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  };
  const [secret, salt] = [seed(1), seed(2).subarray(0, 16)];
  assert.equal(engine.canonical(options), canonical);
  assert.equal(
    hex(engine.commitment({ raceId: "r-1", secret, salt, options })),
    createHash("sha256").update("tilerace/commit/1").update(prefixed("r-1")).update(secret).update(salt)
      .update(prefixed(canonical)).digest("hex"));
  assert.equal(
    hex(engine.seedFrom(secret, [salt, seed(3)])),
    createHash("sha256").update("tilerace/seed/1").update(secret).update(salt).update(seed(3)).digest("hex"));
  for (const [typed, times, phraseSeed] of vectors("phrases.txt")) {
    const phrase = typed === "-" ? "" : Buffer.from(typed, "hex").toString("utf8").repeat(Number(times));
    assert.equal(hex(engine.seedFromPhrase(phrase)), phraseSeed);
  }
  assert.throws(() => engine.seedFromPhrase("\ud800"), code("bad-phrase"));
});

test("reference games of 2048 are predicted move by move", () => {
  for (const [size, first, tokens, score, , , last] of vectors("games_2048.txt")) {
    let cells = first.split(" ").map(Number);
    let sum = 0;
    for (const token of tokens.split(" ")) {
      const move = engine.predict2048(cells, Number(size), token[0].toUpperCase());
      const [, letter, gain, cell, value] = token.match(/^(.)(?:(\d+)@(\d+)=(\d+))?$/);
      if (letter === letter.toLowerCase()) {
        assert.equal(move, null);
        continue;
      }
      assert.equal(move.gained, Number(gain));
      cells = move.cells;
      assert.equal(cells[Number(cell)], 0);
      cells[Number(cell)] = Number(value);
      sum += move.gained;
    }
    assert.equal(sum, Number(score));
    assert.deepEqual(cells, last.split(" ").map(Number));
  }
});

test("events alone lead from board to board", () => {
  for (let n = 0; n < 40; n++) {
    const game = engine.newGame({ game: "2048", size: 3 + (n % 4), target: 64 }, seed(n));
    for (let k = 0; k < 200 && game.phase === "playing"; k++) {
      const cells = game.cells;
      let events = [];
      try {
        events = game.apply("UDLR"[(k * 7 + n) % 4], k);
      } catch (error) {
        assert.ok(code("no-effect")(error));
      }
      for (const [kind, ...rest] of events) {
        if (kind === "m") (cells[rest[0]] = 0), (cells[rest[1]] = rest[2]);
        if (kind === "x") (cells[rest[0]] = 0), (cells[rest[1]] = 0), (cells[rest[2]] = rest[3]);
        if (kind === "i") cells[rest[0]] = rest[1];
      }
      assert.deepEqual(cells, game.cells);
    }
    game.free();
  }
});

test("2048: undo, win and what is refused", () => {
  const game = engine.newGame({ game: "2048", size: 4, target: 8, undos: 1 }, seed(4), { solo: true });
  const start = game.cells;
  const move = ["U", "D", "L", "R"].find((m) => engine.predict2048(start, 4, m));
  const events = game.apply(move, 5);
  assert.equal(game.moves, 1);
  assert.equal(game.lastTime, 5);
  assert.deepEqual(game.apply("undo", 6), [["u"]]);
  assert.deepEqual(game.cells, start);
  assert.equal(game.undosLeft, 0);
  assert.deepEqual(game.apply(move, 7), events);
  assert.throws(() => game.apply("undo", 8), code("no-undo"));
  assert.throws(() => game.apply(3, 8), code("bad-action"));
  assert.throws(() => game.apply("X", 8), code("bad-action"));
  assert.throws(() => game.apply(-1, 8), code("bad-action"));
  assert.equal(game.keepGoing(), false);
});

test("sliding is predicted whole", () => {
  const goal = [1, 2, 3, 4, 0, 5, 7, 8, 6];
  assert.deepEqual(engine.predictSliding(goal, 3, 3, "L"), {
    cells: [1, 2, 3, 4, 5, 0, 7, 8, 6], events: [["m", 5, 4, 5]], won: false,
  });
  assert.equal(engine.predictSliding(goal, 3, 3, 8), null);
  assert.equal(engine.predictSliding([1, 2, 3, 4, 5, 6, 0, 7, 8], 3, 3, 8).won, true);
});

test("memory shows a face only when it is flipped", () => {
  const game = engine.newGame({ game: "memory", rows: 4, columns: 4, hideAfter: 800 }, seed(9));
  const layout = game.layout;
  assert.deepEqual(game.cells, new Array(16).fill(0));
  const wrong = layout.findIndex((face) => face !== layout[0]);
  assert.deepEqual(game.apply(0, 100), [["s", 0, layout[0] - 1]]);
  game.apply(wrong, 200);
  assert.equal(game.closesAt, 1000);
  const third = [...layout.keys()].find((cell) => cell !== 0 && cell !== wrong);
  assert.throws(() => game.apply(third, 999), code("too-soon"));
  assert.deepEqual(game.apply(third, 1000).slice(0, 2), [["h", 0], ["h", wrong]]);
  assert.equal(game.closesAt, null);
});

test("bad options and positions say which", () => {
  const fault = (options, wanted) => assert.throws(() => engine.canonical(options), code(wanted));
  fault({ game: "chess" }, "game");
  fault({ game: "2048", size: 7, target: 2048 }, "size");
  for (const target of [0, -2, 3, 2047, 2.5, 1e400, 4294967297, "2048abc", NaN]) {
    fault({ game: "2048", size: 4, target }, "target");
  }
  fault({ game: "2048", size: 3, target: 2048 }, "target-too-large");
  fault({ game: "2048", size: 4, target: 64, fours: 101 }, "fours");
  fault({ game: "memory", rows: 5, columns: 5 }, "odd-cells");
  fault({ game: "memory", rows: 4, columns: 4, hideAfter: 0 }, "hide-after");
  fault({ game: "sliding", rows: 1, columns: 4 }, "rows");
  const sliding = { game: "sliding", rows: 2, columns: 2 };
  assert.throws(() => engine.gameFrom(sliding, seed(1), [2, 1, 3, 0]), code("unsolvable"));
  assert.throws(() => engine.gameFrom(sliding, seed(1), [1, 1, 3, 0]), code("position-value"));
  assert.throws(() => engine.gameFrom(sliding, seed(1), [1, 2, 3]), code("position-length"));
});

test("many games at once leak nothing and never mix", () => {
  const games = Array.from({ length: 200 }, (_, n) => engine.newGame({ game: "sliding", rows: 4, columns: 4 }, seed(n)));
  const boards = games.map((game) => game.cells.join());
  games.forEach((game, n) => n % 2 && game.free());
  for (let n = 0; n < 400; n++) engine.newGame({ game: "memory", rows: 8, columns: 8 }, seed(n)).free();
  games.forEach((game, n) => n % 2 || assert.equal(game.cells.join(), boards[n]));
});
