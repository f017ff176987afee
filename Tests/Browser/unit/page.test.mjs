// Small parts of the page that need no document.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { roomCode, spaced } from "../../../web/js/codes.js";
import { cards, shownAt } from "../../../web/js/memory.js";
import { cleaned, suggestion } from "../../../web/js/names.js";
import { standings } from "../../../web/js/ranking.js";
import { actions, line } from "../../../web/js/room/bar.js";
import { changed, fields } from "../../../web/js/room/options.js";
import { amHost, reduce } from "../../../web/js/state.js";
import { english } from "../../../web/js/texts.en.js";
import { chinese } from "../../../web/js/texts.zh.js";
import { board, cells, host, options2048, race, racing, room, seat } from "./support.mjs";

const web = fileURLToPath(new URL("../../../web/", import.meta.url));
const files = (folder) => readdirSync(folder, { withFileTypes: true })
  .flatMap((one) => (one.isDirectory() ? files(join(folder, one.name)) : [join(folder, one.name)]));
const scripts = files(join(web, "js")).filter((path) => path.endsWith(".js"));
const texts = { t: (key, values) => `${key}${values ? JSON.stringify(values) : ""}` };

test("B102: a code is understood however it is typed", () => {
  for (const typed of ["K7QX4M", "k7qx4m", " K7Q X4M ", "Ｋ７ＱＸ４Ｍ", "k7q-x4m", "http://localhost:8080/r/K7QX4M/", "/r/K7QX4M"]) {
    assert.equal(roomCode(typed), "K7QX4M", typed);
  }
  for (const typed of ["", "K7QX4", "K7QX4MM", "K7QX4O", "K7QX4I", "/r/%"]) assert.equal(roomCode(typed), null, typed);
  assert.equal(spaced("K7QX4M"), "K7Q X4M");
});

test("B164, B165: names are cut by graphemes and lose what cannot be seen", () => {
  assert.equal(cleaned("  Kim  "), "Kim");
  assert.equal(cleaned("\u200b\u2060"), null);
  assert.equal(cleaned("a\u202eb"), "ab");
  const family = "👨‍👩‍👧‍👦";
  assert.equal(cleaned(family.repeat(21)), family.repeat(20));
  assert.equal(cleaned("🇨🇭".repeat(20)), "🇨🇭".repeat(20));
});

test("suggested names fit", () => {
  for (const lang of ["en", "zh"]) {
    for (const random of [0, 0.37, 0.999]) assert.equal(cleaned(suggestion(lang, () => random)), suggestion(lang, () => random));
  }
});

test("the order of a running race: done by time, then progress, equal ones share", () => {
  const boards = [
    board(0, cells(64, 2), { score: 300 }), board(1, cells(32), { state: "won", ms: 900 }),
    board(2, cells(64), { score: 300 }), board(3, cells(128), { score: 10 }),
    board(4, cells(256), { state: "forfeit" }), board(5, cells(32), { state: "won", ms: 800 }),
  ];
  assert.deepEqual(standings(boards, options2048).map((one) => [one.seat, one.place]), [[5, 1], [1, 2], [3, 3], [0, 4], [2, 4], [4, 6]]);
});

test("sliding ranks by tiles at home, then by the way that is left; Memory by pairs, then flips", () => {
  const options = { game: "sliding", rows: 2, columns: 2 };
  const near = board(0, [1, 2, 0, 3], { score: 2 });
  const far = board(1, [0, 2, 3, 1], { score: 2 });
  assert.deepEqual(standings([far, near], options).map((one) => one.seat), [0, 1]);
  const flips = (number, pairs, moves) => board(number, [0, 0, 0, 0], { score: pairs, moves });
  assert.deepEqual(standings([flips(0, 1, 9), flips(1, 1, 5), flips(2, 2, 30)], { game: "memory" }).map((one) => one.seat), [2, 1, 0]);
});

test("B44, B53: cards lie closed, open, matched; two wrong ones close by themselves in race time", () => {
  const looks = (list) => list.map((one) => one.look);
  assert.deepEqual(looks(cards([1, 1, 2, 0], [3])), ["matched", "matched", "open", "asked"]);
  const wrong = { cells: [1, 2, 0, 0], closesAt: 900 };
  assert.deepEqual(shownAt(wrong, 899), [1, 2, 0, 0]);
  assert.deepEqual(shownAt(wrong, 900), [0, 0, 0, 0]);
  assert.deepEqual(shownAt({ cells: [1, 1, 2, 3], closesAt: 900 }, 900), [1, 1, 0, 0]);
});

const model = (message, more = {}) => {
  const state = reduce(null, message);
  return { state, texts, options: state.options, isHost: amHost(state), isRacer: true, view: { undos: 3, moves: 1 }, ...more };
};
const ids = (one) => actions(one).map((action) => action.id);

test("B111: who watches has no buttons of a racer", () => {
  const watching = { you: { seat: null, role: "spectator" } };
  assert.deepEqual(ids(model(racing(cells(2, 2), watching))), ["sit"]);
  assert.deepEqual(ids(model(room(watching))), ["sit"]);
});

test("the host can start with those who are ready, others cannot", () => {
  const seats = [seat(0, { ready: true }), seat(1, { ready: true }), seat(2), seat(3, { here: false })];
  assert.deepEqual(ids(model(room({ seats }))), ["start", "unready"]);
  assert.deepEqual(ids(model(room({ seats, host: host(1) }))), ["unready"]);
  assert.deepEqual(ids(model(room({ seats: [seat(0), seat(1)] }))), ["ready"]);
});

test("a host who does not race starts and stops, and may take a seat", () => {
  const desk = { you: { seat: null, role: "host", host: true }, host: host(null, { name: "Ms Kim" }) };
  const seats = [seat(0, { ready: true }), seat(1, { ready: true }), seat(2)];
  assert.deepEqual(ids(model(room({ ...desk, seats }))), ["start", "sit"]);
  assert.deepEqual(ids(model(room({ ...desk, phase: "countdown", race: race() }))), ["cancel", "sit"]);
  assert.deepEqual(ids(model(racing(cells(2, 2), desk))), ["sit"]);
});

test("B84: who is away or watches is not counted", () => {
  const seats = [seat(0, { ready: true }), seat(1), seat(2, { here: false, ready: true })];
  assert.match(line(model(room({ seats, watchers: 9 }))), /"ready":1,"count":2/);
  assert.match(line(model(room({ seats: [seat(0)] }))), /bar.alone/);
});

test("undo shows what is left and is off when there is nothing to undo", () => {
  const [undo, forfeit] = actions(model(racing(cells(2, 2))));
  assert.match(undo.label, /"n":3/);
  assert.equal(forfeit.id, "forfeit");
  assert.equal(actions(model(racing(cells(2, 2)), { view: { undos: 0, moves: 4 } }))[0].isOff, true);
  assert.equal(actions(model(racing(cells(2, 2)), { view: { undos: 3, moves: 0 } }))[0].isOff, true);
});

test("a countdown can be stopped by the host, and left by a racer", () => {
  const counting = { phase: "countdown", race: race() };
  assert.deepEqual(ids(model(room(counting))), ["cancel"]);
  assert.deepEqual(ids(model(room({ ...counting, host: host(1) }))), ["unready"]);
});

test("B10: a smaller board lowers a target that it cannot hold", () => {
  assert.equal(changed({ ...options2048, target: 8192 }, "size", "3").target, 1024);
  assert.equal(changed({ ...options2048, target: 8192, fours: 0 }, "size", "3").target, 512);
  assert.deepEqual(changed(options2048, "game", "memory"), { game: "memory", minSeats: 2, countdown: 3 });
  const sliding = { game: "sliding", rows: 3, columns: 3, minSeats: 2, countdown: 3 };
  assert.deepEqual(changed(sliding, "size", "3×4"), { ...sliding, columns: 4 });
});

test("what a program has chosen is shown, though the form would not offer it", () => {
  const target = fields({ ...options2048, target: 16384, undos: 7 }, texts).find((one) => one.name === "target");
  assert.ok(target.choices.some(([value]) => value === target.value));
});

test("both languages have the same texts with the same gaps", () => {
  assert.deepEqual(Object.keys(chinese), Object.keys(english));
  const gaps = (text) => [...new Set([text].flat().join(" ").match(/\{\w+\}/g) ?? [])].sort();
  for (const key of Object.keys(english)) assert.deepEqual(gaps(chinese[key]), gaps(english[key]), key);
});

test("every text that a page asks for exists", () => {
  const pages = ["index.html", "room.html"].map((name) => readFileSync(join(web, name), "utf8"));
  for (const key of pages.flatMap((page) => [...page.matchAll(/data-t(?:-label)?="([^"]+)"/g)].map((found) => found[1]))) {
    assert.ok(key in english, key);
  }
});

test("pages have no inline script or style and ask nobody else", () => {
  for (const name of ["index.html", "room.html"]) {
    const page = readFileSync(join(web, name), "utf8");
    assert.doesNotMatch(page, /\sstyle=|<style|\son\w+=|https?:\/\//);
    assert.doesNotMatch(page, /<script(?![^>]*src=)/);
  }
});

test("modules import each other without a circle", () => {
  const imports = new Map(scripts.map((path) => [path, [...readFileSync(path, "utf8").matchAll(/^import [^;]*?"(\.[^"]+)"/gm)]
    .map((found) => resolve(dirname(path), found[1]))]));
  const walk = (path, trail) => {
    assert.ok(!trail.includes(path), [...trail, path].map((one) => relative(web, one)).join(" → "));
    for (const next of imports.get(path) ?? assert.fail(`${path} is missing`)) walk(next, [...trail, path]);
  };
  for (const path of scripts) walk(path, []);
});

test("each page loads its modules in one go, without waiting for one to name the next", () => {
  const closure = (path, seen = new Set()) => {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const found of readFileSync(path, "utf8").matchAll(/^import [^;]*?"(\.[^"]+)"/gm)) closure(resolve(dirname(path), found[1]), seen);
    return seen;
  };
  for (const [page, script] of [["index.html", "js/pages/home.js"], ["room.html", "js/pages/room.js"]]) {
    const listed = [...readFileSync(join(web, page), "utf8").matchAll(/modulepreload" href="\/~\/([^"]+)"/g)].map((found) => found[1]);
    assert.deepEqual(listed.sort(), [...closure(join(web, script))].map((path) => relative(web, path)).sort(), page);
  }
});

const luminance = (color) => {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

test("B143: tiles can be read, and neighbours differ in lightness", () => {
  const css = readFileSync(join(web, "css/board.css"), "utf8");
  const tiles = new Map([...css.matchAll(/^\.t(\d+) \.face \{ background: (#\w{6}); color: (#\w{6})/gm)].map((found) => [Number(found[1]), found]));
  let before = null;
  for (let value = 2; value <= 262144; value *= 2) {
    const [, , ground, ink] = tiles.get(value);
    assert.ok(contrast(ground, ink) >= 4.5, `${value}`);
    if (before) assert.ok(contrast(ground, before) >= 1.1, `${value} beside its half`);
    before = ground;
  }
  for (const [, ground, ink] of css.matchAll(/^\.row\d(?:\.home)? \.face \{ background: (#\w{6}); color: (#\w{6})/gm)) {
    assert.ok(contrast(ground, ink) >= 4.5);
  }
});

test("words can be read on the page's grounds, in light and in dark", () => {
  const css = readFileSync(join(web, "css/base.css"), "utf8");
  const themes = css.split("@media (prefers-color-scheme: dark)").slice(0, 2)
    .map((part) => Object.fromEntries([...part.matchAll(/--([\w-]+): (#\w{6});/g)].map((found) => [found[1], found[2]])));
  const pairs = [["text", "bg"], ["text", "card"], ["muted", "bg"], ["muted", "card"], ["muted", "soft"], ["accent", "bg"],
    ["accent", "card"], ["accent", "accent-soft"], ["on-accent", "accent"], ["on-go", "go"], ["go", "go-soft"], ["go", "card"],
    ["warn", "bg"], ["warn", "card"], ["warn", "warn-soft"], ["muted", "accent-soft"], ["text", "accent-soft"]];
  for (const theme of themes) for (const [ink, ground] of pairs) assert.ok(contrast(theme[ink], theme[ground]) >= 4.5, `${ink} on ${ground}`);
});
