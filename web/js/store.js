// What this browser keeps. Storage may be blocked, full or damaged: then this page keeps what it can by itself.

const PREFIX = "tilerace.";
/** Where values go when storage refuses: this tab's history entry, which survives a reload. */
const fallback = new Map();
let blocked = false;

/** Whether storage refused a value, so that it will be gone with this tab. */
export function isBlocked() {
  return blocked;
}

/**
 * @param {string} key
 * @param {RegExp} shape what a sound value looks like
 * @returns {string|null} null when there is none, or a damaged one
 */
export function read(key, shape) {
  let value = null;
  try {
    value = localStorage.getItem(PREFIX + key);
  } catch {
    blocked = true;
  }
  value ??= fallback.get(key) ?? fromHistory(key);
  return typeof value === "string" && shape.test(value) ? value : null;
}

/**
 * @param {string} key
 * @param {string} value
 */
export function write(key, value) {
  try {
    localStorage.setItem(PREFIX + key, value);
    return;
  } catch {
    blocked = true;
  }
  fallback.set(key, value);
  try {
    const kept = { ...history.state?.tilerace, ...Object.fromEntries(fallback) };
    history.replaceState({ ...history.state, tilerace: kept }, "");
  } catch {
    // Nothing is kept then; the page works all the same.
  }
}

/** @param {string} key */
export function forget(key) {
  fallback.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    blocked = true;
  }
}

function fromHistory(key) {
  const kept = history.state?.tilerace?.[key];
  return typeof kept === "string" ? kept : null;
}

/**
 * A mark of this tab alone.
 * @param {string} key
 * @param {string|null} [value] absent: read it; null: remove it
 * @returns {string|null}
 */
export function tabMark(key, value) {
  try {
    if (value === undefined) return sessionStorage.getItem(PREFIX + key);
    if (value === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, value);
  } catch {
    blocked = true;
  }
  return value ?? null;
}

export const TOKEN = /^[A-Za-z0-9_-]{43}$/;
export const NAME = /^[^\p{Cc}]{1,80}$/u;
