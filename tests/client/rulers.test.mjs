/** Letters and numbers stand along boards whose squares are named like squares. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { rulers } from "../../src/mousehole/web/static/board/rulers.js";

const spot = (key, x, y) => ({ key, x, y, w: 1, h: 1 });
const board = () => ["a1", "b1", "a2", "b2"].map((key) => spot(key, key < "b" ? 1.5 : 2.5, key.endsWith("1") ? 3 : 4));

test("columns are named above the board, rows beside it", () => {
  const labels = rulers([spot("tray", 9, 9), ...board()]);
  assert.deepEqual(labels.map(({ text }) => text), ["a", "b", "1", "2"]);
  assert.deepEqual(labels.map(({ x, y }) => [x, y]), [[1.5, 2.35], [2.5, 2.35], [0.85, 3], [0.85, 4]]);
});

test("spaces that do not stand in columns and rows have no rulers, nor have a few", () => {
  assert.deepEqual(rulers([...board(), spot("c1", 4, 3.4)]), []);
  assert.deepEqual(rulers(board().slice(1)), []);
});
