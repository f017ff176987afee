// The room: joins the session with the parts of the page.

import { roomCode } from "../codes.js";
import { byId, setText, show } from "../dom.js";
import { loadEngine } from "../engine.js";
import { clockTime, raceTime, secondsLeft } from "../format.js";
import { dropToken, keepToken, socketURL, storedToken } from "../identity.js";
import { standings } from "../ranking.js";
import { Notices, say, sentence, titleOf } from "../room/announce.js";
import { Arena } from "../room/arena.js";
import { Bar } from "../room/bar.js";
import { Field } from "../room/field.js";
import { Gate } from "../room/gate.js";
import { Invite } from "../room/invite.js";
import { renderOptions } from "../room/options.js";
import { listenToPeople, renderPeople } from "../room/people.js";
import { Result } from "../room/result.js";
import { RoomSession } from "../session.js";
import { openSockets } from "../socket.js";
import { amHost, amRacing, myBoard, raceOptions } from "../state.js";
import { tabMark } from "../store.js";
import { languageSwitch, preferredLanguage, Texts, translate } from "../texts.js";

/** Milliseconds for which the last move stays in sight before the result. */
const LINGER = 1_100;
/** Milliseconds between two drawings of the rivals when nothing has changed. */
const REST = 500;

const code = roomCode(location.pathname);
let texts = new Texts(preferredLanguage());
/** @type {RoomSession|null} */
let session = null;
let isDirty = true;
/** @type {string|null} what the tab has noted of my role */
let remembered = null;
let drawnAt = 0;
let finishedAt = -Infinity;
let wasHost = false;
let nowTitle = "";

const arena = new Arena(() => session);
const field = new Field();
const result = new Result();
const bar = new Bar(() => session);
const notices = new Notices();
const gate = new Gate(code ?? "", texts, enter);
const invite = new Invite(code ?? "", () => texts, change);

function start() {
  listenToPeople(() => session);
  byId("take-back").addEventListener("click", () => session?.open());
  byId("elsewhere").addEventListener("cancel", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) session?.wake();
    change();
  });
  addEventListener("online", () => session?.wake());
  addEventListener("pageshow", () => session?.wake());
  addEventListener("pagehide", () => session?.park());
  // A hidden page has no frames, but a title.
  setInterval(() => document.hidden && render(), REST);
  speak(texts.lang);
  if (!code) return gate.unknown();
  const role = tabMark(`in.${code}`);
  if (role === "racer" || role === "spectator" || role === "host") enter(role, gate.keepName());
  else gate.look();
  requestAnimationFrame(frame);
}

/** Puts all words in a language. */
function speak(lang) {
  texts = new Texts(lang);
  translate(texts);
  languageSwitch(byId("language"), texts, speak);
  gate.render(texts);
  change();
}

/** A reload comes back as what the person chose last. @param {string} role */
function remember(role) {
  if (role === remembered) return;
  remembered = role;
  tabMark(`in.${code}`, role);
}

function enter(role, name) {
  session?.close();
  remember(role);
  const mine = new RoomSession({ url: socketURL(), room: /** @type {string} */ (code), role, name, token: storedToken() }, {
    onChange: () => {
      remember(mine.role);
      change();
    },
    onEntry: heed,
    onToken: keepToken,
    onError: trouble,
  });
  session = mine;
  mine.open();
  loadEngine().then((engine) => {
    mine.engine = engine;
  }, (error) => {
    // Everything works without it, only nothing is foreseen or checked.
    mine.engineFailed = true;
    console.error(error);
  }).finally(change);
  change();
}

function change() {
  isDirty = true;
}

function heed(entry) {
  if (entry.k === "finished") finishedAt = performance.now();
  if (entry.k === "go" || entry.k === "countdown") finishedAt = -Infinity;
  const all = model();
  const words = sentence(entry, { ...all, wasHost });
  if (words) say(words);
  wasHost = all.isHost;
}

/** An error that is not about one move. */
function trouble(error, re) {
  if (error === "version") return renew();
  if (error === "bad-token") return dropToken();
  if (re === "join" || re === "hello") {
    tabMark(`in.${code}`, null);
    remembered = null;
    session?.close();
    session = null;
    if (error === "unknown-room") return gate.unknown();
    gate.look();
    gate.trouble(error);
  } else {
    notices.trouble(texts.error(error));
  }
  change();
}

/** The page is older than the server: once, load it again. */
function renew() {
  if (tabMark("renewed") !== null) return notices.trouble(texts.error("version"));
  tabMark("renewed", "1");
  location.reload();
}

/** Everything that the parts of the page look at. */
function model() {
  const state = session?.state ?? null;
  return {
    session, state, texts,
    now: session?.now() ?? 0,
    ms: session?.raceMs() ?? 0,
    options: state && raceOptions(state),
    view: session?.view() ?? null,
    isHost: !!state && amHost(state),
    isRacer: !!state && amRacing(state),
  };
}

function viewOf({ state }) {
  if (!session || !state) return "gate";
  if (state.phase === "lobby") return "lobby";
  if (state.phase === "finished" && performance.now() - finishedAt >= LINGER) return "result";
  return "race";
}

function frame() {
  requestAnimationFrame(frame);
  render();
}

function render() {
  const now = performance.now();
  const isRested = now - drawnAt >= REST;
  const all = model();
  const view = viewOf(all);
  if (view === "race") {
    renderClock(all);
    if (all.isRacer) arena.render(all);
  }
  if (!isDirty && !isRested && document.body.dataset.view === view) return;
  isDirty = false;
  drawnAt = now;
  renderRest(all, view);
}

function renderRest(all, view) {
  if (document.body.dataset.view !== view) {
    document.body.dataset.view = view;
    scrollTo(0, 0);
  }
  document.body.dataset.role = all.isRacer ? "racer" : "watcher";
  document.body.dataset.game = all.options?.game ?? "";
  show(byId("gate"), view === "gate" && !(session && session.status !== "closed"));
  show(byId("race"), view === "race");
  show(byId("result"), view === "result");
  show(byId("lobby"), view === "lobby" || view === "result");
  show(byId("arena"), all.isRacer);
  show(byId("score"), all.isRacer);
  invite.render(texts, view !== "gate");
  if (session) {
    notices.render(all);
    renderElsewhere();
  }
  if (all.state) {
    if (view === "race") field.render(all);
    if (view === "result") result.render(all);
    if (view !== "race") {
      renderPeople(all);
      renderOptions(all);
      setText(byId("commitment"), all.state.next.commitment);
    }
    bar.render(all);
  } else {
    show(byId("bar"), false);
  }
  const title = titleOf(all, code ?? "");
  if (title !== nowTitle) document.title = nowTitle = title;
}

function renderClock({ state, ms, isRacer, options }) {
  const board = isRacer ? myBoard(state) : null;
  setText(byId("clock"), board?.state === "won" ? raceTime(board.ms) : clockTime(ms));
  const boards = Object.values(state.race.boards);
  const mine = isRacer && boards.length > 1 ? standings(boards, options).find((one) => one.seat === state.you.seat) : null;
  setText(byId("place"), mine ? texts.t("race.ranked", { place: texts.place(mine.place), count: boards.length }) : "");
  const { closesAt } = state.race;
  const isClosing = closesAt !== null && state.phase === "racing" && boards.some((one) => one.state === "racing");
  show(byId("closing"), isClosing);
  if (isClosing) setText(byId("closing"), texts.t("race.closing", { n: secondsLeft(closesAt - ms) }));
}

function renderElsewhere() {
  const dialog = byId("elsewhere");
  const isElsewhere = session?.status === "taken-over";
  if (isElsewhere && !dialog.open) dialog.showModal();
  if (!isElsewhere && dialog.open) dialog.close();
}

/** Cells of a board as they stand in the document; null when it is not shown. */
function drawn(seat) {
  if (document.body.dataset.view === "result") return result.drawn(seat);
  if (document.body.dataset.view !== "race") return null;
  return seat === session?.state?.you.seat && amRacing(session.state) ? arena.drawn() : field.drawn(seat);
}

// For tests and the curious; reads only.
Object.defineProperty(window, "tilerace", {
  value: Object.freeze({
    state: () => structuredClone(session?.state ?? null),
    board: drawn,
    sockets: openSockets,
  }),
});

start();
