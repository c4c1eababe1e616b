/** Lets everything on the board explain itself: by a tap where nothing is lit, by a long press or a resting pointer. */

import { UNIT } from "./view.js";
import { around, make } from "../ui/dom.js";
import { at } from "../wire/house_line.js";

/** @import { Board, Thing } from "./board.js" */
/** @import { AboutView } from "../wire/wire.d.ts" */

const RESTS = 600; // milliseconds a pointer rests before a thing explains itself
const GAP = 14; // pixels between a pointer and the words

export class Inspector {
  /**
   * `ply` says which position is shown, `speak` tells screen readers.
   * @param {Board} board @param {string} address of a table or a lesson
   * @param {{ ply: () => number | undefined, speak: (words: string) => void }} handlers
   */
  constructor(board, address, { ply, speak }) {
    this.board = board;
    this.address = address;
    this.ply = ply;
    this.speak = speak;
    /** @type {Map<string, Promise<string>>} */
    this.known = new Map();
    this.title = make("b");
    this.words = make("span");
    this.element = make("div", { class: "about", hidden: true }, this.title, this.words);
    /** @type {number | undefined} */
    this.timer = undefined;
    this.listen();
  }

  listen() {
    const { stage } = this.board;
    const tapped = (/** @type {MouseEvent} */ event) => {
      if (!around(event, ".can") && !this.board.camera.dragging) this.show(event);
    };
    stage.addEventListener("click", tapped, true); // before a choice puts out what was lit
    stage.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.show(event);
    });
    stage.addEventListener("pointermove", (event) => this.rest(event));
    stage.addEventListener("pointerleave", () => this.hide());
    addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    addEventListener("pointerdown", () => this.hide());
  }

  /** @param {PointerEvent} event */
  rest(event) {
    if (event.pointerType !== "mouse") return;
    this.hide();
    this.timer = setTimeout(() => this.show(event), RESTS);
  }

  /** Let the thing under a pointer explain itself. @param {MouseEvent} event */
  async show(event) {
    clearTimeout(this.timer);
    const thing = this.under(event);
    if (!thing) return this.hide();
    const { key, label } = thing.now, words = await this.ask(key);
    this.title.textContent = label || "";
    this.words.textContent = words;
    this.element.hidden = !(label || words);
    this.speak(`${label}. ${words}`.replace(/^\. /, ""));
    const { width, height } = this.element.getBoundingClientRect();
    const x = Math.max(8, Math.min(event.clientX - width / 2, innerWidth - width - 8));
    const above = event.clientY - height - GAP, y = above > 8 ? above : event.clientY + GAP;
    return Object.assign(this.element.style, { left: `${x}px`, top: `${y}px` });
  }

  hide() {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }

  /** The smallest thing under a pointer that has a name. @param {MouseEvent} event @returns {Thing | null} */
  under(event) {
    const [px, py] = this.board.camera.point(event), { x, y, scale } = this.board.camera.view, k = UNIT * scale;
    const point = { x: (px - x) / k, y: (py - y) / k };
    const here = [...this.board.things.values()].filter(({ now }) => now.label && covers(now, point));
    return here.sort((a, b) => a.now.w * a.now.h - b.now.w * b.now.h)[0] ?? null;
  }

  /** Ask the house what a thing is; asked once for each position. @param {string} key */
  ask(key) {
    const ply = this.ply(), name = `${ply} ${key}`;
    const address = `${this.address}/about.json?key=${encodeURIComponent(key)}&ply=${ply}`;
    const asked = this.known.get(name) ?? answer(address);
    this.known.set(name, asked);
    return asked;
  }
}

/** @param {string} address */
async function answer(address) {
  const found = await fetch(at(address)).catch(() => null);
  if (!found?.ok) return "";
  const { words } = /** @type {AboutView} */ (await found.json());
  return words;
}

/**
 * @param {{ x: number, y: number, w: number, h: number, turn: number }} thing
 * @param {{ x: number, y: number }} point
 */
function covers({ x, y, w, h, turn }, point) {
  const [wide, high] = Math.abs(turn % 180) === 90 ? [h, w] : [w, h];
  return Math.abs(point.x - x) <= wide / 2 && Math.abs(point.y - y) <= high / 2;
}
