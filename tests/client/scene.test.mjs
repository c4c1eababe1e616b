/** Scenes are made whole again, and their pieces are recognised in the next one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { wholeFrame } from "../../src/mousehole/web/static/wire/frames.js";
import { distance, pairs, whole } from "../../src/mousehole/web/static/board/scene.js";

const at = { w: 1, h: 1, y: 0 };
const die = (key, x, sprite, pool = "die") => ({ key, x, ...at, on: "tray", sprite, pool });
const paired = (before, after) => [...pairs(before, after).found].map(([key, old]) => [key, old.key]).sort();

test("a piece is itself by its key, and a die any other of its pool with the same face", () => {
  const before = [die("die-0", 0, "bread"), die("die-1", 1, "fish"), die("cat", 5, "cat", "")];
  const laid = [die("die-a1", 9, "bread"), die("die-0", 0, "fish"), die("new", 1, "x")];
  const after = [...laid, die("cat", 6, "cat-near", "")];
  assert.deepEqual(paired(before, after), [["cat", "cat"], ["die-0", "die-1"], ["die-a1", "die-0"]]);
  assert.deepEqual(pairs(before, after).leaving, []);
});

test("of several dice with the same face the nearest one moves", () => {
  const before = [die("far", 9, "bread"), die("near", 2, "bread")];
  assert.deepEqual(paired(before, [die("laid", 1, "bread")]), [["laid", "near"]]);
  assert.deepEqual(pairs(before, [die("laid", 1, "bread")]).leaving, [before[0]]);
});

test("a die that shows another face without leaving its place is still the same die", () => {
  assert.deepEqual(paired([die("die-0", 0, "bread")], [die("die-0", 0, "fish")]), [["die-0", "die-0"]]);
});

test("what the wire leaves out is filled in", () => {
  const sent = {
    size: [3, 2],
    prompt: "Roll.",
    spots: [{ key: "a1", x: 0, ...at }],
    pieces: [{ key: "cat", on: "a1", x: 0, ...at, motion: "hop" }],
    panels: [],
  };
  const scene = whole(sent), { spots: [spot], pieces: [piece] } = scene;
  assert.deepEqual([scene.offers, scene.zones, scene.throw, scene.backdrop], [[], [], null, ""]);
  assert.deepEqual([spot.label, spot.turn, spot.glow], ["", 0, ""]);
  assert.deepEqual([piece.motion, piece.enter, piece.leave, piece.mirror], ["hop", "pop", "vanish", false]);
  assert.deepEqual(wholeFrame({ ply: 3, scene: sent }), { ply: 3, scene });
  assert.equal("offers" in sent, false);
});

test("distance is as the crow flies", () => {
  assert.equal(distance({ x: 0, y: 0 }, { x: 3, y: 4 }), 5);
});
