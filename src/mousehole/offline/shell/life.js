/** Signs of life of a worker, for the page that owns it. */

const MEMORY = /memory|RangeError/i;

/** Hold a lock until this worker ends. @param {string} name */
export function beginLife(name) {
  navigator.locks.request(name, () => (postMessage({ type: "born" }), new Promise(() => {})));
}

/** Say why this worker is of no use, in a word. @param {any} error @param {string} otherwise */
export function reasonOf(error, otherwise = "start") {
  const text = `${error?.name} ${error}`;
  if (error?.name === "NoModificationAllowedError") return "busy";
  if (error?.name === "QuotaExceededError") return "full";
  if (error?.name === "Missing" || /dynamically imported|import/i.test(text)) return "file";
  return MEMORY.test(text) ? "memory" : otherwise;
}
