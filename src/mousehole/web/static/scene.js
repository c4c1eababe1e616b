/** Compares scenes: which piece of the new scene continues which one of the old. */

/** Pair pieces: by key, and inside a pool any of the same sprite, the nearest first. */
export function pairs(before, after) {
  const free = new Map(before.map((piece) => [piece.key, piece]));
  const found = new Map();
  const take = (piece, old) => {
    if (!old) return;
    found.set(piece.key, old);
    free.delete(old.key);
  };
  const open = () => after.filter((piece) => !found.has(piece.key));
  for (const piece of after) take(piece, same(piece, free.get(piece.key)));
  for (const piece of open()) {
    if (piece.pool) {
      take(
        piece,
        nearest(piece, [...free.values()].filter((old) => kin(old, piece))),
      );
    }
  }
  for (const piece of open()) take(piece, free.get(piece.key));
  return { found, leaving: [...free.values()] };
}

/** Measure how far two things stand apart. */
export function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Fill in what the wire leaves out. */
export function whole(scene) {
  const spots = (scene.spots ?? []).map((spot) => ({ ...PLAIN, ...spot }));
  const pieces = (scene.pieces ?? []).map((piece) => ({ ...PLAIN, ...MOVING, ...piece }));
  return { offers: [], panels: [], zones: [], throw: null, backdrop: "", prompt: "", ...scene, spots, pieces };
}

const PLAIN = { w: 1, h: 1, turn: 0, sprite: "", label: "", glow: "", tint: "", mark: "", text: "" };
const MOVING = { motion: "slide", enter: "pop", leave: "vanish", pool: "", tick: 0, sound: "", mirror: false };

function same(piece, old) {
  return old && (!piece.pool || old.sprite === piece.sprite) ? old : null;
}

function kin(old, piece) {
  return old.pool === piece.pool && old.sprite === piece.sprite;
}

function nearest(piece, olds) {
  return olds.reduce((best, old) => (best && distance(best, piece) <= distance(old, piece) ? best : old), null);
}
