/** Puts values into texts and chooses plural forms, for any language. */

/** @typedef {Record<string, string | number | undefined>} Values */

/** @type {Intl.LDMLPluralRule[]} */
const ORDER = ["zero", "one", "two", "few", "many", "other"]; // as catalogues number their forms
const SAMPLE = 200; // every plural rule of whole numbers shows all its forms below

/**
 * Make the function that says the texts of one language; a text has one wording, or one for each plural form.
 * @param {string} language @param {Record<string, string | string[]>} texts
 */
export function speaker(language, texts = {}) {
  const form = plurals(language);
  /** @param {string} text @param {Values} values @param {string} plural */
  return function say(text, values = {}, plural = "") {
    const forms = [texts[text] ?? (plural ? [text, plural] : text)].flat();
    return filled(forms.length > 1 ? forms[Math.min(form(Number(values.n)), forms.length - 1)] : forms[0], values);
  };
}

/** Make the function that numbers the plural form of a count, in the order of catalogues. @param {string} language */
export function plurals(language) {
  const rules = new Intl.PluralRules(language);
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
