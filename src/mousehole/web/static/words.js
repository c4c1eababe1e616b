/** What people read, in the language of the page: the server sends the words, English is the key. */

import { speaker } from "./wording.js";

export const language = document.documentElement.lang || "en";

/** Say a text of the house with its values; `n` chooses the plural form. */
export const say = speaker(language, JSON.parse(document.getElementById("words")?.textContent || "{}"));
