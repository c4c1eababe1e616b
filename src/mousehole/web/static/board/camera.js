/** A camera over the board: fits it, and lets people pan, pinch and zoom where it is larger than the screen. */

import { crowded, fitting, held, looking, middle, near, revealing, UNIT, zoomed } from "./view.js";

/** @import { Box, Pair, Room, View } from "./view.js" */

const STILL = 8; // a pointer that moved less is a tap
const NARROW = 500; // pixels; a stage that narrow is taken for a phone's

export class Camera {
  /** @param {HTMLElement} stage @param {HTMLElement} world @param {() => void} resized */
  constructor(stage, world, resized = () => {}) {
    this.stage = stage;
    this.world = world;
    /** @type {Pair} */
    this.size = [1, 1];
    /** @type {View} */
    this.view = { x: 0, y: 0, scale: 1 };
    this.own = false; // the viewer has chosen a zoom
    /** @type {Map<number, Pair>} */
    this.pointers = new Map();
    this.dragged = 0;
    this.fingers = true; // squares are touched, so they must not get too small
    this.still = false; // somebody drags a piece, not the board
    /** @type {Room | null} the size of the stage */
    this.space = null;
    /** @type {Room | null} the size of the stage when it was looked at last */
    this.seen = null;
    new ResizeObserver(() => {
      this.space = null;
      resized();
      this.settle();
    }).observe(stage);
    this.listen();
  }

  /** Take the size of a scene, in units. @param {Pair} size */
  measure([wide, high]) {
    if (this.size[0] === wide && this.size[1] === high) return;
    this.size = [wide, high];
    this.world.style.width = `${wide * UNIT}px`;
    this.world.style.height = `${high * UNIT}px`;
    this.own = false;
    this.settle();
  }

  /** Stand where the whole board is seen, or near enough for fingers. */
  settle() {
    const scale = this.own ? Math.max(this.view.scale, fitting(this.size, this.room())) : this.near();
    const centre = this.seen ? middle(this.view, this.seen) : halved(this.size);
    this.go(looking(centre, scale, this.room()));
  }

  /** Whether a part of the board is out of sight. */
  get crowded() {
    return crowded(this.view.scale, this.size, this.room());
  }

  /** Zoom by a factor around a point of the stage, or its middle. @param {number} factor @param {Pair} [point] */
  zoom(factor, point = halved([this.room().width, this.room().height])) {
    this.own = true;
    this.go(zoomed(this.view, factor, point, this.size, this.room()));
  }

  /** Show the whole board, or come near again. */
  toggle() {
    const whole = this.crowded;
    this.own = whole;
    if (whole) this.zoom(0);
    else if (crowded(this.near(), this.size, this.room())) this.settle();
    else this.zoom(1.6);
  }

  /** Bring places into view with the smallest move; each is {x, y, w, h} in units. @param {Box[]} places */
  reveal(places) {
    if (!places.length || !this.crowded) return;
    const view = revealing(this.view, places, this.room());
    if (view.x !== this.view.x || view.y !== this.view.y) this.go(view, true);
  }

  /** Whether the last press was a drag and not a tap. */
  get dragging() {
    return this.dragged > STILL;
  }

  /** The size of the stage; asked anew only when it has changed, since asking lays out the whole page. */
  room() {
    this.space ??= { width: this.stage.clientWidth || 1, height: this.stage.clientHeight || 1 };
    return this.space;
  }

  near() {
    const coarse = matchMedia("(pointer: coarse)").matches || this.room().width < NARROW;
    return near(this.size, this.room(), this.fingers && coarse);
  }

  /** @param {View} view @param {boolean} gently */
  go(view, gently = false) {
    const { x, y, scale } = this.view = held(view, this.size, this.room());
    this.seen = { ...this.room() };
    this.world.classList.toggle("gliding", gently);
    this.world.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.world.style.setProperty("--scale", String(scale));
    this.stage.classList.toggle("crowded", this.crowded);
    const below = Math.max(0, this.room().height - y - this.size[1] * UNIT * scale);
    this.stage.parentElement?.style.setProperty("--below", `${below}px`); // room for words that shall hide nothing
  }

  listen() {
    const { stage } = this;
    stage.addEventListener("pointerdown", (event) => this.press(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      stage.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (!this.pointers.size) this.dragged = 0;
    this.pointers.set(event.pointerId, this.point(event));
  }

  /** @param {PointerEvent} event */
  move(event) {
    const from = this.pointers.get(event.pointerId);
    if (!from || (event.pointerType === "mouse" && !event.buttons)) return;
    const to = this.point(event), other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, to);
    this.dragged += Math.hypot(to[0] - from[0], to[1] - from[1]);
    if (other) this.pinch(from, to, other);
    else if (this.crowded && this.dragging && !this.still) {
      this.go({ ...this.view, x: this.view.x + to[0] - from[0], y: this.view.y + to[1] - from[1] });
    }
  }

  /** @param {Pair} from @param {Pair} to @param {Pair} other */
  pinch(from, to, other) {
    /** @type {(a: Pair, b: Pair) => number} */
    const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
    this.dragged += STILL;
    this.zoom(apart(to, other) / apart(from, other), [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2]);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), this.point(event));
  }

  /** @param {MouseEvent} event @returns {Pair} */
  point(event) {
    const { left, top } = this.stage.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}

/** @param {Pair} pair @returns {Pair} */
function halved([one, other]) {
  return [one / 2, other / 2];
}
