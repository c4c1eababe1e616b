/** Walks over the board with the arrow keys, from every named thing to the nearest in that direction. */

import { around, chorded } from "./dom.js";

/** @import { Board, Thing } from "./board.js" */
/** @import { Place } from "./scene.js" */
/** @typedef {[number, number]} Direction */

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 0.3; // units a thing must lie further to count as being in a direction

/**
 * Listen to keys on a board; `told` hears of a press on something that cannot be chosen now.
 * @param {Board} board @param {{ escaped: () => void, told: (words: string) => void }} hears
 */
export function walk(board, { escaped, told }) {
  /** @type {string | undefined} the key of the one thing that Tab reaches */
  let stop;
  /** @param {string | undefined} key */
  const rove = (key) => {
    stop = key;
    for (const { element } of board.things.values()) if (element.tabIndex >= 0) element.tabIndex = -1;
    const thing = key === undefined ? undefined : board.things.get(key);
    if (thing) thing.element.tabIndex = 0;
  };
  board.stage.addEventListener("focusin", (event) => {
    const key = keyOf(event);
    if (key === undefined) return;
    rove(key);
    board.camera.reveal(board.places([key]));
  });
  board.stage.addEventListener("keydown", (event) => {
    const key = keyOf(event), direction = ARROWS[event.key], from = board.place(key);
    if (event.key === "Escape") escaped();
    if (!direction || !from || chorded(event)) return;
    event.preventDefault();
    const others = board.named().filter((thing) => thing.now.key !== key);
    neighbour(from, others, direction)?.element.focus();
  });
  board.stage.addEventListener("click", (event) => {
    const thing = around(event, "[aria-disabled]");
    if (thing) told(thing.getAttribute("aria-label") ?? "");
  });
  return () => rove(entrance(board, stop));
}

/** Lead the keyboard to the board. @param {Board} board */
export function enter(board) {
  /** @type {HTMLElement | null} */
  const stop = board.stage.querySelector(".thing[tabindex='0']");
  stop?.focus();
}

/** @param {Event} event */
function keyOf({ target }) {
  return target instanceof HTMLElement ? target.dataset.key : undefined;
}

/**
 * Choose the thing that Tab leads to: where one is, else the first that can be chosen, else where one was.
 * @param {Board} board @param {string | undefined} stop
 */
function entrance(board, stop) {
  const things = board.named(), known = things.find((thing) => thing.now.key === stop);
  if (known && known.element === document.activeElement) return stop;
  return (things.find(choosable) ?? known ?? things[0])?.now.key;
}

/** @param {Pick<Thing, "element">} thing */
function choosable({ element }) {
  return element.classList.contains("can");
}

/**
 * Find the nearest thing in a direction; what can be chosen wins where two lie alike.
 * @param {Place} from @param {Thing[]} things @param {Direction} direction
 */
function neighbour(from, things, [dx, dy]) {
  /** @param {Thing} thing */
  const cost = (thing) => {
    const ahead = (thing.now.x - from.x) * dx + (thing.now.y - from.y) * dy;
    const aside = Math.abs((thing.now.x - from.x) * dy + (thing.now.y - from.y) * dx);
    return ahead < STEP ? Infinity : ahead + 2.2 * aside - (choosable(thing) ? 0.01 : 0);
  };
  /** @type {{ least: number, best: Thing | null }} */
  const found = { least: Infinity, best: null };
  for (const thing of things) {
    const costs = cost(thing);
    if (costs < found.least) Object.assign(found, { least: costs, best: thing });
  }
  return found.best;
}
