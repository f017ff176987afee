// Verifies a replay in the page: everything is played again by the engine. Long ones belong into a Worker.

import { EngineError } from "./engine.js";

/** The largest replay in characters; the same number bounds the bytes on the server. */
const LARGEST = 4 << 20;

/**
 * @typedef {"too-large" | "malformed" | "version" | "options" | "commitment" | "start" | "budget" | "time" | "verdict"
 *   | "restart" | "result"} Fault the words of ReplayError.Code in Swift
 * @typedef {{fault: Fault | null, run: number, place: number}} Verdict `fault` is null when all of it is true; else the
 *   first difference: which run, and which of its steps (or boards, for "restart"), from 0
 */

/**
 * @param {import("./engine.js").Engine} engine
 * @param {string} text the replay, as downloaded
 * @param {{budget?: number}} [limits] `budget`: the most steps that are played
 * @returns {Verdict}
 */
export function verifyReplay(engine, text, { budget = 1_000_000 } = {}) {
  if (text.length > LARGEST) return verdict("too-large");
  try {
    const replay = JSON.parse(text);
    if (replay.schema !== 1 || replay.options.rules !== 1) return verdict("version");
    const fault = faultOfOptions(engine, replay.options);
    if (fault) return verdict(fault);
    const seed = seedOf(engine, replay);
    if (!seed) return verdict("commitment");
    let left = budget;
    for (const [number, run] of replay.runs.entries()) {
      const steps = run.boards.reduce((sum, board) => sum + board.length, 0);
      const { fault: wrong, place } = verifyRun(engine, replay, seed, run, left);
      if (wrong) return verdict(wrong, number, place);
      left -= steps;
    }
    return verdict(null);
  } catch (error) {
    // A file of another shape ends in a missing property or a number out of range.
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) {
      return verdict("malformed");
    }
    if (error instanceof EngineError) return verdict(error.code.startsWith("position") ? "start" : "malformed");
    throw error;
  }
}

/** @param {Fault | null} fault @returns {Verdict} */
function verdict(fault, run = 0, place = 0) {
  return { fault, run, place };
}

/** @returns {Fault | null} */
function faultOfOptions(engine, options) {
  try {
    engine.canonical(options);
    return null;
  } catch (error) {
    if (error instanceof EngineError) return "options";
    throw error;
  }
}

/** @returns {Uint8Array | null} null when the secret is not the committed one */
function seedOf(engine, { seed, race: raceId, options }) {
  if (seed.phrase !== undefined) return engine.seedFromPhrase(seed.phrase);
  if (seed.hex !== undefined) return bytes(seed.hex, 32);
  const [secret, salt] = [bytes(seed.secret, 32), bytes(seed.salt, 16)];
  const made = engine.commitment({ raceId, secret, salt, options });
  if (hex(made) !== seed.commitment) return null;
  return engine.seedFrom(secret, seed.contributions.map((contribution) => bytes(contribution, 16)));
}

/** @returns {{fault: Fault | null, place: number}} */
function verifyRun(engine, { options, start }, seed, run, budget) {
  const solo = run.play === "solo";
  const values = options.game === "2048" ? start.map((byte) => (byte ? 2 ** byte : 0)) : start;
  let [latest, place, game] = [0, 0, null];
  try {
    for (const [board, steps] of run.boards.entries()) {
      if (game && game.phase !== "lost") return { fault: "restart", place: board };
      game?.free();
      game = start.length
        ? engine.gameFrom(options, seed, values, { solo })
        : engine.newGame(options, seed, { board, solo });
      const played = game.replay(steps.slice(0, budget - place), latest);
      place += played.count;
      if (played.fault) return { fault: played.fault, place };
      if (played.count < steps.length) return { fault: "budget", place };
      latest = steps.at(-1)?.[1] ?? latest;
    }
    return { fault: isResult(game, run.result) ? null : "result", place: 0 };
  } finally {
    game?.free();
  }
}

/** @returns {boolean} */
function isResult(game, { phase, score, moves, time, cells }) {
  return game.phase === phase && game.score === score && game.moves === moves && game.lastTime === time
    && JSON.stringify(game.cellBytes) === JSON.stringify(cells);
}

/** @param {string} text @param {number} count @returns {Uint8Array} */
function bytes(text, count) {
  if (!new RegExp(`^[0-9a-f]{${2 * count}}$`).test(text)) throw new TypeError("not hexadecimal");
  return Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes @returns {string} */
function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
