// After the race: was the board the promised one? Everything is computed here, by the engine.

/**
 * @typedef {{name: "commitment"|"promised"|"options"|"mine"|"starts", ok: boolean|null}} Check
 *   null: could not be seen from here, which proves nothing either way
 * @typedef {{ok: boolean, checks: Check[], seed: string}} Verdict
 */

/**
 * @param {import("./state.js").Race} race finished
 * @param {{promise: string|undefined, entropy: string|undefined, seat: number|null, options: any}} seen
 *   what this page saw: the commitment before the race, its own share of the seed, the options
 * @param {any} engine
 * @returns {Verdict}
 */
export function verify(race, seen, engine) {
  const { secret, salt, contributions, options: text } = /** @type {any} */ (race.reveal);
  const game = JSON.parse(text);
  delete game.rules;
  const commitment = hex(engine.commitment({ raceId: race.race, secret: bytes(secret), salt: bytes(salt), options: game }));
  const seed = engine.seedFrom(bytes(secret), contributions.map((one) => bytes(one.entropy)));
  const own = contributions.find((one) => one.seat === seen.seat);
  /** @type {Check[]} */
  const checks = [
    { name: "commitment", ok: commitment === race.commitment && engine.canonical(game) === text },
    { name: "promised", ok: seen.promise === undefined ? null : seen.promise === race.commitment },
    { name: "options", ok: seen.options ? sameGame(game, seen.options) : null },
    { name: "mine", ok: seen.entropy === undefined ? null : own?.entropy === seen.entropy },
    { name: "starts", ok: startsFit(race, game, seed, engine) },
  ];
  return { ok: checks.every((check) => check.ok !== false), checks, seed: hex(seed) };
}

/** Every board at GO is the one that the seed makes; in Memory, every card that is known now. */
function startsFit(race, options, seed, engine) {
  const game = engine.newGame(options, seed);
  try {
    if (options.game === "memory") {
      const layout = game.layout;
      const boards = Object.values(race.boards);
      return boards.every((board) => board.cells.every((shown, cell) => shown === 0 || shown === layout[cell]));
    }
    if (!race.starts) return null;
    return Object.values(race.starts).every((cells) => equal(cells, game.cells));
  } finally {
    game.free();
  }
}

/** Fields of the room's options that are part of the game are the promised ones. */
function sameGame(promised, shown) {
  if ((promised.hideAfter ?? 0) !== (shown.hideAfter ?? 0)) return false;
  return Object.entries(promised).every(([name, value]) => shown[name] === value);
}

const equal = (a, b) => a.length === b.length && a.every((value, index) => value === b[index]);

/** @param {string} text hexadecimal digits @returns {Uint8Array} */
export function bytes(text) {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} list @returns {string} */
export function hex(list) {
  return Array.from(list, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
