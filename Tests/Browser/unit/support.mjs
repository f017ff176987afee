// What several tests share: messages as the server sends them.

export const RACE = "00000000000000aa";

export const options2048 = { game: "2048", size: 4, target: 256, fours: 10, undos: 3, minSeats: 2, countdown: 3 };

/** The host on a seat. */
export const host = (number, more = {}) => ({ seat: number, name: `P${number}`, here: true, ...more });

export const seat = (number, more = {}) => ({
  seat: number, name: `P${number}`, bot: false, here: true, ready: false, rematch: false, wins: 0, muted: false, ...more,
});

export const board = (number, cells, more = {}) => ({
  seat: number, n: 0, cells, score: 0, moves: 0, undos: 3, state: "racing", ms: 0, ...more,
});

/** A board of 4 × 4 from its first cells. */
export const cells = (...first) => [...first, ...new Array(16 - first.length).fill(0)];

export const race = (more = {}) => ({
  race: RACE, no: 1, commitment: "c".repeat(64), seats: [0, 1], clock: { base: 0, at: 10_000 }, closesAt: null,
  boards: [], ranks: [], reveal: null, ...more,
});

export const room = (more = {}) => ({
  t: "room", room: "K7QX4M", at: "00000000000000ff.10", now: 5_000, you: { seat: 0, role: "racer", host: true, muted: false },
  host: host(0), locked: false,
  options: options2048, seats: [seat(0), seat(1)], watchers: 0, phase: "lobby",
  next: { race: RACE, commitment: "c".repeat(64) }, race: null, ...more,
});

export const racing = (mine = cells(2, 2), more = {}) => room({
  phase: "racing", race: race({ boards: [board(0, mine), board(1, mine)] }), ...more,
});

export const events = (from, ...entries) => ({ t: "events", from, to: from + entries.length, now: 6_000, e: entries });

export const step = (n, d, more = {}) => ({ k: "step", seat: 0, n, ms: n * 100, score: 0, moves: n, d, ...more });

/**
 * Timers that the test makes run; put in place of the global ones until `remove`. The mock timers of node:test differ
 * between the versions that we support.
 */
export class ManualClock {
  #time = 1_000_000;
  #last = 0;
  #timers = new Map();
  #real = { setTimeout, setInterval, clearTimeout, clearInterval };

  constructor() {
    const start = (every) => (work, delay = 0) => {
      this.#last += 1;
      this.#timers.set(this.#last, { due: this.#time + delay, work, every: every ? delay : null });
      return this.#last;
    };
    const stop = (timer) => { this.#timers.delete(timer); };
    Object.assign(globalThis, {
      setTimeout: start(false), setInterval: start(true), clearTimeout: stop, clearInterval: stop,
    });
  }

  now() { return this.#time; }

  /** Lets time pass; each timer runs at its own instant. */
  pass(milliseconds) {
    const end = this.#time + milliseconds;
    while (true) {
      const [next] = [...this.#timers].sort(([, a], [, b]) => a.due - b.due);
      if (next === undefined || next[1].due > end) break;
      const [key, timer] = next;
      this.#time = timer.due;
      if (timer.every === null) this.#timers.delete(key);
      else timer.due += Math.max(1, timer.every);
      timer.work();
    }
    this.#time = end;
  }

  remove() { Object.assign(globalThis, this.#real); }
}
