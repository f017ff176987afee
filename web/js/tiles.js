// Tiles that keep their identity while they move, so that a board can be animated. Pure.

/** @typedef {{id: number, cell: number, value: number, ate?: number}} Tile `ate`: the tile that merged into it last */
/** @typedef {{tiles: Tile[], next: number}} TileSet */
/** @typedef {Array<[string, ...number[]]>} Diff the protocol's arrays */
/**
 * @typedef {{op: "add", id: number, cell: number, value: number}
 *   | {op: "move", id: number, cell: number}
 *   | {op: "grow", id: number, value: number}
 *   | {op: "remove", id: number, into: number|null}} Change
 */

/**
 * New tiles for cells, row by row; 0 is empty.
 * @param {number[]} cells
 * @param {number} [next] first id
 * @returns {TileSet}
 */
export function fromCells(cells, next = 1) {
  const tiles = [];
  cells.forEach((value, cell) => {
    if (value !== 0) tiles.push({ id: next++, cell, value });
  });
  return { tiles, next };
}

/**
 * @param {Tile[]} tiles
 * @param {number} count of cells
 */
export function toCells(tiles, count) {
  const cells = new Array(count).fill(0);
  for (const tile of tiles) cells[tile.cell] = tile.value;
  return cells;
}

/**
 * What a step of 2048 or sliding does to the tiles. All sources are looked up before anything moves.
 * @param {TileSet} set
 * @param {Diff} diff
 * @returns {TileSet}
 */
export function applyDiff(set, diff) {
  const at = new Map(set.tiles.map((tile) => [tile.cell, tile]));
  const moved = new Map();
  const gone = new Set();
  const added = [];
  let next = set.next;
  for (const [kind, a, b, c, d] of diff) {
    if (kind === "m") {
      const tile = at.get(a);
      if (tile) moved.set(tile.id, { id: tile.id, cell: b, value: c });
    } else if (kind === "x") {
      const [first, second] = [at.get(a), at.get(b)];
      if (!first || !second) continue;
      moved.set(first.id, { id: first.id, cell: c, value: d, ate: second.id });
      gone.add(second.id);
    } else if (kind === "i") {
      added.push({ id: next++, cell: a, value: b });
    }
  }
  const kept = set.tiles.filter((tile) => !gone.has(tile.id)).map((tile) => moved.get(tile.id) ?? tile);
  return { tiles: [...kept, ...added], next };
}

/**
 * The tiles of a board that was told whole: those that stand where they stood stay the same tiles.
 * @param {TileSet} set
 * @param {number[]} cells
 * @returns {TileSet}
 */
export function reconcile(set, cells) {
  const at = new Map(set.tiles.map((tile) => [tile.cell, tile]));
  let next = set.next;
  const tiles = [];
  cells.forEach((value, cell) => {
    if (value === 0) return;
    const old = at.get(cell);
    tiles.push(old && old.value === value ? old : { id: next++, cell, value });
  });
  return { tiles, next };
}

/**
 * What must be done to a drawing of `old` so that it shows `now`.
 * @param {Tile[]} old
 * @param {Tile[]} now
 * @returns {Change[]}
 */
export function changes(old, now) {
  const before = new Map(old.map((tile) => [tile.id, tile]));
  const after = new Set(now.map((tile) => tile.id));
  const eaters = new Map(now.filter((tile) => tile.ate !== undefined).map((tile) => [tile.ate, tile]));
  /** @type {Change[]} */
  const list = [];
  for (const tile of old) {
    if (!after.has(tile.id)) {
      list.push({ op: "remove", id: tile.id, into: eaters.get(tile.id)?.cell ?? null });
    }
  }
  for (const tile of now) {
    const was = before.get(tile.id);
    if (!was) {
      list.push({ op: "add", id: tile.id, cell: tile.cell, value: tile.value });
      continue;
    }
    if (was.cell !== tile.cell) list.push({ op: "move", id: tile.id, cell: tile.cell });
    if (was.value !== tile.value) list.push({ op: "grow", id: tile.id, value: tile.value });
  }
  return list;
}
