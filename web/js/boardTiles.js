// What the drawings of 2048 and sliding share: tiles that move. Plans come from tiles.js, here are the DOM writes.

import { element } from "./dom.js";
import { changes } from "./tiles.js";

/** Milliseconds after which a merged tile is gone; as long as the slide in board.css. */
const SLIDE = 100;

/**
 * @typedef {{rows: number, columns: number, tag: "div"|"button",
 *   dress: (node: HTMLElement, value: number, cell: number) => void}} TileLook
 */

/** A board of moving tiles. */
export class TileBoard {
  #look;
  #layer = element("div", "layer");
  /** @type {Map<number, HTMLElement>} */ #nodes = new Map();
  /** @type {Set<HTMLElement>} */ #ghosts = new Set();
  /** @type {import("./tiles.js").Tile[]} */ #drawn = [];

  /** @param {TileLook} look */
  constructor(look) {
    this.#look = look;
    const { rows, columns } = look;
    this.element = element("div", "board");
    this.element.style.setProperty("--rows", String(rows));
    this.element.style.setProperty("--columns", String(columns));
    for (let cell = 0; cell < rows * columns; cell++) {
      const place = element("div", "place");
      this.#put(place, cell);
      this.#layer.append(place);
    }
    this.element.append(this.#layer);
    // Done is done: a node that is put in another place of the page would begin anew.
    this.element.addEventListener("animationend", (event) => {
      const tile = event.target instanceof Element ? event.target.parentElement : null;
      tile?.classList.remove("new", "pop-a", "pop-b");
    });
  }

  /**
   * Shows these tiles. What is still moving is moved on at once; no input waits for it.
   * @param {{set: import("./tiles.js").TileSet}} view
   * @param {boolean} isAnimated
   */
  draw(view, isAnimated) {
    const plan = changes(this.#drawn, view.set.tiles);
    if (plan.length === 0) return;
    this.element.classList.toggle("still", !isAnimated);
    for (const ghost of this.#ghosts) ghost.remove();
    this.#ghosts.clear();
    for (const change of plan) this.#carryOut(change);
    this.#drawn = view.set.tiles;
  }

  /** @returns {number[]} the cells as they stand in the document */
  drawn() {
    const cells = new Array(this.#look.rows * this.#look.columns).fill(0);
    for (const node of this.#layer.querySelectorAll(".tile:not(.gone)")) {
      const { cell, value } = /** @type {HTMLElement} */ (node).dataset;
      cells[Number(cell)] = Number(value);
    }
    return cells;
  }

  #carryOut(change) {
    if (change.op === "add") return this.#add(change);
    const node = this.#nodes.get(change.id);
    if (!node) return;
    if (change.op === "move") {
      this.#put(node, change.cell);
      this.#look.dress(node, Number(node.dataset.value), change.cell);
    } else if (change.op === "grow") {
      // Two names of one animation: changing between them starts it anew.
      node.dataset.pop = node.dataset.pop === "a" ? "b" : "a";
      node.classList.remove("new", "pop-a", "pop-b");
      node.classList.add(`pop-${node.dataset.pop}`);
      this.#dress(node, change.value, Number(node.dataset.cell));
    } else {
      this.#remove(node, change);
    }
  }

  #add({ id, cell, value }) {
    const node = element(this.#look.tag, "tile new", element("span", "face"));
    if (node instanceof HTMLButtonElement) node.type = "button";
    this.#put(node, cell);
    this.#dress(node, value, cell);
    this.#nodes.set(id, node);
    this.#layer.append(node);
  }

  #remove(node, { id, into }) {
    this.#nodes.delete(id);
    if (into === null) return node.remove();
    node.classList.add("gone");
    this.#put(node, into);
    this.#ghosts.add(node);
    setTimeout(() => {
      this.#ghosts.delete(node);
      node.remove();
    }, SLIDE);
  }

  #dress(node, value, cell) {
    node.dataset.value = String(value);
    node.dataset.digits = String(fit(String(value).length));
    node.firstChild.textContent = String(value);
    this.#look.dress(node, value, cell);
  }

  #put(node, cell) {
    node.dataset.cell = String(cell);
    node.style.setProperty("--x", String(cell % this.#look.columns));
    node.style.setProperty("--y", String(Math.floor(cell / this.#look.columns)));
  }
}

/** The next size of type that board.css knows. */
function fit(digits) {
  return [2, 3, 4, 5, 6, 7, 9].find((size) => digits <= size) ?? 12;
}
