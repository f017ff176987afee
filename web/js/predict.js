// My own board as it will look when the server has judged what I did: the truth plus my unanswered actions. Pure.

import { applyDiff, toCells } from "./tiles.js";

/**
 * @typedef {import("./state.js").Board} Board
 * @typedef {import("./outbox.js").Action} Action
 * @typedef {{set: import("./tiles.js").TileSet, cells: number[], score: number, moves: number, undos: number,
 *   done: boolean, blind: boolean}} View
 *   `done`: the goal is reached here, the server has yet to say so; `blind`: an action's effect cannot be foreseen
 * @typedef {{predict2048: Function, predictSliding: Function}} Engine
 */

/**
 * @param {Board} board
 * @param {Action[]} actions unanswered, in order
 * @param {any} options of the room
 * @param {Engine|null} engine null while it loads: nothing is foreseen then
 * @returns {View}
 */
export function predict(board, actions, options, engine) {
  const { set, cells, score, moves, undos } = board;
  /** @type {View} */
  let view = { set, cells, score, moves, undos, done: false, blind: false };
  if (options.game === "memory" || !engine) return { ...view, blind: actions.length > 0 };
  const past = [...board.past];
  for (const action of actions) {
    const next = action === "undo" ? undo(view, past) : move(view, action, options, engine);
    // The action may be judged on a board that I cannot see yet, as with a new tile in the way.
    if (next === null) continue;
    if (next.blind) return next;
    if (action !== "undo") past.push({ set: view.set, cells: view.cells, score: view.score, moves: view.moves });
    view = next;
  }
  return view;
}

/**
 * Whether the action could change something, as far as I can see; the others are not worth a message.
 * @param {View} view
 * @param {Action} action
 * @param {any} options
 * @param {Engine|null} engine
 * @param {boolean} isWaiting earlier actions are unanswered: new tiles will come
 */
export function isWorthSending(view, action, options, engine, isWaiting) {
  if (view.done) return false;
  if (action === "undo") return options.game === "2048" && view.undos !== 0 && (view.moves > 0 || isWaiting);
  if (options.game === "memory") return typeof action === "number" && (view.cells[action] === 0 || isWaiting);
  if (options.game === "2048" && typeof action === "number") return false;
  if (view.blind || !engine || (isWaiting && options.game === "2048")) return true;
  return move(view, action, options, engine) !== null;
}

function move(view, action, options, engine) {
  const result = options.game === "2048"
    ? engine.predict2048(view.cells, options.size, action)
    : engine.predictSliding(view.cells, options.rows, options.columns, action);
  if (!result) return null;
  const isSliding = options.game === "sliding";
  return {
    ...view,
    set: applyDiff(view.set, result.events),
    cells: result.cells,
    score: isSliding ? tilesHome(result.cells) : view.score + result.gained,
    moves: view.moves + (isSliding ? result.events.length : 1),
    done: isSliding ? result.won : Math.max(...result.cells) >= options.target,
  };
}

function undo(view, past) {
  if (view.undos === 0) return null;
  const last = past.pop();
  if (!last) return { ...view, blind: true };
  // A kept position of the server's has its tiles only.
  const cells = last.cells ?? toCells(last.set.tiles, view.cells.length);
  const set = { tiles: last.set.tiles, next: view.set.next };
  return { ...view, set, cells, score: last.score, moves: last.moves, undos: Math.max(-1, view.undos - (view.undos > 0)) };
}

function tilesHome(cells) {
  return cells.filter((tile, cell) => tile === cell + 1).length;
}
