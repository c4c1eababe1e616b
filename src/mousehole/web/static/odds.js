/** What choices are worth, written on the board: a figure where each leads to, a glow around the best. */

import { make } from "./dom.js";
import { figure } from "./ranking.js";
import { UNIT } from "./view.js";
import { seen } from "./wings.js";

/** @import { Board } from "./board.js" */
/** @import { Offer } from "./offers.js" */
/** @import { Spot, Piece } from "./scene.js" */
/** @typedef {{ chance: number, clear?: boolean, exact: boolean }} Worth */

/**
 * Write what offers are worth; where several lead to one place, the best of them counts.
 * @param {Board} board @param {Offer[]} offers @param {(offer: Offer) => Worth | undefined} worth
 */
export function odds(board, offers, worth) {
  /** @type {Map<string, Worth>} */
  const best = new Map();
  for (const offer of offers) {
    const key = offer.clicks.at(-1), row = worth(offer), before = best.get(key ?? "");
    if (key !== undefined && row && (!before || row.chance > before.chance)) best.set(key, row);
  }
  const marks = [...best].flatMap(([key, row]) => {
    const place = board.place(key);
    return place ? [...(row.clear ? [] : [glow(place)]), mark(place, row)] : [];
  });
  board.layers.odds.replaceChildren(...marks);
}

/** @param {Spot | Piece} place @param {Worth} row */
function mark(place, { chance, clear, exact }) {
  const { x, y } = place, [, high] = seen(place), text = figure(chance, exact);
  const element = make("span", { class: clear ? "odds" : "odds best", text, "aria-hidden": "true" });
  element.style.transform = `translate(${x * UNIT}px, ${(y + high / 2) * UNIT}px) translate(-50%, -90%)`;
  return element;
}

/** @param {Spot | Piece} place */
function glow(place) {
  const { x, y } = place, [wide, high] = seen(place);
  const element = make("i", { class: "best-glow", "aria-hidden": "true" });
  Object.assign(element.style, {
    width: `${wide * UNIT}px`,
    height: `${high * UNIT}px`,
    transform: `translate(${x * UNIT}px, ${y * UNIT}px) translate(-50%, -50%)`,
  });
  return element;
}
