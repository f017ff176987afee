// Who is here, and how they stand to the next race.

import { byId, element, keyed, nameOf, setText, show } from "../dom.js";
import { cleaned } from "../names.js";
import { write } from "../store.js";

/** @param {() => import("../session.js").RoomSession|null} session */
export function listenToPeople(session) {
  const field = byId("rename-name");
  byId("rename").addEventListener("submit", (event) => {
    event.preventDefault();
    const name = cleaned(field.value);
    if (!name || name === session()?.name) return;
    write("name", name);
    session()?.rename(name);
    field.blur();
  });
  byId("role").addEventListener("click", () => {
    session()?.changeRole(session()?.role === "racer" ? "spectator" : "racer");
  });
}

/** @param {any} model */
export function renderPeople({ session, state, texts }) {
  keyed(byId("people"), state.seats, (seat) => String(seat.seat), makePerson, (node, seat) => {
    updatePerson(node, seat, state, texts);
  });
  const watchers = byId("watchers");
  show(watchers, state.watchers > 0);
  setText(watchers, texts.t("people.watchers", { n: state.watchers }));
  const isSeated = state.you.seat !== null;
  show(byId("rename"), isSeated || state.you.role === "host");
  const field = byId("rename-name");
  if (document.activeElement !== field && session.name !== null && field.value !== session.name) field.value = session.name;
  const role = byId("role");
  show(role, isSeated);
  setText(role, texts.t("people.watch"));
}

function makePerson() {
  return element("li", "person", element("span", "who"), element("span", "wins number small muted"), element("span", "mark small"));
}

function updatePerson(node, seat, state, texts) {
  const [who, wins, mark] = node.children;
  const tags = [
    seat.seat === state.you.seat && texts.t("people.you"),
    seat.seat === state.host?.seat && texts.t("people.host"),
    seat.bot && texts.t("people.bot"),
  ].filter(Boolean);
  const written = `${seat.name}\n${tags.join("\n")}`;
  if (who.dataset.written !== written) {
    who.dataset.written = written;
    who.replaceChildren(nameOf(seat.name), ...tags.map((tag) => element("span", "tag", tag)));
  }
  setText(wins, seat.wins > 0 ? texts.t("people.wins", { n: seat.wins }) : "");
  const look = lookOf(seat, state);
  setText(mark, texts.t(`people.${look}`));
  node.dataset.look = look;
}

function lookOf(seat, state) {
  if (!seat.here) return "away";
  if (state.phase === "finished") return seat.rematch || seat.ready ? "again" : "notReady";
  if (state.phase === "lobby") return seat.ready ? "ready" : "notReady";
  return state.race?.seats.includes(seat.seat) ? "racing" : "next";
}
