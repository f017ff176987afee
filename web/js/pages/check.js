// Says whether one can race from here, and what is in the way.

import { byId, element, setText } from "../dom.js";
import { loadEngine } from "../engine.js";
import { socketURL } from "../identity.js";
import { askEngine, askServer, askSocket } from "../probes.js";
import { forget, isBlocked, write } from "../store.js";
import { languageSwitch, preferredLanguage, Texts, translate } from "../texts.js";

const MARKS = { good: "✓", fair: "!", bad: "✕" };
const ORDER = ["page", "socket", "trip", "engine", "clock", "store"];

let texts = new Texts(preferredLanguage());
/** @type {Record<string, import("../probes.js").Finding|null>} null: could not be asked */
let findings = {};
let isRunning = false;

function render(lang = texts.lang) {
  texts = new Texts(lang);
  translate(texts);
  languageSwitch(byId("language"), texts, render);
  document.title = `${texts.t("check.title")} · TileRace`;
  byId("checks").replaceChildren(...ORDER.filter((id) => findings[id] !== null).map(row));
  setText(byId("verdict"), texts.t(`check.${verdict()}`));
  byId("again").disabled = isRunning;
}

function verdict() {
  const looks = Object.values(findings).flatMap((finding) => (finding ? [finding.look] : []));
  if (isRunning) return "running";
  return looks.includes("bad") ? "bad" : looks.some((look) => look === "fair") ? "fair" : "good";
}

function row(id) {
  const finding = findings[id];
  const mark = element("span", "mark", finding ? MARKS[finding.look] : "·");
  mark.setAttribute("aria-hidden", "true");
  const detail = finding ? texts.t(`check.${id}.${finding.look}`, finding.values) : texts.t("check.wait");
  const item = element("li", "", mark,
    element("span", "", element("strong", "", texts.t(`check.${id}`)), element("span", "detail", detail)));
  item.dataset.check = id;
  item.dataset.look = finding?.look ?? "wait";
  return item;
}

/** Storage is only known to be shut once it has refused something. */
function askStore() {
  write("check", "1");
  forget("check");
  return { look: /** @type {const} */ (isBlocked() ? "fair" : "good") };
}

async function run() {
  if (isRunning) return;
  isRunning = true;
  findings = {};
  const found = (more) => {
    findings = { ...findings, ...more };
    render();
  };
  found({ store: askStore() });
  await Promise.all([
    askServer().then(found),
    askSocket(socketURL()).then(found),
    askEngine(() => loadEngine()).then((engine) => found({ engine })),
  ]);
  isRunning = false;
  render();
}

byId("again").addEventListener("click", run);
render();
run();
