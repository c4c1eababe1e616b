/** Python in a worker: fetched with a word about how far that is, unpacked, ready to import the house. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HERE = new URL(".", import.meta.url);
const UNPACK = `
import importlib, io, lzma, zipfile
with zipfile.ZipFile(io.BytesIO(lzma.decompress(house))) as archive:
    archive.extractall("/lib/python3.14/site-packages")
del house, archive
importlib.invalidate_caches()
`;
const BYTES = 65_536; // between two words about how far it is

class Missing extends Error {
  name = "Missing";
}

/** Fetch a file and count it on the way. @param {string} name @param {(bytes: number) => void} came */
async function fetched(name, came) {
  const answer = await fetch(new URL(name, HERE)).catch((error) => {
    throw new Missing(`${name}: ${error}`);
  });
  if (!answer.ok || !answer.body) throw new Missing(`${name}: ${answer.status}`);
  const parts = [], reader = answer.body.getReader();
  for (let waiting = 0; ; ) {
    const { done, value } = await reader.read();
    waiting += value?.length ?? 0;
    if (done || waiting > BYTES) came(waiting), (waiting = 0);
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
  }
}

/** Let Python have more of the house: what only some pages need. @param {any} python @param {string} name */
export async function more(python, name) {
  python.globals.set("house", python.toPy(await fetched(name, () => {})));
  python.runPython(UNPACK);
}

/**
 * Start Python; `far` hears a part of 1 now and then. A file counts by what comes over the network for it.
 * @param {Record<string, [number, number]>} sizes of each file, unpacked and as it comes
 * @param {(part: number) => void} far
 * @param {(error: unknown) => void} fatal hears when Python can do nothing any more
 */
export async function startPython(sizes, far, fatal) {
  const total = Object.values(sizes).reduce((sum, [, comes]) => sum + comes, 0);
  let have = 0;
  const came = ([size, comes]) => (bytes) => far((0.8 * (have += (bytes * comes) / size)) / total);
  const [house] = await Promise.all(Object.entries(sizes).map(([name, size]) => fetched(name, came(size))));
  far(0.8);
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", HERE).href,
    stdLibURL: new URL("standard.zip", HERE).href,
    env: { MOUSEHOLE_DATA: "/made" },
  });
  python._api.on_fatal = fatal;
  far(0.9);
  python.globals.set("house", python.toPy(house));
  python.runPython(UNPACK);
  return python;
}
