// The racers of a race, best first, each with a small live board.

import { createBoard } from "../boards.js";
import { byId, element, keyed, nameOf, setAttribute, setText } from "../dom.js";
import { raceTime } from "../format.js";
import { standings } from "../ranking.js";

const DESCRIBE_EVERY = 1_000;

/** What a board has reached, in a few signs. @param {any} board @param {any} options @param {any} texts */
export function progress(board, options, texts) {
  if (options.game === "2048") return `${Math.max(...board.cells)} · ${board.score}`;
  if (options.game === "sliding") return `${board.score}/${options.rows * options.columns - 1}`;
  return `${board.score}/${(options.rows * options.columns) / 2}`;
}

/** The list beside or above my board; for those who watch, the whole picture. */
export class Field {
  /** @type {Map<string, {key: string, drawing: import("../boards.js").BoardDrawing}>} */ #drawings = new Map();
  #described = 0;

  /** @param {number} seat @returns {number[]|null} cells as they are drawn */
  drawn(seat) {
    return this.#drawings.get(String(seat))?.drawing.drawn() ?? null;
  }

  /** @param {any} model */
  render(model) {
    const { state, options } = model;
    const { race } = state;
    const boards = Object.values(race.boards);
    const list = boards.length > 0 ? standings(boards, options) : race.seats.map((seat) => ({ seat, place: 0, board: null }));
    byId("field").dataset.crowd = list.length <= 3 ? "few" : list.length <= 9 ? "some" : "many";
    const now = performance.now();
    const isDescribing = now - this.#described > DESCRIBE_EVERY;
    if (isDescribing) this.#described = now;
    keyed(byId("field"), list, (one) => `${race.race} ${one.seat}`, makeRacer, (node, one) => this.#update(node, one, model, isDescribing));
    const seats = new Set(list.map((one) => String(one.seat)));
    for (const seat of this.#drawings.keys()) if (!seats.has(seat)) this.#drawings.delete(seat);
  }

  #update(node, { seat, place, board }, model, isDescribing) {
    const { state, texts, options } = model;
    const isMe = seat === state.you.seat;
    const person = state.seats.find((one) => one.seat === seat);
    node.classList.toggle("me", isMe);
    node.dataset.state = board?.state ?? "racing";
    node.classList.toggle("away", person?.here === false);
    const [head, holder, line] = node.children;
    const name = isMe ? texts.t("race.you") : person?.name ?? "–";
    setText(head.children[0], place > 0 ? String(place) : "");
    if (head.children[1].textContent !== name) head.children[1].replaceWith(nameOf(name));
    setText(line, this.#line(board, person, options, texts));
    if (!isMe) this.#draw(node, holder, seat, board, name, model, isDescribing);
  }

  #line(board, person, options, texts) {
    if (board?.state === "won") return raceTime(board.ms);
    if (board && board.state !== "racing") return texts.t(`state.${board.state}`);
    if (person?.here === false) return texts.t("state.away");
    return board ? progress(board, options, texts) : "";
  }

  #draw(node, holder, seat, board, name, { state, options, texts }, isDescribing) {
    const key = JSON.stringify([state.race.race, options.game, options.size, options.rows, options.columns]);
    let one = this.#drawings.get(String(seat));
    if (one?.key !== key || one.drawing.element.parentNode !== holder) {
      one = { key, drawing: createBoard(options, false) };
      one.drawing.element.setAttribute("role", "img");
      this.#drawings.set(String(seat), one);
      holder.replaceChildren(one.drawing.element);
    }
    if (!board) return;
    one.drawing.draw(board, { isAnimated: !document.hidden, asked: [], texts });
    one.drawing.element.classList.toggle("ended", board.state !== "racing" && board.state !== "won");
    one.drawing.element.classList.toggle("won", board.state === "won");
    if (isDescribing || !one.drawing.element.hasAttribute("aria-label")) {
      const cells = one.drawing.describe(board, texts);
      setAttribute(one.drawing.element, "aria-label", texts.t("race.board", { name, cells }));
    }
  }
}

function makeRacer() {
  return element("li", "racer",
    element("span", "head", element("span", "rank number"), element("bdi", "name")),
    element("span", "mini"),
    element("span", "line number small muted"));
}
