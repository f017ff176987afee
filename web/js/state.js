// What I know of the room: a pure fold of the server's messages.

import { applyDiff, fromCells, reconcile } from "./tiles.js";

/** As many of my own positions are kept for the prediction of undos. */
const PAST = 40;

/**
 * @typedef {import("./tiles.js").TileSet} TileSet
 * @typedef {{seat: number, name: string, bot: boolean, here: boolean, ready: boolean, rematch: boolean,
 *   wins: number, muted: boolean}} Seat
 * @typedef {{seat: number|null, name: string, here: boolean}} Host `seat`: null for a host who does not race
 * @typedef {{seat: number, n: number, cells: number[], score: number, moves: number, undos: number,
 *   state: "racing"|"won"|"lost"|"forfeit"|"dnf"|"kicked", ms: number, closesAt: number|null, set: TileSet,
 *   past: {set: TileSet, score: number, moves: number}[]}} Board
 *   `set`: the tiles of 2048 and sliding; `past`: what undo goes back to, mine only
 * @typedef {{seat: number, rank: number, state: string, ms: number, score: number, moves: number}} Rank
 * @typedef {{race: string, no: number, commitment: string, seats: number[],
 *   clock: {base: number, at: number|null}, closesAt: number|null, boards: Record<number, Board>, ranks: Rank[],
 *   reveal: object|null, starts: Record<number, number[]>|null, options: any}} Race
 *   `starts`: the boards at GO, if I was there; `options`: as the room showed them then, null if I was not
 * @typedef {{room: string, epoch: string, version: number, you: {seat: number|null, role: string, host: boolean, muted: boolean},
 *   host: Host|null, locked: boolean, options: any, seats: Seat[], watchers: number,
 *   phase: "lobby"|"countdown"|"racing"|"finished", next: {race: string, commitment: string},
 *   race: Race|null, promises: Record<string, string>, gap: boolean}} RoomState
 *   `promises`: commitments that I saw before their race; `gap`: entries are missing, join again
 */

/**
 * @param {RoomState|null} state
 * @param {any} message of type room, events or ack; others change nothing
 * @returns {RoomState|null}
 */
export function reduce(state, message) {
  switch (message.t) {
    case "room": return fromRoom(state, message);
    case "events": return state && events(state, message);
    case "ack": return state && judged(state, message);
    default: return state;
  }
}

/** @param {RoomState|null} state @returns {Board|null} the board that I play, also when it is over */
export function myBoard(state) {
  const seat = state?.you.seat;
  return (seat !== null && seat !== undefined && state?.race?.boards[seat]) || null;
}

/** @param {RoomState} state whether I am one of the racers of the race at hand */
export function amRacing(state) {
  return state.you.seat !== null && !!state.race?.seats.includes(state.you.seat);
}

/** @param {RoomState} state whether I run the room, racing or not */
export function amHost({ you, host }) {
  if (!host) return false;
  return host.seat === null ? you.role === "host" : host.seat === you.seat;
}

/** @param {RoomState} state @returns {any} what the race at hand plays; else what the next one will */
export function raceOptions({ race, options }) {
  if (race?.options) return race.options;
  return race?.reveal ? JSON.parse(/** @type {any} */ (race.reveal).options) : options;
}

/** @param {RoomState|null} state @returns {string|undefined} for `join` */
export function since(state) {
  return state ? `${state.epoch}.${state.version}` : undefined;
}

function fromRoom(old, message) {
  const [epoch, version] = message.at.split(".");
  const { room, you, host, locked, options, seats, watchers, phase, next } = message;
  const known = old?.room === room ? old : null;
  // After a race the options may already be those of the next one.
  const race = message.race && raceOf(message.race, known?.race ?? null, phase === "finished" ? null : options);
  const promises = keepPromise(known?.promises ?? {}, next);
  return {
    room, epoch, version: Number(version), you, host, locked, options, seats, watchers, phase, next, race, promises,
    gap: false,
  };
}

function raceOf(wire, old, options) {
  const same = old?.race === wire.race ? old : null;
  const boards = {};
  for (const board of wire.boards) boards[board.seat] = boardOf(board, same?.boards[board.seat] ?? null);
  return { ...wire, boards, starts: same?.starts ?? null, options: same?.options ?? options };
}

/** A told board; its tiles stay the ones that they were where they can. */
function boardOf(wire, old) {
  const set = old ? reconcile(old.set, wire.cells) : fromCells(wire.cells);
  // The same position again keeps its history; another one has none that is known.
  const isSame = old !== null && old.n === wire.n;
  return { ...wire, set, past: isSame ? old.past : [], closesAt: wire.closesAt ?? (isSame ? old.closesAt : null) };
}

function keepPromise(promises, next) {
  if (/^0*$/.test(next.race) || promises[next.race] === next.commitment) return promises;
  const latest = Object.entries(promises).slice(-7);
  // What was said first counts.
  return { ...Object.fromEntries(latest), [next.race]: promises[next.race] ?? next.commitment };
}

function judged(state, { race, n }) {
  const board = myBoard(state);
  if (!board || state.race?.race !== race || n <= board.n) return state;
  return withBoard(state, { ...board, n });
}

function events(state, message) {
  if (message.from !== state.version) {
    // Older ones are known already.
    return message.to <= state.version ? state : { ...state, gap: true };
  }
  let next = state;
  for (const entry of message.e) next = apply(next, entry);
  return { ...next, version: message.to };
}

function apply(state, entry) {
  switch (entry.k) {
    case "seat": return { ...state, seats: withSeat(state.seats, entry.seat) };
    case "left": return { ...state, seats: state.seats.filter((seat) => seat.seat !== entry.seat) };
    case "host": return { ...state, host: entry.host };
    case "locked": return { ...state, locked: entry.on };
    case "options": return { ...state, options: entry.options };
    case "next": {
      const next = { race: entry.race, commitment: entry.commitment };
      return { ...state, next, promises: keepPromise(state.promises, next) };
    }
    case "watchers": return { ...state, watchers: entry.count };
    case "lobby": return { ...state, phase: "lobby", race: null };
    case "countdown": return { ...state, phase: "countdown", race: raceOf(entry.race, state.race, state.options) };
    default: return state.race ? applyToRace(state, state.race, entry) : state;
  }
}

function applyToRace(state, race, entry) {
  switch (entry.k) {
    case "go": return go(state, race, entry.boards);
    case "step": {
      const board = race.boards[entry.seat];
      return board ? withBoard(state, step(board, entry, entry.seat === state.you.seat)) : state;
    }
    case "out": {
      const board = race.boards[entry.seat];
      return board ? withBoard(state, { ...board, state: entry.state }) : state;
    }
    case "closing": return { ...state, race: { ...race, closesAt: entry.closesAt } };
    case "clock": return { ...state, race: { ...race, clock: entry.clock } };
    case "finished": {
      const boards = {};
      for (const board of entry.boards) boards[board.seat] = boardOf(board, race.boards[board.seat] ?? null);
      return { ...state, phase: "finished", race: { ...race, boards, ranks: entry.ranks, reveal: entry.reveal } };
    }
    default: return state;
  }
}

function go(state, race, list) {
  const boards = {};
  const starts = {};
  for (const board of list) {
    boards[board.seat] = boardOf(board, null);
    starts[board.seat] = board.cells;
  }
  return { ...state, phase: "racing", race: { ...race, boards, starts } };
}

function step(board, entry, isMine) {
  const { n, ms, score, moves, d, closesAt = null } = entry;
  const isUndo = d.some(([kind]) => kind === "u");
  const set = entry.board ? undone(board, entry.board) : applyDiff(board.set, d);
  const past = !isMine ? [] : isUndo ? board.past.slice(0, -1) : [...board.past, keep(board)].slice(-PAST);
  return {
    ...board, n, ms, score, moves, closesAt, set, past,
    cells: entry.board ?? cellsAfter(board.cells, d),
    undos: isUndo && board.undos > 0 ? board.undos - 1 : board.undos,
    state: entry.end ?? board.state,
  };
}

const keep = ({ set, score, moves }) => ({ set, score, moves });

/** Back to the tiles that stood there, when I remember them. */
function undone(board, cells) {
  const last = board.past.at(-1);
  const set = last ? { tiles: last.set.tiles, next: board.set.next } : board.set;
  return reconcile(set, cells);
}

/** All sources are emptied before anything is put down. Memory shows face + 1. */
function cellsAfter(cells, diff) {
  const after = [...cells];
  for (const [kind, a, b] of diff) {
    if (kind === "m" || kind === "h") after[a] = 0;
    else if (kind === "x") after[a] = after[b] = 0;
  }
  for (const [kind, a, b, c, d] of diff) {
    if (kind === "m") after[b] = c;
    else if (kind === "x") after[c] = d;
    else if (kind === "i") after[a] = b;
    else if (kind === "s") after[a] = b + 1;
  }
  return after;
}

function withSeat(seats, seat) {
  return [...seats.filter((one) => one.seat !== seat.seat), seat].sort((a, b) => a.seat - b.seat);
}

function withBoard(state, board) {
  const race = { ...state.race, boards: { ...state.race.boards, [board.seat]: board } };
  return { ...state, race };
}
