// The first page: choose a game, or join a room by its code.

import { createBoard } from "../boards.js";
import { roomCode } from "../codes.js";
import { byId, element, show } from "../dom.js";
import { makeRoom } from "../identity.js";
import { cleaned, suggestion } from "../names.js";
import { isBlocked, NAME, read, tabMark, write } from "../store.js";
import { fromCells } from "../tiles.js";
import { languageSwitch, preferredLanguage, Texts, translate } from "../texts.js";

/** The games with a picture of each. */
const GAMES = [
  { options: { game: "2048" }, look: { game: "2048", size: 4 }, cells: [0, 2, 4, 8, 2, 8, 16, 32, 0, 4, 64, 128, 0, 0, 2, 256] },
  { options: { game: "sliding" }, look: { game: "sliding", rows: 3, columns: 3 }, cells: [1, 2, 3, 4, 0, 5, 7, 8, 6] },
  { options: { game: "memory" }, look: { game: "memory", rows: 4, columns: 4 }, cells: [0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 0, 5, 0, 0, 0, 0] },
];

let texts = new Texts(preferredLanguage());
let isBusy = false;
const name = byId("name");

function start() {
  name.value = read("name", NAME) ?? suggestion(texts.lang);
  name.addEventListener("change", keepName);
  byId("me").addEventListener("submit", (event) => {
    event.preventDefault();
    keepName();
    name.blur();
  });
  byId("join").addEventListener("submit", join);
  byId("code").addEventListener("input", () => show(byId("code-trouble"), false));
  // Coming back by the back button finds the page as it was left.
  addEventListener("pageshow", () => setBusy(null));
  render(texts.lang);
}

function render(lang) {
  texts = new Texts(lang);
  translate(texts);
  languageSwitch(byId("language"), texts, render);
  byId("games").replaceChildren(...GAMES.map(card));
  byId("kept").textContent = texts.t("home.notKept");
  show(byId("kept"), isBlocked());
}

function card({ options, look, cells }) {
  const board = createBoard(look, false);
  const view = { set: fromCells(cells), cells };
  board.draw(view, { isAnimated: false, asked: [], texts });
  const picture = element("span", "picture", board.element);
  picture.setAttribute("aria-hidden", "true");
  const words = element("span", "", element("strong", "", texts.t(`game.${options.game}`)),
    element("span", "what", texts.t(`game.${options.game}.what`)), element("span", "press", texts.t("home.press")));
  const button = element("button", "game", picture, words);
  button.type = "button";
  button.dataset.game = options.game;
  button.addEventListener("click", () => make(options, button));
  return button;
}

async function make(options, button) {
  if (isBusy) return;
  keepName();
  setBusy(button);
  show(byId("trouble"), false);
  try {
    const { room, path } = await makeRoom(options);
    tabMark(`in.${room}`, "racer");
    location.assign(path);
  } catch (error) {
    setBusy(null);
    byId("trouble").textContent = texts.error(error instanceof Error ? error.message : "offline");
    show(byId("trouble"), true);
  }
}

function setBusy(button) {
  isBusy = button !== null;
  for (const one of document.querySelectorAll(".game")) {
    one.setAttribute("aria-busy", String(one === button));
    one.querySelector(".press").textContent = texts.t(one === button ? "home.busy" : "home.press");
  }
}

function join(event) {
  event.preventDefault();
  keepName();
  const code = roomCode(byId("code").value);
  if (code) {
    location.assign(`/r/${code}`);
    return;
  }
  byId("code-trouble").textContent = texts.t("home.badCode");
  show(byId("code-trouble"), true);
  byId("code").focus();
}

function keepName() {
  const chosen = cleaned(name.value) ?? suggestion(texts.lang);
  name.value = chosen;
  write("name", chosen);
  show(byId("kept"), isBlocked());
}

start();
