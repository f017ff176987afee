// One drawing for each game behind one interface.

import { board2048 } from "./board2048.js";
import { boardMemory } from "./boardMemory.js";
import { boardSliding } from "./boardSliding.js";

/**
 * @typedef {{isAnimated: boolean, asked: number[], texts: any}} Manner `asked`: cells whose tap is on its way
 * @typedef {{element: HTMLElement, draw: (view: any, manner: Manner) => void, drawn: () => number[],
 *   describe: (view: any, texts: any) => string}} BoardDrawing
 *   `drawn`: cells as they stand in the document; `describe`: the same in words
 */

/**
 * @param {any} options of the room
 * @param {boolean} isPlayed by me: its cells can be focused and tapped
 * @returns {BoardDrawing}
 */
export function createBoard(options, isPlayed) {
  switch (options.game) {
    case "sliding": return boardSliding(options, isPlayed);
    case "memory": return boardMemory(options, isPlayed);
    default: return board2048(options);
  }
}

/** Rows and columns. @param {any} options @returns {[number, number]} */
export function shape(options) {
  return options.game === "2048" ? [options.size, options.size] : [options.rows, options.columns];
}
