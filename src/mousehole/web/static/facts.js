/** What a scene tells beside the board: cards along it, what lies over it for a moment, and blocks of facts. */

import { Cards } from "./cards.js";
import { make } from "./dom.js";
import { at } from "./house_line.js";
import { dealt, panels } from "./panel.js";
import { say } from "./words.js";

/** @import { Frame } from "./scene.js" */
/** @import { PanelView } from "./types/wire.d.ts" */

export class Facts {
  /** @param {string} address of a table or a lesson */
  constructor(address) {
    this.ply = 0;
    this.cards = new Cards((key) => answer(`${address}/card.json?key=${encodeURIComponent(key)}&ply=${this.ply}`));
    this.over = make("div", { class: "over-board", "aria-live": "off" });
    this.panels = make("div", { class: "panels", tabindex: "0", role: "group", "aria-label": say("Facts") });
  }

  /** Show the panels of a frame, each where it belongs. @param {Pick<Frame, "scene" | "ply">} frame */
  show({ scene, ply }) {
    const { cards, over, facts } = dealt(scene.panels);
    this.ply = ply;
    this.cards.show(cards);
    panels(this.panels, facts);
    panels(this.over, over);
  }
}

/** @param {string} address @returns {Promise<PanelView | null>} */
async function answer(address) {
  const found = await fetch(at(address)).catch(() => null);
  return found?.ok ? found.json() : null;
}
