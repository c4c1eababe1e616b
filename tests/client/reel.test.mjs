/** Frames are shown in order, each as long as it needs; faster when behind, at once while nobody looks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Reel } from "../../src/mousehole/web/static/table/reel.js";

/** A reel whose frames stand when they are told to. */
function reel(hidden = false) {
  const shown = [], stands = [];
  const show = (frame, how) => {
    shown.push({ ply: frame.ply, ...how });
    return new Promise((done) => stands.push(done));
  };
  const made = new Reel({ show, hidden: () => hidden });
  return { reel: made, shown, plies: () => shown.map(({ ply }) => ply), stand: () => stands.shift()() };
}
const frames = (...plies) => plies.map((ply) => ({ ply }));
const soon = () => new Promise((done) => setTimeout(done, 200)); // longer than a frame is held

test("the next frame waits until the one before stands", async () => {
  const { reel: film, plies, stand } = reel();
  film.push(...frames(1, 2));
  await soon();
  assert.deepEqual([plies(), film.done], [[1], false]);
  stand();
  await soon();
  assert.deepEqual([plies(), film.done], [[1, 2], true]);
});

test("whoever does not want to wait goes on at once", async () => {
  const { reel: film, plies } = reel();
  film.push(...frames(1, 2));
  film.hurry();
  await soon();
  assert.deepEqual(plies(), [1, 2]);
});

test("frames that come while one is shown wait their turn", async () => {
  const { reel: film, plies, stand } = reel();
  film.push(...frames(1));
  film.push(...frames(2));
  stand();
  await soon();
  assert.deepEqual(plies(), [1, 2]);
});

test("the further behind, the faster; the last one says so", () => {
  const { reel: film, shown } = reel();
  film.push(...frames(1, 2, 3));
  assert.deepEqual(shown, [{ ply: 1, rate: 1.7, quick: false, last: false }]);
  const { reel: other, shown: alone } = reel();
  other.push(...frames(7));
  assert.deepEqual(alone, [{ ply: 7, rate: 1, quick: false, last: true }]);
});

test("far behind, while nobody looks, and for a snapshot there are no motions", () => {
  const { reel: far, shown } = reel();
  far.push(...frames(...Array.from({ length: 20 }, (_, ply) => ply)));
  assert.deepEqual(shown.map(({ quick }) => quick), [true, true, true, true, true, false]);
  assert.equal(shown[0].rate, 4);
  const { reel: unseen, shown: quick } = reel(true);
  unseen.push(...frames(1, 2));
  assert.deepEqual(quick.map((frame) => frame.quick), [true, true]);
  const { reel: still, shown: snapshot } = reel();
  still.push({ ply: 1, snapshot: true });
  assert.equal(snapshot[0].quick, true);
});
