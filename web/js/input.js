// Keys, swipes and taps to actions. What is pure stands first; `listen` at the end touches the page.

/** By place on the keyboard, so that other layouts have them where the hand is. */
const KEYS = {
  ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R",
  KeyW: "U", KeyS: "D", KeyA: "L", KeyD: "R",
};

/** A finger that goes less far, in CSS pixels, taps. */
const SWIPE = 18;

/**
 * @param {{code: string, repeat: boolean, isComposing: boolean, keyCode?: number, ctrlKey: boolean, altKey: boolean,
 *   metaKey: boolean, shiftKey: boolean}} event
 * @param {boolean} isTyping a text field, a choice or the like has the focus
 * @returns {"U"|"D"|"L"|"R"|null}
 */
export function directionOf(event, isTyping) {
  if (isTyping || event.repeat || event.isComposing || event.keyCode === 229) return null;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return null;
  return KEYS[event.code] ?? null;
}

/** @param {string} code @returns {boolean} whether the key is one that moves */
export function isMoveKey(code) {
  return code in KEYS;
}

/**
 * The way of a swipe; exactly diagonal ones count as horizontal.
 * @param {number} dx
 * @param {number} dy
 * @returns {"U"|"D"|"L"|"R"|null} null: too short
 */
export function swipe(dx, dy) {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return null;
  if (Math.abs(dx) >= Math.abs(dy)) return dx > 0 ? "R" : "L";
  return dy > 0 ? "D" : "U";
}

/** Follows fingers: one finger makes one move; a second finger means something else. */
export class Swipes {
  /** @type {{id: number, x: number, y: number, isDone: boolean}|null} */ #first = null;
  #fingers = new Set();

  /** @param {number} id @param {number} x @param {number} y */
  down(id, x, y) {
    this.#fingers.add(id);
    this.#first = this.#fingers.size === 1 ? { id, x, y, isDone: false } : null;
  }

  /** @param {number} id @param {number} x @param {number} y @returns {"U"|"D"|"L"|"R"|null} a move, as soon as it is clear */
  move(id, x, y) {
    const first = this.#first;
    if (!first || first.id !== id || first.isDone) return null;
    const way = swipe(x - first.x, y - first.y);
    if (way) first.isDone = true;
    return way;
  }

  /** @param {number} id @returns {boolean} whether it was a tap */
  up(id) {
    const first = this.#first;
    this.#fingers.delete(id);
    if (!first || first.id !== id) return false;
    this.#first = null;
    return !first.isDone;
  }

  /** @param {number} id */
  cancel(id) {
    this.#fingers.delete(id);
    if (this.#first?.id === id) this.#first = null;
  }
}

/** One move a press: a key held down over GO must be let go and pressed again. */
export class Presses {
  #held = new Set();

  /** @param {string} code @returns {boolean} whether this is a new press */
  down(code) {
    if (this.#held.has(code)) return false;
    this.#held.add(code);
    return true;
  }

  /** @param {string} code */
  up(code) {
    this.#held.delete(code);
  }

  clear() {
    this.#held.clear();
  }
}

/** @param {EventTarget|null} target @returns {boolean} */
export function isTextTarget(target) {
  return target instanceof Element && !!target.closest("input, textarea, select, [contenteditable], dialog");
}

/**
 * @typedef {{isLive: () => boolean, takesMoves: () => boolean, takesTaps: () => boolean,
 *   onMove: (way: "U"|"D"|"L"|"R") => void, onTap: (cell: number) => void}} Player
 *   `isLive`: actions count now
 */

/**
 * @param {HTMLElement} area the board
 * @param {Player} player
 */
export function listen(area, player) {
  const presses = new Presses();
  const swipes = new Swipes();
  addEventListener("keydown", (event) => {
    if (!isMoveKey(event.code)) return;
    const isNew = presses.down(event.code);
    const way = directionOf(event, isTextTarget(event.target));
    if (way === null && !event.repeat) return;
    if (!player.takesMoves() || isTextTarget(event.target)) return;
    // The page must not scroll under a race, also while a key is held.
    if (event.code.startsWith("Arrow") && player.isLive()) event.preventDefault();
    if (way !== null && isNew && player.isLive()) player.onMove(way);
  });
  addEventListener("keyup", (event) => presses.up(event.code));
  // A key that is let go in another window is never heard of.
  addEventListener("blur", () => presses.clear());

  const cellAt = (event) => {
    const cell = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
    return cell instanceof HTMLElement && area.contains(cell) ? Number(cell.dataset.cell) : null;
  };
  let tapped = null;
  area.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // What began before GO gives no move after it.
    if (!player.isLive()) return;
    tapped = cellAt(event);
    swipes.down(event.pointerId, event.clientX, event.clientY);
    area.setPointerCapture(event.pointerId);
  });
  area.addEventListener("pointermove", (event) => {
    if (!player.takesMoves()) return;
    const way = swipes.move(event.pointerId, event.clientX, event.clientY);
    if (way && player.isLive()) player.onMove(way);
  });
  area.addEventListener("pointerup", (event) => {
    const isTap = swipes.up(event.pointerId);
    if (isTap && tapped !== null && player.takesTaps() && player.isLive()) player.onTap(tapped);
    tapped = null;
  });
  area.addEventListener("pointercancel", (event) => swipes.cancel(event.pointerId));
  // Enter and the space bar on a card or tile; a pointer's click has been dealt with.
  area.addEventListener("click", (event) => {
    const cell = cellAt(event);
    if (event.detail === 0 && cell !== null && player.takesTaps() && player.isLive()) player.onTap(cell);
  });
}
