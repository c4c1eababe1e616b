/** The tiles of a chapter on a table one can push them about on, and the campaign as a row of chapters. */

import { choice } from "./fields.js";
import { extent, pairs } from "./tile.js";
import { art, shape, stretch, use } from "./drawn.js";
import { make } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { Choices } from "./fields.js" */
/** @import { Side } from "./tile.js" */
/** @typedef {{ tile: string, up: string, at: [number, number] }} Placement */
/**
 * @typedef {object} MapAround
 * @property {(tiles: Placement[], label: string) => void} change
 * @property {() => Choices} sides
 * @property {(side: string) => Side | undefined} side
 * @property {(kind: string, name: string) => string} picture
 */

export class ChapterMap {
  /** @param {MapAround} around */
  constructor(around) {
    this.around = around;
    /** @type {Placement[]} */
    this.tiles = [];
    this.picked = -1;
    this.grid = make("div", { class: "map-grid", role: "group", "aria-label": say("How the tiles lie") });
    this.which = choice(say("Tile to lay"), []);
    this.status = make("p", {
      class: "drawing-status",
      role: "status",
      text: say(
        "Press an empty place to lay a tile. Drag a tile, or move it with the arrow keys; Delete takes it away.",
      ),
    });
    this.element = make(
      "section",
      { class: "chapter-map", "aria-label": say("How the tiles lie") },
      this.which.element,
      this.grid,
      this.status,
    );
    this.grid.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {Placement[]} tiles */
  show(tiles) {
    this.tiles = tiles ?? [];
    this.which.offer(this.around.sides());
    this.draw();
  }

  draw() {
    const held =
      document.activeElement instanceof HTMLElement && this.grid.contains(document.activeElement)
        ? document.activeElement.dataset.cell
        : "";
    const xs = this.tiles.map(({ at: [x] }) => x),
      ys = this.tiles.map(({ at: [, y] }) => y);
    const [left, right] = [Math.min(0, ...xs) - 1, Math.max(0, ...xs) + 1],
      [top, bottom] = [Math.min(0, ...ys) - 1, Math.max(0, ...ys) + 1];
    this.grid.style.setProperty("--columns", String(right - left + 1));
    const cells = [];
    for (let y = top; y <= bottom; y += 1) for (let x = left; x <= right; x += 1) cells.push(this.cell(x, y));
    this.grid.replaceChildren(...cells);
    if (held) this.focus(held);
  }

  /** @param {string} cell */
  focus(cell) {
    /** @type {HTMLElement | null} */ (this.grid.querySelector(`[data-cell="${cell}"]`))?.focus();
  }

  /** @param {number} x @param {number} y */
  cell(x, y) {
    const n = this.tiles.findIndex(({ at }) => at[0] === x && at[1] === y),
      laid = this.tiles[n];
    const drop = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      this.move(Number(event.dataTransfer?.getData("text/plain")), x, y);
    };
    const shared = {
      type: "button",
      "data-cell": `${x},${y}`,
      ondragover: (/** @type {Event} */ event) => event.preventDefault(),
      ondrop: drop,
    };
    if (!laid) {
      return make("button", {
        ...shared,
        class: "map-cell",
        "aria-label": say("Lay a tile here: column {x}, row {y}", { x, y }),
        onclick: () => this.lay(x, y),
      });
    }
    const side = this.around.side(laid.up);
    const start = (/** @type {DragEvent} */ event) => event.dataTransfer?.setData("text/plain", String(n));
    return make(
      "button",
      {
        ...shared,
        class: "map-cell laid",
        draggable: "true",
        ondragstart: start,
        "aria-label": say("{tile}: column {x}, row {y}", { tile: side?.name ?? laid.up, x, y }),
      },
      side ? miniature(side, laid.up, this.around.picture) : null,
      make("span", { class: "map-name", text: side?.name ?? laid.up }),
    );
  }

  /** @param {number} x @param {number} y */
  lay(x, y) {
    const up = this.which.select.value,
      side = this.around.side(up);
    if (!side) return;
    const tile = side.tile;
    const rest = this.tiles.filter((one) => one.tile !== tile);
    this.change([...rest, { tile, up, at: [x, y] }], say("{tile} is laid", { tile: side.name }), `${x},${y}`);
  }

  /** @param {number} n @param {number} x @param {number} y */
  move(n, x, y) {
    const laid = this.tiles[n];
    if (!laid) return;
    const other = this.tiles.findIndex(({ at }) => at[0] === x && at[1] === y);
    const next = this.tiles.map((one, m) =>
      m === n ? { ...one, at: /** @type {[number, number]} */ ([x, y]) } : m === other ? { ...one, at: laid.at } : one,
    );
    this.change(next, say("{tile} is moved", { tile: this.around.side(laid.up)?.name ?? laid.up }), `${x},${y}`);
  }

  /** @param {Placement[]} tiles @param {string} label @param {string} cell */
  change(tiles, label, cell) {
    this.tiles = tiles;
    this.status.textContent = label;
    this.around.change(tiles, label);
    this.draw();
    this.focus(cell);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const ways = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    });
    const cell = event.target instanceof HTMLElement ? (event.target.dataset.cell ?? "") : "";
    const [x, y] = cell.split(",").map(Number),
      n = this.tiles.findIndex(({ at }) => at[0] === x && at[1] === y);
    if (n < 0) return;
    const way = ways[event.key];
    if (way) this.move(n, x + way[0], y + way[1]);
    else if (event.key === "Delete" && this.tiles.length > 1) {
      this.change(
        this.tiles.filter((_, m) => m !== n),
        say("The tile is taken away"),
        "0,0",
      );
    } else return;
    event.preventDefault();
  }
}

/**
 * A small picture of a side.
 * @param {Side} side @param {string} id @param {(kind: string, name: string) => string} picture
 */
export function miniature(side, id, picture) {
  const [left, top, right, bottom] = extent(side),
    x = left - 0.7,
    y = top - 0.7,
    w = right - left + 1.4,
    h = bottom - top + 1.4;
  const spaces = Object.values(side.spaces ?? {});
  const drawn = art("svg", { class: "miniature", viewBox: `${x} ${y} ${w} ${h}`, "aria-hidden": "true" });
  const roads = pairs({ ...side, spaces: side.spaces ?? {} }).map(([a, b]) => {
    const one = side.spaces[a],
      other = side.spaces[b];
    return stretch("mystics-path", [one.x, one.y, other.x, other.y], "path");
  });
  drawn.append(
    use(picture("tiles", id) || "mystics-tile", x + w / 2, y + h / 2, [w, h]),
    ...roads,
    ...spaces.map((one) =>
      use(picture("terrain", one.terrain ?? "floor") || "mystics-floor", one.x, one.y, [
        0.92 * (one.size ?? 1),
        0.92 * (one.size ?? 1),
      ]),
    ),
    shape("g", {}),
  );
  return drawn;
}

/**
 * The campaign: chapters in their order, and what each asks, gives and remembers.
 * @param {Record<string, any>} files @param {string[]} order
 * @param {{ open: (chapter: string) => void, move: (order: string[], label: string) => void }} around
 */
export function campaignRow(files, order, { open, move }) {
  const chapters = files.chapters ?? {},
    known = order.filter((name) => chapters[name]);
  /** @param {number} n @param {number} by */
  const swapped = (n, by) => known.map((name, m) => (m === n ? known[n + by] : m === n + by ? known[n] : name));
  const cards = known.map((name, n) => {
    const called = chapters[name].name || name;
    /** @param {number} by @param {string} sign @param {string} words */
    const shift = (by, sign, words) =>
      make("button", {
        type: "button",
        class: "form-away",
        text: sign,
        disabled: n + by < 0 || n + by >= known.length,
        "aria-label": words,
        onclick: () => move(swapped(n, by), words),
      });
    return make(
      "li",
      { class: "campaign-card" },
      make(
        "button",
        { type: "button", class: "campaign-open", onclick: () => open(name) },
        make("span", { class: "campaign-number", text: String(n + 1) }),
        called,
      ),
      make("ul", { class: "campaign-facts" }, ...remembered(files, name).map((text) => make("li", { text }))),
      make(
        "div",
        { class: "form-row" },
        shift(-1, "←", say("{chapter} comes earlier", { chapter: called })),
        shift(1, "→", say("{chapter} comes later", { chapter: called })),
      ),
    );
  });
  return make("ol", { class: "campaign-row", "aria-label": say("The campaign") }, ...cards);
}

/** What a chapter asks, gives, and looks back to. @param {Record<string, any>} files @param {string} name */
function remembered(files, name) {
  const chapter = files.chapters[name],
    found = [];
  for (const question of Object.values(chapter.questions ?? {}))
    found.push(say("asks: {question}", { question: question.name }));
  for (const token of new Set(mentioned(chapter, "award", "token")))
    found.push(say("gives: {token}", { token: files.campaign?.tokens?.[token] ?? token }));
  const back = [...new Set(answersIn(chapter))].filter((one) => !(one in (chapter.questions ?? {})));
  for (const question of back) {
    const asked = Object.values(files.chapters)
      .map((one) => one.questions?.[question]?.name)
      .find(Boolean);
    found.push(say("remembers: {question}", { question: asked ?? question }));
  }
  return found;
}

/** @param {any} value @param {string} verb @param {string} key @returns {string[]} */
function mentioned(value, verb, key) {
  if (!value || typeof value !== "object") return [];
  const own = value.verb === verb && value[key] ? [value[key]] : [];
  return [...own, ...Object.values(value).flatMap((one) => mentioned(one, verb, key))];
}

/** @param {any} value @returns {string[]} */
function answersIn(value) {
  if (!value || typeof value !== "object") return [];
  const own = Array.isArray(value.answers) ? value.answers.map((/** @type {string[]} */ [question]) => question) : [];
  return [...own, ...Object.values(value).flatMap(answersIn)];
}
