/** The page of links: copy one with a tap, or hand it to another app. */

import "./pages.js";
import { copying } from "./pages.js";

copying();
for (const button of document.querySelectorAll("button[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener(
    "click",
    () => navigator.share({ url: button.dataset.share, title: document.title }).catch(() => null),
  );
}
