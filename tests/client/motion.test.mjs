/** Motions lead from where a thing stood to where it stands. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { IMPACT, keyframes, lasting, REELING, stand, timetable } from "../../src/mousehole/web/static/board/motion.js";

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

const path = (key, motion, more = {}) => {
  return { piece: { key, sound: "step" }, motion, from: {}, points: [FROM, TO], ...more };
};
const starts = ({ acts }) => Object.fromEntries(acts.map(({ path: { piece }, start }) => [piece.key, start]));
const ends = ({ acts }, key) => {
  const { start, duration } = acts.find(({ path: { piece } }) => piece.key === key);
  return start + duration;
};

test("the cat walks, strikes, the mouse reels and leaves, it is told, and only then the rest follows", () => {
  const paths = [path("die", "pop"), path("mouse-2", "hop"), path("mouse-1", ""), path("cat", "hop")];
  const beats = [{ pieces: ["cat"] }, { pieces: ["mouse-"], by: "cat", word: "Chop!", sound: "catch" }];
  const plan = timetable(paths, beats), [strike] = plan.strikes;
  assert.deepEqual([strike.by, strike.word, strike.sound, strike.keys], ["cat", "Chop!", "catch", ["mouse-2"]]);
  assert.deepEqual([starts(plan).cat, strike.at], [0, ends(plan, "cat")]);
  assert.equal(starts(plan)["mouse-2"], strike.at + IMPACT + REELING);
  assert.equal(plan.told, ends(plan, "mouse-2"));
  assert.ok(starts(plan).die >= plan.told && plan.lasts === ends(plan, "die"));
  assert.equal(plan.acts.length, 3);
});

test("a beat whose pieces do not move is left out, and so is its blow", () => {
  const plan = timetable([path("cat", "hop")], [{ pieces: ["cat"] }, { pieces: ["mouse-"], by: "cat", word: "Chop!" }]);
  assert.deepEqual([plan.strikes, plan.told], [[], lasting("hop")]);
});

test("dice lie still before anything else happens, and a lost one drops as its beat says", () => {
  const lost = path("die-a1", "vanish", { leaves: true });
  const plan = timetable([path("die-0", "roll"), lost, path("cat", "hop")], [
    { pieces: ["die-"], motion: "drop", sound: "drop" },
    { pieces: ["cat"], sound: "meow" },
  ]);
  assert.deepEqual(plan.acts.map(({ motion, sound }) => [motion, sound]), [
    ["roll", "step"],
    ["drop", "drop"],
    ["hop", "meow"],
  ]);
  assert.ok(ends(plan, "die-0") <= starts(plan)["die-a1"] && ends(plan, "die-a1") <= starts(plan).cat);
});

test("what moves apart comes one by one, each a step higher", () => {
  const chips = ["chip-a", "chip-b", "chip-c"].map((key) => path(key, "pop", { from: undefined }));
  const { acts } = timetable(chips, [{ pieces: ["chip-"], sound: "bite", apart: true }]);
  assert.deepEqual(acts.map(({ sound, step }) => [sound, step]), [["bite", 0], ["bite", 1], ["bite", 2]]);
  assert.ok(acts[1].start - acts[0].start >= 100 && acts[2].start - acts[1].start >= 100);
});

test("each die of a roll is heard by itself", () => {
  const dice = ["die-0", "die-1", "die-2"].map((key) => path(key, "roll"));
  assert.deepEqual(timetable(dice, []).acts.map(({ step }) => step), [0, 1, 2]);
});

test("without beats everything sets out together, and may be told at once", () => {
  const plan = timetable([path("a", "hop"), path("b", "slide"), path("c", "none")], []);
  assert.deepEqual([plan.told, plan.acts.length], [0, 2]);
});
