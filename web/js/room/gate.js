// Before joining: what is played here, who is there, and under which name I come in.

import { byId, element, nameOf, setText, show } from "../dom.js";
import { cleaned, suggestion } from "../names.js";
import { NAME, read, write } from "../store.js";

/** The door of the room. */
export class Gate {
  #code;
  #texts;
  #about = null;
  #isUnknown = false;

  /**
   * @param {string} code
   * @param {import("../texts.js").Texts} texts
   * @param {(role: "racer"|"spectator", name: string) => void} onEnter
   */
  constructor(code, texts, onEnter) {
    this.#code = code;
    this.#texts = texts;
    this.name = byId("gate-name");
    this.name.value = read("name", NAME) ?? suggestion(texts.lang);
    const enter = (role) => onEnter(role, this.keepName());
    byId("gate-form").addEventListener("submit", (event) => {
      event.preventDefault();
      enter("racer");
    });
    byId("gate-watch").addEventListener("click", () => enter("spectator"));
  }

  /** Asks what a person may know before joining. */
  async look() {
    try {
      const answer = await fetch(`/api/v1/rooms/${this.#code}`);
      if (answer.status === 404) this.unknown();
      else if (answer.ok) this.#about = await answer.json();
    } catch {
      this.trouble("offline");
    }
    this.render(this.#texts);
  }

  /** There is no such room (any more). */
  unknown() {
    this.#isUnknown = true;
    this.render(this.#texts);
  }

  /** @param {string} code of an error */
  trouble(code) {
    const node = byId("gate-trouble");
    node.textContent = this.#texts.error(code);
    show(node, true);
  }

  keepName() {
    const name = cleaned(this.name.value) ?? suggestion(this.#texts.lang);
    this.name.value = name;
    write("name", name);
    return name;
  }

  /** @param {import("../texts.js").Texts} texts */
  render(texts) {
    this.#texts = texts;
    if (this.#isUnknown) return this.#renderUnknown();
    const about = this.#about;
    if (!about) return;
    setText(byId("gate-game"), texts.game(about.options));
    const here = about.seats.filter((seat) => seat.here);
    const people = byId("gate-people");
    if (about.phase === "racing" || about.phase === "countdown") {
      people.textContent = texts.t("gate.running");
    } else if (here.length === 0) {
      people.textContent = texts.t("gate.nobody");
    } else {
      const [before, after] = texts.t("gate.here", { names: "\n" }).split("\n");
      const names = here.flatMap((seat, index) => [index > 0 ? ", " : "", nameOf(seat.name)]);
      people.replaceChildren(before, ...names, after ?? "");
    }
  }

  #renderUnknown() {
    const texts = this.#texts;
    setText(byId("gate-title"), texts.t("gate.unknown"));
    setText(byId("gate-game"), "");
    setText(byId("gate-people"), texts.t("gate.unknownMore"));
    if (byId("gate-form").hidden) return;
    show(byId("gate-form"), false);
    const home = element("a", "button", texts.t("gate.home"));
    home.href = "/";
    byId("gate").append(home);
  }
}
