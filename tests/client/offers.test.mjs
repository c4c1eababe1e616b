/** Offers are narrowed click by click until one is meant. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Offers, example, shelved, typed } from "../../src/mousehole/web/static/table/offers.js";

const offer = (action, clicks, label, more = {}) => ({ action, clicks, label, route: [], group: 0, ...more });
const WALKS = [
  offer(0, ["mouse", "a1"], "Walk to a1"),
  offer(1, ["mouse", "a2"], "Walk to a2"),
  offer(2, ["mouse", "a2", "cheese"], "Walk to a2 and take the cheese"),
  offer(3, ["b1"], "Place bread on b1", { group: 1 }),
  offer(4, [], "Stop", { group: 2 }),
];
const DICE = { clicks: ["tray"], label: "Roll" };

let offers, chosen, changes;
beforeEach(() => {
  chosen = [];
  changes = 0;
  offers = new Offers({ changed: () => (changes += 1), chosen: (choice) => chosen.push(choice) });
  offers.take(WALKS, null);
});
const press = (...keys) => keys.forEach((key) => offers.press(key));

test("an offer of one click is chosen by it", () => {
  press("b1");
  assert.deepEqual(chosen, [WALKS[3]]);
});

test("the first of several clicks only narrows what can be clicked next", () => {
  press("mouse");
  assert.deepEqual(chosen, []);
  assert.deepEqual(offers.open, WALKS.slice(0, 3));
  assert.deepEqual([...offers.keys.keys()].sort(), ["a1", "a2", "b1"]);
});

test("a choice that could go on waits, and a second click on its end decides", () => {
  press("mouse", "a2");
  assert.deepEqual(offers.complete, [WALKS[1]]);
  assert.equal(offers.keys.get("cheese"), WALKS[2].label);
  press("a2");
  assert.deepEqual(chosen, [WALKS[1]]);
});

test("a click elsewhere begins again from there, or lets go where nothing begins", () => {
  press("mouse", "nowhere");
  assert.deepEqual([offers.picked, chosen], [[], []]);
  press("mouse", "b1");
  assert.deepEqual(chosen, [WALKS[3]]);
});

test("dice are thrown by a click on them, unless an offer goes on there", () => {
  offers.take(WALKS, DICE);
  press("tray");
  assert.deepEqual(chosen, [DICE]);
  offers.take([offer(0, ["tray"], "Take the tray")], DICE);
  press("tray");
  assert.equal(chosen[1].label, "Take the tray");
});

test("each key says what it does, in the words of the first offer there", () => {
  offers.take(WALKS, DICE);
  assert.deepEqual(Object.fromEntries(offers.keys), { tray: "Roll", mouse: "Walk to a1", b1: "Place bread on b1" });
});

test("offers that do the same are one group", () => {
  assert.deepEqual(offers.groups.map((group) => group.length), [3, 1, 1]);
});

test("only what takes several clicks can be dragged", () => {
  assert.deepEqual(["mouse", "b1", "a1"].map((key) => offers.leads(key)), [true, false, false]);
});

test("a new position forgets what was picked, and whoever shows offers hears of every change", () => {
  press("mouse");
  offers.take(WALKS, null);
  assert.deepEqual([offers.picked, changes], [[], 3]);
  offers.drop();
  assert.equal(changes, 3);
});

test("typed keys are meant exactly, then the last key, then words of the label", () => {
  const labels = (text) => typed(WALKS, text).map(({ label }) => label);
  assert.deepEqual(labels("mouse a2"), ["Walk to a2"]);
  assert.deepEqual(labels("MOUSE-A2-cheese"), ["Walk to a2 and take the cheese"]);
  assert.deepEqual(labels("a2"), ["Walk to a2"]);
  assert.deepEqual(labels("walk cheese"), ["Walk to a2 and take the cheese"]);
  assert.deepEqual(labels("dragon"), []);
  assert.deepEqual(labels(" - "), []);
});

test("an example of a move is one that can be typed now", () => {
  assert.equal(example(WALKS), "a1");
  assert.equal(example([offer(0, ["die"], "Roll"), offer(1, ["paw"], "Keep what you have")]), "Roll");
  assert.equal(example([]), "");
});

const labels = () => chosen.map(({ label }) => label);
const near = (label, key, beyond = []) => offer(0, [key], label, { beyond });

test("a place further on is walked to step by step, as long as the way is open", () => {
  offers.take([near("to b", "b", ["c", "d"]), near("to x", "x")], null);
  assert.deepEqual([...offers.far], ["c", "d"]);
  press("d");
  offers.take([near("to c", "c", ["d"])], null);
  assert.ok(offers.walkOn());
  offers.take([near("to d", "d")], null);
  assert.ok(offers.walkOn());
  offers.take([near("back to c", "c")], null);
  assert.ok(!offers.walkOn(), "who has arrived stays");
  assert.deepEqual(labels(), ["to b", "to c", "to d"]);
});

test("a walk ends where something else has to be decided first", () => {
  offers.take([near("to b", "b", ["d"])], null);
  press("d");
  offers.take([offer(0, [], "react")], null);
  assert.ok(!offers.walkOn());
  offers.take([near("to c", "c", ["d"])], null);
  assert.ok(!offers.walkOn(), "nobody walks on after that by itself");
  assert.deepEqual(labels(), ["to b"]);
});

test("offers under one heading share a shelf, and an opened heading shows its own alone", () => {
  const use = ["a", "b"].map((label) => offer(0, [], label, { under: "Use" })), end = offer(1, [], "End");
  const heads = (opened) => shelved([...use, end], opened).map((shelf) => [shelf.heading, shelf.offers.length]);
  assert.deepEqual(heads(""), [["Use", 2], ["", 1]]);
  assert.deepEqual(heads("Use"), [["Use", 1], ["Use", 1]]);
});

const laid = (number, key, ...hands) => offer(number, [key], `lay on ${key}`, { hands });

test("a piece that is taken up leaves the places it is good for, and a second tap lays it down again", () => {
  offers.take([laid(0, "a1", "die-0"), laid(1, "b1", "die-1"), offer(2, [], "stop")], null);
  assert.deepEqual([...offers.keys.keys()].sort(), ["a1", "b1", "die-0", "die-1"]);
  assert.ok(offers.leads("die-0") && !offers.leads("a1"));
  offers.press("die-1");
  assert.deepEqual([offers.held, [...offers.keys.keys()].sort()], [["die-1"], ["b1", "die-0", "die-1"]]);
  offers.press("die-1");
  assert.deepEqual(offers.held, []);
  offers.pick("die-0");
  offers.press("a1");
  assert.equal(chosen.at(-1).action, 0);
});

test("what is taken up goes to a place where another of the same kind stands", () => {
  const runs = [laid(0, "mouse-2", "mouse-1"), laid(1, "a2", "mouse-2")];
  offers.take(runs, null);
  offers.pick("mouse-1");
  press("mouse-2");
  assert.deepEqual(chosen, [runs[0]]);
  offers.pick("mouse-2");
  press("mouse-1");
  assert.deepEqual([offers.hand, chosen.length], ["mouse-1", 1]);
});
