/** What lies over the board for a while: the way of the last move, hands that point, zones and chances on request. */

import { figure } from "./ranking.js";
import { seen } from "./side_strips.js";
import { SHADE } from "../wire/scene_defaults.js";
import { UNIT } from "./view.js";
import { badge } from "../ui/badge.js";
import { make, sprite } from "../ui/dom.js";

/** @import { Board } from "./board.js" */
/** @import { Piece, Place, Spot } from "./scene.js" */
/** @import { Offer } from "../table/offers.js" */
/** @import { ShadeView, ZoneView } from "../wire/wire.d.ts" */
/** @typedef {{ chance: number, clear?: boolean, exact: boolean }} Worth */

const POINTED = 7_000; // milliseconds a pointing hand stays

/** Write the tags of offers beside the places where they are chosen. @param {Board} board @param {Offer[]} offers */
export function tags(board, offers) {
  const chips = offers.flatMap(({ tag, clicks }) => {
    const place = tag ? board.place(clicks.at(-1)) : null;
    return place ? [at(make("i", { class: "chance", text: tag }), { x: place.x, y: place.y - place.h / 2 })] : [];
  });
  board.layers.tags.replaceChildren(...chips);
}

/** Ring the place that an offer leads to while somebody looks at it. @param {Board} board @param {string} [key] */
export function target(board, key) {
  const place = board.place(key), ring = make("i", { class: "aim" });
  board.layers.target.replaceChildren(...(place ? [at(ring, place)] : []));
  if (place) Object.assign(ring.style, { width: `${place.w * UNIT}px`, height: `${place.h * UNIT}px` });
}

/** Draw the way of the last move as a row of dots. @param {Board} board @param {string[]} route */
export function trail(board, route) {
  const places = board.places(route);
  const dots = places.slice(1).flatMap((to, n) => between(places[n], to));
  board.layers.trail.replaceChildren(...dots.map((spot) => at(make("i", { class: "dot" }), spot)));
}

/**
 * Let a hand with a name point at a place, or take it away.
 * @param {Board} board @param {number} seat @param {string} name @param {string} [key]
 */
export function point(board, seat, name, key) {
  const { hands } = board.layers, place = board.place(key);
  hands.querySelectorAll(`[data-seat="${seat}"]`).forEach((hand) => hand.remove());
  if (!place) return;
  const words = make("span", { class: "hand-name" }, badge(seat), name);
  const hand = make("div", { class: "hand", "data-seat": seat, "aria-hidden": "true" }, sprite("house-hand"), words);
  hands.append(at(hand, place));
  setTimeout(() => hand.remove(), POINTED);
}

/** Shade the zones a viewer wants to see. @param {Board} board @param {ZoneView[]} zones @param {Set<string>} wanted */
export function shade(board, zones, wanted) {
  const shown = zones.filter((zone) => wanted.has(zone.key));
  const shades = shown.flatMap((zone) => zone.shades.map((spot) => shadow(board, spot, zone.glow)));
  board.layers.shades.replaceChildren(...shades.filter((element) => element !== null));
}

/**
 * Make the buttons that turn zones on and off.
 * @param {ZoneView[]} zones @param {Set<string>} wanted @param {(key: string) => void} changed
 */
export function toggles(zones, wanted, changed) {
  return zones.map(({ key, label }) => {
    const pressed = String(wanted.has(key));
    const look = { type: "button", class: "small toggle", "aria-pressed": pressed, onclick: () => changed(key) };
    return make("button", look, sprite("house-eye", "icon"), label);
  });
}

/** @param {Board} board @param {ShadeView} shade @param {string} glow */
function shadow(board, { spot, text, strength = SHADE.strength }, glow) {
  const place = board.place(spot);
  if (!place) return null;
  const element = at(make("div", { class: `shade ${glow}` }, make("span", { text })), place);
  element.style.width = `${place.w * UNIT}px`;
  element.style.height = `${place.h * UNIT}px`;
  element.style.setProperty("--strength", String(strength));
  return element;
}

/** @param {Place} from @param {Place} to */
function between(from, to) {
  const steps = Math.max(2, Math.round(Math.hypot(to.x - from.x, to.y - from.y) * 3));
  return Array.from(
    { length: steps },
    (_, n) => ({ x: from.x + ((to.x - from.x) * n) / steps, y: from.y + ((to.y - from.y) * n) / steps }),
  );
}

/** @param {HTMLElement} element @param {Place} place */
function at(element, { x, y }) {
  element.style.transform = `translate(${x * UNIT}px, ${y * UNIT}px) translate(-50%, -50%)`;
  return element;
}

/**
 * Write what offers are worth; where several lead to one place, the best of them counts. What a tip speaks of glows.
 * @param {Board} board @param {Offer[]} offers @param {(offer: Offer) => Worth | undefined} worth
 * @param {string[]} [glow]
 */
export function odds(board, offers, worth, glow = []) {
  /** @type {Map<string, Worth>} */
  const best = new Map();
  for (const offer of offers) {
    const key = offer.clicks.at(-1), row = worth(offer), before = best.get(key ?? "");
    if (key !== undefined && row && (!before || row.chance > before.chance)) best.set(key, row);
  }
  const marks = [...best].flatMap(([key, row]) => {
    const place = board.place(key);
    return place ? [...(row.clear ? [] : [bestGlow(place)]), figureAt(place, row)] : [];
  });
  board.layers.odds.replaceChildren(...board.places(glow).map(bestGlow), ...marks);
}

/** @param {Spot | Piece} place @param {Worth} row */
function figureAt(place, { chance, clear, exact }) {
  const { x, y } = place, [, high] = seen(place), text = figure(chance, exact);
  const element = make("span", { class: clear ? "odds" : "odds best", text, "aria-hidden": "true" });
  element.style.transform = `translate(${x * UNIT}px, ${(y + high / 2) * UNIT}px) translate(-50%, -90%)`;
  return element;
}

/** @param {Spot | Piece} place */
function bestGlow(place) {
  const [wide, high] = seen(place);
  const element = at(make("i", { class: "best-glow", "aria-hidden": "true" }), place);
  Object.assign(element.style, { width: `${wide * UNIT}px`, height: `${high * UNIT}px` });
  return element;
}
