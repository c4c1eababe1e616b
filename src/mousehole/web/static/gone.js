/** The last word to somebody who may do nothing at a table any more. */

import { make } from "./dom.js";
import { say } from "./words.js";

/** Say what happened, over the board as it was, with the way home. @param {string} text @param {string} reason */
export function part(text, reason) {
  const home = make("a", { class: "button large primary", href: "/", text: say("Back to the shelf") });
  const words = make("p", { id: "gone-words", text });
  const title = make("h2", { id: "gone-title", text: heading(reason) });
  const box = make(
    "dialog",
    { class: "gone", role: "alertdialog", "aria-labelledby": "gone-title", "aria-describedby": "gone-words" },
    title,
    words,
    home,
  );
  box.addEventListener("cancel", (event) => event.preventDefault()); // there is nothing to go back to
  document.querySelectorAll("dialog[open]").forEach((other) => other instanceof HTMLDialogElement && other.close());
  document.body.append(box);
  box.showModal();
  home.focus();
}

/** @param {string} reason */
function heading(reason) {
  return reason === "broken" ? say("This game is broken") : say("You are no longer at this table");
}
