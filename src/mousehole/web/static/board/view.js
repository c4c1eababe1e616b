/** Where a camera looks: the geometry of fitting, zooming, holding and revealing, in CSS pixels and board units. */

/** @typedef {{ x: number, y: number, scale: number }} View */
/** @typedef {{ width: number, height: number }} Room */
/** @typedef {[number, number]} Pair */
/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

export const UNIT = 100; // CSS pixels of one board unit before scaling
const TOUCH = 45; // a square should be at least so many pixels wide for a finger
const ENOUGH = 30; // but rather the whole board in squares of so many pixels than a part of it
const CLOSEST = 160;
const EDGE = 2; // pixels kept free beside what is revealed
const MORE = 1.01; // a scale that differs by less is the same

/** The scale at which the whole board is seen. @param {Pair} size @param {Room} room */
export function fitting(size, room) {
  return Math.min(room.width / (size[0] * UNIT), room.height / (size[1] * UNIT), CLOSEST / UNIT);
}

/**
 * The scale to begin with: the whole board, or near enough for fingers.
 * @param {Pair} size @param {Room} room @param {boolean} fingers
 */
export function near(size, room, fingers) {
  const whole = fitting(size, room);
  return fingers && whole < ENOUGH / UNIT ? TOUCH / UNIT : whole;
}

/** Whether a part of the board is out of sight. @param {number} scale @param {Pair} size @param {Room} room */
export function crowded(scale, size, room) {
  return scale > fitting(size, room) * MORE;
}

/** Look at a place of the board, given in units. @param {Pair} place @param {number} scale @param {Room} room */
export function looking(place, scale, room) {
  const k = UNIT * scale;
  return { scale, x: room.width / 2 - place[0] * k, y: room.height / 2 - place[1] * k };
}

/** The place in the middle, in units. @param {View} view @param {Room} room @returns {Pair} */
export function middle(view, room) {
  const k = UNIT * view.scale;
  return [(room.width / 2 - view.x) / k, (room.height / 2 - view.y) / k];
}

/**
 * Zoom by a factor around a point of the stage; never further than the whole board, nor closer than is useful.
 * @param {View} view @param {number} factor @param {Pair} point @param {Pair} size @param {Room} room
 */
export function zoomed(view, factor, [px, py], size, room) {
  const scale = clamp(view.scale * factor, fitting(size, room), CLOSEST / UNIT), ratio = scale / view.scale;
  return { scale, x: px - (px - view.x) * ratio, y: py - (py - view.y) * ratio };
}

/**
 * Keep the board on the stage: in the middle where it is smaller.
 * @param {View} view @param {Pair} size @param {Room} room
 */
export function held(view, size, room) {
  /** @type {(shift: number, long: number, free: number) => number} */
  const side = (shift, long, free) => (long <= free ? (free - long) / 2 : clamp(shift, free - long, 0));
  const k = UNIT * view.scale;
  return { ...view, x: side(view.x, size[0] * k, room.width), y: side(view.y, size[1] * k, room.height) };
}

/** Bring places into view with the smallest move. @param {View} view @param {Box[]} places @param {Room} room */
export function revealing(view, places, room) {
  const k = view.scale * UNIT;
  /** @type {(low: number, high: number, shift: number, free: number) => number} */
  const move = (low, high, shift, free) => {
    const from = low * k + shift, to = high * k + shift;
    if (to - from > free - 2 * EDGE) return free / 2 - (from + to) / 2;
    return from < EDGE ? EDGE - from : to > free - EDGE ? free - EDGE - to : 0;
  };
  const xs = places.flatMap(({ x, w }) => [x - w / 2, x + w / 2]);
  const ys = places.flatMap(({ y, h }) => [y - h / 2, y + h / 2]);
  const dx = move(Math.min(...xs), Math.max(...xs), view.x, room.width);
  const dy = move(Math.min(...ys), Math.max(...ys), view.y, room.height);
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/** @param {number} value @param {number} low @param {number} high */
function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
