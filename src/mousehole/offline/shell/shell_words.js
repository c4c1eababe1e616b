/** What the outer page says, in the first language of the browser that the house speaks. */

const words = JSON.parse(document.querySelector("#words")?.textContent ?? "{}");
export const tongue = (navigator.languages.find((name) => name.slice(0, 2) in words) ?? "en").slice(0, 2);

/** Learn more words, by language. @param {Record<string, Record<string, string>>} more */
export function learn(more) {
  for (const [name, said] of Object.entries(more)) Object.assign((words[name] ??= {}), said);
}

/** Say a text; English is the key. @param {string} text */
export const say = (text) => words[tongue]?.[text] ?? text;
