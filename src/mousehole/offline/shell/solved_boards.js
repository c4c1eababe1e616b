/** Solved boards in the origin's private file system: a file each, as a server has them, read where they lie. */

import { opened } from "./saved_files.js";

const MOST = 600 * 2 ** 20; // bytes of all boards together

/** @param {string} folder of the saved games, beside which they lie */
async function place(folder) {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(`${folder} boards`, { create: true });
}

/** The boards that are solved, the oldest first; what was never finished goes. @param {string} folder */
export async function solvedBoards(folder) {
  const home = await place(folder), found = [];
  for await (const [name, handle] of /** @type {any} */ (home).entries()) {
    const file = await handle.getFile(), [first] = new Uint8Array(await file.slice(0, 1).arrayBuffer());
    if (first) found.push({ name, size: file.size, time: file.lastModified });
    else await home.removeEntry(name).catch(() => {});
  }
  return found.sort((a, b) => a.time - b.time);
}

/** Open one for this worker alone. @param {string} folder @param {string} name */
export async function openBoard(folder, name) {
  return opened(await (await place(folder)).getFileHandle(name, { create: true }));
}

/** Let go of old boards until one more has room. @param {string} folder @param {number} size */
export async function makeRoom(folder, size) {
  const home = await place(folder), boards = await solvedBoards(folder);
  let held = boards.reduce((sum, board) => sum + board.size, 0);
  for (const board of boards) {
    if (held + size <= MOST) break;
    await home.removeEntry(board.name).then(() => (held -= board.size), () => {});
  }
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  if (held + size > MOST || usage + size > quota) throw new Error("there is no room");
}
