/** Things of a pack and of the game: what they are called, which drawing they have, where they are. */

/** @import { Choices } from "./fields.js" */
/** @import { Path, Table } from "./pack.js" */
/** @typedef {{ files: Record<string, Table>, base: Record<string, Table> }} Known */

const LOOKS_LIKE = /** @type {Record<string, string[]>} */ ({
  tokens: ["tokens", "items"],
  speakers: ["speakers", "heroes", "minions", "tokens"],
});
const PREFIX = /** @type {Record<string, string>} */ ({ items: "item-", conditions: "mark-", tiles: "tile-" });
const BEHAVES = /** @type {Record<string, string>} */ ({
  forbidden: "black",
  deadly: "lava",
  gap: "chasm",
  ends_move: "shallow",
});

/** @param {Table | undefined} tables @returns {Choices} */
export function namesOf(tables) {
  return Object.entries(tables ?? {}).map(([name, table]) => [name, table?.name || name]);
}

/**
 * The sprite of a thing: its own, that of what it looks like, or of what behaves so.
 * @param {Known} known @param {string} kind @param {string} name
 */
export function art({ files, base }, kind, name) {
  const own = files[kind]?.[name],
    looks = base[kind]?.[name] && !own ? name : own?.looks || name;
  for (const one of LOOKS_LIKE[kind] ?? [kind]) {
    const sprite = `mystics-${PREFIX[one] ?? ""}${looks}`;
    if (document.getElementById(sprite)) return sprite;
  }
  if (kind !== "terrain") return "";
  return own?.climbs ? "mystics-water" : `mystics-${BEHAVES[own?.enter] ?? "floor"}`;
}

/**
 * The spaces that a value can name: those of the side that stands nearest above it.
 * @param {Known} known @param {string} file @param {Path} path
 */
export function spacesNear({ files, base }, file, path) {
  const sideOf = (/** @type {string} */ id) => files.tiles?.[id] ?? base.tiles?.[id];
  if (file === "tiles") return Object.keys(sideOf(String(path[0]))?.spaces ?? {});
  for (let length = path.length; length > 0; length -= 1) {
    const table = path.slice(0, length).reduce((/** @type {any} */ value, step) => value?.[step], files[file]);
    const side = table && typeof table === "object" ? sideOf(table.side ?? table.leads) : undefined;
    if (side) return Object.keys(side.spaces ?? {});
  }
  return [];
}
