/** Sheets of sprites: fetched once and kept in the page, so that their gradients hold in every browser. */

import { put } from "./dom.js";

const families = new Map();

/** Load sheets; one that does not come leaves tinted shapes instead of pictures. */
export function load(...addresses) {
  return Promise.all(addresses.filter(Boolean).map((address) => sheet(address).catch(() => null)));
}

/** List the sprites that differ from this one in the last part of their name: the faces of a die. */
export function family(name) {
  return families.get(stem(name)) ?? [];
}

async function sheet(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(address);
  const page = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const root = document.importNode(page.documentElement, true);
  put(root, "class", "sheet");
  put(root, "aria-hidden", "true");
  document.body.append(root);
  for (const symbol of root.querySelectorAll("symbol")) enrol(symbol.id);
}

function enrol(name) {
  const kin = families.get(stem(name)) ?? [];
  families.set(stem(name), [...kin, name]);
}

function stem(name) {
  return name.slice(0, name.lastIndexOf("-"));
}
