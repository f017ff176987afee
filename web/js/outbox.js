// My actions that the server has not answered yet.

/** As many actions may wait; the contract's limit. */
export const LIMIT = 32;

/** @typedef {"U"|"D"|"L"|"R"|"undo"|number} Action a direction, an undo, or a cell */
/** @typedef {{n: number, action: Action}} Sent */

/**
 * The message of an action.
 * @param {string} race
 * @param {Sent} sent
 */
export function message(race, { n, action }) {
  return action === "undo" ? { t: "undo", race, n } : { t: "move", race, n, m: action };
}

/** Numbers actions and keeps them until they are judged. */
export class Outbox {
  /** @type {string|null} */ race = null;
  /** @type {Sent[]} */ waiting = [];
  #judged = 0;

  /** Number of the last action that the server judged, as far as known. */
  get judged() {
    return this.#judged;
  }

  /** @returns {Action[]} */
  get actions() {
    return this.waiting.map((sent) => sent.action);
  }

  /**
   * What the server says: `judged` actions of `race`. Whatever does not follow on that is given up: the server's
   * board is the truth.
   * @param {string|null} race null: I am in no race
   * @param {number} judged
   */
  sync(race, judged) {
    if (race !== this.race) this.waiting = [];
    this.race = race;
    this.#judged = judged;
    this.waiting = this.waiting.filter((sent) => sent.n > judged);
    if (this.waiting.length > 0 && this.waiting[0].n !== judged + 1) this.waiting = [];
  }

  /**
   * @param {Action} action
   * @returns {object|null} the message to send; null when too many wait or there is no race
   */
  push(action) {
    if (this.race === null || this.waiting.length >= LIMIT) return null;
    const last = this.waiting.at(-1);
    const sent = { n: (last ? last.n : this.#judged) + 1, action };
    this.waiting.push(sent);
    return message(this.race, sent);
  }

  /**
   * Action n was judged, and so was everything before it.
   * @param {string} race
   * @param {number} n
   */
  settle(race, n) {
    if (race !== this.race) return;
    this.#judged = Math.max(this.#judged, n);
    this.waiting = this.waiting.filter((sent) => sent.n > n);
  }

  /** Forgets what waits, as after the end of my run. */
  clear() {
    this.waiting = [];
  }

  /** @returns {object[]} everything unanswered, to be sent again in order */
  again() {
    const race = this.race;
    return race === null ? [] : this.waiting.map((sent) => message(race, sent));
  }
}
