/** Tiles that people draw: spaces with their neighbours, lines, walls and names, as edits of the table of a side. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { changed } from "../../src/mousehole/web/static/workshop/pack.js";
import * as tile from "../../src/mousehole/web/static/workshop/tile.js";

const square = () => ({
  name: "Square",
  words: "",
  tile: "s",
  spaces: { a1: { x: 0, y: 0 }, b1: { x: 1.2, y: 0 }, a2: { x: 0, y: 1.2 }, b2: { x: 1.2, y: 1.2 } },
  paths: [["a1", "b1", "b2", "a2"]],
  entries: ["b2"],
  lines: [{ between: ["a1", "b1"], kind: "yellow", up: "b1" }],
  exits: [{ colour: "gold", edge: "east", near: ["b1", "b2"] }],
  tokens: [{ token: "mousetrap", at: "b1" }],
});
const after = (side, steps) => steps.reduce((now, { path, value }) => changed(now, path, value), side);

test("a new space joins those around it, and is called as its row and column are", () => {
  const { name, steps } = tile.addedSpace(square(), 2.4, 0.1, true);
  const side = after(square(), steps);
  assert.equal(name, "c1");
  assert.deepEqual(tile.neighbours(side, "c1"), ["b1"]);
  assert.deepEqual(tile.suggestions(side, "c1"), ["b2"]);
});

test("two spaces are joined and parted, and a line between them goes with the path", () => {
  const joined = after(square(), tile.toggledPath(square(), "a1", "a2"));
  assert.ok(tile.adjoins(joined, "a1", "a2"));
  const parted = after(square(), tile.toggledPath(square(), "a1", "b1"));
  assert.ok(!tile.adjoins(parted, "a1", "b1") && tile.adjoins(parted, "b2", "a2"));
  assert.equal(parted.lines, undefined);
});

test("a line turns from none to yellow, the other way, red, and none", () => {
  let side = { ...square(), lines: undefined };
  const seen = [];
  for (let n = 0; n < 4; n += 1) {
    side = after(side, tile.turnedLine(side, "a1", "b1"));
    seen.push(side.lines?.map(({ kind, up }) => `${kind} ${up ?? ""}`.trim()).join() ?? "none");
  }
  assert.deepEqual(seen, ["yellow b1", "yellow a1", "red", "none"]);
});

test("what is taken away or renamed is so wherever the side names it", () => {
  const gone = after(square(), tile.removed(square(), "b1"));
  assert.deepEqual(gone.paths, [["b2", "a2"]]);
  assert.deepEqual(gone.exits, [{ colour: "gold", edge: "east", near: ["b2"] }]);
  assert.deepEqual([gone.lines, gone.tokens, Object.keys(gone.spaces)], [undefined, undefined, ["a1", "a2", "b2"]]);
  const other = after(square(), tile.renamed(square(), "b1", "nook"));
  assert.deepEqual(other.paths, [["a1", "nook", "b2", "a2"]]);
  assert.deepEqual([other.lines[0].up, other.tokens[0].at], ["nook", "nook"]);
});

test("walls, doors, entries and things come and go with a second press", () => {
  const ways = [
    (side) => tile.toggledWall(side, "a1", "b1"),
    (side) => tile.toggledDoor(side, "blue", "west", "a1"),
    (side) => tile.toggledName(side, "flips", "a2"),
    (side) => tile.toggledToken(side, "mousetrap", "a2"),
  ];
  for (const way of ways) {
    const once = after(square(), way(square()));
    assert.notDeepEqual(once, square());
    assert.deepEqual(after(once, way(once)), square());
  }
});

test("a mirror finds the space on the other side", () => {
  const side = { ...square(), spaces: { ...square().spaces, e1: { x: 4, y: 0 } } };
  assert.equal(tile.twin(side, "a1", "sides"), "e1");
  assert.equal(tile.twin(side, "a1", ""), "");
  assert.equal(tile.nearestEdge(side, "a1"), "west");
});

test("a grid of spaces is joined in rows and columns", () => {
  const { spaces, paths } = tile.gridOf(4, 3);
  assert.equal(Object.keys(spaces).length, 12);
  assert.equal(tile.pairs({ ...square(), spaces, paths }).length, 17);
});
