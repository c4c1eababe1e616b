/** The saved games in the origin's private file system, as files that SQLite writes to and flushes. */

const FOLDER = 0o40777, FILE = 0o100666;
const CURRENT = 1, END = 2; // from where a place in a file is counted
const NOT_THERE = 44, NO_SPACE = 51, BROKEN = 29; // error numbers as Emscripten counts them

const ROOM_ERROR = 2 ** 32 - 8; // Chromium throws nothing then: it returns errors as if they were numbers of bytes

const TRIES = 100, PAUSE = 100; // milliseconds between two

/** Open the files of a folder for one worker alone. @param {string} folder @param {string[]} names */
export async function openFiles(folder, names) {
  const root = await navigator.storage.getDirectory();
  const home = await root.getDirectoryHandle(folder, { create: true });
  /** @type {Record<string, FileSystemSyncAccessHandle>} */
  const handles = {};
  for (const name of names) {
    const file = await home.getFileHandle(name, { create: true });
    handles[name] = await opened(file);
  }
  return handles;
}

/** Whether a file that was opened is there no more. @param {string} folder @param {string} name */
export async function deleted(folder, name) {
  try {
    const root = await navigator.storage.getDirectory();
    await (await root.getDirectoryHandle(folder)).getFileHandle(name);
    return false;
  } catch (error) {
    return error.name === "NotFoundError";
  }
}

/** Open a file; a tab that was killed a moment ago may still hold it. @param {FileSystemFileHandle} file */
export async function opened(file) {
  for (let tries = 0; ; tries++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (error.name !== "NoModificationAllowedError" || tries === TRIES) throw error;
      await new Promise((later) => setTimeout(later, PAUSE));
    }
  }
}

/**
 * Keeps what SQLite writes in order. Its own calls to flush do not reach a file system here, so each file is flushed
 * before the next one is written to, and a file that is cut at once: the journal is on the disk before the games are
 * touched, and they are before the journal is cut, which is how SQLite commits.
 */
class Flushing {
  constructor() {
    /** @type {Set<FileSystemSyncAccessHandle>} files with words that may not be on the disk yet */
    this.open = new Set();
    /** @type {Map<FileSystemSyncAccessHandle, number>} how long files are: nobody else writes, and SQLite asks often */
    this.sizes = new Map();
  }

  write(handle, bytes, at) {
    this.settle(handle);
    this.open.add(handle);
    const size = this.size(handle);
    this.sizes.delete(handle);
    const written = handle.write(bytes, { at });
    if (written === bytes.length) this.sizes.set(handle, Math.max(size, at + written));
    return written;
  }

  cut(handle, size) {
    this.settle(handle);
    this.sizes.delete(handle);
    handle.truncate(size);
    this.flush(handle);
  }

  size(handle) {
    if (!this.sizes.has(handle)) this.sizes.set(handle, plausible(handle.getSize(), Number.MAX_SAFE_INTEGER));
    return this.sizes.get(handle) ?? 0;
  }

  flush(handle) {
    handle.flush();
    this.open.delete(handle);
  }

  settle(next) {
    for (const handle of this.open) if (handle !== next) this.flush(handle);
  }
}

/** How many bytes it was, unless that is an error in disguise. @param {number} bytes @param {number} most */
function plausible(bytes, most) {
  if (bytes > most) throw new Error(`a file is out of reach: ${bytes}`);
  return bytes;
}

/** A file system with these files and no others; `trouble` hears why one cannot be written. */
export function fileSystem(FS, handles, trouble) {
  const flushing = new Flushing();
  const failure = (number) => new FS.ErrnoError(number);
  const attributes = (node) => ({
    dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096,
    size: node.handle ? flushing.size(node.handle) : 4096, blocks: 1,
    atime: new Date(), mtime: node.since, ctime: node.since,
  });
  const made = (parent, name, mode) => {
    const node = FS.createNode(parent, name, mode, 0);
    node.node_ops = nodes;
    node.stream_ops = streams;
    node.handle = handles[name];
    node.since = new Date();
    return node;
  };
  /** @template {(...given: any[]) => any} Op @param {Op} op the same, where a browser may have taken the files away */
  const reaching = (op) => (...given) => {
    try {
      return op(...given);
    } catch (error) {
      if (error instanceof FS.ErrnoError) throw error;
      trouble("gone");
      throw failure(BROKEN);
    }
  };
  const nodes = {
    getattr: reaching(attributes),
    setattr: reaching((node, { size }) => size === undefined || flushing.cut(node.handle, size)),
    lookup(parent, name) {
      if (!(name in handles)) throw failure(NOT_THERE);
      return made(parent, name, FILE);
    },
    mknod(parent, name, mode) {
      if (!(name in handles)) throw failure(NO_SPACE);
      return made(parent, name, mode);
    },
    unlink: reaching((parent, name) => flushing.cut(handles[name], 0)),
    readdir: () => [".", "..", ...Object.keys(handles)],
  };
  const streams = {
    read: reaching((stream, buffer, offset, length, position) =>
      plausible(stream.node.handle.read(buffer.subarray(offset, offset + length), { at: position }), length)),
    write: reaching((stream, buffer, offset, length, position) => {
      let written = 0;
      try {
        written = flushing.write(stream.node.handle, buffer.subarray(offset, offset + length), position);
      } catch (error) {
        if (error.name !== "QuotaExceededError") throw error;
      }
      if (written === length) return written;
      if (written !== ROOM_ERROR) plausible(written, length);
      trouble("full");
      throw failure(NO_SPACE);
    }),
    llseek: reaching((stream, offset, whence) => {
      if (whence === END) return flushing.size(stream.node.handle) + offset;
      return offset + (whence === CURRENT ? stream.position : 0); // also in a folder, which has no handle
    }),
    fsync: reaching((stream) => {
      flushing.flush(stream.node.handle);
      return 0;
    }),
  };
  return { mount: (mount) => made(null, "/", FOLDER, mount) };
}
