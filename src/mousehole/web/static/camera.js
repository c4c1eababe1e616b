/** A camera over the board: fits it, and lets people pan, pinch and zoom where it is larger than the screen. */

const UNIT = 100; // CSS pixels of one board unit before scaling
const TOUCH = 45; // a square should be at least so many pixels wide for a finger
const CLOSEST = 160;
const STILL = 8; // a pointer that moved less is a tap

export class Camera {
  constructor(stage, world) {
    this.stage = stage;
    this.world = world;
    this.size = [1, 1];
    this.view = { x: 0, y: 0, scale: 1 };
    this.own = false; // the viewer has chosen a zoom
    this.pointers = new Map();
    this.dragged = 0;
    this.fingers = true; // squares are touched, so they must not get too small
    this.still = false; // somebody drags a piece, not the board
    this.space = null; // the size of the stage, in pixels
    new ResizeObserver(() => {
      this.space = null;
      this.settle();
    }).observe(stage);
    this.listen();
  }

  /** Take the size of a scene, in units. */
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
    const scale = this.own ? Math.max(this.view.scale, this.fit()) : this.near();
    const { width, height } = this.room();
    const middle = this.placed ? this.centre() : [this.size[0] / 2, this.size[1] / 2];
    this.placed = true;
    this.go({ scale, x: width / 2 - middle[0] * UNIT * scale, y: height / 2 - middle[1] * UNIT * scale });
  }

  /** Tell whether a part of the board is out of sight. */
  get crowded() {
    return this.view.scale > this.fit() * 1.01;
  }

  /** Zoom by a factor around a point of the stage, or its middle. */
  zoom(factor, at = null) {
    const { width, height } = this.room();
    const [px, py] = at ?? [width / 2, height / 2];
    const scale = clamp(this.view.scale * factor, this.fit(), CLOSEST / UNIT);
    const ratio = scale / this.view.scale;
    this.own = true;
    this.go({ scale, x: px - (px - this.view.x) * ratio, y: py - (py - this.view.y) * ratio });
  }

  /** Show the whole board, or come near again. */
  toggle() {
    const whole = this.crowded;
    this.own = whole;
    if (whole) this.zoom(0);
    else if (this.near() > this.fit() * 1.01) this.settle();
    else this.zoom(1.6);
  }

  /** Bring places into view with the smallest move; each is {x, y, w, h} in units. */
  reveal(places) {
    if (!places.length || !this.crowded) return;
    const { width, height } = this.room(), edge = 2, k = this.view.scale * UNIT;
    const span = (low, high, shift, room) => {
      const from = low * k + shift, to = high * k + shift;
      if (to - from > room - 2 * edge) return room / 2 - (from + to) / 2;
      return from < edge ? edge - from : to > room - edge ? room - edge - to : 0;
    };
    const side = (
      at,
      size,
    ) => [Math.min(...places.map((p) => p[at] - p[size] / 2)), Math.max(...places.map((p) => p[at] + p[size] / 2))];
    const dx = span(...side("x", "w"), this.view.x, width), dy = span(...side("y", "h"), this.view.y, height);
    if (dx || dy) this.go({ ...this.view, x: this.view.x + dx, y: this.view.y + dy }, true);
  }

  /** Tell whether the last press was a drag and not a tap. */
  get dragging() {
    return this.dragged > STILL;
  }

  /** Give the size of the stage; asked anew only when it has changed, since asking lays out the whole page. */
  room() {
    this.space ??= { width: this.stage.clientWidth || 1, height: this.stage.clientHeight || 1 };
    return this.space;
  }

  fit() {
    const { width, height } = this.room();
    return Math.min(width / (this.size[0] * UNIT), height / (this.size[1] * UNIT), CLOSEST / UNIT);
  }

  near() {
    const coarse = matchMedia("(pointer: coarse)").matches || this.room().width < 500;
    return Math.max(this.fit(), this.fingers && coarse ? TOUCH / UNIT : 0);
  }

  centre() {
    const { width, height } = this.seen ?? this.room(), k = this.view.scale * UNIT;
    return [(width / 2 - this.view.x) / k, (height / 2 - this.view.y) / k];
  }

  go(view, gently = false) {
    const { width, height } = this.room();
    const held = (shift, size, room) => (size <= room ? (room - size) / 2 : clamp(shift, room - size, 0));
    const x = held(view.x, this.size[0] * UNIT * view.scale, width),
      y = held(view.y, this.size[1] * UNIT * view.scale, height);
    this.view = { x, y, scale: view.scale };
    this.seen = { width, height };
    this.world.classList.toggle("gliding", gently);
    this.world.style.transform = `translate(${x}px, ${y}px) scale(${view.scale})`;
    this.world.style.setProperty("--scale", view.scale);
    this.stage.classList.toggle("crowded", this.crowded);
  }

  listen() {
    const { stage } = this;
    stage.addEventListener("pointerdown", (event) => this.press(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      stage.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  press(event) {
    if (!this.pointers.size) this.dragged = 0;
    this.pointers.set(event.pointerId, this.point(event));
  }

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

  pinch(from, to, other) {
    const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
    this.dragged += STILL;
    this.zoom(apart(to, other) / apart(from, other), [(to[0] + other[0]) / 2, (to[1] + other[1]) / 2]);
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), this.point(event));
  }

  point(event) {
    const { left, top } = this.stage.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
}

function clamp(value, low, high) {
  return Math.max(low, Math.min(high, value));
}
