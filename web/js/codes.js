// Room codes as people type them.

const CODE = /^[2-9A-HJKMNP-TV-Z]{6}$/;

/**
 * Forgives case, blanks, dashes, fullwidth forms and a whole link instead of its code.
 * @param {string} text
 * @returns {string|null} null when no code is in it
 */
export function roomCode(text) {
  const plain = text.normalize("NFKC").trim();
  const link = /\/r\/([^/?#]+)/.exec(plain);
  const code = (link ? safeDecode(link[1]) : plain).normalize("NFKC").replace(/[\s\-·._]/g, "").toUpperCase();
  return CODE.test(code) ? code : null;
}

function safeDecode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * In two groups, easier to read aloud.
 * @param {string} code
 */
export function spaced(code) {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/**
 * Random bytes in hexadecimal digits; works without a secure context.
 * @param {number} count
 */
export function randomHex(count) {
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
