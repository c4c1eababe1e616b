/** The board as HTML layers: draws any scene, keeps the elements of pieces that stay, moves those that move. */

import { Camera } from "./camera.js";
import { make, put, redraw, sprite, write } from "./dom.js";
import { finish, keyframes, lasting, play, stand, still } from "./motion.js";
import { pairs } from "./scene.js";
import { tumble } from "./tumble.js";

const UNIT = 100;
const PAUSE = 45; // between pieces that set out together

export class Board {
  constructor(label, heard = () => null) {
    this.backdrop = sprite("none", "backdrop");
    this.layers = Object.fromEntries(
      ["art", "spots", "trail", "pieces", "shades", "odds", "hands"].map((name) => [name, make("div", { class: name })]),
    );
    this.world = make("div", { class: "world" }, this.backdrop, ...Object.values(this.layers));
    this.stage = make("div", { class: "stage", role: "group", "aria-label": label }, this.world);
    this.camera = new Camera(this.stage, this.world);
    this.things = new Map(); // key -> {element, picture, words, now, place}
    this.scene = null;
    this.heard = heard;
    this.later = [];
    this.changed = []; // the pieces that the last frame moved
    this.suspense = 0; // milliseconds until the dice of the last frame lie still
  }

  /** Show a frame: at once, or with the motions from the one before; the promise tells when it stands. */
  show(frame, { rate = 1, quick = false } = {}) {
    this.hurry();
    const scene = frame.scene, before = this.scene, moved = !quick && before !== null && !still();
    this.scene = scene;
    this.camera.measure(scene.size);
    redraw(this.backdrop, scene.backdrop || "none");
    this.backdrop.classList.toggle("plain", !scene.backdrop);
    this.lay(scene.spots);
    const paths = this.match(before?.pieces ?? [], scene.pieces, frame);
    this.changed = before ? paths.filter((path) => path.motion && !path.gone).map(({ piece }) => piece) : [];
    this.suspense = 0;
    return moved ? this.run(paths, rate) : this.jump(paths);
  }

  /** Bring what still moves to its end. */
  hurry() {
    finish(this.world);
    for (const end of this.later.splice(0)) end();
  }

  /** Find where a spot or piece stands. */
  place(key) {
    return this.things.get(key)?.now ?? null;
  }

  /** List the things a viewer can step through: everything that has a name. */
  named() {
    return [...this.things.values()].filter((thing) => thing.element.tagName === "BUTTON" && thing.now.label);
  }

  /** Light what can be clicked; `offered` maps a key to what a click there does, in words. */
  light(offered, picked) {
    for (const [key, thing] of this.things) {
      const can = offered.has(key), chosen = picked.includes(key);
      if (can && thing.element.tagName !== "BUTTON") this.renew(thing);
      const { element, now } = this.things.get(key);
      element.classList.toggle("can", can);
      element.classList.toggle("picked", chosen);
      if (element.tagName !== "BUTTON") continue;
      put(element, "aria-disabled", can ? null : "true");
      put(element, "aria-pressed", chosen ? "true" : null);
      put(element, "aria-label", can ? `${now.label}. ${offered.get(key)}`.replace(/^\. /, "") : now.label);
    }
  }

  /** Point out what an offer is about while somebody looks at its words. */
  eye(keys = []) {
    for (const [key, { element }] of this.things) element.classList.toggle("eyed", keys.includes(key));
  }

  lay(spots) {
    const keys = new Set(spots.map((spot) => spot.key));
    for (const [key, thing] of this.things) if (thing.layer === "spots" && !keys.has(key)) this.drop(key);
    spots.forEach((spot, order) => {
      const thing = this.things.get(spot.key) ?? this.add("spots", spot);
      this.draw(thing, spot, order);
      redraw(thing.picture, spot.sprite || "none");
    });
  }

  /** Pair old and new pieces; a path says which element goes where, and how. */
  match(before, after, frame) {
    const { found, leaving } = pairs(before, after);
    const old = new Map(this.things);
    for (const piece of before) this.things.delete(piece.key);
    const paths = after.map((piece, order) => {
      const from = found.get(piece.key);
      const thing = from ? old.get(from.key) : this.add("pieces", piece);
      this.things.set(piece.key, thing);
      this.draw(thing, piece, order);
      return { thing, piece, from, ...gait(from, piece), points: this.points(from, piece, frame) };
    });
    const gone = leaving.map((piece) => ({
      thing: old.get(piece.key),
      piece,
      from: piece,
      motion: piece.leave,
      gone: true,
      points: [at(piece)],
    }));
    return [...paths, ...gone];
  }

  /** Play all paths; dice fall first, the rest follows what they show. */
  run(paths, rate) {
    const rolls = paths.filter((path) => path.motion === "roll");
    const wait = rolls.length ? lasting("roll") + PAUSE * rolls.length : 0;
    this.suspense = wait / rate;
    let step = 0;
    const moves = paths.map((path) => {
      if (!path.motion || path.motion === "none") return this.end(path);
      const rolling = path.motion === "roll";
      const order = rolling ? rolls.indexOf(path) : step++;
      return this.move(
        path,
        (rolling ? 0 : wait) + Math.min(order * PAUSE, 500) + (path.from || path.gone ? 0 : 90),
        rate,
      );
    });
    return Promise.all(moves);
  }

  jump(paths) {
    paths.forEach((path) => this.end(path));
    return Promise.resolve();
  }

  move(path, delay, rate) {
    const { thing, piece, motion, points } = path;
    const duration = lasting(motion, points.length - 1);
    this.heard(piece.sound, motion, delay / rate, (delay + duration) / rate);
    if (motion === "roll") this.later.push(tumble(thing.picture, piece.sprite, delay / rate, (duration * 0.7) / rate));
    else if (motion === "flip") this.swap(path, (delay + duration / 2) / rate);
    else if (!path.gone) this.end(path);
    thing.element.classList.add("moving");
    return play(thing.element, keyframes(motion, points), { duration, delay, rate }).then(() => {
      thing.element.classList.remove("moving");
      this.end(path);
    });
  }

  swap(path, ms) {
    const timer = setTimeout(() => this.end(path), ms);
    this.later.push(() => (clearTimeout(timer), this.end(path)));
  }

  end({ thing, gone }) {
    if (gone) thing.element.remove();
    else redraw(thing.picture, thing.now.sprite || "none");
  }

  /** Lead a piece from where it stood, along the route of the move where it is the one that went it. */
  points(from, piece, frame) {
    if (!from) return [at(piece)];
    const route = frame.route?.length && frame.route.at(-1) === piece.on && from.on !== piece.on ? frame.route : [];
    const between = route.slice(0, -1).filter((key) => key !== from.on).map((key) => this.place(key)).filter(Boolean);
    const start = { ...at(from), grow: from.w / piece.w };
    return [start, ...between.map((spot) => ({ ...at(piece), x: spot.x * UNIT, y: spot.y * UNIT })), at(piece)];
  }

  add(layer, now) {
    const thing = { layer, picture: sprite(now.sprite || "none"), words: make("span", { class: "words" }) };
    thing.element = this.body(layer, now.label);
    thing.look = layer === "spots" ? make("div", { class: "thing look" }) : thing.element;
    thing.look.append(thing.picture, thing.words);
    this.layers[layer].append(thing.element);
    if (layer === "spots") this.layers.art.append(thing.look);
    this.things.set(now.key, thing);
    return thing;
  }

  body(layer, label) {
    const kind = layer === "spots" ? "spot" : "piece";
    return label
      ? make("button", { type: "button", class: `thing ${kind}`, tabindex: "-1" })
      : make("div", { class: `thing ${kind}`, "aria-hidden": "true" });
  }

  /** Exchange the element of a nameless thing that has become clickable. */
  renew(thing) {
    const body = this.body(thing.layer, "yes");
    if (thing.look === thing.element) body.append(thing.picture, thing.words);
    if (thing.look === thing.element) thing.look = body;
    thing.element.replaceWith(body);
    thing.element = body;
    this.draw(thing, thing.now, thing.order);
  }

  draw(thing, now, order) {
    const { element, look, words, drawn } = thing;
    const same = drawn === element && thing.order === order && alike(thing.now, now);
    thing.now = now;
    if (same) return;
    thing.drawn = element;
    thing.order = order;
    put(element, "data-key", now.key);
    put(element, "data-glow", now.glow || null);
    if (element.tagName === "BUTTON") put(element, "aria-label", now.label);
    look.classList.toggle("mirror", Boolean(now.mirror));
    look.classList.toggle("bare", !now.sprite);
    write(words, now.text || (now.sprite ? "" : now.tint && now.mark ? now.mark : ""));
    look.style.backgroundColor = now.sprite ? "" : now.tint;
    element.style.setProperty("--side", `${Math.min(now.w, now.h) * UNIT}px`);
    for (const { style } of new Set([element, look])) {
      Object.assign(style, box(now), { zIndex: order, transform: stand(at(now)) });
    }
  }

  drop(key) {
    const { element, look } = this.things.get(key);
    element.remove();
    look.remove();
    this.things.delete(key);
  }
}

/** Tell whether two things look the same in every field. */
function alike(one, other) {
  const names = Object.keys(other);
  return names.length === Object.keys(one).length && names.every((name) => one[name] === other[name]);
}

function at(thing) {
  return { x: thing.x * UNIT, y: thing.y * UNIT, turn: thing.turn };
}

function box({ w, h }) {
  const [wide, high] = [w * UNIT, h * UNIT];
  return { width: `${wide}px`, height: `${high}px`, margin: `${-high / 2}px 0 0 ${-wide / 2}px` };
}

/** Choose how a piece moves: not at all where nothing changed; dice roll when they are thrown and hop when laid. */
function gait(from, piece) {
  if (!from) return { motion: piece.enter };
  const thrown = piece.tick !== 0 && piece.tick !== from.tick;
  const went = from.x !== piece.x || from.y !== piece.y || from.turn !== piece.turn || from.w !== piece.w;
  if (piece.motion === "roll") return { motion: thrown ? "roll" : went ? "hop" : "" };
  if (piece.motion === "flip") return { motion: thrown || from.sprite !== piece.sprite ? "flip" : went ? "slide" : "" };
  return { motion: thrown || went ? piece.motion : "" };
}
