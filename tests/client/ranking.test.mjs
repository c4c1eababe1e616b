/** What choices are worth, in order and in figures. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { differing, figure, joined, levelled, ranked } from "../../src/mousehole/web/static/board/ranking.js";

const row = (action, chance, more = {}) => ({ action, chance, low: chance, high: chance, ...more });

test("the best comes first, and what is clearly worse comes last even where its figure is higher", () => {
  const rows = [row(0, 0.4), row(1, 0.7, { clear: true }), row(2, 0.6), row(3, 0.1, { clear: true })];
  assert.deepEqual(ranked(rows).map(({ action }) => action), [2, 0, 1, 3]);
  assert.equal(rows[0].action, 0);
});

test("choices worth the same for the same reason are one row", () => {
  const rows = [row(0, 0.5), row(1, 0.5), row(2, 0.5, { reason: "the cat" }), row(3, 0.4)];
  assert.deepEqual(joined(rows).map((group) => [group.row.action, group.more]), [[0, 1], [2, 0], [3, 0]]);
});

test("an estimate shows one figure for what it cannot tell apart, an exact chance its own", () => {
  const wide = (action, chance, clear) => row(action, chance, { low: chance - 0.08, high: chance + 0.08, clear });
  const rows = [wide(0, 0.94), wide(1, 0.91), wide(2, 0.7, true), wide(3, 0.66, true), wide(4, 0.3, true)];
  assert.deepEqual(levelled(rows, false).map(({ chance }) => chance), [0.94, 0.94, 0.7, 0.7, 0.3]);
  assert.deepEqual(levelled(rows, true), rows);
  assert.deepEqual([rows, rows.slice(0, 2)].map((some) => differing(levelled(some, false))), [true, false]);
});

test("an exact chance has a tenth, an estimate says about", () => {
  assert.deepEqual([figure(0.4567, true), figure(0.4567, false), figure(1, true)], ["45.7", "~46", "100.0"]);
});
