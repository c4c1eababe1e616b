/** Tile sides as one draws them: changes to the table of a side, as edits below it. Knows no page. */

/** @import { Path } from "./pack.js" */
/** @typedef {{ x: number, y: number, terrain?: string, current?: string, size?: number }} Space */
/** @typedef {{ between: [string, string], kind: "red" | "yellow", up?: string, gecko?: boolean }} Seam */
/** @typedef {{ colour: string, edge: string, near: string[] }} Exit */
/** @typedef {{ token: string, at: string }} Lying */
/**
 * @typedef {object} Side
 * @property {string} name
 * @property {string} words
 * @property {string} tile
 * @property {Record<string, Space>} spaces
 * @property {string[][]} paths
 * @property {string[]} [entries]
 * @property {Seam[]} [lines]
 * @property {number[][]} [walls]
 * @property {Exit[]} [exits]
 * @property {string[]} [flips]
 * @property {{ kind: string, near: string[], leads: string, arrive: string[] }[]} [points]
 * @property {Lying[]} [tokens]
 * @property {string[][]} [lanes]
 * @property {string} [arrow]
 * @property {string} [looks]
 */
/** @typedef {{ path: Path, value: unknown }} Step an edit below the table of a side */
/** @typedef {"" | "sides" | "ends"} Symmetry */

export const NEAR = 1.45; // spaces that are nearer become neighbours
const SUGGEST = 1.95; // and up to here they are proposed
const SAME = 0.15; // spaces that near are taken for one another's mirror image

/** All neighbours as pairs. @param {Side} side @returns {[string, string][]} */
export function pairs(side) {
  /** @type {Map<string, [string, string]>} */
  const found = new Map();
  for (const chain of side.paths ?? []) {
    for (const [n, name] of chain.slice(1).entries()) found.set([chain[n], name].sort().join(" "), [chain[n], name]);
  }
  return [...found.values()].filter(([a, b]) => side.spaces[a] && side.spaces[b]);
}

/** @param {Side} side @param {string} a @param {string} b */
export function adjoins(side, a, b) {
  return pairs(side).some((pair) => pair.includes(a) && pair.includes(b) && a !== b);
}

/** @param {Side} side @param {string} name */
export function neighbours(side, name) {
  return pairs(side)
    .filter((pair) => pair.includes(name))
    .map(([a, b]) => (a === name ? b : a));
}

/** @param {Space} a @param {Space} b */
export function apart(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Spaces that look like neighbours and are none. @param {Side} side @param {string} name */
export function suggestions(side, name) {
  const here = side.spaces[name],
    known = neighbours(side, name);
  return Object.entries(side.spaces)
    .filter(([other, space]) => other !== name && !known.includes(other) && apart(here, space) < SUGGEST)
    .map(([other]) => other);
}

/**
 * Join two spaces: a chain that ends at one of them grows.
 * @param {string[][]} paths @param {string} a @param {string} b
 */
export function joined(paths, a, b) {
  const grown = paths.findIndex((chain) => chain.at(-1) === a || chain.at(-1) === b);
  if (grown < 0) return [...paths, [a, b]];
  return paths.map((chain, n) => (n === grown ? [...chain, chain.at(-1) === a ? b : a] : chain));
}

/** Part two spaces: chains break between them. @param {string[][]} paths @param {string} a @param {string} b */
export function parted(paths, a, b) {
  return paths.flatMap((chain) => {
    /** @type {string[][]} */
    const parts = [[]];
    for (const [n, name] of chain.entries()) {
      const before = chain[n - 1];
      if ((before === a && name === b) || (before === b && name === a)) parts.push([]);
      /** @type {string[]} */ (parts.at(-1)).push(name);
    }
    return parts.filter((part) => part.length > 1);
  });
}

/**
 * Join what is apart, and part what is joined, with the lines between.
 * @param {Side} side @param {string} a @param {string} b @returns {Step[]}
 */
export function toggledPath(side, a, b) {
  if (!adjoins(side, a, b)) return [{ path: ["paths"], value: joined(side.paths ?? [], a, b) }];
  const lines = (side.lines ?? []).filter(({ between }) => !(between.includes(a) && between.includes(b)));
  const steps = [{ path: ["paths"], value: /** @type {unknown} */ (parted(side.paths, a, b)) }];
  return lines.length === (side.lines ?? []).length ? steps : [...steps, listed("lines", lines)];
}

/**
 * No line, a yellow one up, a yellow one down, a red one, and round again.
 * @param {Side} side @param {string} a @param {string} b @returns {Step[]}
 */
export function turnedLine(side, a, b) {
  const lines = side.lines ?? [],
    n = lines.findIndex(({ between }) => between.includes(a) && between.includes(b));
  const between = /** @type {[string, string]} */ (n < 0 ? [a, b] : lines[n].between);
  const [one, other] = between;
  if (n < 0) {
    const first = { between, kind: "yellow", up: b };
    const path = adjoins(side, a, b) ? [] : toggledPath(side, a, b);
    return [...path, listed("lines", [...lines, first])];
  }
  const { kind, up } = lines[n],
    flipped = up === b;
  if (kind === "red")
    return [
      listed(
        "lines",
        lines.filter((_, m) => m !== n),
      ),
    ];
  const next = flipped ? { between, kind: "yellow", up: up === one ? other : one } : { between, kind: "red" };
  return [
    listed(
      "lines",
      lines.map((line, m) => (m === n ? next : line)),
    ),
  ];
}

/**
 * Put a wall across the way between two spaces, or take it away.
 * @param {Side} side @param {string} a @param {string} b @returns {Step[]}
 */
export function toggledWall(side, a, b) {
  const wall = across(side.spaces[a], side.spaces[b]),
    walls = side.walls ?? [];
  const left = walls.filter((one) => one.some((value, n) => Math.abs(value - wall[n]) > 0.06));
  return [listed("walls", left.length < walls.length ? left : [...walls, wall])];
}

/** @param {Space} a @param {Space} b */
function across(a, b) {
  const x = (a.x + b.x) / 2,
    y = (a.y + b.y) / 2,
    long = apart(a, b) || 1;
  const dx = (-(b.y - a.y) / long) * 0.55,
    dy = ((b.x - a.x) / long) * 0.55;
  const [first, second] = [
    [x - dx, y - dy],
    [x + dx, y + dy],
  ].sort(([p, q], [r, s]) => p - r || q - s);
  return [...first, ...second].map(tidy);
}

/**
 * Add a name to a list of the side, or take it out.
 * @param {Side} side @param {"entries" | "flips"} list @param {string} name @returns {Step[]}
 */
export function toggledName(side, list, name) {
  const known = side[list] ?? [];
  return [listed(list, toggled(known, name), list === "entries")];
}

/**
 * Open a door of a colour beside a space, or close it.
 * @param {Side} side @param {string} colour @param {string} edge @param {string} name @returns {Step[]}
 */
export function toggledDoor(side, colour, edge, name) {
  const exits = side.exits ?? [],
    n = exits.findIndex((one) => one.colour === colour && one.edge === edge);
  if (n < 0) return [listed("exits", [...exits, { colour, edge, near: [name] }])];
  const near = toggled(exits[n].near, name);
  return [
    listed(
      "exits",
      exits.map((one, m) => (m === n ? { ...one, near } : one)).filter((one) => one.near.length),
    ),
  ];
}

/**
 * Lay a token on a space, or take it away.
 * @param {Side} side @param {string} token @param {string} name @returns {Step[]}
 */
export function toggledToken(side, token, name) {
  const known = side.tokens ?? [],
    left = known.filter((one) => one.token !== token || one.at !== name);
  return [listed("tokens", left.length < known.length ? left : [...known, { token, at: name }])];
}

/** Make a space of something. @param {string} name @param {string} terrain @returns {Step[]} */
export function painted(name, terrain) {
  return [{ path: ["spaces", name, "terrain"], value: terrain === "floor" ? null : terrain }];
}

/** Which edge a space is nearest to. @param {Side} side @param {string} name */
export function nearestEdge(side, name) {
  const { x, y } = side.spaces[name],
    [left, top, right, bottom] = extent(side);
  const ways = /** @type {[string, number][]} */ ([
    ["west", x - left],
    ["east", right - x],
    ["north", y - top],
    ["south", bottom - y],
  ]);
  return ways.reduce((best, way) => (way[1] < best[1] ? way : best))[0];
}

/** The outermost centres: left, top, right, bottom. @param {Side} side */
export function extent(side) {
  const spaces = Object.values(side.spaces ?? {});
  const xs = spaces.map(({ x }) => x),
    ys = spaces.map(({ y }) => y);
  return xs.length ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] : [0, 0, 4, 3];
}

/**
 * A free name for a space: a letter for its column and a number for its row, as its neighbours have them.
 * @param {Side} side @param {number} x @param {number} y
 */
export function spaceName(side, x, y) {
  const known = Object.entries(side.spaces).filter(([name]) => /^[a-z]\d+$/.test(name));
  const columns = known.map(([name, space]) => [space.x, name.charCodeAt(0) - 96]);
  const rows = known.map(([name, space]) => [space.y, Number(name.slice(1))]);
  const letter = String.fromCharCode(96 + Math.min(26, rank(columns, x)));
  let row = rank(rows, y);
  while (`${letter}${row}` in side.spaces) row += 1;
  return `${letter}${row}`;
}

/**
 * Which row or column a place is in, counted from 1.
 * @param {number[][]} known places and their ranks @param {number} here
 */
function rank(known, here) {
  const same = known.find(([place]) => Math.abs(place - here) < 0.45);
  const before = known.filter(([place]) => place < here).map(([, n]) => n);
  return same ? same[1] : Math.max(0, ...before) + 1;
}

/**
 * Add a space, joined to those around it if wished.
 * @param {Side} side @param {number} x @param {number} y @param {boolean} join
 * @returns {{ name: string, steps: Step[] }}
 */
export function addedSpace(side, x, y, join) {
  const name = spaceName(side, x, y),
    space = { x: tidy(x), y: tidy(y) };
  /** @type {Step[]} */
  const steps = [{ path: ["spaces", name], value: space }];
  const near = Object.keys(side.spaces).filter((other) => join && apart(side.spaces[other], space) < NEAR);
  const paths = near.reduce((chains, other) => joined(chains, other, name), side.paths ?? []);
  if (near.length) steps.push({ path: ["paths"], value: paths });
  return { name, steps };
}

/** @param {string} name @param {number} x @param {number} y @returns {Step[]} */
export function moved(name, x, y) {
  return [
    { path: ["spaces", name, "x"], value: tidy(x) },
    { path: ["spaces", name, "y"], value: tidy(y) },
  ];
}

/** Take a space away, and everything that names it. @param {Side} side @param {string} name @returns {Step[]} */
export function removed(side, name) {
  return [{ path: ["spaces", name], value: null }, ...mentions(side, (other) => (other === name ? null : other))];
}

/**
 * Call a space something else, wherever the side names it.
 * @param {Side} side @param {string} name @param {string} next @returns {Step[]}
 */
export function renamed(side, name, next) {
  const rename = (/** @type {string} */ other) => (other === name ? next : other);
  return [
    { path: ["spaces", next], value: side.spaces[name] },
    { path: ["spaces", name], value: null },
    ...mentions(side, rename),
  ];
}

/**
 * The steps that change every name of a space outside `spaces`; null takes it out.
 * @param {Side} side @param {(name: string) => string | null} called @returns {Step[]}
 */
function mentions(side, called) {
  /** @param {string[]} names */
  const all = (names) => names.map(called).filter((name) => name !== null);
  const gone = (/** @type {string} */ name) => called(name) === null;
  /** @type {Record<string, unknown[]>} */
  const next = {
    paths: (side.paths ?? []).flatMap((chain) => split(chain, gone)).map(all),
    entries: all(side.entries ?? []),
    flips: all(side.flips ?? []),
    lines: (side.lines ?? [])
      .filter(({ between }) => !between.some(gone))
      .map((line) => ({
        ...line,
        between: all(line.between),
        ...(line.up ? { up: called(line.up) } : {}),
      })),
    exits: (side.exits ?? []).map((one) => ({ ...one, near: all(one.near) })).filter(({ near }) => near.length),
    points: (side.points ?? []).map((one) => ({ ...one, near: all(one.near) })).filter(({ near }) => near.length),
    tokens: (side.tokens ?? []).filter((one) => !gone(one.at)).map((one) => ({ ...one, at: called(one.at) })),
    lanes: (side.lanes ?? []).flatMap((chain) => split(chain, gone)).map(all),
  };
  const table = /** @type {Record<string, any>} */ (side);
  return Object.entries(next)
    .filter(([key, value]) => JSON.stringify(table[key] ?? []) !== JSON.stringify(value))
    .map(([key, value]) => listed(key, value, key === "entries" || key === "paths"));
}

/** Break a chain where a name is gone. @param {string[]} chain @param {(name: string) => boolean} gone */
function split(chain, gone) {
  /** @type {string[][]} */
  const parts = [[]];
  for (const name of chain) {
    if (gone(name)) parts.push([]);
    else /** @type {string[]} */ (parts.at(-1)).push(name);
  }
  return parts.filter((part) => part.length > 1);
}

/** The space that mirrors another one. @param {Side} side @param {string} name @param {Symmetry} symmetry */
export function twin(side, name, symmetry) {
  const [x, y] = mirrored(side, side.spaces[name], symmetry);
  const found = Object.entries(side.spaces).find(([other, space]) => other !== name && apart(space, { x, y }) < SAME);
  return symmetry && found ? found[0] : "";
}

/**
 * Where the mirror image of a place is.
 * @param {Side} side @param {{ x: number, y: number }} place @param {Symmetry} symmetry
 */
export function mirrored(side, { x, y }, symmetry) {
  const [left, top, right, bottom] = extent(side);
  const wide = Math.max(right, 4) + Math.min(left, 0),
    high = Math.max(bottom, 3) + Math.min(top, 0);
  return [symmetry === "sides" ? wide - x : x, symmetry === "ends" ? high - y : y].map(tidy);
}

/**
 * A whole tile of spaces in rows and columns, all joined.
 * @param {number} columns @param {number} rows @param {number} pitch
 */
export function gridOf(columns, rows, pitch = 1.2) {
  const name = (/** @type {number} */ column, /** @type {number} */ row) => `${"abcdefgh"[column]}${row + 1}`;
  const across_ = [...Array(rows).keys()].map((row) => [...Array(columns).keys()].map((column) => name(column, row)));
  const down = [...Array(columns).keys()].map((column) => [...Array(rows).keys()].map((row) => name(column, row)));
  const places = across_.flatMap((line, row) =>
    line.map((one, column) => [one, { x: tidy(column * pitch), y: tidy(row * pitch) }]),
  );
  return { spaces: Object.fromEntries(places), paths: [...across_, ...down] };
}

/**
 * A list as a step; an empty one is taken away, unless the side must have it.
 * @param {string} key @param {unknown[]} value @param {boolean} [needed] @returns {Step}
 */
function listed(key, value, needed = false) {
  return { path: [key], value: value.length || needed ? value : null };
}

/** @param {string[]} names @param {string} name */
function toggled(names, name) {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name];
}

/** @param {number} value */
export function tidy(value) {
  return Math.round(value * 100) / 100;
}
