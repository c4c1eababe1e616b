/** Lets people drag a piece to where it shall go; a ghost follows the finger, the piece itself moves with the answer. */

const STILL = 8; // pixels a finger may tremble

/** Listen for drags on a board; `pick` hears the first key, `drop` the one it is let go over, or null. */
export function drag(board, { may, pick, drop }) {
  let held = null;
  const { stage } = board;
  stage.addEventListener("pointerdown", (event) => {
    const key = event.target.closest?.(".can")?.dataset.key;
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
  for (const end of ["pointerup", "pointercancel"]) {
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

function lift(board, key, pick) {
  const { element } = board.things.get(key), { width, height } = element.getBoundingClientRect();
  const ghost = element.cloneNode(true);
  pick(key);
  ghost.className = "ghost";
  ghost.removeAttribute("data-key");
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    width: `${width}px`,
    height: `${height}px`,
    margin: `${-height / 2}px 0 0 ${-width / 2}px`,
    zIndex: "",
  });
  document.body.append(ghost);
  return ghost;
}

function follow(ghost, { clientX, clientY }) {
  ghost.style.transform = `translate(${clientX}px, ${clientY}px) scale(1.12) rotate(-4deg)`;
}

/** Find the key below a point that can be chosen. */
function under({ clientX, clientY }) {
  const found = document.elementsFromPoint(clientX, clientY).find((element) => element.matches(".can"));
  return found?.dataset.key ?? null;
}
