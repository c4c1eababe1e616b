/** What the outer page says, in the first language of the browser that the house speaks. */

const words = JSON.parse(document.querySelector("#words")?.textContent ?? "{}");
export const tongue = (navigator.languages.find((name) => name.slice(0, 2) in words) ?? "en").slice(0, 2);

/** Say a text; English is the key. @param {string} text */
export const say = (text) => words[tongue]?.[text] ?? text;
