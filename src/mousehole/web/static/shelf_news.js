/** The games on the shelf as they go on elsewhere: whose turn it is, in the list, in the tab and as a notice. */

import { at } from "./house_line.js";
import { draw } from "./pages.js";
import { sayTimes } from "./times.js";
import { noticeButton, signal } from "./turn_signal.js";

const EVERY = 20_000; // milliseconds between two looks
const title = document.title;

/** Show now and from time to time whose turn it is. */
export function watchShelf() {
  tell();
  if (!document.querySelector(".saved-game")) return;
  document.querySelector("#saved h2")?.after(noticeButton());
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", () => document.hidden || look());
}

/** Ask the server for the list as it is; what has the keyboard's focus is not taken away. */
async function look() {
  const list = document.getElementById("saved");
  if (!list || list.contains(document.activeElement)) return;
  const answer = await fetch(at("/")).catch(() => null);
  if (!answer?.ok) return;
  const told = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("saved");
  if (!told || told.innerHTML === shown) return;
  shown = told.innerHTML;
  const button = list.querySelector(".notices");
  list.replaceChildren(...told.childNodes);
  if (button) list.querySelector("h2")?.after(button);
  sayTimes();
  await draw();
  tell();
}

let shown = "";

function tell() {
  const game = document.querySelector(".saved-game[data-mine] strong");
  signal(Boolean(game), title, game?.firstChild?.textContent ?? title);
}
