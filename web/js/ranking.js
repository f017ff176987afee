// The order of a race while it runs; the server's ranks replace it at the end. Pure.

/**
 * @typedef {import("./state.js").Board} Board
 * @typedef {{seat: number, place: number, board: Board|null}} Standing
 */

/**
 * Those who are done by time, then the others by progress, then those who gave up; equal ones share a place.
 * @param {Board[]} boards
 * @param {any} options of the room
 * @returns {Standing[]}
 */
export function standings(boards, options) {
  const keyed = boards.map((board) => ({ board, key: keyOf(board, options) }));
  keyed.sort((a, b) => compare(a.key, b.key) || a.board.seat - b.board.seat);
  let place = 0;
  return keyed.map(({ board, key }, index) => {
    if (index === 0 || compare(keyed[index - 1].key, key) !== 0) place = index + 1;
    return { seat: board.seat, place, board };
  });
}

/** Smaller is better, number by number. */
function keyOf(board, options) {
  if (board.state === "won") return [0, board.ms, 0];
  if (board.state === "forfeit") return [2, 0, 0];
  switch (options.game) {
    case "2048": return [1, -Math.max(...board.cells), -board.score];
    case "sliding": return [1, -board.score, distance(board.cells, options.columns)];
    default: return [1, -board.score, board.moves];
  }
}

function compare(a, b) {
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return a[index] - b[index];
  return 0;
}

/** The sum of the tiles' ways home. */
function distance(cells, columns) {
  return cells.reduce((sum, tile, cell) => {
    if (tile === 0) return sum;
    const home = tile - 1;
    const rows = Math.abs(Math.floor(cell / columns) - Math.floor(home / columns));
    return sum + rows + Math.abs((cell % columns) - (home % columns));
  }, 0);
}
