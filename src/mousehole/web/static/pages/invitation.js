/** The page behind a link: somebody who came before finds name and face as they were. */

import "./plain_page.js";
import { need, recall, remember } from "../ui/dom.js";

/** @type {HTMLFormElement} */
const form = need(".invitation form");
/** @type {HTMLInputElement | null} */
const name = form.querySelector("[name=name]");
/** @type {HTMLInputElement | null} */
const face = form.querySelector(`[name=face][value="${CSS.escape(recall("face", ""))}"]`);
if (name && !name.value) name.value = recall("name", "");
if (face) face.checked = true;
form.addEventListener("submit", () => {
  const sent = new FormData(form);
  for (const key of ["name", "face"]) if (sent.get(key)) remember(key, sent.get(key));
});
