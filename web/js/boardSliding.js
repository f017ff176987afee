// The board of the sliding puzzle. Its tiles are buttons where they can be tapped.

import { TileBoard } from "./boardTiles.js";

/**
 * @param {{rows: number, columns: number}} options
 * @param {boolean} isPlayed
 * @returns {import("./boards.js").BoardDrawing}
 */
export function boardSliding({ rows, columns }, isPlayed) {
  const dress = (node, value, cell) => {
    node.classList.add(`row${Math.floor((value - 1) / columns)}`);
    node.classList.toggle("home", value === cell + 1);
  };
  const board = new TileBoard({ rows, columns, tag: isPlayed ? "button" : "div", dress });
  return {
    element: board.element,
    draw: (view, { isAnimated }) => board.draw(view, isAnimated),
    drawn: () => board.drawn(),
    describe: (view, texts) => texts.rows(view.cells, columns, (value) => (value === 0 ? texts.empty : String(value))),
  };
}
