/** What new things begin as: as little as can be played. */

import { gridOf } from "./tile.js";
import { say } from "../ui/words.js";

/** @import { Edit, Table } from "./pack.js" */
/**
 * @typedef {{ files: Record<string, Table>, base: Record<string, Table> }} Known the pack, and what the game brings
 */

/** The kinds of things in the order in which one needs them. @returns {[string, string, string][]} file, many, one */
export function kindsOfThings() {
  return [
    ["chapters", say("Chapters"), say("New chapter")],
    ["tiles", say("Tiles"), say("New tile")],
    ["minions", say("Minions"), say("New minion")],
    ["encounters", say("Encounter cards"), say("New encounter card")],
    ["tokens", say("Things on the board"), say("New thing")],
    ["items", say("Cards for mice"), say("New card")],
    ["conditions", say("Conditions"), say("New condition")],
    ["terrain", say("Grounds"), say("New ground")],
    ["speakers", say("Who speaks"), say("New voice")],
    ["heroes", say("Heroes"), say("New hero")],
    ["abilities", say("Abilities"), say("New ability")],
  ];
}

/** How a new thing of a kind may begin, besides as a copy. @param {string} file @returns {[string, string][]} */
export function starts(file) {
  return file === "tiles"
    ? [
        ["", say("empty")],
        ["+4x3", say("twelve spaces in rows")],
        ["+5x4", say("twenty spaces in rows")],
      ]
    : [["", say("blank")]];
}

/**
 * The edits that add a thing.
 * @param {string} file @param {string} id @param {string} name @param {string} start @param {Known} known
 * @returns {Edit[]}
 */
export function begun(file, id, name, start, known) {
  const like = known.files[file]?.[start] ?? known.base[file]?.[start];
  const table = like ? { ...structuredClone(like), name } : blank(file, id, name, start, known);
  if (file === "tiles" && like) table.tile = tileName(id);
  if (like && known.base[file]?.[start] && "looks" in blank(file, id, name, "", known))
    table.looks = like.looks || start;
  const added = [{ file, path: [id], value: table }];
  return file === "chapters" ? [...added, ...inCampaign(id, known)] : added;
}

/** @param {string} id @param {Known} known @returns {Edit[]} */
function inCampaign(id, { files }) {
  const chapters = files.campaign?.chapters ?? [];
  const name = files.campaign?.name ? [] : [{ file: "campaign", path: ["name"], value: say("My adventure") }];
  return [...name, { file: "campaign", path: ["chapters"], value: [...chapters, id] }];
}

/** The tile of a side: two sides of one tile differ in their last letter. @param {string} id */
function tileName(id) {
  return /^.+[ab]$/.test(id) ? id.slice(0, -1) : `${id}_tile`;
}

/**
 * @param {string} file @param {string} id @param {string} name @param {string} start @param {Known} known
 * @returns {Table}
 */
function blank(file, id, name, start, known) {
  const words = "";
  const [columns, rows] = start.startsWith("+") ? start.slice(1).split("x").map(Number) : [0, 0];
  const drawn = columns ? gridOf(columns, rows) : { spaces: {}, paths: [] };
  const corners = Object.keys(drawn.spaces);
  /** @type {Record<string, () => Table>} */
  const ways = {
    tiles: () => ({
      name,
      words,
      tile: tileName(id),
      paths: drawn.paths,
      entries: corners.slice(-1),
      spaces: drawn.spaces,
    }),
    minions: () => ({
      name,
      words,
      kinds: [id],
      size: "small",
      attack: "melee",
      most: 4,
      looks:
        "rat_warrior" in (known.base.minions ?? {}) ? "rat_warrior" : (Object.keys(known.base.minions ?? {})[0] ?? ""),
      cards: [{ battle: 2, defence: 1 }],
    }),
    encounters: () => ({ name, bands: [{ minions: some(known) }], surge: { minions: some(known) } }),
    tokens: () => ({ name, words, kind: "feature", looks: "flower" in (known.base.tokens ?? {}) ? "flower" : "" }),
    items: () => ({ name, words, kind: "search", looks: Object.keys(known.base.items ?? {})[0] ?? "" }),
    conditions: () => ({ name, words, negative: true, looks: Object.keys(known.base.conditions ?? {})[0] ?? "" }),
    terrain: () => ({ name, words, enter: "free", looks: "floor" }),
    speakers: () => ({ name, looks: Object.keys(known.base.minions ?? {})[0] ?? "" }),
    chapters: () => chapter(name, known),
  };
  return ways[file]?.() ?? { name };
}

/** @param {Known} known */
function some({ files, base }) {
  const [first] = [...Object.keys(files.minions ?? {}), ...Object.keys(base.minions ?? {})];
  return first ? { [first]: 2 } : {};
}

/** A chapter of one tile that is won by walking to its far end. @param {string} name @param {Known} known */
function chapter(name, { files, base }) {
  const [side, table] = [...Object.entries(files.tiles ?? {}), ...Object.entries(base.tiles ?? {})][0] ?? ["", {}];
  const spaces = Object.keys(table.spaces ?? {}).filter((one) => !table.spaces[one].terrain);
  const cards = Object.keys(files.encounters ?? {}),
    deck = cards.length ? cards : Object.keys(base.encounters ?? {}).slice(0, 6);
  const boss = Object.entries(files.minions ?? {}).find(([, minion]) => minion.boss)?.[0];
  return {
    name,
    intro: "",
    victory: "",
    defeat: "",
    party: 2,
    tiles: [{ tile: table.tile ?? "", up: side, at: [0, 0] }],
    start: { side, spaces: spaces.slice(0, 2) },
    end_page: 5,
    cheese: 1,
    encounters: deck,
    goal: { words: "", ...(boss ? { defeated: [boss] } : {}), side },
  };
}
