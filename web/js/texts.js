// Every word that people read, made from keys and codes. English and simplified Chinese.

import { faceName } from "./deck.js";
import { read, write } from "./store.js";
import { english } from "./texts.en.js";
import { chinese } from "./texts.zh.js";

const LANGUAGES = { en: english, zh: chinese };

/** @typedef {"en"|"zh"} Language */

/** @returns {Language} what was chosen, else what the browser asks for */
export function preferredLanguage() {
  const chosen = read("language", /^(en|zh)$/);
  if (chosen) return /** @type {Language} */ (chosen);
  const first = (navigator.languages ?? [navigator.language]).find((tag) => /^(en|zh)\b/i.test(tag)) ?? "en";
  return first.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/** The texts of one language. */
export class Texts {
  /** @param {Language} lang */
  constructor(lang) {
    this.lang = lang;
    this.empty = this.t("board.empty");
    this.closed = this.t("board.closed");
  }

  /**
   * @param {string} key
   * @param {Record<string, string|number>} [values] for the {names} in the text; `n` chooses between one and many
   * @returns {string} the key itself when there is no such text
   */
  t(key, values = {}) {
    let text = LANGUAGES[this.lang][key] ?? english[key] ?? key;
    if (Array.isArray(text)) text = text[values.n === 1 ? 0 : 1];
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
  }

  /** Whether there is such a text. @param {string} key */
  has(key) {
    return key in english;
  }

  /** What an error code says to people. @param {string} code */
  error(code) {
    const key = `error.${code}`;
    return this.has(key) ? this.t(key) : this.t("error.other", { code });
  }

  /** A board in words. @param {number[]} cells @param {number} columns @param {(value: number) => string} say */
  rows(cells, columns, say) {
    const rows = [];
    for (let start = 0; start < cells.length; start += columns) {
      const row = cells.slice(start, start + columns).map(say).join(", ");
      rows.push(this.t("board.row", { row: start / columns + 1, cells: row }));
    }
    return rows.join(" ");
  }

  /** The name of a card; a closed one gives its place only. */
  card(row, column, card) {
    const look = card.face === null ? this.closed : faceName(card.face, this.lang);
    const key = card.look === "matched" ? "board.matched" : "board.card";
    return this.t(key, { row, column, look });
  }

  /** Places: 1st, 2nd, 3rd. @param {number} rank */
  place(rank) {
    if (this.lang === "zh") return `第 ${rank}`;
    const tail = rank % 100 >= 11 && rank % 100 <= 13 ? "th" : ["th", "st", "nd", "rd"][rank % 10] ?? "th";
    return `${rank}${tail}`;
  }

  /** The game and its goal in a few words. @param {any} options */
  game(options) {
    const { game, size, target, rows, columns } = options;
    if (game === "2048") return this.t("game.2048.line", { target, size });
    return this.t(`game.${game}.line`, { rows, columns });
  }
}

/** Puts the texts where the page's `data-t` asks for them. @param {Texts} texts @param {ParentNode} [root] */
export function translate(texts, root = document) {
  document.documentElement.lang = texts.lang === "zh" ? "zh-Hans" : "en";
  for (const node of root.querySelectorAll("[data-t]")) node.textContent = texts.t(/** @type {HTMLElement} */ (node).dataset.t);
  for (const node of root.querySelectorAll("[data-t-label]")) {
    node.setAttribute("aria-label", texts.t(/** @type {HTMLElement} */ (node).dataset.tLabel));
  }
}

/** The button that shows the other language. @param {HTMLElement} button @param {Texts} texts @param {(lang: Language) => void} onSwitch */
export function languageSwitch(button, texts, onSwitch) {
  const other = texts.lang === "zh" ? "en" : "zh";
  button.textContent = other === "zh" ? "中文" : "English";
  button.lang = other;
  button.onclick = () => {
    write("language", other);
    onSwitch(/** @type {Language} */ (other));
  };
}
