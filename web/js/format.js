// Numbers for people. Times are whole milliseconds everywhere; text is made here and never read back.

/**
 * A race time: `s.ss` below a minute, `m:ss.s` below an hour, then `h:mm:ss`. Cut off, never rounded up, so that no
 * text shows 60 seconds or a time that was not reached.
 * @param {number|null|undefined} ms
 * @param {number} [digits] of the fraction; more than usual tells close finishes apart
 * @returns {string} a dash when there is no time
 */
export function raceTime(ms, digits) {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return "–";
  const whole = Math.max(0, Math.floor(ms));
  const seconds = Math.floor(whole / 1000);
  const fraction = (usual) => {
    const count = digits ?? usual;
    return count === 0 ? "" : "." + String(whole % 1000).padStart(3, "0").slice(0, count);
  };
  if (seconds < 60) return `${seconds}${fraction(2)}`;
  const pad = (number) => String(number).padStart(2, "0");
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}${fraction(1)}`;
  const tail = digits === 3 ? fraction(3) : "";
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}${tail}`;
}

/**
 * The running clock: tenths, so that it can be read while it moves.
 * @param {number} ms
 */
export function clockTime(ms) {
  return raceTime(ms, Math.max(0, ms) < 3_600_000 ? 1 : 0);
}

/**
 * Digits that tell every two different times of a list apart in text, if any do.
 * @param {number[]} times
 * @returns {number|undefined} undefined: the usual ones do
 */
export function digitsFor(times) {
  const texts = new Map();
  for (const ms of times) {
    const text = raceTime(ms);
    if (texts.has(text) && texts.get(text) !== ms) return 3;
    texts.set(text, ms);
  }
  return undefined;
}

/**
 * Whole seconds that are left of a wait, 0 when it is over.
 * @param {number} ms
 */
export function secondsLeft(ms) {
  return Math.max(0, Math.ceil(ms / 1000));
}

/**
 * A whole number with thin groups: 12 345. The same in every locale.
 * @param {number} number
 */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
