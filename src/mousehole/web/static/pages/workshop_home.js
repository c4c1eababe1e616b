/** The adventures of this browser: opens one from a file, and says what is wrong with it. */

import { upload } from "./plain_page.js";
import { around, need } from "../ui/dom.js";

/** @type {HTMLFormElement} */
const form = need("form.draft-open");
/** @type {HTMLInputElement} */
const field = need("input[type=file]", form);

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", (event) => around(event, "input") && open());

async function open() {
  const [file] = field.files ?? [];
  if (!file) return;
  await upload(`/workshop/open?${new URLSearchParams({ name: file.name })}`, file, need(".problem", form));
  field.value = "";
}
