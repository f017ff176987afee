// What changes is also said: to screen readers, in the title, and in a line at the top.

import { byId, setText, show } from "../dom.js";
import { raceTime, secondsLeft } from "../format.js";
import { amRacing } from "../state.js";
import { headline } from "./result.js";

/** Milliseconds for which a trouble stays. */
const TROUBLE_STAYS = 6_000;
/** Milliseconds of a broken link before it is worth a word. */
const PATIENCE = 900;

/** Says things aloud. @param {string} text */
export function say(text) {
  const live = byId("live");
  // The same sentence twice is said twice.
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** A sentence for an entry; empty when it needs none. @param {any} entry @param {any} model */
export function sentence(entry, { state, texts, now, isHost, wasHost }) {
  const t = (key, values) => texts.t(`say.${key}`, values);
  const name = (seat) => (seat === state.you.seat ? texts.t("race.you") : state.seats.find((one) => one.seat === seat)?.name ?? "–");
  switch (entry.k) {
    case "countdown": return t("countdown", { n: secondsLeft(entry.race.clock.at - now) });
    case "lobby": return t(entry.why === "too-few" ? "tooFew" : "cancelled");
    case "go": return t("go");
    case "finished": return t("finished", { result: headline(state, texts) });
    case "step": return entry.end === "won" ? t("done", { name: name(entry.seat), time: raceTime(entry.ms) }) : entry.end ? t("out", { name: name(entry.seat) }) : "";
    case "out": return t("out", { name: name(entry.seat) });
    case "closing": return t("closing", { n: secondsLeft(entry.closesAt - (state.race ? now - (state.race.clock.at ?? now) + state.race.clock.base : 0)) });
    case "clock": return entry.clock.at === null ? t("paused") : "";
    case "host": return isHost && !wasHost ? t("host") : "";
    default: return "";
  }
}

/** The title of the tab. Pure. @param {any} model @param {string} code */
export function titleOf({ state, texts, now, ms }, code) {
  const t = (key, values) => texts.t(`title.${key}`, values);
  if (!state || state.phase === "lobby") return t("room", { code });
  if (state.phase === "finished") return t("finished");
  if (state.race.clock.at === null) return t("paused");
  if (state.phase === "countdown") return t("countdown", { n: secondsLeft(state.race.clock.at - now) });
  return t("racing", { clock: raceTime(ms, 0) });
}

/** The line under the page's head, and the word about the link. */
export class Notices {
  #trouble = "";
  #until = 0;
  #lostAt = 0;

  /** @param {string} text */
  trouble(text) {
    this.#trouble = text;
    this.#until = performance.now() + TROUBLE_STAYS;
  }

  /** @param {any} model */
  render(model) {
    const text = performance.now() < this.#until ? this.#trouble : this.#standing(model);
    setText(byId("notice"), text);
    show(byId("notice"), text !== "");
    this.#renderLink(model);
  }

  #standing({ state, texts, now, isRacer }) {
    if (!state || (state.phase !== "racing" && state.phase !== "countdown")) return "";
    const { at } = state.race.clock;
    if (at === null) return texts.t("notice.paused");
    if (state.phase === "racing" && at > now) return texts.t("notice.resume", { n: secondsLeft(at - now) });
    if (state.you.seat === null) return texts.t("notice.watching");
    return amRacing(state) ? "" : texts.t("notice.late");
  }

  #renderLink({ session, texts, state }) {
    const now = performance.now();
    const isLost = session.status !== "taken-over" && !session.isSynced;
    const was = this.#lostAt > 0 && now - this.#lostAt >= PATIENCE;
    if (!isLost) {
      if (was && state) say(texts.t("say.back"));
      this.#lostAt = 0;
    } else if (this.#lostAt === 0) {
      this.#lostAt = now;
    }
    const isShown = isLost && now - this.#lostAt >= PATIENCE;
    const queued = isLost ? session.outbox.waiting.length : 0;
    const parts = [];
    if (isShown) parts.push(texts.t(state ? "link.waiting" : "link.connecting"));
    if (queued > 0) parts.push(texts.t("link.queued", { n: queued }));
    setText(byId("link"), parts.join(" · "));
  }
}
