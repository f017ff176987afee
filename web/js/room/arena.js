// My own board: drawn from the prediction, played by keys and fingers.

import { createBoard } from "../boards.js";
import { byId, setAttribute, setText, show } from "../dom.js";
import { raceTime } from "../format.js";
import { listen } from "../input.js";
import { myBoard } from "../state.js";
import { standings } from "../ranking.js";

/** Milliseconds for which GO stays on the board. */
const GO_STAYS = 650;
/** Milliseconds between two descriptions in words. */
const DESCRIBE_EVERY = 1_000;

/** The board that I play. */
export class Arena {
  /** @type {import("../boards.js").BoardDrawing|null} */ #board = null;
  #shape = "";
  #race = "";
  #described = 0;

  /** @param {() => import("../session.js").RoomSession|null} session */
  constructor(session) {
    const game = () => this.#game;
    listen(byId("arena"), {
      isLive: () => session()?.isLive ?? false,
      takesMoves: () => game() === "2048" || game() === "sliding",
      takesTaps: () => game() === "sliding" || game() === "memory",
      onMove: (way) => session()?.act(way),
      onTap: (cell) => session()?.act(cell),
    });
  }

  #game = "";

  /** Cells as they are drawn; null when none are. @returns {number[]|null} */
  drawn() {
    return this.#board?.drawn() ?? null;
  }

  /** @param {any} model */
  render(model) {
    const { state, texts, options, view } = model;
    this.#prepare(options, state.race.race);
    const board = myBoard(state);
    if (view && board) {
      const asked = model.session.outbox.actions.filter((action) => typeof action === "number");
      this.#board.draw(view, { isAnimated: !document.hidden, asked, texts });
      this.#describe(view, texts);
    }
    const { element } = /** @type {import("../boards.js").BoardDrawing} */ (this.#board);
    element.classList.toggle("ended", !!board && board.state !== "racing");
    element.classList.toggle("won", board?.state === "won");
    this.#renderOver(model, board);
    this.#renderScore(model, view);
  }

  /** A drawing of the right shape, and a new one for each race: nothing of the last race moves into this one. */
  #prepare(options, race) {
    const shape = JSON.stringify([options.game, options.size, options.rows, options.columns]);
    if (shape === this.#shape && race === this.#race) return;
    this.#shape = shape;
    this.#race = race;
    this.#game = options.game;
    this.#described = 0;
    this.#board = createBoard(options, true);
    const { element } = this.#board;
    element.setAttribute("role", options.game === "2048" ? "img" : "group");
    byId("board").replaceChildren(element);
  }

  #describe(view, texts) {
    const now = performance.now();
    if (now - this.#described < DESCRIBE_EVERY) return;
    this.#described = now;
    const cells = this.#board.describe(view, texts);
    setAttribute(this.#board.element, "aria-label", texts.t("race.myBoard", { cells }));
  }

  #renderOver({ state, texts, now, options }, board) {
    const over = byId("over");
    const say = (big, small = "", look = "") => {
      show(over, true);
      over.dataset.look = look;
      setText(byId("over-big"), big);
      setText(byId("over-small"), small);
    };
    const { at } = state.race.clock;
    if (state.phase === "countdown") {
      const left = at === null ? null : Math.ceil((at - now) / 1000);
      if (left === null) return say(texts.t("over.ready"));
      return left > 0 ? say(String(left), texts.t("over.ready"), "count") : say(texts.t("over.go"), "", "go");
    }
    if (board?.state === "won") {
      const place = standings(Object.values(state.race.boards), options).find((one) => one.seat === board.seat);
      return say(raceTime(board.ms), texts.t("over.wonMore", { place: texts.place(place?.place ?? 1) }), "won");
    }
    if (board?.state === "lost") return say(texts.t("over.lost"), state.phase === "racing" ? texts.t("over.lostMore") : "", "out");
    if (board?.state === "forfeit" || board?.state === "dnf") return say(texts.t(`over.${board.state}`), "", "out");
    const isFresh = at !== null && state.race.clock.base === 0 && now - at < GO_STAYS && board?.moves === 0;
    if (isFresh) return say(texts.t("over.go"), "", "go");
    show(over, false);
  }

  #renderScore({ texts, options }, view) {
    const moves = options.game === "memory" ? "race.flips" : "race.moves";
    const score = { 2048: "race.score", sliding: "race.home", memory: "race.pairs" }[options.game];
    const all = options.game === "2048" ? null : options.game === "sliding" ? options.rows * options.columns - 1 : (options.rows * options.columns) / 2;
    const parts = [[texts.t(score), all === null ? String(view?.score ?? 0) : `${view?.score ?? 0} / ${all}`], [texts.t(moves), String(view?.moves ?? 0)]];
    if (options.game === "2048") parts.push([texts.t("race.target"), String(options.target)]);
    setText(byId("score"), parts.map(([label, value]) => `${label} ${value}`).join("  ·  "));
  }
}
