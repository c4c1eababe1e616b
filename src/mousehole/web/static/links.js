/** The page of links: copy one with a tap, or hand it to another app. */

import { fact } from "./dom.js";
import { copying, sure } from "./pages.js";

copying();
sure();
/** @type {NodeListOf<HTMLElement>} */
const buttons = document.querySelectorAll("button[data-share]");
for (const button of buttons) {
  const what = { url: fact(button, "share"), title: document.title };
  button.hidden = !("share" in navigator);
  button.addEventListener("click", () => navigator.share(what).catch(() => null));
}
