/** Compiles modules for Python in browsers, by that Python itself: `node compile.mjs PYODIDE SCRIPT ARCHIVE...`. */

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, script, ...archives] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${folder}/`, env: { PYTHONNODEBUGRANGES: "1" } }); // lines are enough
const { compiled } = python.runPython(`${readFileSync(script, "utf8")}\n{"compiled": compiled}`).toJs({ dict_converter: Object.fromEntries });
for (const archive of archives) {
  const before = python.toPy(new Uint8Array(readFileSync(archive)));
  writeFileSync(archive, compiled(before).toJs());
}
process.exit(0);
