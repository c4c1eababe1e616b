/** What lies over the board for a while: the way of the last move, hands that point, zones on request. */

import { make, sprite } from "./dom.js";
import { badge } from "./seats.js";

const UNIT = 100;
const POINTED = 7_000; // milliseconds a pointing hand stays

/** Draw the way of the last move as a row of dots. */
export function trail(board, route) {
  const places = route.map((key) => board.place(key)).filter(Boolean);
  const dots = places.slice(1).flatMap((to, n) => between(places[n], to));
  board.layers.trail.replaceChildren(...dots.map((spot) => at(make("i", { class: "dot" }), spot)));
}

/** Let a hand with a name point at a place, or take it away. */
export function point(board, seat, name, key) {
  const { hands } = board.layers;
  for (const hand of [...hands.children]) if (hand.dataset.seat === String(seat)) hand.remove();
  const place = key && board.place(key);
  if (!place) return;
  const words = make("span", { class: "hand-name" }, badge(seat), name);
  const hand = at(
    make("div", { class: "hand", "data-seat": seat, "aria-hidden": "true" }, sprite("house-hand"), words),
    place,
  );
  hands.append(hand);
  setTimeout(() => hand.remove(), POINTED);
}

/** Shade the zones a viewer wants to see. */
export function shade(board, zones, wanted) {
  const shades = zones.filter((zone) => wanted.has(zone.key)).flatMap((zone) =>
    zone.shades.map((spot) => ({ ...spot, glow: zone.glow }))
  );
  board.layers.shades.replaceChildren(...shades.map((spot) => shadow(board, spot)).filter(Boolean));
}

/** Make the buttons that turn zones on and off. */
export function toggles(zones, wanted, changed) {
  return zones.map(({ key, label }) =>
    make(
      "button",
      {
        type: "button",
        class: "small toggle",
        "aria-pressed": String(wanted.has(key)),
        onclick: () => changed(key),
      },
      sprite("house-eye", "icon"),
      label,
    )
  );
}

function shadow(board, { spot, text, strength = 1, glow }) {
  const place = board.place(spot);
  if (!place) return null;
  const element = at(make("div", { class: `shade ${glow}` }, make("span", { text })), place);
  element.style.width = `${place.w * UNIT}px`;
  element.style.height = `${place.h * UNIT}px`;
  element.style.setProperty("--strength", strength);
  return element;
}

function between(from, to) {
  const steps = Math.max(2, Math.round(Math.hypot(to.x - from.x, to.y - from.y) * 3));
  return Array.from(
    { length: steps },
    (_, n) => ({ x: from.x + ((to.x - from.x) * n) / steps, y: from.y + ((to.y - from.y) * n) / steps }),
  );
}

function at(element, { x, y }) {
  element.style.transform = `translate(${x * UNIT}px, ${y * UNIT}px) translate(-50%, -50%)`;
  return element;
}
