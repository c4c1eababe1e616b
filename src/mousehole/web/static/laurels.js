/** The trophies that a game has just earned, on the card at its end, and the way to the album. */

import { make, sprite } from "./dom.js";
import { at } from "./house_line.js";

/** @import { TrophyNews, TrophyView } from "./types/wire.d.ts" */

/**
 * Ask what a game has earned this viewer, how it went beside the best one, and whether its exact chances are at hand.
 * @param {string} table @returns {Promise<{ list: HTMLElement | null, exact: boolean }>}
 */
export async function laurels(table) {
  const answer = await fetch(at(`/table/${table}/trophies.json`)).catch(() => null);
  if (!answer?.ok) return { list: null, exact: false };
  /** @type {TrophyNews} */
  const { trophies, best = "", exact = false } = await answer.json();
  const list = trophies.length ? make("ul", { class: "laurels" }, trophies.map(medal)) : null;
  const beside = best ? make("p", { class: "ending-best", text: best }) : null;
  return { list: list || beside ? make("div", {}, beside, list) : null, exact };
}

/** @param {TrophyView} trophy */
function medal({ name, words, sprite: picture }) {
  return make(
    "li",
    {},
    make("span", { class: "medal", "aria-hidden": "true" }, sprite(picture)),
    make("strong", { text: name }),
    make("span", { text: words }),
  );
}
