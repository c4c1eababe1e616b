/** The mark of a seat, wherever it is named: its face, or else a shape and a colour of its own. */

import { make, sprite } from "./dom.js";
import { say } from "./words.js";

const SHAPES = ["circle", "square", "triangle", "diamond", "heart", "star"];

/** @type {(string | undefined)[]} the faces of the seats of this table, as far as they are known */
let faces = [];

/** Take over the faces of the seats. @param {(string | undefined)[]} known */
export function useFaces(known) {
  faces = known;
}

/** Draw the mark of a seat. @param {number} seat */
export function badge(seat) {
  const number = seat % SHAPES.length, face = faces[seat];
  return face
    ? sprite(`house-face-${face}`, `badge face seat-${number}`)
    : sprite(`house-seat-${SHAPES[number]}`, `badge seat-${number}`);
}

/** The mark of who owns the table: it stands beside a name, so that no name can say it. */
export function ownerMark() {
  const label = say("Owner of this table");
  return make("span", { class: "owner-mark", role: "img", "aria-label": label, title: label, text: say("Owner") });
}
