/** Bots, hints and reviews: a second Python, so that the house always answers. */

import { beginLife, reasonOf } from "./life.js";
import { startPython } from "./python.js";

/** @type {Promise<any>} */
let python;

onmessage = async ({ data }) => {
  if (data.type === "life") beginLife(data.name);
  if (data.type === "start") begin(data.sizes);
  if (data.type === "think") await think(data);
};

const failed = (error) => postMessage({ type: "failed", reason: reasonOf(error) });

function begin(sizes) {
  python = startPython(sizes, () => {}, failed);
  python.catch(failed);
}

async function think({ number, kind, question }) {
  try {
    const far = (done, total) => postMessage({ type: "far", number, done, total });
    const found = await python, jobs = found.pyimport("mousehole.offline.browser_jobs");
    for (const path of jobs.needed(kind, question).toJs()) await bring(found, jobs, path);
    postMessage({ type: "thought", number, text: jobs.think(kind, question, far) });
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
