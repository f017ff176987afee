// Room time on this machine, without its wall clock.

/** How long a measurement is trusted: two clocks drift apart by some milliseconds in as many minutes. */
const TRUST = 300_000;

/**
 * Room time = local monotonic time − the smallest (local − `now`) seen: the message that came fastest is the one that
 * knows best. Measurements grow old, so that drift cannot pile up.
 */
export class RoomClock {
  /** @type {number|null} */ #recent = null;
  /** @type {number|null} */ #older = null;
  #since = 0;

  /** Forgets everything: room time stands while the server is down, so old measurements mislead. */
  reset() {
    this.#recent = null;
    this.#older = null;
  }

  /**
   * @param {number} now room milliseconds of a message
   * @param {number} local monotonic milliseconds at its arrival
   */
  observe(now, local) {
    if (this.#recent !== null && local - this.#since > TRUST) {
      this.#older = this.#recent;
      this.#recent = null;
    }
    const difference = local - now;
    if (this.#recent === null) {
      this.#recent = difference;
      this.#since = local;
    } else {
      this.#recent = Math.min(this.#recent, difference);
    }
  }

  get known() {
    return this.#recent !== null;
  }

  /**
   * @param {number} local monotonic milliseconds
   * @returns {number} room milliseconds; 0 before the first message
   */
  at(local) {
    if (this.#recent === null) return 0;
    return local - Math.min(this.#recent, this.#older ?? Infinity);
  }
}

/**
 * Race milliseconds, as the contract says: standing at `base` before `at` and while `at` is null.
 * @param {{base: number, at: number|null}} clock
 * @param {number} now room milliseconds
 */
export function raceMs(clock, now) {
  if (clock.at === null || now <= clock.at) return clock.base;
  return Math.floor(clock.base + (now - clock.at));
}

/**
 * Whether the race clock moves.
 * @param {{base: number, at: number|null}} clock
 * @param {number} now room milliseconds
 */
export function runs(clock, now) {
  return clock.at !== null && now >= clock.at;
}
