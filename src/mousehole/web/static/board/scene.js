/** Scenes as the client keeps them: made whole again, and compared, to see which piece continues which one. */

import { PIECE, SCENE, SPOT } from "../wire/scene_defaults.js";

/** @import { ChartView, FrameView, PageView, PieceView, SceneView, SpotView, ThrowView } from "../wire/wire.d.ts" */
/** @typedef {Required<SpotView>} Spot */
/** @typedef {Required<PieceView>} Piece */
/** @typedef {{ spots: Spot[], pieces: Piece[], throw: ThrowView | null, page: PageView | null,
 *   chart: ChartView | null }} Parts */
/** @typedef {Omit<Required<SceneView>, keyof Parts> & Parts} Scene */
/** @typedef {Omit<FrameView, "scene" | "change"> & { scene: Scene }} Frame */
/** @typedef {{ x: number, y: number }} Place */

/** What a scene has for one frame alone. @type {Pick<Scene, "throw" | "page" | "beats" | "tense" | "first_times">} */
export const PASSING = { throw: null, page: null, beats: [], tense: false, first_times: [] };

/** Fill in what the wire leaves out of a spot. @param {SpotView} spot @returns {Spot} */
export function wholeSpot(spot) {
  return { ...SPOT, ...spot };
}

/** Fill in what the wire leaves out of a piece. @param {PieceView} piece @returns {Piece} */
export function wholePiece(piece) {
  return { ...PIECE, ...piece };
}

/** Fill in what the wire leaves out. @param {SceneView} scene @returns {Scene} */
export function whole(scene) {
  const things = { spots: scene.spots.map(wholeSpot), pieces: scene.pieces.map(wholePiece) };
  return { chart: null, ...SCENE, ...PASSING, ...scene, ...things };
}

/**
 * Pair pieces: by key, and inside a pool any of the same sprite, the nearest first.
 * @param {Piece[]} before @param {Piece[]} after
 */
export function pairs(before, after) {
  const free = new Map(before.map((piece) => [piece.key, piece]));
  /** @type {Map<string, Piece>} */
  const found = new Map();
  /** @param {Piece} piece @param {Piece | null} [old] */
  const take = (piece, old) => {
    if (!old) return;
    found.set(piece.key, old);
    free.delete(old.key);
  };
  const open = () => after.filter((piece) => !found.has(piece.key));
  for (const piece of after) take(piece, same(piece, free.get(piece.key)));
  for (const piece of open()) if (piece.pool) take(piece, nearest(piece, [...free.values()].filter(kin(piece))));
  for (const piece of open()) take(piece, free.get(piece.key));
  return { found, leaving: [...free.values()] };
}

/** Measure how far two things stand apart. @param {Place} a @param {Place} b */
export function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** @param {Piece} piece @param {Piece} [old] */
function same(piece, old) {
  return old && (!piece.pool || old.sprite === piece.sprite) ? old : null;
}

/** @param {Piece} piece @returns {(old: Piece) => boolean} */
function kin(piece) {
  return (old) => old.pool === piece.pool && old.sprite === piece.sprite;
}

/** @param {Piece} piece @param {Piece[]} olds */
function nearest(piece, olds) {
  const none = /** @type {Piece | null} */ (null);
  return olds.reduce((best, old) => (best && distance(best, piece) <= distance(old, piece) ? best : old), none);
}
