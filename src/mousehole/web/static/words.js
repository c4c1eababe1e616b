/** What people read, in the language of the page: the server sends the words, English is the key. */

import { find } from "./dom.js";

const texts = JSON.parse(find("words")?.textContent || "{}");
export const language = document.documentElement.lang || "en";
const count = new Intl.PluralRules(language);

/** Say a text of the house with its values; `n` chooses the plural form. */
export function say(text, values = {}, plural = "") {
  const forms = [texts[text] ?? (plural ? [text, plural] : text)].flat();
  const form = forms.length > 1 && count.select(values.n) !== "one" ? forms[1] : forms[0];
  return form.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

/** Fold a text for comparing: small letters without accents. */
export function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
