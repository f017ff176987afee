import assert from "node:assert/strict";
import { test } from "node:test";
import { Link, openSockets, reconnectDelay } from "../../../web/js/socket.js";
import { ManualClock } from "./support.mjs";

class FakeSocket {
  static all = [];
  readyState = 0;
  sent = [];
  constructor(url, protocol) {
    Object.assign(this, { url, protocol });
    FakeSocket.all.push(this);
  }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
  opens() { this.readyState = 1; this.onopen?.(); this.hears({ t: "welcome" }); }
  hears(message) { this.onmessage?.({ data: JSON.stringify(message) }); }
  dies(code = 1006) { this.readyState = 3; this.onclose?.({ code }); }
}

const alive = () => FakeSocket.all.filter((socket) => socket.readyState < 2).length;

function scene(run, { silence = 30_000 } = {}) {
  const clock = new ManualClock();
  FakeSocket.all = [];
  const heard = [];
  const statuses = [];
  const link = new Link({
    url: "ws://x/ws", Socket: FakeSocket, now: () => clock.now(), random: () => 0.5, silence: () => silence,
    probe: () => ({ t: "probe" }), onOpen: () => heard.push("open"), onMessage: (message) => heard.push(message),
    onStatus: (status) => statuses.push(status),
  });
  try {
    link.open();
    run({ link, heard, statuses, socket: () => FakeSocket.all.at(-1), pass: (ms) => clock.pass(ms) });
  } finally {
    link.close();
    clock.remove();
  }
}

test("B70: delays spread, grow and are capped", () => {
  for (let attempt = 0; attempt < 30; attempt++) {
    const [low, middle, high] = [0, 0.5, 1].map((random) => reconnectDelay(attempt, random));
    assert.ok(high - low >= middle / 2);
    assert.ok(high <= 10_000);
    assert.ok(attempt === 0 || middle >= reconnectDelay(attempt - 1, 0.5));
  }
  const first = Array.from({ length: 300 }, (_, index) => reconnectDelay(0, index / 300)).sort((a, b) => a - b);
  for (const start of first) assert.ok(first.filter((one) => one >= start && one < start + 250).length <= 75);
});

test("the subprotocol is asked for and messages come through", () => scene(({ socket, heard }) => {
  assert.equal(socket().protocol, "tilerace.v1");
  socket().opens();
  assert.deepEqual(heard, ["open", { t: "welcome" }]);
}));

test("B67: a ping is answered in the message handler", () => scene(({ socket }) => {
  socket().opens();
  socket().hears({ t: "ping", d: 7, now: null });
  assert.deepEqual(socket().sent, [{ t: "pong", d: 7 }]);
}));

test("garbage is ignored", () => scene(({ socket, heard }) => {
  socket().opens();
  socket().onmessage({ data: "{" });
  socket().onmessage({ data: "null" });
  assert.deepEqual(heard, ["open", { t: "welcome" }]);
}));

test("B59: through any trouble there is exactly one socket", () => scene(({ link, socket, pass }) => {
  socket().opens();
  for (let round = 0; round < 5; round++) {
    socket().dies();
    link.wake();
    link.wake();
    assert.equal(alive(), 1);
    pass(20_000);
    assert.ok(alive() <= 1);
    link.wake();
    assert.equal(alive(), 1);
    socket().opens();
  }
  assert.equal(openSockets(), 1);
}));

test("B58: an old socket is no longer heard", () => scene(({ link, socket, heard }) => {
  const old = socket();
  old.opens();
  link.open();
  socket().opens();
  old.onmessage?.({ data: '{"t":"events"}' });
  assert.deepEqual(heard.filter((one) => one.t !== "welcome"), ["open", "open"]);
}));

test("B69: an attempt that hangs is dropped after 5 s", () => scene(({ socket, pass, statuses }) => {
  const first = socket();
  pass(5_000);
  assert.equal(first.readyState, 3);
  assert.equal(statuses.at(-1), "waiting");
  pass(2_000);
  assert.notEqual(socket(), first);
}));

test("a socket that opens and then says nothing is dropped after 5 s", () => scene(({ socket, pass }) => {
  const first = socket();
  first.readyState = 1;
  first.onopen();
  pass(5_000);
  assert.equal(first.readyState, 3);
}));

test("on waking a socket that is closing already is replaced at once", () => scene(({ link, socket }) => {
  socket().opens();
  socket().readyState = 2;
  link.wake();
  assert.equal(FakeSocket.all.length, 2);
}));

test("B69, B145: on waking a dead socket is found out in 2 s", () => scene(({ link, socket, pass }) => {
  const first = socket();
  first.opens();
  link.wake();
  assert.deepEqual(first.sent, [{ t: "probe" }]);
  pass(2_000);
  assert.equal(first.readyState, 3);
  pass(2_000);
  assert.equal(alive(), 1);
}));

test("B68: on waking a live socket stays", () => scene(({ link, socket, pass }) => {
  socket().opens();
  link.wake();
  socket().hears({ t: "pong", d: 0 });
  pass(60_000 - 31_000);
  assert.equal(FakeSocket.all.length, 1);
}));

test("B65: silence is doubted, then the link is renewed", () => scene(({ socket, pass }) => {
  socket().opens();
  pass(10_000);
  assert.deepEqual(socket().sent, [{ t: "probe" }]);
  pass(4_000);
  assert.equal(FakeSocket.all.length, 2);
}, { silence: 9_000 }));

test("B95: taken over by another window it does not fight back", () => scene(({ link, socket, pass, statuses }) => {
  socket().opens();
  socket().hears({ t: "error", code: "taken-over" });
  link.wake();
  link.park();
  pass(60_000);
  assert.equal(FakeSocket.all.length, 1);
  assert.equal(statuses.at(-1), "taken-over");
  link.open();
  assert.equal(alive(), 1);
}));

test("B95: the close code alone says it too", () => scene(({ socket, pass, statuses }) => {
  socket().opens();
  socket().dies(4001);
  pass(60_000);
  assert.equal(FakeSocket.all.length, 1);
  assert.equal(statuses.at(-1), "taken-over");
}));

test("B70: only a stable session makes the delays short again", () => scene(({ socket, pass }) => {
  const wait = () => {
    const before = FakeSocket.all.length;
    let waited = 0;
    while (FakeSocket.all.length === before) { pass(50); waited += 50; }
    return waited;
  };
  socket().opens();
  socket().dies();
  const first = wait();
  socket().opens();
  socket().dies();
  assert.ok(wait() > first);
  socket().opens();
  pass(15_000);
  socket().dies();
  assert.equal(wait(), first);
}));

test("B153: put away by the browser it closes at once and comes back on being shown", () => scene(({ link, socket }) => {
  socket().opens();
  link.park();
  assert.equal(alive(), 0);
  link.wake();
  assert.equal(alive(), 1);
}));

test("nothing is sent into a socket that is not open", () => scene(({ link, socket }) => {
  assert.equal(link.send({ t: "start" }), false);
  socket().opens();
  assert.equal(link.send({ t: "start" }), true);
  assert.deepEqual(socket().sent, [{ t: "start" }]);
}));
