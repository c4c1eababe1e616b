/** What people read, in the language of the page: the server sends the words, English is the key. */

import { speaker } from "./wording.js";

export const language = document.documentElement.lang || "en";

/** Change the language of a page as soon as another one is chosen. */
export function switchLanguage() {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector("form.language");
  form?.addEventListener("change", () => form.requestSubmit());
  form?.querySelectorAll("button").forEach((button) => (button.hidden = true));
}

/** Say a text of the house with its values; `n` chooses the plural form. */
export const say = speaker(language, JSON.parse(document.getElementById("words")?.textContent || "{}"));
