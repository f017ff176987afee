// The row of buttons at the foot of the page: what I can do now, and nothing else.

import { byId, disable, element, keyed, setText, show } from "../dom.js";
import { myBoard } from "../state.js";

/**
 * @typedef {{id: string, label: string, look: string, isOff?: boolean}} Action
 */

/** Who counts for the next race. @param {any} state */
export function tally(state) {
  const here = state.seats.filter((seat) => seat.here);
  const ready = here.filter((seat) => seat.ready || seat.rematch);
  return { here: here.length, ready: ready.length, least: state.options.minSeats };
}

/** What I may do. Pure. @param {any} model @returns {Action[]} */
export function actions({ state, texts, isHost, isRacer, view, options }) {
  const t = (key, values) => texts.t(`bar.${key}`, values);
  const orders = isHost ? hostActions(state, t) : [];
  if (state.you.seat === null) {
    return [...orders, { id: "sit", label: texts.t("people.sit"), look: "primary" }];
  }
  const mine = state.seats.find((seat) => seat.seat === state.you.seat);
  if (state.phase === "countdown") {
    if (isHost) return orders;
    return isRacer ? [{ id: "unready", label: t("notReady"), look: "" }] : [];
  }
  if (state.phase === "racing") {
    if (myBoard(state)?.state !== "racing") return [];
    const list = [];
    if (options.game === "2048" && options.undos !== 0) {
      const left = view?.undos ?? 0;
      const label = left < 0 ? t("undosUnlimited") : t("undos", { n: left });
      list.push({ id: "undo", label, look: "", isOff: left === 0 || !view || view.moves === 0 });
    }
    list.push({ id: "forfeit", label: t("forfeit"), look: "plain" });
    return list;
  }
  const isDone = state.phase === "finished";
  const wants = isDone ? mine?.rematch || mine?.ready : mine?.ready;
  const list = orders;
  if (wants) list.push({ id: isDone ? "noRematch" : "unready", label: t(isDone ? "noRematch" : "notReady"), look: "" });
  else list.push({ id: isDone ? "rematch" : "ready", label: t(isDone ? "rematch" : "ready"), look: "go big" });
  return list;
}

function hostActions(state, t) {
  if (state.phase === "countdown") return [{ id: "cancel", label: t("cancel"), look: "" }];
  const { here, ready, least } = tally(state);
  const isDue = state.phase !== "racing" && ready >= least && ready < here;
  return isDue ? [{ id: "start", label: t("start"), look: "" }] : [];
}

/** A line about the others. Pure. @param {any} model */
export function line({ state, texts }) {
  const board = myBoard(state);
  if (state.phase === "racing" && board && board.state !== "racing") return texts.t("bar.waiting");
  if (state.phase === "racing" || state.phase === "countdown") return "";
  const { here, ready, least } = tally(state);
  if (state.you.seat !== null && here < least) return texts.t("bar.alone", { count: least });
  if (ready === 0) return "";
  const key = state.phase === "finished" ? "bar.rematchCount" : ready < least && ready === here ? "bar.tooFew" : "bar.count";
  return texts.t(key, { ready, count: here, least });
}

/** The bar on the page. */
export class Bar {
  #session;

  /** @param {() => import("../session.js").RoomSession|null} session */
  constructor(session) {
    this.#session = session;
    const dialog = byId("forfeit");
    dialog.addEventListener("close", () => {
      const race = this.#session()?.state?.race;
      if (dialog.returnValue === "yes" && race) this.#session().say({ t: "forfeit", race: race.race });
      dialog.returnValue = "";
    });
    byId("bar-buttons").addEventListener("click", (event) => {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (button) this.#press(/** @type {string} */ (button.dataset.key));
    });
  }

  /** @param {any} model */
  render(model) {
    const list = actions(model);
    const text = line(model);
    show(byId("bar"), list.length > 0 || text !== "");
    setText(byId("bar-text"), text);
    keyed(byId("bar-buttons"), list, (one) => one.id, makeButton, (node, one) => {
      setText(node, one.label);
      node.className = one.look;
      disable(/** @type {HTMLButtonElement} */ (node), !!one.isOff || !model.session.isSynced && one.id !== "undo" && one.id !== "forfeit");
    });
    const dialog = byId("forfeit");
    if (dialog.open && !list.some((one) => one.id === "forfeit")) dialog.close();
  }

  #press(id) {
    const session = this.#session();
    switch (id) {
      case "ready": return session.ready(true);
      case "unready": return session.ready(false);
      case "rematch": return session.rematch(true);
      case "noRematch": return session.rematch(false);
      case "start": case "cancel": return session.say({ t: id });
      case "undo": return session.act("undo");
      case "sit": return session.changeRole("racer");
      case "forfeit": return byId("forfeit").showModal();
      default:
    }
  }
}

function makeButton() {
  const button = element("button");
  button.type = "button";
  return button;
}
