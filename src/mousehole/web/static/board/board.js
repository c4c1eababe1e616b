/** The board as HTML layers: draws any scene, keeps the elements of pieces that stay, moves those that move. */

import { Camera } from "./camera.js";
import { BURST, IMPACT, POUNCE, REEL, REELING } from "./motion.js";
import { finish, gait, hasten, keyframes, play, stand, still, timetable } from "./motion.js";
import { target } from "./overlay.js";
import { rule } from "./rulers.js";
import { pairs } from "./scene.js";
import { arranged } from "./side_strips.js";
import { tumble } from "./sprites.js";
import { UNIT } from "./view.js";
import { make, mark, put, redraw, sprite, write } from "../ui/dom.js";

/** @import { Act, Motion, Stand, Strike } from "./motion.js" */
/** @import { BeatView } from "../wire/wire.d.ts" */
/** @import { Piece, Scene, Spot } from "./scene.js" */
/** @typedef {{ scene: Scene, route?: string[] }} Shown */
/** @typedef {"spots" | "pieces"} Layer */
/** @typedef {(sound: string, motion: Motion, start: number, end: number, step: number) => void} Heard */
/**
 * What stands on the board. Where spots and pieces overlap, `element` takes the clicks and `look` is what is seen:
 * a layer of its own for spots, the element itself for pieces.
 * @typedef {object} Thing
 * @property {Layer} layer
 * @property {HTMLElement} element
 * @property {HTMLElement} look
 * @property {SVGElement} picture
 * @property {HTMLElement} words
 * @property {HTMLElement} number
 * @property {Spot | Piece} now
 * @property {number} [order]
 * @property {HTMLElement} [drawn]
 */
/** @typedef {{ thing: Thing, piece: Piece, from?: Piece, motion: Motion, leaves?: boolean, points: Stand[] }} Path */

const READ_WORD = 1100; // milliseconds a word that bursts out is seen
const ON_TOP = /** @type {const} */ (["shades", "target", "odds", "tags", "bursts", "hands"]);
const LAYERS = /** @type {const} */ (["art", "spots", "rulers", "trail", "pieces", ...ON_TOP]);

export class Board {
  /** @param {string} label @param {Heard} heard */
  constructor(label, heard = () => {}) {
    this.backdrop = sprite("none", "backdrop");
    const layers = LAYERS.map((name) => [name, make("div", { class: name })]);
    /** @type {Record<typeof LAYERS[number], HTMLElement>} */
    this.layers = Object.fromEntries(layers);
    this.world = make("div", { class: "world" }, this.backdrop, ...Object.values(this.layers));
    this.stage = make("div", { class: "stage", role: "group", "aria-label": label }, this.world);
    this.camera = new Camera(this.stage, this.world, () => this.rearrange());
    /** @type {Map<string, Thing>} */
    this.things = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Scene | null} the scene as it came, not yet laid out for this window */
    this.source = null;
    this.heard = heard;
    /** @type {(() => void)[]} */
    this.later = [];
    /** @type {Piece[]} the pieces that the last frame moved */
    this.changed = [];
    this.suspense = 0; // milliseconds until the last frame may be told
    this.lasts = 0; // milliseconds until everything stands
  }

  /**
   * Show a frame: at once, or with the motions from the one before; the promise tells when it stands.
   * @param {Shown} frame @param {{ rate?: number, quick?: boolean }} how @returns {Promise<unknown>}
   */
  show(frame, { rate = 1, quick = false } = {}) {
    this.hurry();
    const before = this.scene, moved = !quick && before !== null && !still();
    this.source = frame.scene;
    const broad = this.source.wings.some(Boolean) && this.source.panels.some(({ face }) => face);
    if (mark(this.stage, ".table", "broad", broad) && !before) this.camera.space = null;
    this.stage.classList.toggle("round", this.source.round);
    const scene = this.scene = arranged(this.source, this.camera.room());
    this.camera.measure(scene.size);
    redraw(this.backdrop, scene.backdrop || "none");
    this.backdrop.classList.toggle("plain", !scene.backdrop);
    this.lay(scene.spots);
    const paths = this.match(before?.pieces ?? [], scene.pieces, frame.route ?? []);
    this.changed = before ? paths.filter((path) => path.motion && !path.leaves).map(({ piece }) => piece) : [];
    this.suspense = this.lasts = 0;
    this.stage.classList.toggle("tense", scene.tense);
    if (moved) return this.run(paths, scene.beats, rate);
    paths.forEach((path) => this.end(path));
    return Promise.resolve();
  }

  /** Lay the picture out anew where another way suits the window better now. */
  rearrange() {
    if (!this.source || arranged(this.source, this.camera.room()).size[0] === this.scene?.size[0]) return;
    this.show({ scene: this.source }, { quick: true });
    this.stage.dispatchEvent(new Event("rearranged"));
  }

  /** Bring what still moves to its end. */
  hurry() {
    finish(this.world);
    for (const end of this.later.splice(0)) end();
  }

  /** Show the rest faster: who taps has seen enough. */
  hasten() {
    hasten(this.world);
  }

  /**
   * Do something when so many milliseconds of the frame were shown, or as soon as it is cut short.
   * @param {number} ms @param {() => void} act
   */
  after(ms, act) {
    if (ms <= 0) return act();
    let done = false;
    const once = () => {
      if (!done) act();
      done = true;
    };
    this.later.push(once);
    play(this.world, [], { duration: ms }).then(once);
    return undefined;
  }

  /** Find where a spot or piece stands. @param {string | undefined} key */
  place(key) {
    return (key !== undefined && this.things.get(key)?.now) || null;
  }

  /** Find where several stand. @param {string[]} keys */
  places(keys) {
    return keys.map((key) => this.place(key)).filter((place) => place !== null);
  }

  /** The things a viewer can step through: everything that has a name. */
  named() {
    return [...this.things.values()].filter((thing) => thing.element.tagName === "BUTTON" && thing.now.label);
  }

  /**
   * Light what can be clicked; `offered` maps a key to what a click there does, in words; `far` takes several steps.
   * @param {Map<string, string>} offered @param {string[]} picked @param {Set<string>} far
   */
  light(offered, picked, far = new Set()) {
    for (const [key, thing] of this.things) {
      const words = offered.get(key), can = words !== undefined, chosen = picked.includes(key);
      if (can && thing.element.tagName !== "BUTTON") this.renew(thing);
      const { element, now } = thing;
      element.classList.toggle("can", can);
      element.classList.toggle("far", far.has(key));
      element.classList.toggle("picked", chosen);
      if (element.tagName !== "BUTTON") continue;
      put(element, "aria-disabled", can ? null : "true");
      put(element, "aria-pressed", chosen ? "true" : null);
      put(element, "aria-label", can ? `${now.label}. ${words}`.replace(/^\. /, "") : now.label);
    }
  }

  /** Let those tremble that somebody may lose. @param {string[]} keys */
  risk(keys) {
    for (const [key, { element }] of this.things) element.classList.toggle("risked", keys.includes(key));
  }

  /** Point out what an offer is about while somebody looks at its words. @param {string[]} keys */
  highlight(keys) {
    for (const [key, { element }] of this.things) element.classList.toggle("eyed", keys.includes(key));
    target(this, keys.at(-1));
  }

  /** @param {Spot[]} spots */
  lay(spots) {
    const keys = new Set(spots.map((spot) => spot.key));
    for (const [key, thing] of this.things) if (thing.layer === "spots" && !keys.has(key)) this.drop(key, thing);
    spots.forEach((spot, order) => {
      const thing = this.things.get(spot.key) ?? this.add("spots", spot);
      this.draw(thing, spot, order);
      redraw(thing.picture, spot.sprite || "none");
    });
    rule(this.layers.rulers, spots);
  }

  /**
   * Pair old and new pieces; a path says which element goes where, and how.
   * @param {Piece[]} before @param {Piece[]} after @param {string[]} route @returns {Path[]}
   */
  match(before, after, route) {
    const { found, leaving } = pairs(before, after), old = new Map(this.things);
    for (const piece of before) this.things.delete(piece.key);
    const paths = after.map((piece, order) => {
      const from = found.get(piece.key);
      const thing = (from && old.get(from.key)) ?? this.add("pieces", piece);
      this.things.set(piece.key, thing);
      this.draw(thing, piece, order);
      return { thing, piece, from, motion: gait(from, piece), points: this.points(from, piece, route) };
    });
    const leavers = leaving.flatMap((piece) => {
      const thing = old.get(piece.key), points = [at(piece)];
      return thing ? [{ thing, piece, from: piece, motion: piece.leave, leaves: true, points }] : [];
    });
    return [...paths, ...leavers];
  }

  /**
   * Play all paths in the order of the beats.
   * @param {Path[]} paths @param {BeatView[]} beats @param {number} rate
   */
  run(paths, beats, rate) {
    const { acts, strikes, told, lasts } = timetable(paths, beats);
    [this.suspense, this.lasts] = [told / rate, lasts / rate];
    const resting = paths.filter(({ motion }) => !motion || motion === "none");
    this.after(this.suspense, () => resting.forEach((path) => this.end(path)));
    for (const strike of strikes) this.strike(strike, rate);
    if (this.scene?.tense) this.heard("heart", "", this.suspense, this.suspense, 0);
    return Promise.all(acts.map((act) => this.move(act, rate)));
  }

  /** @param {Act<Path>} act @param {number} rate */
  move({ path, motion, start, duration, sound, step }, rate) {
    const { thing, piece, points } = path, end = start + duration;
    this.heard(sound, motion, start / rate, end / rate, step);
    if (motion === "roll") this.later.push(tumble(thing.picture, piece.sprite, start / rate, (duration * 0.7) / rate));
    else if (!path.leaves) this.after((motion === "flip" ? start + duration / 2 : start) / rate, () => this.end(path));
    thing.element.classList.add("moving");
    return play(thing.element, keyframes(motion, points), { duration, delay: start, rate }).then(() => {
      thing.element.classList.remove("moving");
      this.end(path);
    });
  }

  /**
   * Let one piece strike others: it leaps, they reel, a word bursts out.
   * @param {Strike} strike @param {number} rate
   */
  strike({ by, word, sound, keys, at: start }, rate) {
    const striker = this.things.get(by), delay = start + IMPACT;
    if (!striker) return;
    this.heard(sound, "", delay / rate, delay / rate, 0);
    play(striker.picture, POUNCE, { duration: IMPACT / 0.74, delay: start, rate });
    for (const key of keys) {
      const hit = this.things.get(key)?.picture;
      if (hit) play(hit, REEL, { duration: REELING, delay, rate });
    }
    if (word) this.burst(word, striker.now, delay, rate);
  }

  /** @param {string} text @param {Spot | Piece} where @param {number} delay @param {number} rate */
  burst(text, where, delay, rate) {
    const word = make("span", { class: "burst", "aria-hidden": "true", text });
    const [wide] = this.scene?.size ?? [0];
    const x = where.x + (where.x < wide / 2 ? 1.5 : -1.5), y = Math.max(where.y - 0.8, 0.6);
    Object.assign(word.style, { left: `${x * UNIT}px`, top: `${y * UNIT}px` });
    this.layers.bursts.append(word);
    play(word, BURST, { duration: READ_WORD, delay, rate }).then(() => word.remove());
  }

  /** @param {Path} path */
  end({ thing, leaves }) {
    if (leaves) thing.element.remove();
    else redraw(thing.picture, thing.now.sprite || "none");
  }

  /**
   * Lead a piece from where it stood, along the route of the move where it is the one that went it.
   * @param {Piece | undefined} from @param {Piece} piece @param {string[]} route @returns {Stand[]}
   */
  points(from, piece, route) {
    if (!from) return [at(piece)];
    const walked = route.at(-1) === piece.on && from.on !== piece.on ? route.slice(0, -1) : [];
    const between = this.places(walked.filter((key) => key !== from.on));
    const start = { ...at(from), grow: from.w / piece.w };
    return [start, ...between.map((spot) => ({ ...at(piece), x: spot.x * UNIT, y: spot.y * UNIT })), at(piece)];
  }

  /** @param {Layer} layer @param {Spot | Piece} now @returns {Thing} */
  add(layer, now) {
    const element = body(layer, Boolean(now.label));
    const look = layer === "spots" ? make("div", { class: "thing look" }) : element;
    const picture = sprite(now.sprite || "none"), words = make("span", { class: "words" });
    const number = make("span", { class: "number" });
    const thing = { layer, element, look, now, picture, words, number };
    look.append(picture, words, number);
    this.layers[layer].append(element);
    if (layer === "spots") this.layers.art.append(look);
    this.things.set(now.key, thing);
    return thing;
  }

  /** Exchange the element of a nameless thing that has become clickable. @param {Thing} thing */
  renew(thing) {
    const button = body(thing.layer, true);
    if (thing.look === thing.element) {
      button.append(thing.picture, thing.words, thing.number);
      thing.look = button;
    }
    thing.element.replaceWith(button);
    thing.element = button;
    this.draw(thing, thing.now, thing.order ?? 0);
  }

  /** @param {Thing} thing @param {Spot | Piece} now @param {number} order */
  draw(thing, now, order) {
    const { element, look, words, number, drawn } = thing;
    const same = drawn === element && thing.order === order && alike(thing.now, now);
    thing.now = now;
    if (same) return;
    thing.drawn = element;
    thing.order = order;
    put(element, "data-key", now.key);
    put(element, "data-glow", ("glow" in now && now.glow) || null);
    if (element.tagName === "BUTTON") put(element, "aria-label", now.label);
    look.classList.toggle("mirror", "mirror" in now && now.mirror);
    look.classList.toggle("bare", !now.sprite);
    write(number, String(("number" in now && now.number) || ""));
    write(words, now.text || (!now.sprite && now.tint ? now.mark : ""));
    look.style.backgroundColor = now.sprite ? "" : now.tint;
    element.style.setProperty("--side", `${Math.min(now.w, now.h) * UNIT}px`);
    for (const { style } of new Set([element, look])) {
      Object.assign(style, box(now), { zIndex: order, transform: stand(at(now)) });
    }
  }

  /** @param {string} key @param {Thing} thing */
  drop(key, { element, look }) {
    element.remove();
    look.remove();
    this.things.delete(key);
  }
}

/** @param {Layer} layer @param {boolean} named @returns {HTMLElement} */
function body(layer, named) {
  const kind = `thing ${layer === "spots" ? "spot" : "piece"}`;
  return named
    ? make("button", { type: "button", class: kind, tabindex: "-1" })
    : make("div", { class: kind, "aria-hidden": "true" });
}

/** Whether two things look the same in every field. @param {Spot | Piece} one @param {Spot | Piece} other */
function alike(one, other) {
  const names = /** @type {(keyof typeof other)[]} */ (Object.keys(other));
  return names.length === Object.keys(one).length && names.every((name) => one[name] === other[name]);
}

/** @param {Spot | Piece} thing @returns {Stand} */
function at(thing) {
  return { x: thing.x * UNIT, y: thing.y * UNIT, turn: thing.turn };
}

/** @param {Spot | Piece} thing */
function box({ w, h }) {
  const wide = w * UNIT, high = h * UNIT;
  return { width: `${wide}px`, height: `${high}px`, margin: `${-high / 2}px 0 0 ${-wide / 2}px` };
}
