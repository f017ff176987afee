// The board of Memory: cards that turn, buttons where they can be played.

import { element, setAttribute } from "./dom.js";
import { faceName, picture } from "./deck.js";
import { cards } from "./memory.js";

/**
 * @param {{rows: number, columns: number}} options
 * @param {boolean} isPlayed
 * @returns {import("./boards.js").BoardDrawing}
 */
export function boardMemory({ rows, columns }, isPlayed) {
  const layer = element("div", "layer");
  const board = element("div", "board memory", layer);
  board.style.setProperty("--rows", String(rows));
  board.style.setProperty("--columns", String(columns));
  const nodes = Array.from({ length: rows * columns }, (_, cell) => cardNode(cell, columns, isPlayed));
  layer.append(...nodes);
  if (isPlayed) board.addEventListener("keydown", (event) => rove(event, nodes, rows, columns));
  const place = (cell) => [Math.floor(cell / columns) + 1, (cell % columns) + 1];
  return {
    element: board,
    draw: (view, { asked, texts }) => {
      cards(view.cells, asked).forEach((card, cell) => drawCard(nodes[cell], card, place(cell), isPlayed ? texts : null));
    },
    drawn: () => nodes.map((node) => Number(node.dataset.face ?? -1) + 1),
    describe: (view, texts) => texts.rows(view.cells, columns, (shown) => (shown === 0 ? texts.closed : faceName(shown - 1, texts.lang))),
  };
}

function cardNode(cell, columns, isPlayed) {
  const sides = element("span", "sides", element("span", "back"), element("span", "front"));
  const node = element(isPlayed ? "button" : "div", "flip", sides);
  if (node instanceof HTMLButtonElement) {
    node.type = "button";
    node.tabIndex = cell === 0 ? 0 : -1;
  }
  node.dataset.cell = String(cell);
  node.style.setProperty("--x", String(cell % columns));
  node.style.setProperty("--y", String(Math.floor(cell / columns)));
  return node;
}

function drawCard(node, card, [row, column], texts) {
  if (texts) setAttribute(node, "aria-label", texts.card(row, column, card, texts.lang));
  const state = `${card.look} ${card.face}`;
  if (node.dataset.state === state) return;
  node.dataset.state = state;
  for (const look of ["open", "matched", "asked"]) node.classList.toggle(look, card.look === look);
  if (card.face === null) {
    // The picture stays while the card turns; only its name goes.
    delete node.dataset.face;
    return;
  }
  const front = node.querySelector(".front");
  if (front.dataset.face !== String(card.face)) {
    front.dataset.face = String(card.face);
    front.replaceChildren(picture(card.face));
  }
  node.dataset.face = String(card.face);
}

/** Arrow keys go from card to card; one card is in the order of the tab key. */
function rove(event, nodes, rows, columns) {
  const steps = { ArrowUp: -columns, ArrowDown: columns, ArrowLeft: -1, ArrowRight: 1 };
  const step = steps[event.code];
  const at = nodes.indexOf(document.activeElement);
  if (step === undefined || at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  const column = at % columns;
  if ((step === -1 && column === 0) || (step === 1 && column === columns - 1)) return;
  const to = nodes[at + step];
  if (!to) return;
  nodes[at].tabIndex = -1;
  to.tabIndex = 0;
  to.focus();
}
