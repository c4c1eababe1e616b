/** Frames are made whole again from what changed since the frame before. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, edited, film, FrameStream } from "../../src/mousehole/web/static/wire/frames.js";
import { whole } from "../../src/mousehole/web/static/board/scene.js";

const spot = (key, x) => ({ key, x, y: 0, w: 1, h: 1 });
const scene = (...spots) => ({ size: [3, 2], prompt: "Roll.", spots, pieces: [], panels: [] });
const change = (spots) => ({ prompt: "Choose.", spots });
const key = (entry) => ({ entry, ply: entry, scene: scene(spot("a", entry)), turn: { kind: "over" } });
const next = (entry) => ({
  entry,
  ply: entry,
  change: change({ cut: [0], at: [0], put: [spot("a", entry)] }),
  turn: { kind: "over" },
});

test("a list loses what is cut and gains what is put, in its place", () => {
  const list = ["a", "b", "c", "d"].map((name) => ({ key: name }));
  const after = edited(list, { cut: [1, 3], at: [0, 2], put: [{ key: "x" }, { key: "y" }] });
  assert.deepEqual(after.map((thing) => thing.key), ["x", "a", "y", "c"]);
  assert.equal(edited(list, undefined), list);
});

test("a thing gets new fields, null is what is usual, and lists in it are edited", () => {
  const before = [{ key: "a", glow: "path" }, { key: "b", rows: [{ label: "1" }, { label: "2" }] }];
  const rows = { on: [1], set: [{ label: "3" }], cut: [0] };
  const after = edited(before, { on: [0, 1], set: [{ glow: null }, { rows }] }, { glow: "" });
  assert.deepEqual(after, [{ key: "a", glow: "" }, { key: "b", rows: [{ label: "3" }] }]);
  assert.equal(before[1].rows.length, 2);
});

test("a changed scene has the same parts as a whole one, and keeps what stayed", () => {
  const before = whole(scene(spot("a", 1), spot("b", 2)));
  const after = changed(before, change({ cut: [1], at: [1], put: [spot("b", 3)] }));
  assert.equal(after.spots[0], before.spots[0]);
  const plain = whole({ ...scene(spot("a", 1), spot("b", 3)), prompt: "Choose." });
  assert.equal(JSON.stringify(after), JSON.stringify(plain));
});

test("a film begins with a whole frame and goes on with changes", () => {
  assert.deepEqual(film([key(1), next(2), next(3)]).map((frame) => frame.scene.spots[0].x), [1, 2, 3]);
});

test("a stream leaves out what is known, and begins anew where something is missing", () => {
  let missed = 0;
  const stream = new FrameStream(() => (missed += 1)), entries = (frames) => frames.map(({ entry }) => entry);
  assert.equal(stream.known, null);
  assert.deepEqual(entries(stream.begin(key(4))), [4]);
  assert.deepEqual(entries(stream.take([key(3), next(5), next(6)])), [5, 6]);
  assert.deepEqual(entries(stream.take([key(9)])), [9]);
  assert.deepEqual([entries(stream.take([next(11), next(12)])), missed, stream.known], [[], 1, null]);
  assert.deepEqual(entries(stream.begin(key(12))), [12]);
});

test("whoever missed nothing goes on from the server's scene", () => {
  const stream = new FrameStream(() => assert.fail());
  stream.begin(key(4));
  stream.agree({ ...key(4), scene: scene(spot("a", 7)) });
  stream.agree(key(3));
  assert.equal(stream.newest.scene.spots[0].x, 7);
});
