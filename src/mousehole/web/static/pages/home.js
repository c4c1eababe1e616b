/** The shelf: whose turn it is in its games, and records brought in by a chosen file, a dropped one or an address. */

import { drawSprites, sayTimes, upload } from "./plain_page.js";
import { need, recall, remember } from "../ui/dom.js";
import { noticeButton, signal } from "../ui/turn_signal.js";
import { at } from "../wire/house_line.js";

const EVERY = 20_000; // milliseconds between two looks
const SIGN = "#game="; // what follows it in the address is a whole game, packed
const { title } = document;
let shown = ""; // the list of games as it was fetched last

/** @type {HTMLFormElement} */
const form = need(".upload form");
/** @type {HTMLInputElement} */
const field = need("input[type=file]", form);
const problem = need(".problem", form);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  send(field.files);
});
field.addEventListener("change", () => send(field.files));
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  send(event.dataTransfer?.files ?? null);
});
watchShelf();
document.querySelectorAll("dialog.welcome").forEach(welcome);
addEventListener("hashchange", takeIn);
/** @type {any} */ (globalThis).launchQueue?.setConsumer(openLaunched);
await takeIn();

/** Take in a file that the system opens with this app. @param {{ files: FileSystemFileHandle[] }} launched */
async function openLaunched({ files }) {
  if (files.length) await send([await files[0].getFile()]);
}

/** Take in the game in this page's address, if there is one. */
async function takeIn() {
  const passed = await passedGame();
  if (passed) await send([passed]);
}

/** Send a record; the answer is the table it opened, or what is wrong with it. @param {ArrayLike<Blob> | null} files */
async function send(files) {
  if (files?.length) await upload(form.action, files[0], problem);
}

/**
 * Ask once, before a first game, whether somebody is new to it; who knows it is told nothing twice.
 * @param {Element} dialog
 */
function welcome(dialog) {
  const play = dialog.closest("form");
  if (!(dialog instanceof HTMLDialogElement) || !play) return;
  const game = dialog.dataset.game ?? "";
  play.addEventListener("submit", (event) => {
    const known = event.submitter?.closest("dialog") === dialog;
    if (known) note("experienced", game);
    if (known || noted("welcomed").includes(game)) return;
    event.preventDefault();
    dialog.showModal();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
    else if (event.target instanceof Element && event.target.closest("a, button")) note("welcomed", game);
  });
}

/** The games that this browser has noted under a name. @param {string} name @returns {string[]} */
function noted(name) {
  return recall(name, /** @type {string[]} */ ([]));
}

/** @param {string} name @param {string} game */
function note(name, game) {
  remember(name, [...new Set([...noted(name), game])]);
}

/** The game in this page's address, if there is one; taken out of it, so that it is not opened twice. */
async function passedGame() {
  if (!location.hash.startsWith(SIGN)) return null;
  const packed = location.hash.slice(SIGN.length);
  history.replaceState(null, "", location.pathname);
  try {
    const stream = new Blob([bytes(packed)]).stream().pipeThrough(new DecompressionStream("deflate"));
    return await new Response(stream).blob();
  } catch {
    return new Blob([packed]); // whoever reads it says that it is no game
  }
}

/** Show now and from time to time whose turn it is. */
function watchShelf() {
  tell();
  if (!document.querySelector(".saved-game")) return;
  document.querySelector(".saved h2")?.after(noticeButton());
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", () => document.hidden || look());
}

/** Ask the server for the lists as they are; what has the keyboard's focus is not taken away. */
async function look() {
  const lists = [...document.querySelectorAll(".saved")];
  if (lists.some((list) => list.contains(document.activeElement))) return;
  const answer = await fetch(at("/")).catch(() => null);
  if (!answer?.ok) return;
  const told = [...new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll(".saved")];
  const words = told.map((list) => list.innerHTML).join("");
  if (told.length !== lists.length || words === shown) return;
  shown = words;
  const button = document.querySelector(".saved .notices");
  lists.forEach((list, n) => list.replaceChildren(...told[n].childNodes));
  if (button) document.querySelector(".saved h2")?.after(button);
  sayTimes();
  await drawSprites();
  tell();
}

/** Show in the tab whether one of the games waits for this browser. */
function tell() {
  const game = document.querySelector(".saved-game[data-mine] strong");
  signal(Boolean(game), title, game?.firstChild?.textContent ?? title);
}

/** The bytes that a text of letters, digits, - and _ stands for. @param {string} text */
function bytes(text) {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
}
