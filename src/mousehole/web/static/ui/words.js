/** What people read, in the language of the page: the server sends the words, English is the key. */

/** @typedef {Record<string, string | number | undefined>} Values */

/** @type {Intl.LDMLPluralRule[]} */
const ORDER = ["zero", "one", "two", "few", "many", "other"]; // as catalogues number their forms
const SAMPLE = 200; // every plural rule of whole numbers shows all its forms below
/** @type {Document | undefined} none where node tries modules without a page */
const page = globalThis.document;

export const language = page?.documentElement.lang || "en";

/** Say a text of the house with its values; `n` chooses the plural form. */
export const say = speaker(language, JSON.parse(page?.getElementById("words")?.textContent || "{}"));

/** Change the language of a page as soon as another one is chosen. */
export function switchLanguage() {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector("form.language");
  form?.addEventListener("change", () => form.requestSubmit());
  form?.querySelectorAll("button").forEach((button) => (button.hidden = true));
}

/**
 * Make the function that says the texts of one language; a text has one wording, or one for each plural form.
 * @param {string} tongue @param {Record<string, string | string[]>} texts
 */
export function speaker(tongue, texts = {}) {
  const form = plurals(tongue);
  /** @param {string} text @param {Values} values @param {string} plural */
  return function translate(text, values = {}, plural = "") {
    const forms = [texts[text] ?? (plural ? [text, plural] : text)].flat();
    return filled(forms.length > 1 ? forms[Math.min(form(Number(values.n)), forms.length - 1)] : forms[0], values);
  };
}

/** Make the function that numbers the plural form of a count, in the order of catalogues. @param {string} tongue */
export function plurals(tongue) {
  const rules = new Intl.PluralRules(tongue);
  const used = new Set(Array.from({ length: SAMPLE }, (_, n) => rules.select(n)));
  const forms = ORDER.filter((name) => used.has(name));
  /** @param {number} n */
  return function form(n) {
    const found = forms.indexOf(rules.select(n));
    return found < 0 ? forms.length - 1 : found; // such as French millions, which catalogues do not tell apart
  };
}

/** Fold a text for comparing: small letters without accents. @param {string} text */
export function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** @param {string} text @param {Values} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}
