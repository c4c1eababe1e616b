import assert from "node:assert/strict";
import { test } from "node:test";

import { parts, plainly, wanted } from "../../src/mousehole/web/static/pages/text_search.js";

test("accents and capitals do not hide a word, and every letter stays in its place", () => {
  assert.equal(plainly("Dé, où ÊTES-vous ?"), "de, ou etes-vous ?");
  assert.deepEqual(wanted("  Dé  chat "), ["de", "chat"]);
});

test("what is found is told from what lies between", () => {
  assert.deepEqual(parts("Le dé du chat", ["de", "chat"]), ["Le ", { found: "dé" }, " du ", { found: "chat" }]);
  assert.deepEqual(parts("aaa", ["aa"]), [{ found: "aaa" }]);
  assert.deepEqual(parts("", ["x"]), []);
});
