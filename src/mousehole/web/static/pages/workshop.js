/** The workshop: what an adventure is made of, what one works at, what to mend. */

import { load } from "../board/sprites.js";
import { fact, make, need, sprite, write } from "../ui/dom.js";
import { say } from "../ui/words.js";
import { begun, kindsOfThings, starts } from "../workshop/beginnings.js";
import { campaignRow, ChapterMap } from "../workshop/chapter_map.js";
import { DrawingBoard } from "../workshop/drawing.js";
import { choice } from "../workshop/fields.js";
import { Form } from "../workshop/forms.js";
import { fileName, WorkshopPack } from "../workshop/pack.js";
import { at } from "../wire/house_line.js";
import { art, namesOf, spacesNear } from "../workshop/things.js";
import { translating } from "../workshop/translating.js";
import { Trying } from "../workshop/trying.js";

/** @import { Choices } from "../workshop/fields.js" */
/** @import { Looks } from "../workshop/drawing.js" */
/** @import { Edit, Path, Remark } from "../workshop/pack.js" */
/** @import { Schema } from "../workshop/forms.js" */
/**
 * @typedef {object} Kinds what may stand in each kind of file, what there is to choose from, what the game brings
 * @property {Record<string, Schema>} kinds
 * @property {Record<string, Choices>} choices
 * @property {Record<string, Record<string, any>>} base
 */

const DRAWN = {
  tiles: ["spaces", "paths", "entries", "lines", "walls", "exits", "flips", "tokens"],
  chapters: ["tiles"],
};
const ADVENTURE = "adventure",
  WORDS = "words"; // pages of the workshop that are no file

class Workshop {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.main = main;
    this.pack = new WorkshopPack(fact(main, "way"), fact(main, "key"), {
      changed: (fresh) => this.refresh(fresh),
      told: (words) => write(this.status, words),
    });
    /** @type {Kinds} */
    this.kinds = { kinds: {}, choices: {}, base: {} };
    this.where = ["", ""]; // kind and name of what one works at
    /** @type {Form | null} */
    this.form = null;
    /** @type {Record<string, Record<string, number>> | null} where mice have gone */
    this.entered = null;
    this.title = make("h1", { class: "workshop-name" });
    this.undo = tool("house-undo", say("Undo"), () => this.pack.back("undo"));
    this.redo = tool("house-undo", say("Redo"), () => this.pack.back("redo"));
    this.redo.classList.add("mirrored");
    this.status = make("p", { class: "workshop-status", role: "status" });
    this.played = make("input", { type: "hidden", name: "chapter" });
    this.playing = make(
      "button",
      { type: "submit", class: "primary" },
      sprite("house-play", "icon"),
      say("To the table"),
    );
    this.list = make("nav", { class: "workshop-list pane", "aria-label": say("What the adventure is made of") });
    this.middle = make("section", { class: "workshop-middle pane", id: "workshop-middle", tabindex: "-1" });
    this.remarks = make("div", { class: "workshop-remarks" });
    this.trying = new Trying(this.pack, { heat: (entered) => this.heated(entered) });
    this.board = new DrawingBoard({
      change: (steps, label) => this.steps(steps, label),
      choices: (kind) => this.choices(kind, []),
      picture: (kind, name) => this.picture(kind, name),
      look: (space, as) => this.look(space, as),
    });
    this.map = new ChapterMap({
      change: (tiles, label) => this.steps([{ path: ["tiles"], value: tiles }], label),
      sides: () => this.choices("tiles", []),
      side: (id) => this.pack.read("tiles", [id]) ?? this.kinds.base.tiles?.[id],
      picture: (kind, name) => this.picture(kind, name),
    });
    this.lay();
    addEventListener("hashchange", () => this.open());
    addEventListener("keydown", (event) => this.key(event));
  }

  lay() {
    const way = (/** @type {string} */ path) => this.pack.address(path);
    const table = make(
      "form",
      { method: "post", action: way("/table"), onsubmit: (/** @type {Event} */ event) => this.play(event) },
      this.played,
      this.playing,
    );
    const bar = make(
      "header",
      { class: "workshop-bar" },
      this.title,
      this.undo,
      this.redo,
      make(
        "a",
        { class: "button", href: way("/export"), download: true },
        sprite("house-down", "icon"),
        say("Download"),
      ),
      table,
    );
    const side = make(
      "aside",
      { class: "workshop-side", "aria-label": say("Mend and try") },
      make(
        "section",
        { class: "pane", "aria-label": say("What to mend") },
        make("h2", { text: say("What to mend") }),
        this.remarks,
      ),
      make(
        "section",
        { class: "pane", "aria-label": say("Try it") },
        make("h2", { text: say("Try it") }),
        this.trying.element,
      ),
    );
    this.main.replaceChildren(make("div", { class: "workshop" }, bar, this.status, this.list, this.middle, side));
  }

  async begin() {
    const [kinds] = await Promise.all([asked("/workshop/kinds"), this.pack.open()]);
    this.kinds = kinds ?? this.kinds;
    this.listing();
    this.open();
    this.refresh(true);
  }

  // What there is

  listing() {
    const kinds = kindsOfThings().filter(([file]) => this.kinds.kinds[file]);
    const plain = (/** @type {string} */ kind, /** @type {string} */ text) =>
      make("li", {}, make("a", { class: "entry", href: `#${kind}/`, "data-entry": `${kind}/`, text }));
    this.list.replaceChildren(
      make("ul", { class: "entries" }, plain(ADVENTURE, say("The campaign")), plain(WORDS, say("In other languages"))),
      ...kinds.map(([file, many, one]) => this.group(file, many, one)),
    );
    this.entries();
  }

  /** @param {string} file @param {string} many @param {string} one */
  group(file, many, one) {
    const name = make("input", {
      type: "text",
      maxlength: 60,
      required: true,
      "aria-label": say("Name"),
      placeholder: say("Name"),
    });
    const like = choice(say("To begin with"), starts(file));
    const add = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.add(file, name.value.trim(), like.select.value);
      name.value = "";
      fold.open = false;
    };
    const fold = make(
      "details",
      { class: "entry-new" },
      make("summary", { text: one }),
      make("form", { onsubmit: add }, name, like.element, make("button", { class: "small", text: say("Add") })),
    );
    fold.addEventListener("toggle", () => {
      if (!fold.open) return;
      like.offer([...starts(file), ...this.choices(file, [])]);
      name.focus();
    });
    const entries = make("ul", { class: "entries", "data-kind": file });
    return make("section", { "aria-label": many }, make("h2", { text: many }), entries, fold);
  }

  /** Write the names of all things; what stays keeps its element, so that nothing is pressed amiss. */
  entries() {
    /** @type {NodeListOf<HTMLElement>} */
    const lists = this.list.querySelectorAll("[data-kind]");
    for (const list of lists) {
      const file = fact(list, "kind"),
        known = this.pack.state.files[file] ?? {};
      const old = new Map([...list.querySelectorAll("a")].map((link) => [link.dataset.entry, link]));
      const links = Object.entries(known).map(([id, table]) => {
        const link =
          old.get(`${file}/${id}`) ??
          make("a", { class: "entry", href: `#${file}/${id}`, "data-entry": `${file}/${id}` });
        const wrong = this.pack.state.mistakes.filter((one) => one.file === file && one.path[0] === id).length;
        link.classList.toggle("wrong", Boolean(wrong));
        write(link, wrong ? `${table?.name || id} (${wrong})` : table?.name || id);
        return link;
      });
      const items = links.map((link) => link.parentElement ?? make("li", {}, link));
      if (items.length !== list.children.length || items.some((item, n) => list.children[n] !== item))
        list.replaceChildren(...items);
    }
    const here = this.where.join("/");
    for (const link of this.list.querySelectorAll("a")) {
      if (link.dataset.entry === here) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }

  /** @param {string} file @param {string} name @param {string} start */
  add(file, name, start) {
    const { files } = this.pack.state,
      id = fileName(name, { ...files[file], ...this.kinds.base[file] });
    this.pack.change(
      begun(file, id, name, start, { files, base: this.kinds.base }),
      say("{what} is new", { what: name }),
    );
    location.hash = `#${file}/${id}`;
  }

  /** Play the chapter one works at, or else the first that can be played. @param {Event} event */
  async play(event) {
    event.preventDefault();
    await this.pack.sending;
    const playable = this.pack.state.chapters.filter((one) => one.playable).map(({ id }) => id);
    this.played.value = playable.includes(this.where[1]) ? this.where[1] : (playable[0] ?? "");
    write(this.status, playable.length ? say("Here we go …") : say("A chapter without mistakes can be played."));
    if (playable.length) this.played.form?.submit();
  }

  // What one works at

  open() {
    const [kind = ADVENTURE, id = ""] = decodeURIComponent(location.hash.slice(1)).split("/");
    this.where = [kind || ADVENTURE, id];
    this.entered = this.trying.heat.checked ? this.entered : null;
    this.show();
    this.entries();
  }

  /** Show what one works at, from the beginning. */
  show() {
    const [kind, id] = this.where;
    this.form = null;
    if (kind === WORDS) this.middle.replaceChildren(...translating(this.pack));
    else if (kind === ADVENTURE || !this.pack.read(kind, [id])) this.middle.replaceChildren(...this.campaign());
    else this.middle.replaceChildren(...this.thing(kind, id));
    this.mark();
  }

  campaign() {
    const { files } = this.pack.state,
      order = files.campaign?.chapters ?? [];
    const open = (/** @type {string} */ chapter) => (location.hash = `#chapters/${chapter}`);
    const move = (/** @type {string[]} */ next, /** @type {string} */ label) => {
      this.pack.change([{ file: "campaign", path: ["chapters"], value: next }], label);
      this.show();
    };
    const schema = this.kinds.kinds.campaign;
    /** @type {HTMLElement[]} */
    const parts = [make("h2", { text: say("The campaign") })];
    if (order.length) parts.push(campaignRow(files, order, { open, move }));
    else parts.push(this.firstSteps());
    if (schema) {
      this.form = this.formOf(schema, "campaign", [], ["chapters"]);
      parts.push(this.form.element);
    }
    if (this.pack.state.link) parts.push(this.sharing());
    return parts;
  }

  /** The link for others. */
  sharing() {
    const link = make("input", { type: "text", readonly: true, id: "workshop-link" });
    link.value = new URL(at(this.pack.state.link), location.href).href;
    const copy = async () => {
      link.select();
      await navigator.clipboard?.writeText(link.value).catch(() => document.execCommand("copy"));
      write(this.status, say("Copied"));
    };
    const words = say("Whoever has this link sees the adventure and can change it.");
    return make(
      "div",
      { class: "workshop-link" },
      make("label", { for: "workshop-link", text: words }),
      make(
        "div",
        { class: "form-row" },
        link,
        make("button", { type: "button", class: "small", text: say("Copy"), onclick: copy }),
      ),
    );
  }

  firstSteps() {
    const steps = [
      say("Draw a tile: where the mice walk, and where minions come in."),
      say("Make a minion, or borrow one of the game."),
      say("Make a chapter: it tells the story and says how it is won."),
      say("Let companions play it, and then play it yourself."),
    ];
    return make(
      "div",
      {},
      make("p", { text: say("An adventure in four steps:") }),
      make("ol", { class: "first-steps" }, ...steps.map((text) => make("li", { text }))),
    );
  }

  /** @param {string} kind @param {string} id */
  thing(kind, id) {
    const table = this.pack.read(kind, [id]),
      parts = [];
    const gone = make("button", {
      type: "button",
      class: "small",
      text: say("Throw away"),
      onclick: () => this.remove(kind, id),
    });
    parts.push(make("div", { class: "thing-head" }, make("h2", { text: table.name || id }), gone));
    if (kind === "tiles") {
      this.board.show(id, table, this.heat(id));
      parts.push(this.board.element);
    }
    if (kind === "chapters") {
      this.map.show(table.tiles);
      parts.push(this.map.element);
    }
    const schema = this.kinds.kinds[kind]?.additionalProperties;
    if (schema) {
      this.form = this.formOf(schema, kind, [id], DRAWN[/** @type {keyof typeof DRAWN} */ (kind)] ?? []);
      parts.push(this.form.element);
    }
    return parts;
  }

  /** @param {Schema} schema @param {string} file @param {Path} path @param {string[]} without */
  formOf(schema, file, path, without) {
    const around = {
      change: (/** @type {Path} */ to, /** @type {unknown} */ value, /** @type {string} */ label) =>
        this.pack.change([{ file, path: to, value }], label),
      read: (/** @type {Path} */ from) => this.pack.read(file, from),
      choices: (/** @type {string} */ kind, /** @type {Path} */ from) => this.choices(kind, from),
    };
    return new Form(schema, this.kinds.kinds[file].$defs, path, around, without);
  }

  /** @param {string} kind @param {string} id */
  remove(kind, id) {
    /** @type {Edit[]} */
    const edits = [{ file: kind, path: [id], value: null }];
    const order = this.pack.state.files.campaign?.chapters ?? [];
    if (kind === "chapters")
      edits.push({
        file: "campaign",
        path: ["chapters"],
        value: order.filter((/** @type {string} */ one) => one !== id),
      });
    const words = say("{what} is gone; Undo brings it back", { what: this.pack.read(kind, [id])?.name || id });
    location.hash = "";
    this.pack.change(edits, words);
    write(this.status, words);
  }

  /** Change the thing one works at. @param {{ path: Path, value: unknown }[]} steps @param {string} label */
  steps(steps, label) {
    const [file, id] = this.where;
    this.pack.change(
      steps.map(({ path, value }) => ({ file, path: [id, ...path], value })),
      label,
    );
  }

  // What came of it

  /** @param {boolean} fresh whether what is shown may be out of date */
  refresh(fresh) {
    const { state } = this.pack,
      [kind, id] = this.where;
    write(this.title, state.files.campaign?.name || state.name || say("My adventure"));
    this.undo.disabled = state.undo === null;
    this.redo.disabled = state.redo === null;
    this.entries();
    this.trying.show();
    this.mark();
    if (fresh && this.kinds.kinds.tiles) this.show();
    else if (kind === "tiles" && this.pack.read(kind, [id]))
      this.board.show(id, this.pack.read(kind, [id]), this.heat(id));
  }

  /** Say what is wrong, in the list and at its place. */
  mark() {
    const { mistakes, notes } = this.pack.state,
      [kind, id] = this.where;
    const file = kind === ADVENTURE ? "campaign" : kind;
    const here = [...mistakes, ...notes].filter(
      (one) => one.file === file && (file === "campaign" || one.path[0] === id),
    );
    this.form?.remark(here);
    const rows = [
      ...mistakes.map((one) => this.remark(one, "mistake")),
      ...notes.map((one) => this.remark(one, "note")),
    ];
    const text = rows.length ? [] : [make("p", { text: say("Nothing to mend.") })];
    const next = [...text, ...(rows.length ? [make("ul", {}, ...rows)] : [])];
    const same =
      next.length === this.remarks.children.length && next.every((one, n) => one.isEqualNode(this.remarks.children[n]));
    if (!same) this.remarks.replaceChildren(...next);
  }

  /** @param {Remark} remark @param {"mistake" | "note"} sort */
  remark({ file, path, words }, sort) {
    const other = file.startsWith("words"),
      campaign = file === "campaign" || other;
    const id = campaign ? "" : String(path[0] ?? "");
    const where = campaign ? say("The campaign") : this.pack.read(file, [id])?.name || id;
    const kind = other ? WORDS : campaign ? ADVENTURE : file,
      label = campaign ? "" : this.label(file, path);
    const link = make("a", { href: `#${kind}/${id}`, text: where || say("The campaign") });
    return make("li", { class: sort }, link, label && make("b", { text: label }), make("span", { text: words }));
  }

  /** What the form calls the value that a remark is about. @param {string} file @param {Path} path */
  label(file, path) {
    const schema = this.kinds.kinds[file];
    if (!schema) return "";
    const meant = (/** @type {Schema} */ part) => (part?.$ref ? schema.$defs[part.$ref.split("/").at(-1)] : part);
    let table = meant(schema.additionalProperties),
      label = "";
    for (const step of path.slice(1)) {
      const part = table?.properties?.[step];
      label = part?.description || label;
      table = meant(part ?? table?.items ?? table?.additionalProperties);
    }
    return label;
  }

  /** @param {Record<string, Record<string, number>> | null} entered */
  heated(entered) {
    this.entered = entered;
    const [kind, id] = this.where;
    if (kind === "tiles" && this.pack.read(kind, [id])) this.board.show(id, this.pack.read(kind, [id]), this.heat(id));
  }

  /** @param {string} side */
  heat(side) {
    return this.entered?.[side] ?? null;
  }

  // What things are called and look like

  /** Names of a kind: the pack's own first. @param {string} kind @param {Path} path @returns {Choices} */
  choices(kind, path) {
    const { files } = this.pack.state,
      [file] = this.where;
    const chapter = file === "chapters" ? files.chapters?.[path[0] ?? this.where[1]] : undefined;
    if (kind === "spaces") return spacesNear({ files, base: this.kinds.base }, file, path).map((name) => [name, name]);
    if (kind === "moments") return Object.keys(chapter?.story ?? {}).map((name) => [name, name]);
    if (kind === "questions") return namesOf(chapter?.questions);
    if (kind === "story_tokens")
      return Object.entries(files.campaign?.tokens ?? {}).map(([name, words]) => [name, String(words) || name]);
    const own = namesOf(files[kind]),
      known = new Set(own.map(([name]) => name));
    return [...own, ...(this.kinds.choices[kind] ?? []).filter(([name]) => !known.has(name))];
  }

  /** The sprite of a thing; empty where it has none. @param {string} kind @param {string} name */
  picture(kind, name) {
    return art({ files: this.pack.state.files, base: this.kinds.base }, kind, name);
  }

  /** @param {string} space @param {string} as @returns {Promise<Looks | null>} */
  async look(space, as) {
    await this.pack.sending;
    return this.pack.ask(`/look/${encodeURIComponent(this.board.id)}`, { space, as });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (typing || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
    event.preventDefault();
    this.pack.back(event.shiftKey ? "redo" : "undo");
  }
}

/** @param {string} picture @param {string} label @param {() => unknown} act */
function tool(picture, label, act) {
  return make(
    "button",
    { type: "button", class: "tool", "aria-label": label, title: label, onclick: act },
    sprite(picture, "icon"),
  );
}

/** @param {string} path */
async function asked(path) {
  const answer = await fetch(at(path), { headers: { accept: "application/json" } }).catch(() => null);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

const page = need("#main");
await load(fact(page, "house"), fact(page, "art"));
await new Workshop(page).begin();
