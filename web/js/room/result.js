// The end of a race: who won, by how much, and whether it was fair.

import { createBoard } from "../boards.js";
import { byId, element, nameOf, setText } from "../dom.js";
import { digitsFor, raceTime } from "../format.js";
import { verify } from "../verify.js";

/** @param {any} state @param {number} seat */
function personOf(state, seat) {
  return state.seats.find((one) => one.seat === seat);
}

/** Who won, in words. @param {any} state @param {any} texts */
export function headline(state, texts) {
  const winners = state.race.ranks.filter((rank) => rank.rank === 1 && rank.state === "won");
  if (winners.length === 0) return texts.t("result.nobody");
  if (winners.length > 1) return texts.t("result.shared");
  if (winners[0].seat === state.you.seat) return texts.t("result.you");
  return texts.t("result.winner", { name: `\u2068${personOf(state, winners[0].seat)?.name ?? "–"}\u2069` });
}

/** The result's part of the page. */
export class Result {
  #shown = "";
  /** @type {Map<number, import("../boards.js").BoardDrawing>} */ #drawings = new Map();
  /** @type {{race: string, verdict: import("../verify.js").Verdict|null}|null} */ #checked = null;

  /** @param {number} seat @returns {number[]|null} */
  drawn(seat) {
    return this.#drawings.get(seat)?.drawn() ?? null;
  }

  /** @param {any} model */
  render(model) {
    const { state, texts } = model;
    this.#check(model);
    const names = state.race.ranks.map((rank) => personOf(state, rank.seat)?.name);
    const written = JSON.stringify([state.race.race, texts.lang, names, this.#checked?.verdict !== undefined]);
    if (written === this.#shown) return;
    this.#shown = written;
    setText(byId("result-title"), headline(state, texts));
    this.#renderPodium(model);
    this.#renderRanks(model);
    this.#renderBoards(model);
    this.#renderVerdict(texts);
  }

  #renderPodium({ state, texts }) {
    const top = state.race.ranks.filter((rank) => rank.state === "won").slice(0, 3);
    const digits = digitsFor(top.map((rank) => rank.ms));
    const steps = top.map((rank) => {
      const step = element("li", `step place${rank.rank}`,
        nameOf(personOf(state, rank.seat)?.name ?? "–"),
        element("span", "time number", raceTime(rank.ms, digits)),
        element("span", "block number", element("span", "", texts.place(rank.rank))));
      if (rank.seat === state.you.seat) step.classList.add("me");
      return step;
    });
    byId("podium").replaceChildren(...steps);
    byId("podium").hidden = steps.length === 0;
  }

  #renderRanks({ state, texts, options }) {
    const { ranks } = state.race;
    const won = ranks.filter((rank) => rank.state === "won");
    const digits = digitsFor(won.map((rank) => rank.ms));
    byId("ranks").replaceChildren(...ranks.map((rank) => {
      const isWon = rank.state === "won";
      const time = isWon ? raceTime(rank.ms, digits) : texts.t(`state.${rank.state}`);
      const gap = isWon && rank.ms > won[0].ms ? texts.t("result.gap", { time: raceTime(rank.ms - won[0].ms, digits) }) : "";
      const moves = texts.t(options.game === "memory" ? "result.flips" : "result.moves", { n: rank.moves });
      const score = texts.t(`result.progress.${options.game}`, { n: rank.score, score: rank.score });
      const row = element("li", "", element("span", "rank number", String(rank.rank)),
        element("span", "who", nameOf(personOf(state, rank.seat)?.name ?? "–"), element("span", "small muted", `${score} · ${moves}`)),
        element("span", "gap number muted small", gap), element("span", "time number", time));
      row.dataset.seat = String(rank.seat);
      row.dataset.state = rank.state;
      if (rank.seat === state.you.seat) row.classList.add("me");
      return row;
    }));
  }

  #renderBoards({ state, texts, options }) {
    this.#drawings.clear();
    const finals = state.race.ranks.map((rank) => {
      const board = state.race.boards[rank.seat];
      if (!board) return null;
      const drawing = createBoard(options, false);
      drawing.draw(board, { isAnimated: false, asked: [], texts });
      this.#drawings.set(rank.seat, drawing);
      const name = personOf(state, rank.seat)?.name ?? "–";
      drawing.element.setAttribute("role", "img");
      drawing.element.setAttribute("aria-label", texts.t("race.board", { name, cells: drawing.describe(board, texts) }));
      return element("figure", "", drawing.element, element("figcaption", "small", nameOf(name)));
    });
    byId("finals").replaceChildren(...finals.filter((one) => one !== null));
  }

  /** Once for each race, as soon as the engine is there. */
  #check({ session, state }) {
    const { race } = state;
    if (this.#checked?.race === race.race && this.#checked.verdict !== undefined) return;
    if (!session.engine && !session.engineFailed) {
      this.#checked = { race: race.race, verdict: undefined };
      return;
    }
    const seen = {
      promise: state.promises[race.race], entropy: session.contributed[race.race], seat: state.you.seat, options: race.options,
    };
    let verdict = null;
    try {
      if (session.engine) verdict = verify(race, seen, session.engine);
    } catch (error) {
      console.error(error);
    }
    this.#checked = { race: race.race, verdict };
  }

  #renderVerdict(texts) {
    const line = byId("verdict");
    const verdict = this.#checked?.verdict;
    line.dataset.look = verdict ? (verdict.ok ? "good" : "bad") : "open";
    if (!verdict) {
      setText(line, texts.t(verdict === undefined ? "fair.checking" : "fair.unable"));
      byId("proof").replaceChildren();
      return;
    }
    setText(line, `${verdict.ok ? "✓" : "✗"} ${texts.t(verdict.ok ? "fair.good" : "fair.bad")}`);
    const items = verdict.checks.map(({ name, ok }) => {
      const sign = ok === null ? "–" : ok ? "✓" : "✗";
      const more = ok === null ? ` (${texts.t("fair.unseen")})` : "";
      return element("li", "small", `${sign} ${texts.t(`fair.${name}`)}${more}`);
    });
    const seed = element("p", "small muted", `${texts.t("fair.seed")}: `, element("code", "", verdict.seed));
    byId("proof").replaceChildren(element("ul", "", ...items), seed);
  }
}
