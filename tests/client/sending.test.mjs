/** A choice on its way: only an answer that takes its time is worth a change of the page. */

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Sending } from "../../src/mousehole/web/static/table/sending.js";

/** A box that remembers its classes. */
function box() {
  const names = new Set(), add = (name) => names.add(name), remove = (...gone) => gone.map((one) => names.delete(one));
  return { names, classList: { add, remove } };
}

test("a quick answer changes nothing that is seen, a late one is told", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const table = box(), told = [], sending = new Sending(() => told.push("late"));
  sending.begin(table);
  mock.timers.tick(100);
  assert.deepEqual([sending.on, [...table.names], told], [true, ["sent"], []]);
  sending.end(table);
  mock.timers.tick(1000);
  assert.deepEqual([sending.on, [...table.names], told], [false, [], []]);
  sending.begin(table);
  mock.timers.tick(1000);
  assert.deepEqual([sending.on, [...table.names], told], [true, ["sent", "late"], ["late"]]);
  mock.timers.reset();
});
