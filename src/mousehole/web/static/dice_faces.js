/** Which faces may still be told of real dice, and which outcome they make. Knows no page. */

/**
 * The faces that can be told next: those with which what was told is a part of some outcome.
 * @param {number[][]} dice the faces of each outcome, in any order @param {number[]} taken
 */
export function nextFaces(dice, taken) {
  return new Set(dice.flatMap((faces) => without(faces, taken) ?? []));
}

/** The outcome that shows exactly these faces, in any order. @param {number[][]} dice @param {number[]} taken */
export function outcomeOf(dice, taken) {
  const found = dice.findIndex((faces) => without(faces, taken)?.length === 0);
  return found < 0 ? undefined : found;
}

/**
 * What is left of some faces without others; nothing where not all of these are among them.
 * @param {number[]} faces @param {number[]} taken
 */
function without(faces, taken) {
  const left = [...faces];
  for (const face of taken) {
    const at = left.indexOf(face);
    if (at < 0) return undefined;
    left.splice(at, 1);
  }
  return left;
}
