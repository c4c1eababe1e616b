/** The camera's geometry: fitting, zooming, holding and revealing. */

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  crowded,
  fitting,
  held,
  looking,
  middle,
  near,
  revealing,
  zoomed,
} from "../../src/mousehole/web/static/board/view.js";

const ROOM = { width: 400, height: 300 };
const SMALL = [4, 2], LARGE = [20, 15]; // boards, in units of 100 pixels
const round = (view) => Object.fromEntries(Object.entries(view).map(([name, value]) => [name, Math.round(value)]));

test("a board fits by its tighter side, and a tiny one is not blown up", () => {
  assert.equal(fitting(SMALL, ROOM), 1);
  assert.equal(fitting([2, 10], ROOM), 0.3);
  assert.equal(fitting([1, 1], ROOM), 1.6);
});

test("fingers come near enough to touch a square", () => {
  assert.equal(near(LARGE, ROOM, false), 0.2);
  assert.equal(near(LARGE, ROOM, true), 0.45);
  assert.equal(near(SMALL, ROOM, true), 1);
});

test("a board is crowded when a part of it is out of sight", () => {
  assert.deepEqual([0.2, 0.201, 0.3].map((scale) => crowded(scale, LARGE, ROOM)), [false, false, true]);
});

test("what is looked at stands in the middle", () => {
  const view = looking([5, 4], 0.45, ROOM);
  assert.deepEqual(middle(view, ROOM).map(Math.round), [5, 4]);
});

test("zooming keeps the point under the finger, between the whole board and close enough", () => {
  const view = { x: -100, y: -50, scale: 0.5 }, point = [200, 150];
  const place = ({ x, y, scale }) => [(point[0] - x) / scale, (point[1] - y) / scale];
  const closer = zoomed(view, 1.5, point, LARGE, ROOM);
  assert.equal(closer.scale, 0.75);
  assert.deepEqual(place(closer).map(Math.round), place(view).map(Math.round));
  assert.equal(zoomed(view, 100, point, LARGE, ROOM).scale, 1.6);
  assert.equal(zoomed(view, 0, point, LARGE, ROOM).scale, 0.2);
});

test("a board that is smaller than the stage stands in its middle, a larger one never leaves its edges", () => {
  assert.deepEqual(held({ x: 77, y: -9, scale: 0.5 }, SMALL, ROOM), { x: 100, y: 100, scale: 0.5 });
  assert.deepEqual(held({ x: 50, y: -9999, scale: 0.5 }, LARGE, ROOM), { x: 0, y: -450, scale: 0.5 });
});

test("places are revealed by the smallest move", () => {
  const view = { x: 0, y: 0, scale: 1 }, box = (x, y) => ({ x, y, w: 1, h: 1 });
  assert.deepEqual(revealing(view, [box(2, 1)], ROOM), view);
  assert.deepEqual(round(revealing(view, [box(6, 1)], ROOM)), { x: -252, y: 0, scale: 1 });
  assert.deepEqual(round(revealing({ ...view, x: -500 }, [box(2, 1)], ROOM)), { x: -148, y: 0, scale: 1 });
});

test("places too far apart to be seen together are shown by their middle", () => {
  const view = revealing({ x: 0, y: 0, scale: 1 }, [{ x: 1, y: 1, w: 1, h: 1 }, { x: 9, y: 1, w: 1, h: 1 }], ROOM);
  assert.equal(middle(view, ROOM)[0], 5);
});
