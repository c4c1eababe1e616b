/** Where people hide cards from each other and share a screen: nobody sees the next hand before it was passed on. */

import { make } from "./dom.js";
import { say } from "./words.js";

/** @import { TurnView } from "./types/wire.d.ts" */

/** @type {HTMLDialogElement | null} */
let cover = null;

/**
 * Cover the screen until the next one has it, or uncover it where nothing is to be hidden.
 * @param {TurnView} turn @param {string} name @param {(seat: number) => void} look
 */
export function passOn({ covered = false, seat }, name, look) {
  cover?.remove();
  cover = null;
  if (!covered || typeof seat !== "number") return;
  const show = make("button", { type: "button", class: "large primary", text: say("Show my cards") });
  const title = make("h2", { id: "pass-title", text: say("Pass the screen to {name}", { name }) });
  const words = make("p", { text: say("Nobody else should look now.") });
  cover = make("dialog", { class: "gone pass", "aria-labelledby": "pass-title" }, title, words, show);
  cover.addEventListener("cancel", (event) => event.preventDefault()); // one of them has to take it
  show.addEventListener("click", () => look(seat));
  document.body.append(cover);
  cover.showModal();
  show.focus();
}
