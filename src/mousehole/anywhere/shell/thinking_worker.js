/** Bots, hints and reviews: a second Python, so that the house always answers. */

import { startPython } from "./python.js";

/** @type {Promise<any>} */
let python;

onmessage = async ({ data }) => {
  if (data.type === "start") python = startPython(data.sizes, () => {}).then(jobs);
  if (data.type === "think") await think(data);
};

/** @param {any} found Python */
const jobs = (found) => found.pyimport("mousehole.anywhere.browser_jobs");

async function think({ number, kind, question }) {
  try {
    const far = (done, total) => postMessage({ type: "far", number, done, total });
    postMessage({ type: "thought", number, text: (await python).think(kind, question, far) });
  } catch (error) {
    postMessage({ type: "thought", number, text: "" });
    throw error;
  }
}
