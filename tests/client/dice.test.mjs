/** Real dice are told face by face, in any order. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextFaces, outcomeOf } from "../../src/mousehole/web/static/table/dice.js";

const DICE = [[0, 0], [0, 1], [1, 2]]; // a roll of two that never shows 2 twice, nor 0 with 2

test("only faces that lead to an outcome can be told next", () => {
  assert.deepEqual([...nextFaces(DICE, [])].sort(), [0, 1, 2]);
  assert.deepEqual([...nextFaces(DICE, [2])], [1]);
  assert.deepEqual([...nextFaces(DICE, [0])].sort(), [0, 1]);
  assert.deepEqual([...nextFaces(DICE, [2, 2])], []);
});

test("the faces of a roll make its outcome in any order, and no sooner than all are told", () => {
  assert.deepEqual([[0], [0, 0], [1, 0], [2, 1], [2, 2]].map((taken) => outcomeOf(DICE, taken)), [
    undefined,
    0,
    1,
    2,
    undefined,
  ]);
});
