// One WebSocket to the server, for as long as the page wants one.

/** Milliseconds. */
const CONNECTING_LIMIT = 5_000;
const PROBE_LIMIT = 2_000;
/** An attempt that is older when the network comes back was made without one. */
const FRESH = 1_000;
const STABLE_AFTER = 10_000;
const TICK = 1_000;
const LONGEST_DELAY = 10_000;
/** Close code: the same person has opened the room elsewhere. */
const TAKEN_OVER = 4001;
const PROTOCOL = "tilerace.v1";

/**
 * How long to wait before the next attempt. The first ones spread over more than a second, so that a crowd does not
 * come back in one instant.
 * @param {number} attempt from 0, counted since the last stable session
 * @param {number} random 0…1
 * @returns {number} milliseconds
 */
export function reconnectDelay(attempt, random) {
  const base = Math.min(LONGEST_DELAY / 1.5, 1_000 * 1.8 ** attempt);
  return Math.round(base * (0.3 + 1.2 * random));
}

/**
 * @typedef {"connecting"|"open"|"waiting"|"parked"|"taken-over"|"closed"} LinkStatus
 *   `waiting`: lost, the next attempt is due; `parked`: the page is hidden away by the browser
 * @typedef {{url: string, onOpen: () => void, onMessage: (message: any) => void,
 *   onStatus: (status: LinkStatus) => void, silence: () => number, probe: () => object,
 *   Socket?: typeof WebSocket, now?: () => number, random?: () => number}} LinkSettings
 *   `silence`: milliseconds without a byte after which the link is doubted; `probe`: a message that gets an answer
 */

/** Every socket that this page has made and that is not closed; there should be one. */
const alive = new Set();

/** @returns {number} */
export function openSockets() {
  for (const socket of alive) if (socket.readyState === 3) alive.delete(socket);
  return alive.size;
}

/** Connects, stays connected, and says what comes in. */
export class Link {
  /** @type {LinkSettings} */ #settings;
  /** @type {WebSocket|null} */ #socket = null;
  /** @type {LinkStatus} */ #status = "closed";
  #attempt = 0;
  #heard = 0;
  #openedAt = 0;
  #triedAt = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */ #retry;
  /** @type {ReturnType<typeof setTimeout>|undefined} */ #patience;
  /** @type {ReturnType<typeof setInterval>|undefined} */ #ticking;
  #isProbing = false;
  #now;
  #random;

  /** @param {LinkSettings} settings */
  constructor(settings) {
    this.#settings = settings;
    this.#now = settings.now ?? (() => performance.now());
    this.#random = settings.random ?? Math.random;
  }

  get status() {
    return this.#status;
  }

  /** Connects now, whatever was before; also takes the room back from another window. */
  open() {
    this.#drop();
    clearTimeout(this.#retry);
    this.#set("connecting");
    this.#triedAt = this.#now();
    const Socket = this.#settings.Socket ?? WebSocket;
    const socket = new Socket(this.#settings.url, PROTOCOL);
    this.#socket = socket;
    alive.add(socket);
    this.#patience = setTimeout(() => this.#lost(socket), CONNECTING_LIMIT);
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => this.#received(socket, event.data);
    socket.onclose = (event) => this.#closed(socket, event.code);
    this.#ticking ??= setInterval(() => this.#tick(), TICK);
  }

  /** Ends it for good, or until `open`. @param {LinkStatus} [status] */
  close(status = "closed") {
    this.#drop();
    clearTimeout(this.#retry);
    clearInterval(this.#ticking);
    this.#ticking = undefined;
    this.#set(status);
  }

  /** @param {object} message @returns {boolean} false: there is no open socket, nothing was sent */
  send(message) {
    if (this.#status !== "open" || this.#socket?.readyState !== 1) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** The page is looked at again, or the network is back: is the link still true? */
  wake() {
    if (this.#status === "open") this.#doubt();
    else if (this.#status === "waiting" || this.#status === "parked") this.open();
    else if (this.#status === "connecting" && this.#now() - this.#triedAt > FRESH) this.open();
  }

  /** The browser puts the page away: the others should see at once that nobody is here. */
  park() {
    if (this.#status !== "taken-over" && this.#status !== "closed") this.close("parked");
  }

  #opened(socket) {
    if (socket !== this.#socket) return;
    clearTimeout(this.#patience);
    this.#heard = this.#openedAt = this.#now();
    this.#set("open");
    this.#settings.onOpen();
    // An open socket that never answers the first word is as good as none.
    this.#await(socket, CONNECTING_LIMIT);
  }

  #received(socket, data) {
    if (socket !== this.#socket) return;
    this.#heard = this.#now();
    if (this.#isProbing) {
      this.#isProbing = false;
      clearTimeout(this.#patience);
    }
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return;
    }
    if (message === null || typeof message !== "object") return;
    // Answered here, where no timer of a hidden page can delay it.
    if (message.t === "ping") this.send({ t: "pong", d: message.d });
    if (message.t === "error" && message.code === "taken-over") {
      this.close("taken-over");
      return;
    }
    this.#settings.onMessage(message);
  }

  #closed(socket, code) {
    alive.delete(socket);
    if (socket !== this.#socket) return;
    if (code === TAKEN_OVER) this.close("taken-over");
    else this.#lost(socket);
  }

  #lost(socket) {
    if (socket !== this.#socket) return;
    this.#drop();
    this.#set("waiting");
    const delay = reconnectDelay(this.#attempt, this.#random());
    this.#attempt += 1;
    this.#retry = setTimeout(() => this.open(), delay);
  }

  #tick() {
    if (this.#status !== "open") return;
    const now = this.#now();
    if (this.#attempt > 0 && now - this.#openedAt > STABLE_AFTER) this.#attempt = 0;
    if (now - this.#heard > this.#settings.silence()) this.#doubt();
  }

  /** Asks; without an answer the socket is dead, whatever it says of itself. */
  #doubt() {
    const socket = this.#socket;
    if (this.#isProbing || !socket) return;
    if (socket.readyState !== 1) return this.open();
    this.send(this.#settings.probe());
    this.#await(socket, PROBE_LIMIT);
  }

  #await(socket, limit) {
    this.#isProbing = true;
    this.#patience = setTimeout(() => this.#lost(socket), limit);
  }

  /** Lets go of the socket; a dead one closes when it likes, unheard. */
  #drop() {
    clearTimeout(this.#patience);
    this.#isProbing = false;
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onerror = null;
    socket.onclose = () => alive.delete(socket);
    socket.close();
  }

  #set(status) {
    if (status === this.#status) return;
    this.#status = status;
    this.#settings.onStatus(status);
  }
}
