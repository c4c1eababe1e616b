/** Texts of the house in any language, with their plural forms. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { folded, plurals, speaker } from "../../src/mousehole/web/static/ui/words.js";

const counted = (language, ...counts) => counts.map(plurals(language));

test("English has one form for one and another for every other count", () => {
  const say = speaker("en");
  const fits = (n) => say("{n} move fits", { n }, "{n} moves fit");
  assert.deepEqual([0, 1, 2].map(fits), ["0 moves fit", "1 move fits", "2 moves fit"]);
});

test("French counts nought as one, and millions like any other number", () => {
  const say = speaker("fr", { "{n} move": ["{n} coup", "{n} coups"] });
  const moves = (n) => say("{n} move", { n }, "{n} moves");
  assert.deepEqual([0, 1, 2, 1_000_000].map(moves), ["0 coup", "1 coup", "2 coups", "1000000 coups"]);
});

test("a language of three forms has its own for few and for many", () => {
  const say = speaker("pl", { "{n} mouse": ["{n} mysz", "{n} myszy", "{n} mysz"] });
  assert.equal(say("{n} mouse", { n: 3 }, "{n} mice"), "3 myszy");
  assert.deepEqual(counted("pl", 1, 2, 4, 5, 12, 22), [0, 1, 1, 2, 2, 1]);
  assert.deepEqual(counted("cs", 1, 2, 5), [0, 1, 2]);
});

test("a language of four forms has its own for two, for few and for the rest", () => {
  const say = speaker("sl", { "{n} mouse": ["{n} miš", "{n} miši", "{n} miši+", "{n} miši++"] });
  const mice = (n) => say("{n} mouse", { n }, "{n} mice");
  assert.deepEqual([1, 2, 3, 5, 101, 102].map(mice), ["1 miš", "2 miši", "3 miši+", "5 miši++", "101 miš", "102 miši"]);
  assert.deepEqual(counted("sl", 0, 1, 2, 3, 4, 5), [3, 0, 1, 2, 2, 3]);
});

test("German and Spanish have a form for one, and the other for nought and for millions", () => {
  assert.deepEqual(counted("de", 0, 1, 2, 1_000_000), [1, 0, 1, 1]);
  assert.deepEqual(counted("es", 0, 1, 2, 1_000_000), [1, 0, 1, 1]);
});

test("forms are numbered as catalogues number them, up to the six of Arabic and down to the one of Japanese", () => {
  assert.deepEqual(counted("ar", 0, 1, 2, 3, 11, 100), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(counted("ja", 0, 1, 2), [0, 0, 0]);
});

test("a catalogue that lacks a form says the last one it has", () => {
  const say = speaker("pl", { "{n} mouse": ["{n} mysz", "{n} myszy"] });
  assert.equal(say("{n} mouse", { n: 5 }, "{n} mice"), "5 myszy");
});

test("values stand where the text names them, and what is missing is empty", () => {
  const say = speaker("en", { "{name} points at: {move}": "{move}, says {name}" });
  assert.equal(say("{name} points at: {move}", { name: "Anna", move: "b1" }), "b1, says Anna");
  assert.equal(say("{name} is thinking.", {}), " is thinking.");
  assert.equal(say("{name} wins!", { name: "{move}" }), "{move} wins!");
});

test("texts are compared without capitals and accents", () => {
  assert.equal(folded("  Gruyère À POINT "), "gruyere a point");
});
