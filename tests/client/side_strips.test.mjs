/** Pictures in wide windows: strips become columns beside the rest, where that makes everything larger. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { wholeSpot } from "../../src/mousehole/web/static/board/scene.js";
import { arranged, seen, unfolded } from "../../src/mousehole/web/static/board/side_strips.js";

const at = (key, x, y, w = 1, h = 1) => wholeSpot({ key, x, y, w, h });
const SPOTS = [at("card", 3, 0.5), at("space", 2, 4), at("tray", 2.5, 10.5, 5, 1)];
const SCENE = { size: [8, 11], wings: [1, 2], spots: SPOTS, pieces: [], prompt: "", panels: [], offers: [], zones: [] };
const TALL = { width: 400, height: 800 }, WIDE = { width: 900, height: 600 };

test("a strip on top stands left, one at the bottom right, and long things lie on their side", () => {
  const { size, spots: [card, space, tray] } = unfolded(SCENE);
  assert.deepEqual(size, [11, 8]);
  assert.deepEqual([card.x, card.y, card.turn], [0.5, 3, 0]);
  assert.deepEqual([space.x, space.y], [3, 3]);
  assert.deepEqual([tray.x, tray.y, tray.turn], [10.5, 2.5, 90]);
});

test("what is no strip stands beside the rest as it is", () => {
  const shelf = at("shelf", 6, 9, 3, 1), party = { ...SCENE, size: [8, 13], wings: [0, 5], spots: [SPOTS[1], shelf] };
  const { size, spots: [space, moved] } = unfolded(party);
  assert.deepEqual(size, [16, 8]);
  assert.deepEqual([space.x, space.y], [2, 4]);
  assert.deepEqual([moved.x, moved.y, moved.turn], [14, 2.5, 0]);
});

test("what marks a thing on its side is as narrow and high as the thing is seen", () => {
  const { spots: [card, , tray] } = unfolded(SCENE);
  assert.deepEqual([seen(card), seen(tray), seen({ w: 5, h: 1, turn: 30 })], [[1, 1], [1, 5], [5, 1]]);
});

test("a window gets the picture that it shows larger", () => {
  assert.equal(arranged(SCENE, TALL), SCENE);
  assert.deepEqual(arranged(SCENE, WIDE).size, [11, 8]);
});

test("a picture without strips stays as it is", () => {
  const plain = { ...SCENE, wings: [0, 0] };
  assert.equal(arranged(plain, WIDE), plain);
});
