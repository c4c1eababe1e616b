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
    this.heading = "";
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
    const heading = over.map(({ title }) => title).join();
    if (heading !== this.heading) this.settle();
    this.heading = heading; // the same fight stays in its place
  }

  /** Let what lies over the board lie at its top, or at its bottom where it hides fewer pieces. */
  settle() {
    this.over.classList.remove("low");
    if (!this.over.childElementCount) return;
    const pieces = [...document.querySelectorAll(".stage .piece")].map((piece) => piece.getBoundingClientRect());
    const hides = () => pieces.filter((box) => overlap(box, this.over.getBoundingClientRect())).length;
    const high = hides();
    this.over.classList.add("low");
    if (hides() >= high) this.over.classList.remove("low");
  }
}

/** Whether two boxes have something in common. @param {DOMRect} a @param {DOMRect} b */
function overlap(a, b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** @param {string} address @returns {Promise<PanelView | null>} */
async function answer(address) {
  const found = await fetch(at(address)).catch(() => null);
  return found?.ok ? found.json() : null;
}
