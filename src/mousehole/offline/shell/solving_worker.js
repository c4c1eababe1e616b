/** Solves one board and writes it into a file, in a worker of its own, so that bots think meanwhile. */

import { makeRoom, openBoard } from "./solved_boards.js";
import { beginning, crc32, headed, sweep } from "./sweep.js";

const OFTEN = 200; // milliseconds between two words of progress

onmessage = async ({ data }) => {
  try {
    postMessage({ type: "solved", ...(await solved(data.plan, data.folder)) });
  } catch (error) {
    console.warn(error);
    postMessage({ type: "failed", reason: error instanceof RangeError ? "memory" : "room" });
  }
};

/** @param {import("./sweep.js").Plan & { keep: boolean }} plan @param {string} folder */
async function solved(plan, folder) {
  const size = plan.page + plan.steps * plan.lefts * plan.row;
  const handle = plan.keep ? await begun(folder, plan.file, size) : null;
  const values = [], checks = [];
  let told = 0;
  for (const { done, total, plane } of sweep(plan)) {
    if (Date.now() - told >= OFTEN) {
      told = Date.now();
      postMessage({ type: "far", done, total });
    }
    if (!plane) continue;
    if (handle) written(handle, plane, plan.page + values.length * plane.length);
    if (handle) checks.push(crc32(plane));
    values.push(beginning(plane));
  }
  if (handle) written(handle, headed(plan, checks), 0); // last: until then it counts as unfinished
  handle?.flush();
  handle?.close();
  return { values, size };
}

/** An empty file with room to grow. @param {string} folder @param {string} file @param {number} size */
async function begun(folder, file, size) {
  await makeRoom(folder, size);
  const handle = await openBoard(folder, file);
  handle.truncate(0);
  return handle;
}

/** @param {FileSystemSyncAccessHandle} handle @param {Uint8Array} bytes @param {number} at */
function written(handle, bytes, at) {
  if (handle.write(bytes, { at }) !== bytes.length) throw new Error("there is no room");
}
