// What is raced: the host chooses, the others read.

import { byId, element, setText } from "../dom.js";

const TARGETS = [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192];
const SHAPES = {
  sliding: ["3×3", "3×4", "4×4", "5×5", "6×6"],
  memory: ["3×4", "4×4", "4×5", "4×6", "6×6", "8×8"],
};

/** The largest tile that such a board can hold. @param {any} options */
export function largestTarget({ size, fours }) {
  return 2 ** (size * size + (fours === 0 ? 0 : 1));
}

/**
 * The fields of a game's form. Pure.
 * @param {any} options of the room
 * @param {import("../texts.js").Texts} texts
 * @returns {{name: string, value: string, choices: [string, string][]}[]}
 */
export function fields(options, texts) {
  const t = (key, values) => texts.t(`options.${key}`, values);
  const list = [{ name: "game", value: options.game, choices: ["2048", "sliding", "memory"].map((game) => [game, texts.t(`game.${game}`)]) }];
  const add = (name, value, choices) => list.push({ name, value: String(value), choices: withValue(choices, String(value)) });
  if (options.game === "2048") {
    add("size", options.size, [3, 4, 5, 6].map((size) => [String(size), `${size} × ${size}`]));
    add("target", options.target, TARGETS.filter((tile) => tile <= largestTarget(options)).map((tile) => [String(tile), String(tile)]));
    add("undos", options.undos, [["0", t("none")], ["1", "1"], ["3", "3"], ["10", "10"], ["-1", t("unlimited")]]);
  } else {
    add("size", `${options.rows}×${options.columns}`, SHAPES[options.game].map((shape) => [shape, shape.replace("×", " × ")]));
  }
  if (options.game === "memory") {
    const after = (ms) => (ms === 0 ? t("nextFlip") : t("after", { n: ms / 1000 }));
    add("hideAfter", options.hideAfter, [0, 1000, 2000, 3000].map((ms) => [String(ms), after(ms)]));
  }
  add("minSeats", options.minSeats, [1, 2, 3, 4, 5, 6, 8, 12, 16].map((n) => [String(n), n === 1 ? t("alone") : String(n)]));
  add("countdown", options.countdown, [0, 3, 5, 10].map((n) => [String(n), n === 0 ? t("atOnce") : t("seconds", { n })]));
  return list;
}

/** What a program has set stays a choice. */
function withValue(choices, value) {
  return choices.some(([one]) => one === value) ? choices : [...choices, [value, value]];
}

/**
 * The options after one field has changed. Pure.
 * @param {any} options
 * @param {string} name
 * @param {string} value
 */
export function changed(options, name, value) {
  const { minSeats, countdown } = options;
  if (name === "game") return { game: value, minSeats, countdown };
  if (name === "size" && options.game !== "2048") {
    const [rows, columns] = value.split("×").map(Number);
    return { ...options, rows, columns };
  }
  const after = { ...options, [name]: Number(value) };
  if (after.game === "2048") after.target = Math.min(after.target, largestTarget(after));
  return after;
}

let shown = "";

/** @param {any} model */
export function renderOptions({ session, state, texts, isHost }) {
  setText(byId("options-line"), texts.game(state.options));
  const canChange = isHost && (state.phase === "lobby" || state.phase === "finished");
  const written = JSON.stringify([state.options, canChange, isHost, texts.lang]);
  if (written === shown) return;
  shown = written;
  const list = fields(state.options, texts);
  const focused = document.activeElement?.id;
  byId("options").replaceChildren(
    ...list.map((field) => (isHost ? choice(field, state.options, session, texts, canChange) : line(field, texts))),
    isHost ? "" : element("p", "small muted", texts.t("options.hostOnly")),
  );
  // A change draws the form anew; the keyboard stays where it was.
  if (focused?.startsWith("option-")) document.getElementById(focused)?.focus();
}

function choice({ name, value, choices }, options, session, texts, canChange) {
  const select = element("select", "", ...choices.map(([one, label]) => {
    const option = element("option", "", label);
    option.value = one;
    return option;
  }));
  select.id = `option-${name}`;
  select.value = value;
  select.disabled = !canChange;
  select.addEventListener("change", () => session.say({ t: "options", options: changed(options, name, select.value) }));
  const label = element("label", "", texts.t(`options.${name}`));
  label.htmlFor = select.id;
  return element("div", "option", label, select);
}

function line({ name, value, choices }, texts) {
  const label = choices.find(([one]) => one === value)?.[1] ?? value;
  return element("div", "option", element("span", "muted", texts.t(`options.${name}`)), element("span", "value", label));
}
