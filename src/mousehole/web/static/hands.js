/** What hands do on the board of a live table: tap, drag, and linger over what can be chosen. */

import { around } from "./dom.js";
import { drag } from "./drag.js";

/** @import { Board } from "./board.js" */
/** @import { Offers } from "./offers.js" */
/** @import { Live } from "./live.js" */
/** @import { Pointing } from "./pointing.js" */
/** @import { Frame } from "./scene.js" */
/** @import { Seats } from "./seats.js" */
/** @import { Sending } from "./sending.js" */
/** @import { Story } from "./story.js" */
/** @typedef {{ board: Board, offers: Offers, pointing: Pointing, sending: Sending, open: boolean }} Touched */
/** @typedef {{ seats: Seats, story: Story, live: Live, sending: Sending, frame: Frame | null }} Played */

const WANDERS = /^(Tab|Arrow)/; // keys that go from one place to the next

/** Listen to what hands do. @param {Touched} table */
export function listen(table) {
  const { board, offers, pointing } = table, { stage } = board;
  /** @param {Event} event */
  const near = (event) => pointing.linger(offerAt(offers, around(event, "[data-key]")?.dataset.key));
  stage.addEventListener("click", (event) => press(table, event));
  drag(board, {
    may: (key) => table.open && offers.leads(key),
    pick: (key) => offers.pick(key),
    drop: (key) => (key === null ? offers.drop() : offers.press(key)),
  });
  stage.addEventListener("pointerover", near);
  stage.addEventListener("keyup", (event) => WANDERS.test(event.key) && near(event)); // focus also comes by itself
}

/** Take back: in the name of this viewer's seat that moved last. @param {Played} table */
export function takeBack({ seats: { mine }, story, live, sending, frame }) {
  const seat = mine.find((each) => each.seat === story.log.mover) ?? mine[0];
  if (!seat || sending.on || frame?.undo === undefined) return;
  live.ask({ type: "undo", seat: seat.seat, entry: frame.entry, to: frame.undo });
}

/** @param {Touched} table @param {Event} event */
function press({ board, offers, sending }, event) {
  if (board.camera.dragging || sending.on) return;
  const key = around(event, ".can")?.dataset.key;
  if (key === undefined) offers.drop();
  else offers.press(key);
}

/** @param {Offers} offers @param {string} [key] */
function offerAt({ open, picked }, key) {
  if (key === undefined) return null;
  return open.find(({ clicks }) => clicks[picked.length] === key) ?? null;
}
