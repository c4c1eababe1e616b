/** A picture in a wide window: what is on top and at the bottom stands left and right of it, strips as columns. */

import { fitting } from "./view.js";

/** @import { Piece, Scene, Spot } from "./scene.js" */
/** @import { Room } from "./view.js" */

const LONG = 1.3; // what is so much wider than high lies on its side in a column
const BLOCK = 0.5; // what is so high at least against its width is no strip, and stands beside the rest as it is
const BETTER = 1.02; // by so much a picture has to become larger to be worth unfolding

/** Lay a scene out so that it is seen as large as possible. @param {Scene} scene @param {Room} room */
export function arranged(scene, room) {
  if (!scene.wings.some(Boolean)) return scene;
  const wide = unfolded(scene);
  return fitting(wide.size, room) > fitting(scene.size, room) * BETTER ? wide : scene;
}

/** Turn the strips of a scene into columns beside the rest. @param {Scene} scene @returns {Scene} */
export function unfolded(scene) {
  const [wide, high] = scene.size, [head, foot] = scene.wings, body = high - head - foot, block = foot > BLOCK * wide;
  const tall = Math.max(body, block ? foot : wide), right = block ? wide : foot;
  /** @template {Spot | Piece} Thing @param {Thing} thing @returns {Thing} */
  const place = (thing) => {
    const { x, y } = thing, beside = { y: x + (tall - wide) / 2, turn: thing.turn + (lies(thing) ? 90 : 0) };
    if (y < head) return { ...thing, ...beside, x: y };
    if (y > high - foot && block) return { ...thing, x: x + head + wide, y: y - high + foot + (tall - foot) / 2 };
    if (y > high - foot) return { ...thing, ...beside, x: y + wide + head - high + foot };
    return { ...thing, x: x + head, y: y - head + (tall - body) / 2 };
  };
  return {
    ...scene,
    size: [head + wide + right, tall],
    backdrop: block && scene.backdrop ? `${scene.backdrop}-wide` : scene.backdrop,
    spots: scene.spots.map(place),
    pieces: scene.pieces.map(place),
  };
}

/**
 * How wide and how high a thing is seen, also where it lies on its side.
 * @param {Pick<Spot | Piece, "w" | "h" | "turn">} thing @returns {[number, number]}
 */
export function seen({ w, h, turn }) {
  return Math.abs(turn % 180) === 90 ? [h, w] : [w, h];
}

/** @param {Spot | Piece} thing */
function lies({ w, h }) {
  return w > h * LONG;
}
