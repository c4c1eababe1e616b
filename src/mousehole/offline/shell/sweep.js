/**
 * The backward sweep that solves a board without Python: what games/mmm/solver/sweep.py does with one instance. Each
 * plane follows from the one with the cat a step nearer, left number by left number in the order the module gives.
 *
 * @typedef {object} Plan what core/solvable.py calls a Sweep
 * @property {Uint8Array} module
 * @property {number[]} board
 * @property {number} lefts
 * @property {number} row
 * @property {number} steps
 * @property {number} pieces
 * @property {string} file
 * @property {string} header
 * @property {number} page
 */

const PAGE = 65_536, ALIGNED = 16, FREE = 0; // bytes; people may do what they like

/** An instance that solves left numbers of a board; where memory ends, it throws a RangeError. */
class Sweeper {
  /** @param {Plan} plan */
  constructor({ module, board, lefts, row, pieces }) {
    /** @type {any} */
    const calls = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(module)), {}).exports;
    this.calls = calls;
    this.free = calls.memory.buffer.byteLength;
    this.row = row;
    const kinds = this.room(4 * board.length);
    new Int32Array(calls.memory.buffer, kinds, board.length).set(board);
    calls.number(kinds, this.room(calls.number(kinds, 0) >>> 0));
    calls.prepare(FREE, this.room(calls.prepare(FREE, 0) >>> 0));
    this.rows = this.room(row * Math.ceil(lefts / pieces));
    this.lefts = new Int32Array(calls.memory.buffer, calls.lefts() >>> 0, lefts).slice();
  }

  /** The address of so many bytes that nobody uses. @param {number} size */
  room(size) {
    const at = this.free, { memory } = this.calls;
    this.free += Math.ceil(size / ALIGNED) * ALIGNED;
    const missing = this.free - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  /** @param {number} first @param {number} end @param {Uint8Array} nearer @param {Uint8Array} here */
  solve(first, end, nearer, here) {
    const { row, rows, lefts } = this, bytes = new Uint8Array(this.calls.memory.buffer);
    for (let n = first; n < end; n++) {
      bytes.set(nearer.subarray(lefts[n] * row, (lefts[n] + 1) * row), rows + (n - first) * row);
    }
    this.calls.sweep(first, end, rows);
    for (let n = first; n < end; n++) {
      const at = rows + (n - first) * row;
      here.set(bytes.subarray(at, at + row), lefts[n] * row);
    }
  }
}

/**
 * Solve a board piece by piece: how much is done, and the plane that is now complete, if any. It is changed afterwards.
 * @param {Plan} plan @returns {Generator<{ done: number, total: number, plane: Uint8Array | null }>}
 */
export function* sweep(plan) {
  const { lefts, row, steps, pieces } = plan, sweeper = new Sweeper(plan), total = steps * pieces;
  let nearer = new Uint8Array(lefts * row), here = new Uint8Array(lefts * row);
  new DataView(nearer.buffer).setFloat32(0, 1, true); // the cat has arrived: a win only where nothing is left
  for (let step = 0; step < steps; step++) {
    for (let piece = 0; piece < pieces; piece++) {
      const [first, end] = [piece, piece + 1].map((n) => Math.floor((lefts * n) / pieces));
      sweeper.solve(first, end, nearer, here);
      yield { done: step * pieces + piece + 1, total, plane: piece + 1 === pieces ? here : null };
    }
    [nearer, here] = [here, nearer];
  }
}

/** The chance at the beginning of a plane's distance. @param {Uint8Array} plane */
export function beginning(plane) {
  return new DataView(plane.buffer).getFloat32(plane.length - 4, true);
}

/** The header of a file, once its planes are known. @param {Plan} plan @param {number[]} checks */
export function headed({ header, page }, checks) {
  const bytes = new Uint8Array(page);
  new TextEncoder().encodeInto(`${header}${checks.join(",")}]}`, bytes);
  return bytes;
}

const POWERS = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** The checksum by which a plane is known, as zlib counts it. @param {Uint8Array} bytes */
export function crc32(bytes) {
  let sum = -1;
  for (let n = 0; n < bytes.length; n++) sum = POWERS[(sum ^ bytes[n]) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}
