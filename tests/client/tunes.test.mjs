/** Tunes are data: every part is as long as the others, every bar is full, and every note has a pitch. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pitch } from "../../src/mousehole/web/static/ui/studio.js";
import { TUNES } from "../../src/mousehole/web/static/ui/tunes.js";

test("every game has a tune", () => {
  assert.deepEqual(Object.keys(TUNES).sort(), ["chopchop", "mmm", "mousewarming", "mystics"]);
});

for (const [name, { tempo, parts }] of Object.entries(TUNES)) {
  test(`the tune of ${name} can be played`, () => {
    const lengths = parts.map(({ notes }) => notes.length);
    assert.ok(lengths[0] >= 64 && lengths.every((length) => length === lengths[0]));
    assert.ok(tempo >= 60 && tempo <= 140);
    for (const { notes } of parts) {
      assert.match(notes[0], /^[a-g.]/);
      for (const note of notes) assert.match(note, /^([a-g]#?[1-6]|[.-])$/);
    }
  });
}

test("a note has the pitch of its name", () => {
  assert.deepEqual([pitch("a4"), pitch("a5"), Math.round(pitch("c4") * 10) / 10], [440, 880, 261.6]);
});
