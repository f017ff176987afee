// The engine that the server judges with, in the browser: predicts moves, replays and verifies races, hashes.
// Nothing here knows the rules; it only carries numbers over the WebAssembly border (Sources/PuzzleEngineWasm).

/**
 * @typedef {{game: "2048", size: number, target: number, fours?: number, undos?: number}} Twenty48Options
 *   `fours` in percent (10), `undos` allowed (0; -1 is unlimited)
 * @typedef {{game: "sliding", rows: number, columns: number}} SlidingOptions
 * @typedef {{game: "memory", rows: number, columns: number, hideAfter?: number}} MemoryOptions
 *   `hideAfter` in milliseconds; absent: two wrong cards close with the next flip
 * @typedef {Twenty48Options | SlidingOptions | MemoryOptions} GameOptions
 * @typedef {"U" | "D" | "L" | "R" | "undo" | number} Action a direction, or the number of a cell
 * @typedef {["m", number, number, number] | ["x", number, number, number, number] | ["i", number, number]
 *   | ["s", number, number] | ["h", number] | ["p", number, number] | ["u"]} WireEvent
 *   move from, to, value · merge from1 (nearest the wall), from2, to, value after · insert cell, value ·
 *   show cell, face · hide cell · pair cell1, cell2 · undo
 */

const OPTIONS_SIZE = 16;
const EVENT_SIZE = 12;
const STATE_HEAD = 38;
const UNLIMITED = 0xffffffff;
const MISUSE = -128;
const KEEP_GOING = 69;
const KINDS = ["2048", "sliding", "memory"];
const PHASES = ["playing", "won", "lost"];
const DIRECTIONS = { U: 0, D: 1, L: 2, R: 3 };
/** Codes of refused actions, from -1 down; the same words as on the wire. */
const REFUSALS = ["no-effect", "bad-action", "finished", "no-undo", "already-open", "too-soon", "no-undo"];
/** Codes of refused options and positions, from -65 down. */
const OPTION_FAULTS = [
  "size", "target", "target-too-large", "fours", "undos", "rows", "columns", "odd-cells", "hide-after",
  "position-length", "position-value", "unsolvable", "options",
];

/** Why the engine refused: `code` is for programs and translations, the message for logs. */
export class EngineError extends Error {
  /** @param {string} code */
  constructor(code) {
    super(`engine: ${code}`);
    this.code = code;
  }
}

/**
 * Loads the engine.
 * @param {string | URL | BufferSource} [source] address or bytes of engine.wasm; by default the file beside this module
 * @returns {Promise<Engine>}
 */
export async function loadEngine(source = new URL("engine.wasm", import.meta.url)) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    return new Engine((await WebAssembly.instantiate(source)).instance.exports);
  }
  const response = await fetch(source);
  if (!response.ok) throw new EngineError(`http-${response.status}`);
  // Not the streaming call: it insists on a media type that some static servers do not send.
  return new Engine((await WebAssembly.instantiate(await response.arrayBuffer())).instance.exports);
}

/** One instance of the engine. Its calls are synchronous. */
export class Engine {
  #exports;

  /** @param {WebAssembly.Exports} exports */
  constructor(exports) {
    this.#exports = /** @type {any} */ (exports);
  }

  /**
   * A game on a seed of 32 bytes.
   * @param {GameOptions} options
   * @param {Uint8Array} seed
   * @param {{board?: number, solo?: boolean}} [how] `board`: which board of the seed (restarts); `solo`: undo after the
   *   end and `keepGoing` are allowed
   * @returns {Game}
   */
  newGame(options, seed, { board = 0, solo = false } = {}) {
    const length = this.#put(record(options), seedBytes(seed));
    return new Game(this.#exports, check(this.#exports.engine_new(length, board, solo ? 1 : 0)), options);
  }

  /**
   * A game from a given position (values of 2048, tiles, or the face + 1 of every card).
   * @param {GameOptions} options
   * @param {Uint8Array} seed
   * @param {number[]} cells
   * @param {{solo?: boolean}} [how]
   * @returns {Game}
   */
  gameFrom(options, seed, cells, { solo = false } = {}) {
    const length = this.#put(record(options), seedBytes(seed), cellBytes(cells, options.game));
    return new Game(this.#exports, check(this.#exports.engine_new_from(length, solo ? 1 : 0)), options);
  }

  /**
   * A move of 2048 without its new tile, from any board; null when nothing moves.
   * @param {number[]} cells
   * @param {number} size
   * @param {"U" | "D" | "L" | "R"} direction
   * @returns {{cells: number[], events: WireEvent[], gained: number} | null}
   */
  predict2048(cells, size, direction) {
    const length = this.#put(Uint8Array.of(size), cellBytes(cells, "2048"));
    const bytes = this.#take(this.#exports.engine_predict_2048(length, DIRECTIONS[direction]));
    if (bytes.length === 0) return null;
    const after = 8 + cells.length;
    return {
      cells: cellValues(bytes.subarray(8, after), "2048"),
      events: wireEvents(bytes.subarray(after)),
      gained: number64(bytes, 0),
    };
  }

  /**
   * A whole action of the sliding puzzle, from any board; null when nothing moves.
   * @param {number[]} cells
   * @param {number} rows
   * @param {number} columns
   * @param {Action} action
   * @returns {{cells: number[], events: WireEvent[], won: boolean} | null}
   */
  predictSliding(cells, rows, columns, action) {
    const game = this.gameFrom({ game: "sliding", rows, columns }, new Uint8Array(32), cells);
    try {
      const events = game.apply(action, 0);
      return { cells: game.cells, events, won: game.phase === "won" };
    } catch (error) {
      if (error instanceof EngineError) return null;
      throw error;
    } finally {
      game.free();
    }
  }

  /**
   * @param {Uint8Array} bytes
   * @returns {Uint8Array} 32 bytes
   */
  sha256(bytes) {
    return this.#take(this.#exports.engine_sha256(this.#put(bytes)));
  }

  /**
   * The commitment that a room shows before anybody is ready, hashed as FairPlay.swift says.
   * @param {{raceId: string, secret: Uint8Array, salt: Uint8Array, options: GameOptions}} race
   * @returns {Uint8Array} 32 bytes
   */
  commitment({ raceId, secret, salt, options }) {
    if (secret.length !== 32 || salt.length !== 16) throw new EngineError("bad-secret");
    const parts = [counted(utf8(raceId)), secret, salt, counted(utf8(this.canonical(options)))];
    return this.sha256(joined([utf8("tilerace/commit/1"), ...parts]));
  }

  /**
   * The seed of a race from its secret and what each seat added, in seat order.
   * @param {Uint8Array} secret 32 bytes
   * @param {Uint8Array[]} contributions
   * @returns {Uint8Array} 32 bytes
   */
  seedFrom(secret, contributions) {
    if (secret.length !== 32) throw new EngineError("bad-secret");
    return this.sha256(joined([utf8("tilerace/seed/1"), secret, ...contributions]));
  }

  /**
   * The open seed of a typed phrase.
   * @param {string} phrase
   * @returns {Uint8Array} 32 bytes
   */
  seedFromPhrase(phrase) {
    // A lone surrogate has no UTF-8: two such phrases would silently be one.
    if (/\p{Surrogate}/u.test(phrase)) throw new EngineError("bad-phrase");
    return this.sha256(joined([utf8("tilerace/phrase/1"), utf8(phrase.normalize("NFC"))]));
  }

  /**
   * The options as the server writes and hashes them.
   * @param {GameOptions} options
   * @returns {string} canonical JSON
   */
  canonical(options) {
    return new TextDecoder().decode(this.#take(this.#exports.engine_canonical(this.#put(record(options)))));
  }

  /**
   * Plays self-test games; natively the same numbers give the same digest.
   * @param {number} first
   * @param {number} count
   * @returns {Uint8Array} 32 bytes
   */
  selfTest(first, count) {
    return this.#take(this.#exports.engine_self_test(first, count));
  }

  /** @param {Uint8Array[]} parts @returns {number} their length */
  #put(...parts) {
    return put(this.#exports, joined(parts));
  }

  /** @param {number} length @returns {Uint8Array} */
  #take(length) {
    return answer(this.#exports, length);
  }
}

/** One run: a board, judged as the server judges it. */
export class Game {
  #exports;
  #handle;
  #state;

  /**
   * @param {any} exports
   * @param {number} handle
   * @param {GameOptions} options
   */
  constructor(exports, handle, options) {
    this.#exports = exports;
    this.#handle = handle;
    this.options = options;
    this.#state = answer(exports, exports.engine_state(handle));
  }

  /**
   * Judges one action at a race time in milliseconds; throws EngineError when it is refused, with nothing changed.
   * @param {Action} action
   * @param {number} ms
   * @returns {WireEvent[]}
   */
  apply(action, ms) {
    const bytes = answer(this.#exports, this.#exports.engine_apply(this.#handle, actionCode(action), ms));
    return wireEvents(this.#read(bytes));
  }

  /** Goes on after a win of 2048 in solo play. @returns {boolean} whether there was anything to go on with */
  keepGoing() {
    const length = this.#exports.engine_keep_going(this.#handle);
    if (length < 0) return false;
    this.#read(answer(this.#exports, length));
    return true;
  }

  /**
   * Plays steps of a replay as far as they are true.
   * @param {[Action | "go on", number, number, number?][]} steps as in the long form of a replay
   * @param {number} latest when the step before them arrived
   * @returns {{count: number, fault: "time" | "verdict" | null}} how many were true, and what is wrong with the next
   */
  replay(steps, latest) {
    const bytes = new Uint8Array(8 * steps.length);
    const view = new DataView(bytes.buffer);
    steps.forEach(([act, arrival, credit, refusal = 0], index) => {
      view.setUint8(8 * index, act === "go on" ? KEEP_GOING : actionCode(act));
      view.setUint32(8 * index + 1, whole(arrival, UNLIMITED, "misuse"));
      view.setUint16(8 * index + 5, whole(credit, 0xffff, "misuse"));
      view.setUint8(8 * index + 7, whole(refusal, 255, "misuse"));
    });
    const length = put(this.#exports, bytes);
    const result = check(this.#exports.engine_replay(this.#handle, length, latest));
    this.#state = answer(this.#exports, this.#exports.engine_state(this.#handle));
    const fault = { 0: null, 8: "time", 9: "verdict" }[result >> 24];
    return { count: result & 0xffffff, fault: /** @type {any} */ (fault) };
  }

  /** Row by row; 0 is empty, blank or closed. @returns {number[]} */
  get cells() {
    return cellValues(this.#state.subarray(STATE_HEAD), this.options.game);
  }

  /** The same with exponents in place of powers of two. @returns {number[]} */
  get cellBytes() {
    return [...this.#state.subarray(STATE_HEAD)];
  }

  /** @returns {"playing" | "won" | "lost"} */
  get phase() {
    return /** @type {any} */ (PHASES[this.#state[0]]);
  }

  /** Sum of merges, tiles at home, or pairs. */
  get score() {
    return number64(this.#state, 22);
  }

  /** Moves, tiles moved, or flips. */
  get moves() {
    return number32(this.#state, 10);
  }

  /** Largest tile, tiles at home, or pairs. */
  get progress() {
    return number64(this.#state, 30);
  }

  /** Race time of the last accepted action in milliseconds. */
  get lastTime() {
    return number32(this.#state, 14);
  }

  /** Sliding: the sum of all distances from home. */
  get manhattan() {
    return number32(this.#state, 18);
  }

  /** Infinity when unlimited. */
  get undosLeft() {
    const left = number32(this.#state, 2);
    return left === UNLIMITED ? Infinity : left;
  }

  /** Memory with `hideAfter`: when two wrong cards close, in race milliseconds; null when none are shown. */
  get closesAt() {
    const at = number32(this.#state, 6);
    return at === UNLIMITED ? null : at;
  }

  /** Memory: the face + 1 of every card. @returns {number[]} */
  get layout() {
    return [...answer(this.#exports, this.#exports.engine_layout(this.#handle))];
  }

  /** Gives the game's memory back; the game may not be used afterwards. */
  free() {
    this.#exports.engine_free(this.#handle);
    this.#handle = -1;
  }

  /** @param {Uint8Array} bytes state and events @returns {Uint8Array} the events */
  #read(bytes) {
    const end = STATE_HEAD + bytes[1];
    this.#state = bytes.slice(0, end);
    return bytes.subarray(end);
  }
}

/** @param {number} result @returns {number} the result, if it is none of the engine's errors */
function check(result) {
  if (result >= 0) return result;
  const code = result > -65 ? REFUSALS[-1 - result] : result > MISUSE ? OPTION_FAULTS[-65 - result] : "misuse";
  throw new EngineError(code ?? "misuse");
}

/** @param {any} exports @param {Uint8Array} bytes @returns {number} their length */
function put(exports, bytes) {
  const start = exports.engine_buffer(bytes.length) >>> 0;
  // A fresh view each time: growing memory detaches the old ones.
  new Uint8Array(exports.memory.buffer).set(bytes, start);
  return bytes.length;
}

/** @param {any} exports @param {number} length @returns {Uint8Array} a copy of the answer */
function answer(exports, length) {
  check(length);
  const start = exports.engine_buffer(0) >>> 0;
  return new Uint8Array(exports.memory.buffer).slice(start, start + length);
}

/** @param {string} text @returns {Uint8Array} */
function utf8(text) {
  return new TextEncoder().encode(text);
}

/** @param {Uint8Array[]} parts @returns {Uint8Array} */
function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let position = 0;
  for (const part of parts) {
    bytes.set(part, position);
    position += part.length;
  }
  return bytes;
}

/** @param {Uint8Array} bytes @returns {Uint8Array} behind their number as four bytes, most significant first */
function counted(bytes) {
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, bytes.length);
  return joined([head, bytes]);
}

/** @param {Uint8Array} seed */
function seedBytes(seed) {
  if (seed.length !== 32) throw new EngineError("bad-seed");
  return seed;
}

/** @param {GameOptions} options @returns {Uint8Array} their record, see GameOptions+Record.swift */
function record(options) {
  const bytes = new Uint8Array(OPTIONS_SIZE);
  const view = new DataView(bytes.buffer);
  const kind = KINDS.indexOf(options.game);
  if (kind < 0) throw new EngineError("game");
  bytes[0] = kind;
  if (options.game === "2048") {
    bytes[1] = whole(options.size, 255, "size");
    bytes[2] = whole(options.fours ?? 10, 255, "fours");
    const undos = options.undos ?? 0;
    view.setUint32(4, undos === -1 ? UNLIMITED : whole(undos, UNLIMITED - 1, "undos"));
    view.setBigUint64(8, BigInt(whole(options.target, Number.MAX_SAFE_INTEGER, "target")));
  } else {
    bytes[1] = whole(options.rows, 255, "rows");
    bytes[2] = whole(options.columns, 255, "columns");
    if (options.game === "memory" && options.hideAfter !== undefined) {
      // 0 would mean "next flip" in the record.
      if (options.hideAfter === 0) throw new EngineError("hide-after");
      view.setUint32(4, whole(options.hideAfter, UNLIMITED, "hide-after"));
    }
  }
  return bytes;
}

/** @param {number} value @param {number} most @param {string} fault @returns {number} */
function whole(value, most, fault) {
  if (!Number.isInteger(value) || value < 0 || value > most) throw new EngineError(fault);
  return value;
}

/** @param {Action} action @returns {number} its code, see Action.code in Swift */
function actionCode(action) {
  if (action === "undo") return 68;
  if (typeof action === "string") return Object.hasOwn(DIRECTIONS, action) ? 64 + DIRECTIONS[action] : 255;
  return Number.isInteger(action) && action >= 0 && action < 64 ? action : 255;
}

/** @param {number[]} cells @param {string} game @returns {Uint8Array} one byte each; powers of two by their exponents */
function cellBytes(cells, game) {
  return Uint8Array.from(cells, (value) => {
    if (game !== "2048") return whole(value, 255, "position-value");
    const exponent = value === 0 ? 0 : Math.log2(value);
    if (exponent === 0 && value !== 0) throw new EngineError("position-value");
    return whole(exponent, 255, "position-value");
  });
}

/** @param {Uint8Array} bytes @param {string} game @returns {number[]} */
function cellValues(bytes, game) {
  return Array.from(bytes, (byte) => (game === "2048" && byte > 0 ? 2 ** byte : byte));
}

/** @param {Uint8Array} bytes records, see Event+Record.swift @returns {WireEvent[]} */
function wireEvents(bytes) {
  const events = [];
  for (let at = 0; at < bytes.length; at += EVENT_SIZE) {
    const [kind, a, b, c] = bytes.subarray(at, at + 4);
    const value = number64(bytes, at + 4);
    events.push(
      kind === 0 ? ["m", a, b, value]
      : kind === 1 ? ["x", a, b, c, value]
      : kind === 2 ? ["i", a, value]
      : kind === 3 ? ["s", a, b]
      : kind === 4 ? ["h", a]
      : kind === 5 ? ["p", a, b]
      : ["u"],
    );
  }
  return /** @type {WireEvent[]} */ (events);
}

/** @param {Uint8Array} bytes @param {number} at @returns {number} */
function number32(bytes, at) {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at);
}

/** @param {Uint8Array} bytes @param {number} at @returns {number} exact: the engine's values stay below 2^53 */
function number64(bytes, at) {
  return number32(bytes, at) * 0x100000000 + number32(bytes, at + 4);
}
