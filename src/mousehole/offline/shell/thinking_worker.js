/** Bots, hints and reviews: a second Python, so that the house always answers. */

import { beginLife, reasonOf } from "./life.js";
import { more, startPython } from "./python.js";
import { fileSystem } from "./saved_files.js";
import { openBoard, solvedBoards } from "./solved_boards.js";

/** @type {Promise<any>} */
let python;
let folder = "";
/** @type {Record<string, FileSystemSyncAccessHandle>} */
const boards = {}; // those that are solved, by the names of their files
/** @type {Worker | null} */
let solver = null; // one board at a time: whoever asks for another has given up the one before

onmessage = async ({ data }) => {
  if (data.type === "life") beginLife(data.name);
  if (data.type === "start") begin(data);
  if (data.type === "think") await think(data);
};

const failed = (error) => postMessage({ type: "failed", reason: reasonOf(error) });

function begin(data) {
  folder = data.folder;
  python = startPython(data.sizes, () => {}, failed).then(withBoards);
  python.catch(failed);
}

/** Show Python the boards that are solved; a browser that keeps no files has none. */
async function withBoards(found) {
  for (const { name } of await solvedBoards(folder).catch(() => [])) {
    const handle = await openBoard(folder, name).catch(() => null); // another tab may hold it
    if (handle) boards[name] = handle;
  }
  found.FS.mkdirTree("/made/solutions");
  found.FS.mount(fileSystem(found.FS, boards, failed), {}, "/made/solutions");
  return found;
}

/** @type {Promise<void> | undefined} */
let workshop; // what adventures are tried with

/** What did not come is asked for again next time. @param {unknown} error @returns {never} */
function again(error) {
  workshop = undefined;
  throw error;
}

async function think({ number, kind, question }) {
  try {
    const far = (done, total) => postMessage({ type: "far", number, done, total });
    const found = await python, jobs = found.pyimport("mousehole.offline.browser_jobs");
    if (kind === "try") await (workshop ??= more(found, "workshop.zip.xz").catch(again));
    for (const path of jobs.needed(kind, question).toJs()) await bring(found, jobs, path);
    const plan = jobs.sweep(kind, question)?.toJs({ dict_converter: Object.fromEntries });
    const text = plan ? await solve(found, jobs, plan, question, far) : jobs.think(kind, question, far);
    postMessage({ type: "thought", number, text });
  } catch (error) {
    postMessage({ type: "thought", number, text: "" });
    throw error;
  }
}

/** Fetch what was learned about a game when it is first of use; without a network, players do without. */
async function bring(found, jobs, path) {
  const answer = await fetch(new URL(`learned/${path}`, import.meta.url)).catch(() => null);
  if (answer?.ok) jobs.brought(path, found.toPy(new Uint8Array(await answer.arrayBuffer())));
}

/** Let a board be solved, and what comes of it be known here and in the house. */
async function solve(found, jobs, plan, question, far) {
  const { reason, values, size } = await swept(plan, far);
  if (reason) return jobs.not_swept(reason);
  if (plan.keep) {
    boards[plan.file] = await openBoard(folder, plan.file);
    postMessage({ type: "solved", name: plan.file, size });
  }
  return jobs.swept(question, found.toPy(values));
}

/** @returns {Promise<{ reason?: string, values?: number[], size?: number }>} */
function swept(plan, far) {
  solver?.terminate();
  const worker = new Worker(new URL("solving_worker.js", import.meta.url), { type: "module" });
  solver = worker;
  return new Promise((done) => {
    worker.onerror = () => done({ reason: "memory" });
    worker.onmessage = ({ data }) => (data.type === "far" ? far(data.done, data.total) : done(data));
    worker.postMessage({ plan, folder });
  }).finally(() => worker.terminate());
}
