/** A code for cameras (ISO/IEC 18004): bytes, medium correction, as large as it needs to be. */

/** How many blocks a version has, and how many bytes of correction each of them, from version 1. */
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const CORRECTION = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const MEDIUM = 0, BYTES = 4;
const FORMAT = 0x537, FORMAT_MASK = 0x5412, VERSION = 0x1f25, FIELD = 0x11d; // polynomials of the standard
const QUIET = 4; // modules around a code

const MASKS = [
  (x, y) => (x + y) % 2,
  (x, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

/** Multiply in the field of 256 elements. */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >> 7) * FIELD) ^ (((b >> bit) & 1) * a);
  return product;
}

/** The polynomial that makes so many bytes of correction. */
function divisor(degree) {
  const found = [...Array(degree - 1).fill(0), 1];
  for (let step = 0, root = 1; step < degree; step++, root = times(root, 2)) {
    for (let at = 0; at < degree; at++) found[at] = times(found[at], root) ^ (found[at + 1] ?? 0);
  }
  return found;
}

/** The bytes of correction of a block. */
function correction(block, by) {
  const rest = by.map(() => 0);
  for (const byte of block) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    by.forEach((one, at) => (rest[at] ^= times(one, factor)));
  }
  return rest;
}

/** Where small squares stand, along each side. */
function steps(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2, last = version * 4 + 10;
  const apart = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - at * apart).reverse()];
}

/** How many bytes fit into a version, with those of correction. */
function room(version) {
  const marks = steps(version).length;
  let modules = (16 * version + 128) * version + 64;
  if (marks) modules -= (25 * marks - 10) * marks - 55;
  if (version >= 7) modules -= 36;
  return modules >> 3;
}

const held = (version) => room(version) - BLOCKS[version - 1] * CORRECTION[version - 1];
const headed = (version) => (version < 10 ? 2 : 3); // bytes of kind and length, and of the end

/** The bytes of a text, filled up to what a version holds. */
function filled(bytes, version) {
  const bits = [];
  const push = (value, count) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  push(BYTES, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, 4);
  const found = [];
  for (let at = 0; at < bits.length; at += 8) found.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; found.length < held(version); pad ^= 0xec ^ 0x11) found.push(pad);
  return found;
}

/** Cut bytes into blocks, each with its correction, and deal them out in turn. */
function dealt(bytes, version) {
  const blocks = BLOCKS[version - 1], own = CORRECTION[version - 1], by = divisor(own);
  const short = Math.floor(room(version) / blocks) - own, long = room(version) % blocks;
  const cut = [], checks = [];
  for (let n = 0, at = 0; n < blocks; n++) {
    const size = short + (n >= blocks - long ? 1 : 0);
    cut.push(bytes.slice(at, (at += size)));
    checks.push(correction(cut[n], by));
  }
  const turns = (rows, length) => Array.from({ length }, (_, at) => rows.map((row) => row[at])).flat();
  return [...turns(cut, short + 1), ...turns(checks, own)].filter((byte) => byte !== undefined);
}

/** A value with the remainder that guards it. */
function guarded(value, by, degree) {
  let rest = value;
  for (let step = 0; step < degree; step++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * by);
  return (value << degree) | rest;
}

class Sheet {
  constructor(version) {
    this.version = version;
    this.size = version * 4 + 17;
    this.dark = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.frame();
  }

  /** Set a module that no mask changes. */
  set(x, y, dark) {
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) return;
    this.dark[y][x] = Boolean(dark);
    this.fixed[y][x] = true;
  }

  frame() {
    const { size } = this, marks = steps(this.version), end = marks.length - 1;
    for (let at = 0; at < size; at++) (this.set(6, at, at % 2 === 0), this.set(at, 6, at % 2 === 0));
    for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) this.rings(x, y, 4, (far) => far !== 2 && far !== 4);
    marks.forEach((x, i) => marks.forEach((y, j) => {
      const corner = (i === 0 && j === 0) || (i === 0 && j === end) || (i === end && j === 0);
      if (!corner) this.rings(x, y, 2, (far) => far !== 1);
    }));
    this.format(0);
    if (this.version >= 7) this.named(guarded(this.version, VERSION, 12));
  }

  rings(x, y, reach, isDark) {
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) this.set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }

  named(bits) {
    for (let at = 0; at < 18; at++) {
      const near = this.size - 11 + (at % 3), far = Math.floor(at / 3);
      this.set(near, far, (bits >> at) & 1);
      this.set(far, near, (bits >> at) & 1);
    }
  }

  format(mask) {
    const bits = guarded((MEDIUM << 3) | mask, FORMAT, 10) ^ FORMAT_MASK, { size } = this;
    const bit = (at) => (bits >> at) & 1;
    for (let at = 0; at < 6; at++) this.set(8, at, bit(at));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let at = 9; at < 15; at++) this.set(14 - at, 8, bit(at));
    for (let at = 0; at < 8; at++) this.set(size - 1 - at, 8, bit(at));
    for (let at = 8; at < 15; at++) this.set(8, size - 15 + at, bit(at));
    this.set(8, size - 8, true);
  }

  /** Write bytes up and down, two columns at a time. */
  write(bytes) {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const up = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step++) at = this.pair(bytes, at, right, up ? this.size - 1 - step : step);
    }
  }

  pair(bytes, first, right, y) {
    let at = first;
    for (const x of [right, right - 1]) {
      if (this.fixed[y][x] || at >= bytes.length * 8) continue;
      this.dark[y][x] = ((bytes[at >> 3] >> (7 - (at & 7))) & 1) === 1;
      at++;
    }
    return at;
  }

  mask(which) {
    const flips = (x, y) => !this.fixed[y][x] && MASKS[which](x, y) === 0;
    this.dark.forEach((row, y) => row.forEach((dark, x) => (row[x] = dark !== flips(x, y))));
    this.format(which);
  }

  /** How hard it is to read: long runs, and much more of one shade than of the other. */
  hardness() {
    const columns = this.dark[0].map((_, x) => this.dark.map((row) => row[x]));
    const lines = [...this.dark, ...columns].map((row) => row.map(Number).join(""));
    const runs = lines.join(" ").match(/0{5,}|1{5,}|1011101/g) ?? [];
    const part = this.dark.flat().filter(Boolean).length / this.size ** 2;
    return runs.reduce((sum, run) => sum + (run.length === 7 ? 20 : run.length - 2), 0) + Math.abs(part - 0.5) * 200;
  }
}

/** Which modules of the code of a text are dark, row by row. @param {string} text @returns {boolean[][]} */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  let version = 1;
  while (version <= BLOCKS.length && bytes.length + headed(version) > held(version)) version++;
  if (version > BLOCKS.length) throw new RangeError("a text is too long for a code");
  const words = dealt(filled(bytes, version), version);
  const sheets = MASKS.map((_, mask) => {
    const sheet = new Sheet(version);
    sheet.write(words);
    sheet.mask(mask);
    return sheet;
  });
  return sheets.reduce((best, one) => (one.hardness() < best.hardness() ? one : best)).dark;
}

/** Draw the code of a text. @param {string} text @returns {SVGSVGElement} */
export function qrPicture(text) {
  const rows = qrModules(text), size = rows.length + 2 * QUIET;
  const squares = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  const made = (name, given) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
    return element;
  };
  const picture = made("svg", { viewBox: `0 0 ${size} ${size}`, "shape-rendering": "crispEdges" });
  picture.append(made("rect", { width: size, height: size, fill: "#fffaf0" }));
  picture.append(made("path", { d: squares.join(""), fill: "#2b1a0e" }));
  return /** @type {SVGSVGElement} */ (picture);
}
