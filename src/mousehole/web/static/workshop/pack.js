/**
 * A pack as the workshop keeps it: shown at once as it was changed, told to the house in order, one change at a time.
 */

import { at } from "../wire/house_line.js";
import { say } from "../ui/words.js";

/** @typedef {(string | number)[]} Path the steps to a value: names of tables, numbers of list items from 0 */
/** @typedef {{ file: string, path: Path, value: unknown }} Edit */
/** @typedef {Record<string, any>} Table */
/** @typedef {{ file: string, path: Path, words: string }} Remark */
/**
 * @typedef {object} PackState
 * @property {number} revision
 * @property {string} name
 * @property {boolean} mine
 * @property {string | null} undo what would be taken back
 * @property {string | null} redo
 * @property {string} link
 * @property {Record<string, Table>} files
 * @property {Record<string, string>} drawings
 * @property {Record<string, Record<string, string>>} words
 * @property {Remark[]} mistakes
 * @property {Remark[]} notes
 * @property {{ id: string, name: string, playable: boolean }[]} chapters
 */
/** @typedef {{ edits: Edit[], label: string }} Change */

export class WorkshopPack {
  /**
   * @param {string} way @param {string} key
   * @param {{ changed: (fresh: boolean) => void, told: (words: string) => void }} hear
   */
  constructor(way, key, hear) {
    this.way = way;
    this.key = key;
    this.hear = hear;
    /** @type {PackState} */
    this.state = {
      revision: 0,
      name: "",
      mine: true,
      undo: null,
      redo: null,
      link: "",
      files: {},
      drawings: {},
      words: {},
      mistakes: [],
      notes: [],
      chapters: [],
    };
    /** @type {Change[]} */
    this.waiting = [];
    /** @type {Promise<unknown>} */
    this.sending = Promise.resolve();
  }

  /** The address of something below this pack. @param {string} path @param {Record<string, string>} [query] */
  address(path, query = {}) {
    const asked = new URLSearchParams(this.key ? { ...query, key: this.key } : query);
    return at(`${this.way}${path}${asked.size ? `?${asked}` : ""}`);
  }

  async open() {
    this.take(await this.ask("/state"));
  }

  /** Change the pack: seen at once, then sent. @param {Edit[]} edits @param {string} label */
  change(edits, label) {
    if (!edits.length) return;
    for (const edit of edits) this.state.files = edited(this.state.files, this.state.words, edit);
    this.waiting.push({ edits, label });
    this.hear.changed(false);
    this.sending = this.sending.then(() => this.send());
  }

  /** @param {"undo" | "redo"} way */
  back(way) {
    this.sending = this.sending.then(async () => this.take(await this.post(`/${way}`, {})));
    return this.sending;
  }

  async send() {
    const next = this.waiting[0];
    if (!next) return;
    const state = await this.post("/edit", next);
    this.waiting.shift();
    if (!state) this.waiting = [];
    this.take(state, !this.waiting.length && Boolean(state) && state?.problem === undefined);
  }

  /**
   * Post a change with the revision it was made on; somebody else may have been faster.
   * @param {string} path @param {object} body @returns {Promise<any>}
   */
  async post(path, body) {
    const answer = await fetch(this.address(path), {
      method: "POST",
      body: JSON.stringify({ revision: this.state.revision, ...body }),
      headers: { "content-type": "application/json", accept: "application/json" },
    }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (answer?.ok) return told;
    const late = answer?.status === 409;
    this.waiting = [];
    const words = late
      ? say("Somebody else has changed this adventure in the meantime. You now see the newest state.")
      : told?.problem || say("That could not be kept. Is there a connection?");
    this.hear.told(words);
    return late ? { ...told, problem: words } : { ...(await this.ask("/state")), problem: words };
  }

  /** @param {string} path @param {Record<string, string>} [query] @returns {Promise<any>} */
  async ask(path, query) {
    const answer = await fetch(this.address(path, query), { headers: { accept: "application/json" } }).catch(
      () => null,
    );
    return answer?.ok ? answer.json().catch(() => null) : null;
  }

  /**
   * Take the state of the house; what still waits to be sent stays as it is shown.
   * @param {any} state @param {boolean} [own] whether it only confirms what is shown already
   */
  take(state, own = false) {
    if (!state?.files) return;
    const shown = this.state.files,
      words = this.state.words;
    this.state = state;
    if (this.waiting.length) Object.assign(this.state, { files: shown, words });
    this.hear.changed(!own && !this.waiting.length);
  }

  /** Read a value. @param {string} file @param {Path} path */
  read(file, path) {
    return path.reduce((/** @type {any} */ table, step) => table?.[step], this.state.files[file]);
  }
}

/**
 * Copy files with one edit done; words of a language are kept in place.
 * @param {Record<string, Table>} files @param {Record<string, Record<string, string>>} words @param {Edit} edit
 */
export function edited(files, words, { file, path, value }) {
  const language = file.startsWith("words/") ? file.slice("words/".length) : "";
  if (!language) return { ...files, [file]: changed(files[file] ?? {}, path, value) };
  (words[language] ??= {})[String(path[0])] = String(value ?? "");
  return files;
}

/**
 * Copy a value with another one at a path; null takes it away.
 * @param {any} table @param {Path} path @param {unknown} value @returns {any}
 */
export function changed(table, path, value) {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(table)) {
    const copy = [...table];
    if (!rest.length && value === null) copy.splice(Number(step), 1);
    else copy[Number(step)] = changed(copy[Number(step)], rest, value);
    return copy;
  }
  if (!rest.length && value === null) {
    return Object.fromEntries(Object.entries(table ?? {}).filter(([key]) => key !== String(step)));
  }
  return { ...table, [step]: changed(table?.[step] ?? (typeof rest[0] === "number" ? [] : {}), rest, value) };
}

/** A name for files from what somebody typed. @param {string} text @param {object} taken */
export function fileName(text, taken) {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");
  const stem = plain.replace(/^_+|_+$/g, "").slice(0, 30) || "thing";
  if (!(stem in taken)) return stem;
  let n = 2;
  while (`${stem}_${n}` in taken) n += 1;
  return `${stem}_${n}`;
}
