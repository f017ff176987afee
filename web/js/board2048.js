// The board of 2048.

import { TileBoard } from "./boardTiles.js";

/** The largest tile with a colour of its own. */
const LARGEST = 262_144;

/** @param {{size: number}} options @returns {import("./boards.js").BoardDrawing} */
export function board2048({ size }) {
  const board = new TileBoard({ rows: size, columns: size, tag: "div", dress });
  return {
    element: board.element,
    draw: (view, { isAnimated }) => board.draw(view, isAnimated),
    drawn: () => board.drawn(),
    describe: (view, texts) => texts.rows(view.cells, size, (value) => (value === 0 ? texts.empty : String(value))),
  };
}

function dress(node, value) {
  if (node.dataset.dress === String(value)) return;
  for (const name of [...node.classList]) if (name.startsWith("t") && name !== "tile") node.classList.remove(name);
  node.classList.add(value > LARGEST ? "t-beyond" : `t${value}`);
  node.dataset.dress = String(value);
}
