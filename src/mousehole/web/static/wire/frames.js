/** Frames as they come: with their scene whole, or with what changed in that of the frame before. */

import { PASSING, whole } from "../board/scene.js";
import { PIECE, SPOT } from "./scene_defaults.js";

/** @import { Frame, Scene } from "../board/scene.js" */
/** @import { FrameView, ListEdit, SceneChange } from "./wire.d.ts" */

/** The frames of a live table in their order. */
export class FrameStream {
  /** @param {() => void} missing called when a change came, but not what it changes */
  constructor(missing) {
    this.missing = missing;
    /** @type {Frame | null} the newest frame that came */
    this.newest = null;
  }

  /** The newest entry that came. */
  get known() {
    return this.newest?.entry ?? null;
  }

  /** Begin, or begin again. @param {FrameView} frame */
  begin(frame) {
    this.newest = null;
    return this.take([frame]);
  }

  /** Go on from the scene that the server has, where nothing was missed. @param {FrameView} frame */
  agree(frame) {
    if (frame.entry === this.known) this.newest = wholeFrame(frame);
  }

  /** Take frames that came; one that is known already is left out. @param {FrameView[]} frames */
  take(frames) {
    /** @type {Frame[]} */
    const fresh = [];
    for (const frame of frames.filter(({ entry }) => entry > (this.known ?? -1))) {
      const next = wholeFrame(frame, frame.entry - 1 === this.known ? this.newest : null);
      if (!next) {
        this.newest = null;
        this.missing();
        break;
      }
      this.newest = next;
      fresh.push(next);
    }
    return fresh;
  }
}

/**
 * Make a frame whole; null where it is a change and the frame before is missing.
 * @param {FrameView} frame @param {Frame | null} [before] @returns {Frame | null}
 */
export function wholeFrame({ scene, change, ...rest }, before) {
  if (scene) return { ...rest, scene: whole(scene) };
  return before && change ? { ...rest, scene: changed(before.scene, change) } : null;
}

/** Make frames whole that follow each other, the first of which is. @param {FrameView[]} frames */
export function film(frames) {
  /** @type {Frame[]} */
  const made = [];
  for (const frame of frames) {
    const next = wholeFrame(frame, made.at(-1));
    if (next) made.push(next);
  }
  return made;
}

/**
 * Change a scene; what stays is the very same thing.
 * @param {Scene} scene @param {SceneChange} change @returns {Scene}
 */
export function changed(scene, change) {
  return {
    ...scene,
    ...PASSING,
    ...change,
    spots: edited(scene.spots, change.spots, SPOT),
    pieces: edited(scene.pieces, change.pieces, PIECE),
    panels: edited(scene.panels, change.panels),
    offers: edited(scene.offers, change.offers),
    zones: edited(scene.zones, change.zones),
  };
}

/**
 * Edit a list: what stands at `on` gets the fields in `set`, what stands at `cut` goes, and each thing of `put` is
 * inserted where `at` says. `usual` is what a thing has unless it says otherwise.
 * @template {object} Thing
 * @param {Thing[]} list @param {ListEdit | undefined} edit @param {Partial<Thing>} usual
 */
export function edited(list, edit, usual = {}) {
  if (!edit) return list;
  const { on = [], set = [], cut = [], at = [], put = [] } = edit, removed = new Set(cut), made = [...list];
  for (const [n, place] of on.entries()) made[place] = patched(list[place], set[n], usual);
  const kept = made.filter((_, n) => !removed.has(n));
  for (const [n, place] of at.entries()) kept.splice(place, 0, /** @type {Thing} */ ({ ...usual, ...Object(put[n]) }));
  return kept;
}

/**
 * Set some fields of a thing: null stands for what is usual, and an edit for the list that it changes.
 * @template {object} Thing
 * @param {Thing} thing @param {Record<string, unknown>} fields @param {Partial<Thing>} usual @returns {Thing}
 */
function patched(thing, fields, usual) {
  const made = /** @type {Record<string, unknown>} */ ({ ...thing });
  const plain = /** @type {Record<string, unknown>} */ (usual);
  for (const [name, value] of Object.entries(fields)) {
    const before = made[name], edits = Array.isArray(before) && !Array.isArray(value);
    made[name] = edits ? edited(before, /** @type {ListEdit} */ (value)) : value ?? plain[name];
  }
  return /** @type {Thing} */ (made);
}
