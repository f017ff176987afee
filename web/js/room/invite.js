// The link to this room, to copy and to share. Works without a secure context.

import { spaced } from "../codes.js";
import { byId, setAttribute, setText, show } from "../dom.js";

/** @param {string} code */
export function roomURL(code) {
  return `${location.origin}/r/${code}`;
}

/**
 * @param {string} url
 * @param {HTMLInputElement} field that shows it
 * @returns {Promise<boolean>} false: it stands selected, the person has to press the keys
 */
async function copy(url, field) {
  try {
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    // No secure context, or no permission: the old way.
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/** The card with the link, and the code in the page's head. */
export class Invite {
  #code;
  /** @type {"copy"|"copied"|"select"} */ #state = "copy";
  /** @type {ReturnType<typeof setTimeout>|undefined} */ #calm;

  /** @param {string} code @param {() => import("../texts.js").Texts} texts @param {() => void} onChange */
  constructor(code, texts, onChange) {
    this.#code = code;
    const field = byId("url");
    field.value = roomURL(code);
    field.addEventListener("focus", () => field.select());
    const doCopy = async () => {
      this.#state = (await copy(field.value, field)) ? "copied" : "select";
      clearTimeout(this.#calm);
      this.#calm = setTimeout(() => {
        this.#state = "copy";
        onChange();
      }, 2500);
      onChange();
    };
    byId("copy").addEventListener("click", doCopy);
    byId("chip").addEventListener("click", doCopy);
    const share = byId("share");
    show(share, typeof navigator.share === "function");
    share.addEventListener("click", () => {
      // Refused or put away: nothing to say.
      navigator.share({ title: "TileRace", text: texts().t("invite.words"), url: field.value }).catch(() => {});
    });
  }

  /** @param {import("../texts.js").Texts} texts @param {boolean} isIn */
  render(texts, isIn) {
    setText(byId("code"), spaced(this.#code));
    setText(byId("copy"), texts.t(`invite.${this.#state}`));
    const chip = byId("chip");
    show(chip, isIn);
    setText(chip, this.#state === "copied" ? texts.t("invite.copied") : spaced(this.#code));
    setAttribute(chip, "aria-label", texts.t("chip.label", { code: spaced(this.#code) }));
  }
}
