// How the cards of Memory lie. Pure. Never foreseen: a face is known only when the server shows it.

/** @typedef {{face: number|null, look: "closed"|"open"|"matched"|"asked"}} Card */

/** @param {number[]} cells @returns {Map<number, number>} how often each face is shown */
function counts(cells) {
  const count = new Map();
  for (const shown of cells) if (shown > 0) count.set(shown, (count.get(shown) ?? 0) + 1);
  return count;
}

/**
 * Face + 1 of what is shown at a race time: two wrong cards close by themselves, without a message.
 * @param {{cells: number[], closesAt: number|null}} board
 * @param {number} ms race milliseconds
 * @returns {number[]}
 */
export function shownAt({ cells, closesAt }, ms) {
  if (closesAt === null || ms < closesAt) return cells;
  const count = counts(cells);
  const isWrong = (shown) => count.get(shown) === 1;
  return cells.filter(isWrong).length === 2 ? cells.map((shown) => (isWrong(shown) ? 0 : shown)) : cells;
}

/**
 * @param {number[]} cells face + 1 of what is shown
 * @param {number[]} asked cards whose flip is on its way
 * @returns {Card[]}
 */
export function cards(cells, asked) {
  const count = counts(cells);
  return cells.map((shown, cell) => {
    if (shown > 0) return { face: shown - 1, look: count.get(shown) === 2 ? "matched" : "open" };
    return { face: null, look: asked.includes(cell) ? "asked" : "closed" };
  });
}
