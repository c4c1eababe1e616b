/** How a thing stands on the board, and how it comes to stand elsewhere. */

import { UNIT } from "./view.js";

/** @import { Motion, Stand } from "./motion.js" */
/** @import { Piece, Spot } from "./scene.js" */

/** Whether two things look the same in every field. @param {Spot | Piece} one @param {Spot | Piece} other */
export function alike(one, other) {
  const names = /** @type {(keyof typeof other)[]} */ (Object.keys(other));
  return names.length === Object.keys(one).length && names.every((name) => one[name] === other[name]);
}

/** @param {Spot | Piece} thing @returns {Stand} */
export function at(thing) {
  return { x: thing.x * UNIT, y: thing.y * UNIT, turn: thing.turn };
}

/** @param {Spot | Piece} thing */
export function box({ w, h }) {
  const wide = w * UNIT, high = h * UNIT;
  return { width: `${wide}px`, height: `${high}px`, margin: `${-high / 2}px 0 0 ${-wide / 2}px` };
}

/**
 * Choose how a piece moves: not at all where nothing changed; dice roll when they are thrown and hop when laid.
 * @param {Piece | undefined} from @param {Piece} piece @returns {Motion}
 */
export function gait(from, piece) {
  if (!from) return piece.enter;
  const thrown = piece.tick !== 0 && piece.tick !== from.tick;
  const went = from.x !== piece.x || from.y !== piece.y || from.turn !== piece.turn || from.w !== piece.w;
  if (piece.motion === "roll") return thrown ? "roll" : went ? "hop" : "";
  if (piece.motion === "flip") return thrown || from.sprite !== piece.sprite ? "flip" : went ? "slide" : "";
  return thrown || went ? piece.motion : "";
}
