// Names to start with. People change them; nobody has to think of one.

const ENGLISH = {
  first: ["Brave", "Calm", "Clever", "Cosy", "Eager", "Fuzzy", "Gentle", "Happy", "Jolly", "Lucky", "Merry", "Nimble",
    "Quick", "Quiet", "Silver", "Sunny", "Swift", "Witty"],
  second: ["Badger", "Bear", "Crane", "Dolphin", "Falcon", "Fox", "Gecko", "Hare", "Heron", "Lynx", "Otter", "Owl",
    "Panda", "Puffin", "Raven", "Seal", "Swan", "Tiger"],
  join: " ",
};

const CHINESE = {
  first: ["勇敢的", "安静的", "聪明的", "快乐的", "幸运的", "温柔的", "敏捷的", "阳光的", "机灵的", "可爱的"],
  second: ["小熊", "狐狸", "海豚", "猎鹰", "野兔", "水獭", "熊猫", "天鹅", "老虎", "猫头鹰"],
  join: "",
};

/** Graphemes at most, as the server counts them. */
export const LONGEST = 20;

/**
 * @param {string} lang
 * @param {() => number} [random] 0…1
 */
export function suggestion(lang, random = Math.random) {
  const { first, second, join } = lang === "zh" ? CHINESE : ENGLISH;
  const pick = (list) => list[Math.floor(random() * list.length)];
  return pick(first) + join + pick(second);
}

/**
 * A typed name as the server will take it, as far as this page can tell; the server has the last word.
 * @param {string} typed
 * @returns {string|null} null: empty
 */
export function cleaned(typed) {
  const text = typed.normalize("NFC").replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, (mark) =>
    // Joiners belong to emoji.
    (mark === "\u200d" ? mark : "")).trim();
  if (!text) return null;
  return graphemes(text).slice(0, LONGEST).join("");
}

function graphemes(text) {
  if (typeof Intl.Segmenter !== "function") return Array.from(text);
  return Array.from(new Intl.Segmenter().segment(text), (part) => part.segment);
}
