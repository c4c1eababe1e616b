/** Ways to act on a board: taps, drags, and arrow keys that walk from every named thing to the nearest beside it. */

import { around, chorded } from "../ui/dom.js";

/** @import { Board, Thing } from "./board.js" */
/** @import { Place } from "./scene.js" */
/** @typedef {[number, number]} Direction */
/** @typedef {{ key: string, x: number, y: number, ghost: HTMLElement | null }} Held */
/**
 * @typedef {object} Drags
 * @property {(key: string) => boolean} may whether a drag may begin there
 * @property {(key: string) => void} pick the key a drag begins with
 * @property {(key: string | null) => void} drop the key it is let go over, or null
 */

/** @type {Record<string, Direction>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STILL = 8; // pixels a finger may tremble
const STEP = 0.3; // units a thing must lie further to count as being in a direction

/**
 * Listen for taps; each comes with the key below it that can be chosen.
 * @param {Board} board @param {(key?: string) => unknown} tapped
 */
export function tap(board, tapped) {
  board.stage.addEventListener("click", (event) => {
    if (!board.camera.dragging) tapped(around(event, ".can")?.dataset.key);
  });
}

/**
 * Listen to keys on a board; `told` hears of a press on something that cannot be chosen now.
 * @param {Board} board @param {{ escaped: () => void, told: (words: string) => void }} handlers
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

/** Listen for drags on a board. @param {Board} board @param {Drags} handlers */
export function drag(board, { may, pick, drop }) {
  /** @type {Held | null} */
  let held = null;
  board.stage.addEventListener("pointerdown", (event) => {
    const key = around(event, ".can")?.dataset.key;
    if (key === undefined || !event.isPrimary || event.button || !may(key)) return;
    held = { key, x: event.clientX, y: event.clientY, ghost: null };
    board.camera.still = true;
  });
  addEventListener("pointermove", (event) => {
    if (!held || !event.isPrimary) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.ghost && far > STILL) held.ghost = lift(board, held.key, pick);
    if (held.ghost) follow(held.ghost, event);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    addEventListener(end, (event) => {
      if (!held || !event.isPrimary) return;
      const { ghost } = held;
      held = null;
      board.camera.still = false;
      if (!ghost) return;
      ghost.remove();
      drop(end === "pointerup" ? under(event) : null);
    });
  }
}

/** @param {Board} board @param {string} key @param {(key: string) => void} pick */
function lift(board, key, pick) {
  const element = board.things.get(key)?.element;
  if (!element) return null;
  const { width, height } = element.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
  pick(key);
  ghost.className = "ghost";
  ghost.removeAttribute("data-key");
  ghost.setAttribute("aria-hidden", "true");
  const margin = `${-height / 2}px 0 0 ${-width / 2}px`;
  Object.assign(ghost.style, { width: `${width}px`, height: `${height}px`, margin, zIndex: "" });
  document.body.append(ghost);
  return ghost;
}

/** @param {HTMLElement} ghost @param {PointerEvent} event */
function follow(ghost, { clientX, clientY }) {
  ghost.style.transform = `translate(${clientX}px, ${clientY}px) scale(1.12) rotate(-4deg)`;
}

/** Find the key below a point that can be chosen. @param {PointerEvent} event */
function under({ clientX, clientY }) {
  const found = document.elementsFromPoint(clientX, clientY).find((element) => element.matches(".can"));
  return found?.getAttribute("data-key") ?? null;
}
