// What a race needs of the network and the browser, asked one by one.

/**
 * @typedef {"good"|"fair"|"bad"} Look `fair`: one can race, with a limit
 * @typedef {{look: Look, values?: Record<string, string|number>}} Finding
 */

/** Milliseconds. */
const PATIENCE = 5_000;
const SLOW = 300;
const CLOCK_TOLERANCE = 5_000;
const TRIPS = 5;

const now = () => performance.now();

/**
 * Does the server answer at all, and what does its clock say?
 * @param {typeof fetch} ask
 * @param {() => number} wall milliseconds since 1970, as this device has it
 * @returns {Promise<{page: Finding, clock: Finding|null}>} no clock: the server did not say
 */
export async function askServer(ask = fetch, wall = Date.now) {
  const start = now();
  try {
    const response = await ask("/healthz", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (!response.ok) return { page: { look: "bad" }, clock: null };
    const took = Math.round(now() - start);
    const told = Date.parse(response.headers.get("date") ?? "");
    return { page: { look: "good", values: { n: took } }, clock: Number.isFinite(told) ? compare(told, wall()) : null };
  } catch {
    return { page: { look: "bad" }, clock: null };
  }
}

/** The server's second has begun some time before: half of one is its middle. */
function compare(told, mine) {
  const off = mine - (told + 500);
  if (Math.abs(off) < CLOCK_TOLERANCE) return { look: "good" };
  return { look: "fair", values: { n: Math.round(Math.abs(off) / 1000) } };
}

/**
 * Does a WebSocket open, and how long does a message take there and back?
 * @param {string} url
 * @param {typeof WebSocket} [Socket]
 * @returns {Promise<{socket: Finding, trip: Finding|null}>} no trip: it did not open
 */
export async function askSocket(url, Socket = WebSocket) {
  const start = now();
  const socket = new Socket(url, "tilerace.v1");
  const heard = listen(socket);
  try {
    await heard("open");
    const opened = { look: /** @type {Look} */ ("good"), values: { n: Math.round(now() - start) } };
    return { socket: opened, trip: await travel(socket, heard) };
  } catch {
    return { socket: { look: "bad" }, trip: null };
  } finally {
    socket.onclose = null;
    socket.close();
  }
}

/** @returns {Promise<Finding>} */
async function travel(socket, heard) {
  const times = [];
  try {
    socket.send(JSON.stringify({ t: "hello", v: 1 }));
    await heard("welcome");
    for (let number = 0; number < TRIPS; number += 1) {
      const start = now();
      socket.send(JSON.stringify({ t: "ping", d: number }));
      await heard("pong");
      times.push(now() - start);
    }
  } catch {
    return { look: "bad" };
  }
  times.sort((a, b) => a - b);
  const middle = Math.round(times[times.length >> 1]);
  const values = { n: middle, worst: Math.round(times[times.length - 1]), count: TRIPS };
  return { look: middle > SLOW ? "fair" : "good", values };
}

/** @returns {(type: string) => Promise<void>} waits for the opening or for a message of that type */
function listen(socket) {
  /** @type {{type: string, done: () => void, fail: (error: Error) => void}|null} */
  let waiting = null;
  const said = (type) => {
    if (waiting?.type === type) waiting.done();
  };
  socket.onopen = () => said("open");
  socket.onmessage = ({ data }) => said(typeOf(data));
  socket.onclose = () => waiting?.fail(new Error("closed"));
  return (type) => new Promise((resolve, reject) => {
    const patience = setTimeout(() => reject(new Error("silent")), PATIENCE);
    const settle = (end) => (value) => {
      clearTimeout(patience);
      waiting = null;
      end(value);
    };
    waiting = { type, done: settle(resolve), fail: settle(reject) };
  });
}

function typeOf(data) {
  try {
    return JSON.parse(data)?.t;
  } catch {
    return undefined;
  }
}

/**
 * Does the engine load and compute?
 * @param {() => Promise<{selfTest(first: number, count: number): Uint8Array}>} load
 * @returns {Promise<Finding>}
 */
export async function askEngine(load) {
  try {
    const engine = await load();
    if (engine.selfTest(0, 1).length !== 32) throw new Error("self-test");
    return { look: "good" };
  } catch (error) {
    return { look: "fair", values: { code: error instanceof Error ? error.message : "?" } };
  }
}
