/** A die that rolls shows other faces on its way. */

import { family } from "./art.js";
import { redraw } from "./dom.js";

const CHANGE = 95; // milliseconds a face is seen

/** Let a picture run through the faces of its die and end on one; answers how to end it at once. */
export function tumble(picture, face, delay, duration) {
  const faces = family(face).filter((name) => name !== face && !name.endsWith("-blank"));
  const timers = [];
  const at = (ms, name) => timers.push(setTimeout(() => redraw(picture, name), ms));
  for (let ms = CHANGE, n = Math.floor(Math.random() * 6); faces.length && ms < duration; ms += CHANGE, n += 1) {
    at(delay + ms, faces[n % faces.length]);
  }
  at(delay + duration, face);
  return () => timers.forEach(clearTimeout);
}
