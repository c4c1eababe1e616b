/** Walks over the board with the arrow keys, from every named thing to the nearest in that direction. */

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 0.3; // units a thing must lie further to count as being in a direction

/** Listen to keys on a board; `told` hears of a press on something that can not be chosen now. */
export function walk(board, { escaped, told }) {
  let stop = null; // the key of the one thing that Tab reaches
  const rove = (key) => {
    stop = key;
    for (const thing of board.things.values()) if (thing.element.tabIndex >= 0) thing.element.tabIndex = -1;
    const thing = board.things.get(key);
    if (thing) thing.element.tabIndex = 0;
  };
  board.stage.addEventListener("focusin", ({ target }) => {
    const key = target.dataset.key;
    if (key === undefined) return;
    rove(key);
    board.camera.reveal([board.place(key)].filter(Boolean));
  });
  board.stage.addEventListener("keydown", (event) => {
    const key = event.target.dataset?.key;
    if (event.key === "Escape") escaped();
    if (!ARROWS[event.key] || !key || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    neighbour(board, key, ARROWS[event.key])?.element.focus();
  });
  board.stage.addEventListener("click", ({ target }) => {
    const thing = target.closest?.("[aria-disabled]");
    if (thing) told(thing.getAttribute("aria-label"));
  });
  return () => rove(entrance(board, stop));
}

/** Choose the thing that Tab leads to: where one is, else the first that can be chosen, else where one was. */
function entrance(board, stop) {
  const things = board.named();
  const known = things.find((thing) => thing.now.key === stop);
  if (known && known.element === document.activeElement) return stop;
  return (things.find((thing) => thing.element.classList.contains("can")) ?? known ?? things[0])?.now.key;
}

/** Find the nearest named thing in a direction; what can be chosen wins where two lie alike. */
export function neighbour(board, key, [dx, dy]) {
  const from = board.place(key);
  const cost = (thing) => {
    const ahead = (thing.now.x - from.x) * dx + (thing.now.y - from.y) * dy;
    const aside = Math.abs((thing.now.x - from.x) * dy + (thing.now.y - from.y) * dx);
    const bonus = thing.element.classList.contains("can") ? 0.01 : 0;
    return ahead < STEP ? Infinity : ahead + 2.2 * aside - bonus;
  };
  const costs = board.named().filter((thing) => thing.now.key !== key).map((thing) => [cost(thing), thing]);
  const best = costs.reduce((least, next) => (next[0] < least[0] ? next : least), [Infinity, null]);
  return best[1];
}
