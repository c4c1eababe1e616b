/** The full rules: searched while one types, whatever the accents; what was found is marked. */

import "./plain_page.js";
import { parts, plainly, wanted } from "./text_search.js";
import { make, need, write } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @type {HTMLInputElement} */
const field = need("#search");
const found = need(".found"), nothing = need(".nothing");
/** @type {NodeListOf<HTMLElement>} */
const rows = document.querySelectorAll(".clauses li");
const clauses = [...rows].map((row) => ({ row, text: row.querySelector("p")?.textContent ?? "", id: row.id }));

need(".search").addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", () => search(field.value));
if (field.value) search(field.value); // a browser that comes back fills it in again

/** Show the rules in which all the words stand. @param {string} text */
function search(text) {
  const words = wanted(text);
  let n = 0;
  for (const { row, text: told, id } of clauses) {
    const fits = words.every((word) => plainly(`${id} ${told}`).includes(word));
    row.hidden = !fits;
    if (fits) n += 1;
    row.querySelector("p")?.replaceChildren(...(fits ? parts(told, words) : [told]).map(shown));
  }
  write(found, say("{n} rule", { n }, "{n} rules"));
  nothing.hidden = n > 0;
}

/** @param {string | { found: string }} part */
function shown(part) {
  return typeof part === "string" ? part : make("mark", { text: part.found });
}
