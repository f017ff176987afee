// What several tests share: messages as the server sends them.

export const RACE = "00000000000000aa";

export const options2048 = { game: "2048", size: 4, target: 256, fours: 10, undos: 3, minSeats: 2, countdown: 3 };

export const seat = (number, more = {}) => ({
  seat: number, name: `P${number}`, bot: false, here: true, ready: false, rematch: false, wins: 0, ...more,
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
  t: "room", room: "K7QX4M", at: "00000000000000ff.10", now: 5_000, you: { seat: 0, role: "racer" }, host: 0,
  options: options2048, seats: [seat(0), seat(1)], watchers: 0, phase: "lobby",
  next: { race: RACE, commitment: "c".repeat(64) }, race: null, ...more,
});

export const racing = (mine = cells(2, 2), more = {}) => room({
  phase: "racing", race: race({ boards: [board(0, mine), board(1, mine)] }), ...more,
});

export const events = (from, ...entries) => ({ t: "events", from, to: from + entries.length, now: 6_000, e: entries });

export const step = (n, d, more = {}) => ({ k: "step", seat: 0, n, ms: n * 100, score: 0, moves: n, d, ...more });
