// My place in a room: joins the link, the state and the outbox. Knows nothing of the page.

import { raceMs, RoomClock, runs } from "./clock.js";
import { randomHex } from "./codes.js";
import { shownAt } from "./memory.js";
import { Outbox } from "./outbox.js";
import { isWorthSending, predict } from "./predict.js";
import { Link } from "./socket.js";
import { amRacing, myBoard, raceOptions, reduce, since } from "./state.js";

/** Pings come every 25 s, every 4 s around a race. */
const SILENCE = { resting: 32_000, racing: 9_000 };
/** Milliseconds before a message is sent again that the server could not take. */
const AGAIN_AFTER = 700;

/**
 * @typedef {{onChange: () => void, onEntry?: (entry: any) => void, onToken: (token: string) => void,
 *   onError: (code: string, re: string|undefined) => void}} Listener
 */

/** @typedef {"racer"|"spectator"|"host"} Role `host`: runs the room without racing */

/** One person in one room. */
export class RoomSession {
  /** @type {import("./state.js").RoomState|null} */ state = null;
  clock = new RoomClock();
  outbox = new Outbox();
  /** @type {import("./predict.js").Engine|null} */ engine = null;
  /** The engine cannot be had here: nothing is foreseen or checked. */
  engineFailed = false;
  /** Entropy that I gave, by race. @type {Record<string, string>} */ contributed = {};
  /** What this server calls me. @type {string|null} */ name = null;
  #who;
  #listener;
  #link;
  #isWelcome = false;
  #isSynced = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */ #again;

  /**
   * @param {{url: string, room: string, role: Role, name: string, token: string|null}} who
   * @param {Listener} listener
   */
  constructor(who, listener) {
    this.#who = { ...who };
    this.#listener = listener;
    this.#link = new Link({
      url: who.url,
      onOpen: () => this.#hello(),
      onMessage: (message) => this.#receive(message),
      onStatus: (status) => this.#onStatus(status),
      silence: () => (this.#isRacy ? SILENCE.racing : SILENCE.resting),
      probe: () => ({ t: "ping", d: 0 }),
    });
  }

  get status() {
    return this.#link.status;
  }

  /** Whether what I see is what the server says now. */
  get isSynced() {
    return this.#isSynced && this.#link.status === "open";
  }

  get role() {
    return this.#who.role;
  }

  open() {
    this.#link.open();
  }

  close() {
    this.#link.close();
  }

  wake() {
    this.#link.wake();
  }

  park() {
    this.#link.park();
  }

  /** Room milliseconds now. */
  now() {
    return this.clock.at(performance.now());
  }

  /** Race milliseconds now; 0 without a race. */
  raceMs() {
    return this.state?.race ? raceMs(this.state.race.clock, this.now()) : 0;
  }

  /** My board as I shall see it; null when I am in no race. @returns {import("./predict.js").View|null} */
  view() {
    const told = myBoard(this.state);
    if (!told) return null;
    const board = told.closesAt === null ? told : { ...told, cells: shownAt(told, this.raceMs()) };
    return predict(board, this.outbox.actions, raceOptions(this.state), this.engine);
  }

  /** Whether an action of mine counts now. */
  get isLive() {
    const { state } = this;
    if (!state?.race || state.phase !== "racing" || !amRacing(state)) return false;
    return myBoard(state)?.state === "racing" && runs(state.race.clock, this.now());
  }

  /** @param {import("./outbox.js").Action} action @returns {boolean} whether it was taken */
  act(action) {
    const view = this.view();
    if (!view || !this.isLive) return false;
    const isWaiting = this.outbox.waiting.length > 0;
    if (!isWorthSending(view, action, raceOptions(this.state), this.engine, isWaiting)) return false;
    const message = this.outbox.push(action);
    if (!message) return false;
    // Not sent while away: everything that waits is sent again on coming back.
    if (this.isSynced) this.#link.send(message);
    this.#listener.onChange();
    return true;
  }

  /** @param {boolean} on */
  ready(on) {
    this.#agree("ready", on);
  }

  /** @param {boolean} on */
  rematch(on) {
    this.#agree("rematch", on);
  }

  /** @param {object} message of those that are not kept: start, cancel, options, forfeit */
  say(message) {
    return this.#link.send(message);
  }

  /** Gives the seat up and goes. */
  leave() {
    this.#link.send({ t: "leave" });
    this.#link.close();
  }

  /** Answered by the room, which says what I am then. @param {Role} role */
  changeRole(role) {
    return this.#link.send({ t: "role", role });
  }

  /** Answered by a welcome with the name as the server took it. @param {string} name */
  rename(name) {
    return this.#link.send({ t: "rename", name });
  }

  #agree(type, on) {
    if (!this.state) return;
    const { race } = this.state.next;
    if (!on) {
      if (this.#link.send({ t: type, on })) delete this.contributed[race];
      return;
    }
    // The first share counts until it is taken back.
    const entropy = this.contributed[race] ?? randomHex(16);
    if (this.#link.send({ t: type, on, entropy })) this.contributed[race] = entropy;
  }

  get #isRacy() {
    return this.state?.phase === "racing" || this.state?.phase === "countdown";
  }

  #onStatus(status) {
    if (status !== "open") this.#isWelcome = this.#isSynced = false;
    this.#listener.onChange();
  }

  #hello() {
    const { token, name } = this.#who;
    this.#link.send({ t: "hello", v: 1, name, ...(token && { token }) });
  }

  #join() {
    this.#isSynced = false;
    const { room, role } = this.#who;
    const place = since(this.state);
    this.#link.send({ t: "join", room, role, ...(place && { since: place }) });
  }

  #receive(message) {
    const arrival = performance.now();
    if (Number.isFinite(message.now)) this.clock.observe(message.now, arrival);
    switch (message.t) {
      case "welcome": return this.#welcome(message);
      case "room": return this.#room(message, arrival);
      case "events": return this.#events(message);
      case "ack": return this.#ack(message);
      case "error": return this.#error(message);
      default:
    }
  }

  #welcome(message) {
    this.name = this.#who.name = message.name;
    if (this.#isWelcome) return this.#listener.onChange();
    this.#isWelcome = true;
    if (message.token) {
      this.#who.token = message.token;
      this.#listener.onToken(message.token);
    }
    this.#join();
  }

  #room(message, arrival) {
    if (this.state && !message.at.startsWith(`${this.state.epoch}.`)) {
      this.clock.reset();
      this.clock.observe(message.now, arrival);
    }
    this.state = reduce(this.state, message);
    this.#who.role = message.you.role;
    this.#synced();
    this.#listener.onEntry?.({ k: "room" });
    this.#listener.onChange();
  }

  #events(message) {
    if (!this.state) return;
    const before = this.state.version;
    this.state = reduce(this.state, message);
    if (this.state.gap) {
      this.state = { ...this.state, gap: false };
      return this.#join();
    }
    if (this.state.version !== before) {
      for (const entry of message.e) this.#heed(entry);
    }
    if (!this.#isSynced) this.#synced();
    this.#listener.onChange();
  }

  /** What an entry means for my unanswered actions. */
  #heed(entry) {
    const race = this.state.race;
    if (entry.k === "step" && entry.seat === this.state.you.seat) {
      this.outbox.settle(race.race, entry.n);
      if (entry.end) this.outbox.clear();
    } else if (entry.k === "go" || entry.k === "finished" || entry.k === "lobby") {
      this.#syncOutbox();
    } else if (entry.k === "clock" && entry.clock.at !== null) {
      this.#sendWhenRunning();
    }
    this.#listener.onEntry?.(entry);
  }

  #synced() {
    this.#isSynced = true;
    this.#syncOutbox();
    this.#sendWhenRunning();
  }

  /** After a restart the race clock stands, and runs again only after a short countdown. */
  #sendWhenRunning() {
    const clock = this.state.race?.clock;
    if (this.outbox.waiting.length === 0 || !clock || clock.at === null) return;
    const wait = clock.at - this.now();
    this.#sendAgain(wait > 0 ? wait + 50 : 0);
  }

  #syncOutbox() {
    const board = myBoard(this.state);
    const isOpen = this.state.phase === "racing" && board?.state === "racing";
    this.outbox.sync(isOpen ? this.state.race.race : null, board?.n ?? 0);
  }

  #sendAgain(delay) {
    clearTimeout(this.#again);
    const resend = () => {
      if (!this.isSynced) return;
      for (const message of this.outbox.again()) this.#link.send(message);
    };
    if (delay <= 0) resend();
    else this.#again = setTimeout(resend, delay);
  }

  #ack(message) {
    this.state = reduce(this.state, message);
    this.outbox.settle(message.race, message.n);
    this.#listener.onChange();
  }

  #error(message) {
    const { code, re, retry } = message;
    // Somebody has followed me as host while I was away: I watch.
    if (re === "join" && code === "not-allowed" && this.#who.role === "host") {
      this.#who.role = "spectator";
      this.#join();
      return;
    }
    if (code === "kicked") {
      this.#link.close();
      this.#listener.onError(code, "join");
      return;
    }
    const isAction = re === "move" || re === "undo";
    // While the clock stands, its own entry says when to try again.
    if (isAction && code === "paused" && this.state?.race?.clock.at === null) return;
    if (isAction && retry) return this.#sendAgain(AGAIN_AFTER);
    if (isAction && code === "stale") this.outbox.clear();
    if (code === "bad-token") {
      this.#who.token = null;
      this.#hello();
      return;
    }
    this.#listener.onError(code, re);
    this.#listener.onChange();
  }
}
