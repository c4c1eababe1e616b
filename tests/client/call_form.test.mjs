/** Calls between phones: what is written is read again, and nothing else is taken for one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { callIn, description, read, written } from "../../src/mousehole/offline/shell/call_form.js";

const KEYS = { name: "Zl+Q", word: "EV1jr7l3SqkaoC2XGExF/AYD" };
const PRINT = "ac2cf78a3f6cc9e101e3".padEnd(64, "7");
const PLACES = [
  ["192.0.2.2", 35_543],
  ["fd00:0000:0000:0000:0000:0000:0000:0002", 55_481],
  ["0a1b2c3d-0000-4444-8888-0123456789ab.local", 9],
];
const CALL = { answer: false, keys: KEYS, print: PRINT, places: PLACES, to: undefined, yours: undefined };

test("a call says to the other phone what it says to this one, in a code that cameras read well", () => {
  for (const call of [CALL, { ...CALL, answer: true, to: "abcd" }, { ...CALL, yours: { name: "a", word: "b" } }]) {
    assert.deepEqual(read(written(call)), call);
    assert.ok(written(call).length < 200);
  }
});

test("a call is read from the description of a browser, and written as one", () => {
  const told = callIn(description(CALL).sdp);
  assert.deepEqual(told, { answer: false, keys: KEYS, print: PRINT, places: PLACES });
  const short = description({ ...CALL, places: [["fd00::2", 1]] }).sdp;
  assert.deepEqual(read(written(callIn(short))).places, [["fd00:0000:0000:0000:0000:0000:0000:0002", 1]]);
});

test("what is cut, longer, or no call at all is refused", () => {
  const text = written(CALL);
  for (const wrong of [text.slice(0, -2), `${text}AAAA`, "", "hello", "https://games.example/", text.slice(3)]) {
    assert.equal(read(wrong), null);
  }
});

test("keys bring no lines of their own into a description", () => {
  const text = written({ ...CALL, keys: { name: "a\r\na=evil", word: "b" } });
  assert.equal(read(text), null);
});
