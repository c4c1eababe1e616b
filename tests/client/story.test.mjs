/** The story knows what is undone, and what is news to a viewer. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { StoryLog, wentUp } from "../../src/mousehole/web/static/table/story.js";

const line = (ply, more = {}) => ({ ply, text: `event ${ply}`, aside: false, own: false, ...more });
const plies = () => log.lines.map(({ ply }) => ply);

let log;
beforeEach(() => {
  log = new StoryLog();
  const told = [line(1, { mover: 0, own: true }), line(2, { mover: 1 }), line(3), line(4), line(5)];
  for (const each of told) log.add(each);
});

test("a game taken back loses the lines that are undone", () => {
  assert.equal(log.cut(2), 2);
  assert.deepEqual(plies(), [1, 2]);
  assert.equal(log.cut(9), 2);
});

test("news is what happened since this viewer's last action", () => {
  assert.deepEqual([1, 2, 5].map((ply) => log.isNews(ply)), [false, true, true]);
  log.add(line(6, { mover: 0, own: true }));
  assert.deepEqual([5, 6, 7].map((ply) => log.isNews(ply)), [false, false, true]);
});

test("nothing is news to somebody who has done nothing yet", () => {
  const fresh = new StoryLog();
  fresh.add(line(1));
  assert.equal(fresh.isNews(1), false);
});

test("taking back is no action of the game", () => {
  log.add(line(4, { mover: 0, own: true, aside: true }));
  assert.equal(log.mine, 1);
  assert.equal(log.mover, 0);
});

test("a phone shows the last few events since then, or the last one", () => {
  assert.equal(log.lately, "event 3 event 4 event 5");
  log.add(line(6, { mover: 0, own: true }));
  assert.equal(log.lately, "event 6");
});

test("luck does not change who moved last", () => {
  assert.equal(log.mover, 1);
});

test("a panel that grows while lines come is not taken for a viewer who scrolls up", () => {
  const low = { top: 300, full: 366 }; // 66 pixels of a list of 366, at its end
  assert.equal(wentUp(low, { top: 12, room: 354 }), false, "the browser moves it so that it ends at the bottom");
  assert.equal(wentUp(low, { top: 0, room: 66 }), true);
  assert.equal(wentUp(low, { top: 300, room: 66 }), false);
  assert.equal(wentUp(low, { top: 0, room: 354 }), true, "further than the browser would");
});
