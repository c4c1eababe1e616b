/** The drawing board: one side of a tile, drawn with the pictures of the table, by pointer and by keyboard. */

import { addedSpace, adjoins, extent, mirrored, moved, nearestEdge, neighbours, pairs, painted } from "./tile.js";
import { removed, renamed, suggestions, tidy, toggledDoor, toggledName, toggledPath } from "./tile.js";
import { toggledToken, toggledWall, turnedLine, twin } from "./tile.js";
import { art, line, shape, stretch, use, words } from "./drawn.js";
import { check, choice, field } from "./fields.js";
import { chorded, make, put, write } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { Choices } from "./fields.js" */
/** @import { Side, Space, Step, Symmetry } from "./tile.js" */
/** @typedef {"place" | "join" | "line" | "wall" | "ground" | "door" | "entry" | "flip" | "token"} Tool */
/** @typedef {{ sight?: string[], reach?: Record<string, number>, danger?: Record<string, number> }} Looks */
/**
 * @typedef {object} Around what the drawing board asks of the workshop
 * @property {(steps: Step[], label: string) => void} change
 * @property {(kind: string) => Choices} choices
 * @property {(kind: string, name: string) => string} picture
 * @property {(space: string, as: string) => Promise<Looks | null>} look
 */

const PAIRS = ["join", "line", "wall"]; // tools that want two spaces
const COLOURS = ["blue", "green", "amber", "gold", "red", "violet"];
const STEP = 0.1; // how far an arrow key moves a space
const DRAGGED = 0.08; // less is a click

export class DrawingBoard {
  /** @param {Around} around */
  constructor(around) {
    this.around = around;
    /** @type {Side} */
    this.side = { name: "", words: "", tile: "", spaces: {}, paths: [] };
    this.id = "";
    /** @type {Tool} */
    this.tool = "place";
    this.picked = ""; // the space that is looked at
    this.first = ""; // the first of two
    this.shown = ""; // sight, reach or danger
    this.as = "mouse";
    /** @type {Looks} */
    this.looks = {};
    this.heat = /** @type {Record<string, number> | null} */ (null);
    /** @type {{ name: string, x: number, y: number, far: boolean } | null} */
    this.drag = null;
    this.known = ""; // what was drawn last
    this.box = [0, 0, 1, 1];
    this.svg = art("svg", { class: "drawing", role: "group", "aria-label": say("Drawing board") });
    this.status = make("p", { class: "drawing-status", role: "status" });
    this.tools = make("div", { class: "drawing-tools", role: "radiogroup", "aria-label": say("Tool") });
    this.wishes = make("div", { class: "drawing-wishes" });
    this.facts = make("div", { class: "drawing-facts" });
    this.snap = check(say("Grid"), true);
    this.joins = check(say("Join neighbours"), true);
    this.mirror = choice(say("Mirror"), [
      ["", say("not at all")],
      ["sides", say("left and right")],
      ["ends", say("up and down")],
    ]);
    this.ground = choice(say("Ground"), []);
    this.token = choice(say("Thing"), []);
    this.colour = choice(
      say("Colour"),
      COLOURS.map((name) => [name, colours()[name]]),
    );
    this.edge = choice(say("Edge"), [["", say("the nearest")], ...Object.entries(edges())]);
    this.view = choice(say("Show"), [
      ["", say("only the tile")],
      ["sight", say("what is seen from here")],
      ["reach", say("how far it is from here")],
      ["danger", say("where it is dangerous")],
    ]);
    this.view.select.addEventListener("change", () => this.showing(this.view.select.value));
    this.viewer = choice(say("Seen by"), [["mouse", say("a mouse")]]);
    this.viewer.select.addEventListener("change", () => this.ask());
    this.narrow = make("p", {
      class: "drawing-narrow",
      text: say("Drawing wants a wider screen. Here you can look at the tile and change its words."),
    });
    this.element = make(
      "section",
      { class: "drawing-board", "aria-label": say("Drawing board") },
      this.narrow,
      this.tools,
      this.wishes,
      make("div", { class: "drawing-sheet" }),
      this.status,
      this.facts,
    );
    /** @type {HTMLElement} */ (this.element.querySelector(".drawing-sheet")).append(this.svg);
    this.listen();
    this.tooling();
  }

  /** Show a side. @param {string} id @param {Side} side @param {Record<string, number> | null} [heat] */
  show(id, side, heat = null) {
    if (id !== this.id) Object.assign(this, { picked: "", first: "", looks: {}, known: "" });
    this.id = id;
    this.side = { ...side, spaces: side.spaces ?? {}, paths: side.paths ?? [] };
    this.heat = heat;
    if (!this.side.spaces[this.picked]) this.picked = "";
    const known = JSON.stringify([id, side, heat]);
    if (known === this.known) return; // a picture that is drawn anew loses what a pointer is about to press
    this.known = known;
    this.ground.offer(this.around.choices("terrain"));
    this.token.offer(this.around.choices("tokens"));
    this.viewer.offer([["mouse", say("a mouse")], ...this.around.choices("minions")]);
    this.draw();
    this.telling();
  }

  /** Do something to the side, and say it. @param {Step[]} steps @param {string} label */
  change(steps, label) {
    if (!steps.length) return;
    write(this.status, label);
    this.around.change(steps, label);
    this.ask();
  }

  tooling() {
    const tools = /** @type {[Tool, string][]} */ ([
      ["place", say("Spaces")],
      ["join", say("Paths")],
      ["ground", say("Ground")],
      ["line", say("Lines")],
      ["wall", say("Walls")],
      ["door", say("Doors")],
      ["entry", say("Minions come in")],
      ["flip", say("Flip")],
      ["token", say("Things")],
    ]);
    const choose = (/** @type {Tool} */ tool) => {
      this.tool = tool;
      this.first = "";
      this.wishing();
      write(this.status, this.advice());
      this.draw();
    };
    this.tools.replaceChildren(
      ...tools.map(([tool, text]) => {
        const input = make("input", {
          type: "radio",
          name: "drawing-tool",
          value: tool,
          checked: tool === this.tool,
          onchange: () => choose(tool),
        });
        return make("label", { class: "drawing-tool" }, input, make("span", { text }));
      }),
    );
    this.wishing();
    write(this.status, this.advice());
  }

  /** Show what can be chosen for a tool. */
  wishing() {
    const more = make("button", {
      type: "button",
      class: "small",
      text: say("New space"),
      onclick: () => this.extra(),
    });
    /** @type {Partial<Record<Tool, HTMLElement[]>>} */
    const own = {
      place: [more, this.snap.element, this.joins.element, this.mirror.element],
      ground: [this.ground.element, this.mirror.element],
      door: [this.colour.element, this.edge.element],
      token: [this.token.element],
    };
    this.wishes.replaceChildren(...(own[this.tool] ?? []), this.view.element, this.viewer.element);
    this.viewer.element.hidden = !this.shown;
  }

  /** What to do with the tool in hand. */
  advice() {
    return {
      place: say("Click where a space shall be, or drag one. Arrow keys move it, Delete takes it away."),
      join: say("Press two spaces to join them or to part them; a dotted path is a proposal."),
      line: say("Press two neighbours: yellow, yellow the other way, red, and none again."),
      wall: say("Press two spaces: nobody sees through the wall between them."),
      ground: say("Choose a ground, and press the spaces that are made of it."),
      door: say("Choose a colour, and press the spaces beside the door."),
      entry: say("Press the spaces where minions come in."),
      flip: say("Press the spaces where the tile is flipped over."),
      token: say("Choose a thing, and press the spaces where it lies."),
    }[this.tool];
  }

  /** Do with a space what the tool does. @param {string} name */
  press(name) {
    this.picked = name;
    if (PAIRS.includes(this.tool)) this.pair(name);
    else if (this.tool !== "place") this.apply(name);
    this.draw();
    this.telling();
    this.ask();
  }

  /** Take up the first of two spaces, or do something between the two. @param {string} name */
  pair(name) {
    if (!this.first || this.first === name) {
      this.first = this.first === name ? "" : name;
      if (this.first) write(this.status, say("{space}, and which other one?", { space: name }));
      return;
    }
    this.between(this.first, name);
    this.first = "";
  }

  /** @param {string} a @param {string} b */
  between(a, b) {
    const { side } = this,
      values = { one: a, other: b };
    if (this.tool === "line") this.change(turnedLine(side, a, b), say("The line between {one} and {other}", values));
    else if (this.tool === "wall")
      this.change(toggledWall(side, a, b), say("The wall between {one} and {other}", values));
    else {
      const label = adjoins(side, a, b)
        ? say("{one} and {other} are parted", values)
        : say("{one} and {other} are joined", values);
      this.change(toggledPath(side, a, b), label);
    }
  }

  /** @param {string} name */
  apply(name) {
    const { side } = this,
      values = { space: name };
    if (this.tool === "ground") {
      const terrain = this.ground.select.value,
        other = twin(side, name, this.symmetry);
      const both = [name, other].filter(Boolean);
      this.change(
        both.flatMap((one) => painted(one, terrain)),
        say("{space} is now {ground}", { ...values, ground: this.called("terrain", terrain) }),
      );
    } else if (this.tool === "door") {
      const edge = this.edge.select.value || nearestEdge(side, name);
      this.change(toggledDoor(side, this.colour.select.value, edge, name), say("The door beside {space}", values));
    } else if (this.tool === "entry") {
      this.change(toggledName(side, "entries", name), say("Minions and {space}", values));
    } else if (this.tool === "flip") {
      this.change(toggledName(side, "flips", name), say("The flip space {space}", values));
    } else if (this.tool === "token") {
      const token = this.token.select.value;
      const label = say("{thing} on {space}", { ...values, thing: this.called("tokens", token) });
      if (token) this.change(toggledToken(side, token, name), label);
    }
  }

  /** @returns {Symmetry} */
  get symmetry() {
    return /** @type {Symmetry} */ (this.mirror.select.value);
  }

  /** Add a space at a place. @param {number} x @param {number} y */
  add(x, y) {
    const { name, steps } = addedSpace(this.side, x, y, this.joins.input.checked);
    const [a, b] = mirrored(this.side, { x, y }, this.symmetry);
    const label = say("{space} is new", { space: name });
    this.picked = name;
    this.change(steps, label);
    if (this.symmetry && Math.hypot(a - x, b - y) > 0.3) {
      this.change(addedSpace(this.side, a, b, this.joins.input.checked).steps, label);
    }
    this.draw();
    this.telling();
  }

  /** Add a space beside the chosen one, or else where there is room: the way of the keyboard. */
  extra() {
    const { spaces } = this.side,
      here = spaces[this.picked],
      wide = 1.2;
    const [left, top] = extent(this.side);
    const start = here ?? { x: Object.keys(spaces).length ? left : 0, y: Object.keys(spaces).length ? top : 0 };
    const around = [
      [0, 0],
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
      [2, 0],
      [0, 2],
      [3, 0],
      [0, 3],
    ];
    const places = around.map(([dx, dy]) => [tidy(start.x + dx * wide), tidy(start.y + dy * wide)]);
    const free = places.find(
      ([x, y]) =>
        x > -0.3 &&
        y > -0.3 &&
        x < 5.2 &&
        y < 5.2 &&
        Object.values(spaces).every((one) => Math.hypot(one.x - x, one.y - y) > 0.7),
    ) ?? [tidy(start.x + 0.6), tidy(start.y + 0.6)];
    this.add(free[0], free[1]);
    this.focus(this.picked);
  }

  /** @param {string} name @param {number} x @param {number} y */
  move(name, x, y) {
    const other = twin(this.side, name, this.symmetry),
      [a, b] = mirrored(this.side, { x, y }, this.symmetry);
    this.change([...moved(name, x, y), ...(other ? moved(other, a, b) : [])], say("{space} is moved", { space: name }));
  }

  /** @param {string} name */
  remove(name) {
    const near = neighbours(this.side, name)[0] ?? Object.keys(this.side.spaces).find((other) => other !== name) ?? "";
    this.picked = near;
    this.change(removed(this.side, name), say("{space} is gone", { space: name }));
    this.draw();
    this.telling();
    this.focus(near);
  }

  /** @param {string} name @param {string} next */
  rename(name, next) {
    const called = next.trim().replace(/[^\p{L}\p{N}_-]/gu, "");
    if (!called || called === name || this.side.spaces[called]) return this.telling();
    this.picked = called;
    return this.change(
      renamed(this.side, name, called),
      say("{space} is now called {name}", { space: name, name: called }),
    );
  }

  /** @param {string} kind @param {string} name */
  called(kind, name) {
    return this.around.choices(kind).find(([one]) => one === name)?.[1] ?? name;
  }

  /** @param {string} name */
  focus(name) {
    /** @type {SVGElement | null} */
    const found = this.svg.querySelector(`.space[data-space="${CSS.escape(name)}"]`);
    found?.focus();
  }

  // What the rules say of the chosen space

  /** @param {string} shown */
  showing(shown) {
    this.shown = shown;
    this.viewer.element.hidden = !shown;
    this.ask();
    this.draw();
  }

  async ask() {
    if (!this.shown || !this.picked) return;
    const asked = this.picked;
    const looks = await this.around.look(asked, this.viewer.select.value);
    if (asked !== this.picked) return;
    this.looks = looks ?? {};
    this.draw();
  }

  /**
   * What is written on a space for what is shown, and how strong its colour is.
   * @param {string} name @returns {[string, number] | null}
   */
  shade(name) {
    if (this.heat) return [String(this.heat[name] ?? 0), this.heat[name] ?? 0];
    if (!this.picked) return null;
    if (this.shown === "sight") return this.looks.sight?.includes(name) ? ["", 0.6] : null;
    const found = this.shown === "reach" ? this.looks.reach : this.shown === "danger" ? this.looks.danger : undefined;
    const n = found?.[name];
    return n === undefined || (this.shown === "danger" && !n) ? null : [String(n), 0.6];
  }

  // The picture

  draw() {
    const { side } = this,
      held = this.focused();
    if (!this.drag) this.measure();
    const [x, y, w, h] = this.box;
    put(this.svg, "viewBox", this.box.join(" "));
    put(this.svg, "data-tool", this.tool);
    const plate = use(this.plate(), x + w / 2, y + h / 2, [w - 0.2, h - 0.2], { kind: "plate" });
    const most = Math.max(1, ...Object.values(this.heat ?? {}));
    this.svg.replaceChildren(
      plate,
      ...(this.snap.input.checked && this.tool === "place" ? [grid(this.box)] : []),
      ...pairs(side).map((pair) => this.path(pair)),
      ...this.proposals(),
      ...Object.entries(side.spaces).map(([name, space]) => this.space(name, space, most)),
      ...(side.lines ?? []).flatMap((seam) => this.seam(seam)),
      ...(side.walls ?? []).map((ends) => stretch("mystics-wall", ends, "wall")),
      ...this.doors(),
    );
    if (held) this.focus(held);
  }

  focused() {
    const { activeElement } = document;
    return activeElement && this.svg.contains(activeElement) ? (activeElement.getAttribute("data-space") ?? "") : "";
  }

  measure() {
    const [left, top, right, bottom] = extent(this.side);
    const x = Math.min(0, left) - 0.95,
      y = Math.min(0, top) - 0.95;
    this.box = [x, y, Math.max(4, right) + 0.95 - x, Math.max(3, bottom) + 0.95 - y];
  }

  plate() {
    const plates = /** @type {Record<string, string>} */ ({ green: "mystics-tile-t4a", blue: "mystics-tile-t4b" });
    const own = this.around.picture("tiles", this.id);
    return own || plates[this.side.arrow ?? ""] || "mystics-tile";
  }

  /** @param {[string, string]} pair */
  path([a, b]) {
    const one = this.side.spaces[a],
      other = this.side.spaces[b],
      ends = [one.x, one.y, other.x, other.y];
    const drawn = stretch("mystics-path", ends, "path");
    const target = line(ends, "path-target");
    put(target, "data-pair", `${a} ${b}`);
    return shape("g", { class: "pair" }, drawn, target);
  }

  proposals() {
    const { side, picked } = this;
    if (this.tool !== "join" || !side.spaces[picked]) return [];
    const here = side.spaces[picked];
    return suggestions(side, picked).map((other) => {
      const there = side.spaces[other],
        drawn = line([here.x, here.y, there.x, there.y], "proposal");
      put(drawn, "data-pair", `${picked} ${other}`);
      return drawn;
    });
  }

  /** @param {string} name @param {Space} space @param {number} most */
  space(name, space, most) {
    const { side } = this,
      radius = 0.46 * (space.size ?? 1);
    const picture = this.around.picture("terrain", space.terrain ?? "floor") || "mystics-floor";
    const lying = (side.tokens ?? []).filter((one) => one.at === name).map(({ token }) => token);
    const chosen = name === this.picked || name === this.first;
    return shape(
      "g",
      {
        class: `space${name === this.picked ? " picked" : ""}${name === this.first ? " half" : ""}`,
        transform: `translate(${space.x} ${space.y})`,
        role: "button",
        tabindex: "0",
        "data-space": name,
        "aria-label": this.describe(name, space, lying),
        "aria-pressed": String(chosen),
      },
      use(picture, 0, 0, [2 * radius, 2 * radius]),
      ...lying.map((token, n) =>
        use(this.around.picture("tokens", token) || "mystics-token", n * 0.14, 0.1, [0.5, 0.5]),
      ),
      shape("circle", { r: radius - 0.02, class: "ring" }),
      ...this.shaded(name, radius, most),
      shape("rect", { ...plaque(name), rx: 0.08, class: "plaque" }),
      words(name, 0, -0.3, "name"),
      ...this.signs(name),
    );
  }

  /** @param {string} name @param {number} radius @param {number} most */
  shaded(name, radius, most) {
    const shade = this.shade(name);
    if (!shade) return [];
    const [text, n] = shade,
      strength = this.heat ? (n / most) * 0.8 : n;
    const kind = `shade ${this.heat ? "heat" : this.shown}`;
    const colour = shape("circle", { r: radius - 0.04, class: kind, "fill-opacity": strength });
    return text ? [colour, words(text, 0, 0.12, "number")] : [colour];
  }

  /** @param {string} name */
  signs(name) {
    const { entries = [], flips = [], points = [] } = this.side;
    const sign = (/** @type {string} */ sprite, /** @type {number} */ x, /** @type {number} */ y) =>
      use(sprite, x, y, [0.3, 0.3]);
    return [
      ...(entries.includes(name) ? [sign("mystics-entry", -0.36, 0.34)] : []),
      ...(flips.includes(name) ? [sign("mystics-flip", 0.36, 0.34)] : []),
      ...points.filter(({ near }) => near[0] === name).map(({ kind }) => sign(`mystics-${kind}-point`, 0.36, -0.34)),
    ];
  }

  /** @param {string} name @param {Space} space @param {string[]} lying */
  describe(name, space, lying) {
    const near = neighbours(this.side, name).sort().join(", ");
    const values = { space: name, ground: this.called("terrain", space.terrain ?? "floor") };
    const parts = [
      say("{space}: {ground}", values),
      near ? say("joined with {spaces}", { spaces: near }) : say("joined with nothing"),
      ...lying.map((token) => this.called("tokens", token)),
      this.side.entries?.includes(name) ? say("minions come in here") : "",
      this.side.flips?.includes(name) ? say("the tile is flipped here") : "",
      ...(this.side.exits ?? [])
        .filter((one) => one.near.includes(name))
        .map(({ colour }) => say("door: {colour}", { colour: colours()[colour] ?? colour })),
      this.shade(name)?.[0] ?? "",
    ];
    return parts.filter(Boolean).join(", ");
  }

  /** @param {import("./tile.js").Seam} seam */
  seam({ between: [a, b], kind, up, gecko }) {
    const low = this.side.spaces[up === a ? b : a],
      high = this.side.spaces[up === a ? a : b];
    if (!low || !high) return [];
    const turned = (Math.atan2(low.y - high.y, low.x - high.x) * 180) / Math.PI;
    const picture = gecko ? `mystics-${kind}-gecko` : `mystics-${kind}`,
      x = (low.x + high.x) / 2,
      y = (low.y + high.y) / 2;
    const drawn = use(picture, x, y, [0.28, 0.66], { turned, kind: "seam" });
    put(drawn, "data-pair", `${a} ${b}`);
    return [drawn];
  }

  doors() {
    const [x, y, w, h] = this.box;
    return (this.side.exits ?? []).flatMap(({ colour, edge, near }) => {
      const spaces = near.map((name) => this.side.spaces[name]).filter(Boolean);
      if (!spaces.length) return [];
      const across = spaces.reduce((sum, one) => sum + one.x, 0) / spaces.length;
      const down = spaces.reduce((sum, one) => sum + one.y, 0) / spaces.length;
      const upright = edge === "west" || edge === "east";
      const places = /** @type {Record<string, [number, number]>} */ ({
        west: [x + 0.25, down],
        east: [x + w - 0.25, down],
        north: [across, y + 0.25],
        south: [across, y + h - 0.25],
      });
      const [cx, cy] = places[edge] ?? places.east;
      const own = `mystics-exit-${colour}`,
        picture = document.getElementById(own) ? own : "mystics-exit";
      return [use(picture, cx, cy, upright ? [0.42, 0.96] : [0.96, 0.42], { kind: "doorway" })];
    });
  }

  // The chosen space in words, for those who would rather type

  telling() {
    const { picked, side } = this,
      space = side.spaces[picked];
    const count = say("{n} space", { n: Object.keys(side.spaces).length }, "{n} spaces");
    if (!space) {
      this.facts.replaceChildren(make("p", { class: "faint", text: count }));
      return;
    }
    const same = this.facts.contains(document.activeElement);
    if (same && this.facts.dataset.space === picked) return;
    this.facts.dataset.space = picked;
    const name = field(say("Name"), picked, (value) => this.rename(picked, value));
    const x = field(
      say("Across"),
      String(space.x),
      (value) => this.move(picked, Number(value) || 0, side.spaces[picked].y),
      "number",
    );
    const y = field(
      say("Down"),
      String(space.y),
      (value) => this.move(picked, side.spaces[picked].x, Number(value) || 0),
      "number",
    );
    const ground = choice(say("Ground"), this.around.choices("terrain"));
    ground.select.value = space.terrain ?? "floor";
    ground.select.addEventListener("change", () => {
      const terrain = ground.select.value;
      this.change(
        painted(picked, terrain),
        say("{space} is now {ground}", { space: picked, ground: this.called("terrain", terrain) }),
      );
    });
    const gone = make("button", {
      type: "button",
      class: "small",
      text: say("Take {space} away", { space: picked }),
      onclick: () => this.remove(picked),
    });
    this.facts.replaceChildren(name, x, y, ground.element, gone);
  }

  // Pointer and keys

  listen() {
    const { svg } = this;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.over(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.let());
    svg.addEventListener("keydown", (event) => this.key(event));
    for (const wish of [this.snap, this.joins]) wish.input.addEventListener("change", () => this.draw());
  }

  /** Where a pointer is, in units of the tile. @param {PointerEvent} event */
  place(event) {
    const matrix = this.svg.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return { x, y };
  }

  /** @param {{ x: number, y: number }} place */
  snapped({ x, y }) {
    const grain = this.snap.input.checked ? 0.2 : 0.02;
    return { x: tidy(Math.round(x / grain) * grain), y: tidy(Math.round(y / grain) * grain) };
  }

  /** @param {PointerEvent} event */
  down(event) {
    const name = spaceOf(event);
    if (!name || this.tool !== "place" || event.button || !this.wide) return;
    const { x, y } = this.place(event),
      space = this.side.spaces[name];
    this.drag = { name, x: x - space.x, y: y - space.y, far: false };
    this.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  over(event) {
    const { drag } = this;
    if (!drag) return;
    const { x, y } = this.place(event),
      space = this.side.spaces[drag.name];
    const to = this.snapped({ x: x - drag.x, y: y - drag.y });
    if (!drag.far && Math.hypot(x - drag.x - space.x, y - drag.y - space.y) < DRAGGED) return;
    drag.far = true;
    this.side = { ...this.side, spaces: { ...this.side.spaces, [drag.name]: { ...space, ...to } } };
    this.draw();
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { drag } = this;
    this.drag = null;
    if (event.button || !this.wide) return;
    if (drag?.far) {
      const { x, y } = this.side.spaces[drag.name];
      this.picked = drag.name;
      this.move(drag.name, x, y);
      this.draw();
      this.telling();
      return;
    }
    const pair = event.target instanceof Element ? event.target.getAttribute("data-pair") : null;
    const name = drag?.name ?? spaceOf(event);
    if (name) this.press(name);
    else if (pair && PAIRS.includes(this.tool)) this.between(...halves(pair));
    else if (this.tool === "place") {
      const { x, y } = this.snapped(this.place(event));
      this.add(x, y);
    }
  }

  let() {
    this.drag = null;
    this.draw();
  }

  /** Whether there is room for drawing: small screens only look. */
  get wide() {
    return getComputedStyle(this.narrow).display === "none";
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const name = spaceOf(event),
      space = this.side.spaces[name];
    if (!space || chorded(event)) return;
    const ways = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    });
    const way = ways[event.key];
    if (way) {
      this.picked = name;
      this.move(name, tidy(space.x + way[0]), tidy(space.y + way[1]));
      this.draw();
      this.telling();
    } else if (event.key === "Delete" || event.key === "Backspace") this.remove(name);
    else if (event.key === "Enter" || event.key === " ") this.press(name);
    else return;
    event.preventDefault();
  }
}

/** The plate under a name. @param {string} name */
function plaque(name) {
  return { x: -0.07 - name.length * 0.075, y: -0.5, width: 0.14 + name.length * 0.15, height: 0.26 };
}

/** @returns {Record<string, string>} */
export function colours() {
  return {
    blue: say("blue"),
    green: say("green"),
    amber: say("amber"),
    gold: say("gold"),
    red: say("red"),
    violet: say("violet"),
  };
}

/** @returns {Record<string, string>} */
function edges() {
  return { west: say("left"), east: say("right"), north: say("above"), south: say("below") };
}

/** @param {Event} event */
function spaceOf({ target }) {
  return (target instanceof Element && target.closest(".space")?.getAttribute("data-space")) || "";
}

/** @param {string} pair @returns {[string, string]} */
function halves(pair) {
  const [a, b] = pair.split(" ");
  return [a, b];
}

/** @param {number[]} box */
function grid([x, y, w, h]) {
  const lines = [];
  for (let n = Math.ceil((x + 0.3) / 0.4) * 0.4; n < x + w - 0.3; n += 0.4)
    lines.push(`M${tidy(n)} ${y + 0.3}V${y + h - 0.3}`);
  for (let n = Math.ceil((y + 0.3) / 0.4) * 0.4; n < y + h - 0.3; n += 0.4)
    lines.push(`M${x + 0.3} ${tidy(n)}H${x + w - 0.3}`);
  return shape("path", { class: "grid", d: lines.join("") });
}
