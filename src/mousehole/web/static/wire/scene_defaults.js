/** What the server leaves out of scenes, written by `./mousehole types` from the server's types. */
/** @import { SpotView, PieceView, ShadeView, SceneView } from "./wire.d.ts" */

/**
 * @type {Pick<Required<SpotView>,
 *   | "sprite"
 *   | "turn"
 *   | "label"
 *   | "mark"
 *   | "tint"
 *   | "glow"
 *   | "text"
 * >}
 */
export const SPOT = {
  sprite: "",
  turn: 0.0,
  label: "",
  mark: "",
  tint: "",
  glow: "",
  text: "",
};

/**
 * @type {Pick<Required<PieceView>,
 *   | "sprite"
 *   | "motion"
 *   | "turn"
 *   | "mirror"
 *   | "label"
 *   | "text"
 *   | "mark"
 *   | "tint"
 *   | "pool"
 *   | "tick"
 *   | "sound"
 *   | "enter"
 *   | "leave"
 *   | "number"
 * >}
 */
export const PIECE = {
  sprite: "",
  motion: "slide",
  turn: 0.0,
  mirror: false,
  label: "",
  text: "",
  mark: "",
  tint: "",
  pool: "",
  tick: 0,
  sound: "",
  enter: "pop",
  leave: "vanish",
  number: 0,
};

/**
 * @type {Pick<Required<ShadeView>,
 *   | "strength"
 * >}
 */
export const SHADE = {
  strength: 0.6,
};

/**
 * @type {Pick<Required<SceneView>,
 *   | "offers"
 *   | "backdrop"
 *   | "zones"
 *   | "beats"
 *   | "tense"
 *   | "round"
 *   | "first_times"
 *   | "wings"
 * >}
 */
export const SCENE = {
  offers: [],
  backdrop: "",
  zones: [],
  beats: [],
  tense: false,
  round: false,
  first_times: [],
  wings: [0.0, 0.0],
};
