/** The words of an adventure in other languages, beside the English ones. */

import { choice } from "./fields.js";
import { make } from "../ui/dom.js";
import { language, say } from "../ui/words.js";

/** @import { WorkshopPack } from "./pack.js" */

const LANGUAGES = ["fr", "de", "es"];
const READ = new Set(["name", "words", "intro", "victory", "defeat", "told", "tale", "call"]); // what people read

/** Make the page of translations. @param {WorkshopPack} pack */
export function translating(pack) {
  const called = new Intl.DisplayNames([language], { type: "language" });
  const which = choice(
    say("Language"),
    LANGUAGES.map((code) => [code, called.of(code) ?? code]),
  );
  if (LANGUAGES.includes(language)) which.select.value = language;
  const list = make("div", { class: "form" });
  const missing = make("p", { class: "faint", role: "status" });
  const fill = () => {
    const code = which.select.value,
      known = pack.state.words[code] ?? {},
      texts = readable(pack.state.files);
    missing.textContent = say(
      "{n} text is not translated yet.",
      { n: texts.filter((text) => !known[text]).length },
      "{n} texts are not translated yet.",
    );
    list.replaceChildren(...texts.map((text, n) => row(pack, code, text, n)));
  };
  which.select.addEventListener("change", fill);
  fill();
  return [make("h2", { text: say("In other languages") }), which.element, missing, list];
}

/** @param {WorkshopPack} pack @param {string} code @param {string} text @param {number} n */
function row(pack, code, text, n) {
  const id = `t-${code}-${n}`;
  const area = make("textarea", { id, rows: text.length > 60 ? 3 : 1, lang: code });
  area.value = pack.state.words[code]?.[text] ?? "";
  area.addEventListener("change", () =>
    pack.change([{ file: `words/${code}`, path: [text], value: area.value || null }], text),
  );
  return make("div", { class: "form-part" }, make("label", { for: id, text, lang: "en" }), area);
}

/** Everything that people read in a pack, once. @param {any} value @param {string} [above] @returns {string[]} */
export function readable(value, above = "") {
  if (!value || typeof value !== "object") return [];
  const found = Object.entries(value).flatMap(([key, one]) =>
    typeof one === "string"
      ? (READ.has(key) || above === "story" || above === "tokens") && one && !Array.isArray(value)
        ? [one]
        : []
      : readable(one, key),
  );
  return [...new Set(found)];
}
