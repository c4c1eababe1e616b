/** Motions lead from where a thing stood to where it stands. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { keyframes, lasting, stand } from "../../src/mousehole/web/static/motion.js";

const FROM = { x: 100, y: 900, turn: 0 }, TO = { x: 300, y: 900, turn: 0 };
const place = ({ transform }) => transform.replace(/ (?:rotate|scale).*/, "");
const height = ({ transform }) => Number(/, ([-.\d]+)px/.exec(transform)[1]);

for (const name of ["hop", "slide", "roll", "flip"]) {
  test(`${name} begins where a piece was and ends where it is`, () => {
    const frames = keyframes(name, [FROM, TO]);
    assert.equal(place(frames[0]), place({ transform: stand(FROM) }));
    assert.equal(frames.at(-1).transform, stand(TO));
  });
}

test("a thrown die flies up and lands without turning any more", () => {
  const frames = keyframes("roll", [FROM, TO]);
  assert.ok(Math.min(...frames.map(height)) < 800);
  assert.deepEqual([frames[0].offset, frames.at(-1).offset], [0, 1]);
});

test("what pops in grows, what vanishes shrinks", () => {
  assert.deepEqual(keyframes("pop", [TO]).map(({ opacity }) => opacity), [0, 1, 1]);
  assert.equal(keyframes("vanish", [TO]).at(-1).opacity, 0);
});

test("a walk over several spots takes longer, but not for ever", () => {
  assert.ok(lasting("hop", 4) > lasting("hop", 1));
  assert.equal(lasting("hop", 100), 1900);
  assert.equal(lasting("slide", 9), lasting("slide"));
  assert.equal(lasting("none"), 0);
});
