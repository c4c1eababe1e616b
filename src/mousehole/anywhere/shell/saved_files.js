/** The saved games in the origin's private file system, as files that SQLite writes to and flushes. */

const FOLDER = 0o40777, FILE = 0o100666;
const NOT_THERE = 44, NO_SPACE = 51, BROKEN = 29; // error numbers as Emscripten counts them

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

/** Open a file; a tab that was killed a moment ago may still hold it. @param {FileSystemFileHandle} file */
async function opened(file) {
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
    if (!this.sizes.has(handle)) this.sizes.set(handle, handle.getSize());
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

/** A file system with these files and no others; `full` is called when the device has no room for a word. */
export function fileSystem(FS, handles, full) {
  const flushing = new Flushing();
  const trouble = (number) => new FS.ErrnoError(number);
  const attributes = (node) => ({
    dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: 4096,
    size: node.handle ? flushing.size(node.handle) : 4096, blocks: 1,
    atime: new Date(), mtime: new Date(), ctime: new Date(),
  });
  const made = (parent, name, mode) => {
    const node = FS.createNode(parent, name, mode, 0);
    node.node_ops = nodes;
    node.stream_ops = streams;
    node.handle = handles[name];
    return node;
  };
  const nodes = {
    getattr: attributes,
    setattr: (node, { size }) => size === undefined || flushing.cut(node.handle, size),
    lookup(parent, name) {
      if (!(name in handles)) throw trouble(NOT_THERE);
      return made(parent, name, FILE);
    },
    mknod(parent, name, mode) {
      if (!(name in handles)) throw trouble(NO_SPACE);
      return made(parent, name, mode);
    },
    unlink: (parent, name) => flushing.cut(handles[name], 0),
    readdir: () => [".", "..", ...Object.keys(handles)],
  };
  const streams = {
    read: (stream, buffer, offset, length, position) =>
      stream.node.handle.read(buffer.subarray(offset, offset + length), { at: position }),
    write(stream, buffer, offset, length, position) {
      let written = 0;
      try {
        written = flushing.write(stream.node.handle, buffer.subarray(offset, offset + length), position);
      } catch (error) {
        if (error.name !== "QuotaExceededError") throw trouble(BROKEN);
      }
      if (written === length) return written;
      full(); // Chromium throws nothing there: it returns a number that is far too large
      throw trouble(NO_SPACE);
    },
    llseek(stream, offset, whence) {
      const from = [0, stream.position, flushing.size(stream.node.handle)][whence];
      return from + offset;
    },
    fsync(stream) {
      flushing.flush(stream.node.handle);
      return 0;
    },
  };
  return { mount: (mount) => made(null, "/", FOLDER, mount) };
}
