/** Walks through films, each sent whole and as changes: after every ply both must be the same, to the last byte. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { film } from "../../src/mousehole/web/static/wire/frames.js";

for (const { name, whole, changes } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const plain = film(whole), made = film(changes);
  assert.equal(made.length, whole.length);
  for (const [ply, frame] of plain.entries()) {
    assert.equal(JSON.stringify(made[ply]), JSON.stringify(frame), `${name}, ply ${ply}`);
  }
  assert.ok(changes.filter(({ change }) => change).length * 2 > whole.length, `${name}: most frames are changes`);
}
