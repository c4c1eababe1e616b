/** What the table waits for, in words, with the mark of the seat that is to move. */

import { make } from "./dom.js";
import { badge } from "./seats.js";

/** Write the prompt of a frame. */
export function prompt(element, { scene, turn }) {
  const seat = turn.kind === "over" ? null : turn.seat;
  const mark = seat === null || seat === undefined ? [] : [badge(seat)];
  element.replaceChildren(...mark, make("span", { class: "prompt-text", text: scene.prompt }));
  element.classList.toggle("mine", Boolean(turn.mine) && turn.kind !== "over");
}
