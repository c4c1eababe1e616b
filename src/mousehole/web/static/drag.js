/** Lets people drag a piece to where it shall go; a ghost follows the finger, the piece moves with the answer. */

import { around } from "./dom.js";

/** @import { Board } from "./board.js" */
/** @typedef {{ key: string, x: number, y: number, ghost: HTMLElement | null }} Held */
/**
 * @typedef {object} Hears
 * @property {(key: string) => boolean} may whether a drag may begin there
 * @property {(key: string) => void} pick the key a drag begins with
 * @property {(key: string | null) => void} drop the key it is let go over, or null
 */

const STILL = 8; // pixels a finger may tremble

/** Listen for drags on a board. @param {Board} board @param {Hears} hears */
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
