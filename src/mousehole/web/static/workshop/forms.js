/** Forms made from the schemas of content files: values with their words, lists as cards, effects from menus. */

import { effectSaid } from "./sentences.js";
import { make, need, put, write } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { Choices } from "./fields.js" */
/** @import { Path } from "./pack.js" */
/** @typedef {Record<string, any>} Schema */
/**
 * @typedef {object} FormAround what forms ask of the workshop
 * @property {(path: Path, value: unknown, label: string) => void} change
 * @property {(path: Path) => any} read
 * @property {(kind: string, path: Path) => Choices} choices
 */

const LONG = new Set(["words", "intro", "victory", "defeat", "told", "tale", "story"]);
const SLIDER = 24; // a range that is wider gets no slider

export class Form {
  /**
   * @param {Schema} schema of one entry, with `$defs` beside it @param {Record<string, Schema>} defs
   * @param {Path} path of the entry @param {FormAround} around
   * @param {string[]} [without] keys that are changed elsewhere
   */
  constructor(schema, defs, path, around, without = []) {
    this.schema = schema;
    this.defs = defs;
    this.path = path;
    this.around = around;
    this.without = new Set(without);
    this.element = make("div", { class: "form" });
    this.opened = /** @type {Set<string>} */ (new Set());
    this.draw();
  }

  /** Draw everything anew; the field that had the focus has it again. */
  draw() {
    const held =
      document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement)
        ? document.activeElement.dataset.at
        : undefined;
    const value = this.around.read(this.path) ?? {};
    this.element.replaceChildren(...this.table(this.resolved(this.schema), value, this.path, this.without));
    if (held) this.focus(held);
  }

  /** @param {string} held */
  focus(held) {
    /** @type {HTMLElement | null} */
    const found = this.element.querySelector(`[data-at="${CSS.escape(held)}"]`);
    found?.focus();
  }

  /** Write mistakes beside what they are about. @param {{ path: Path, words: string }[]} remarks */
  remark(remarks) {
    const before = this.element.querySelectorAll(".form-problem");
    for (const old of before) old.remove();
    for (const { path, words } of remarks) {
      const owner = this.nearest(path);
      owner?.append(make("p", { class: "form-problem", text: words }));
    }
  }

  /** The part of the form that is nearest to a value. @param {Path} path @returns {Element | null} */
  nearest(path) {
    for (let length = path.length; length > this.path.length; length -= 1) {
      const found = this.element.querySelector(`[data-part="${CSS.escape(JSON.stringify(path.slice(0, length)))}"]`);
      if (found) return found;
    }
    return null;
  }

  /** @param {Path} path @param {unknown} value @param {string} label @param {boolean} [anew] */
  change(path, value, label, anew = false) {
    this.around.change(path, value, label);
    if (anew) this.draw();
    else this.retell();
  }

  /** Say every effect again, as it is now. */
  retell() {
    /** @type {NodeListOf<HTMLElement>} */
    const cards = this.element.querySelectorAll("[data-effect]");
    for (const card of cards) {
      const path = JSON.parse(card.dataset.part ?? "[]"),
        value = this.around.read(path);
      if (value) write(need(".form-said strong", card), this.said(this.defs.Effect, value, path));
    }
  }

  /** Follow references and choices that only say “or nothing”. @param {Schema} schema @returns {Schema} */
  resolved(schema) {
    const { $ref, anyOf, ...own } = schema;
    if ($ref) return { ...this.defs[$ref.split("/").at(-1)], title: undefined, description: undefined, ...own };
    const real = (anyOf ?? []).filter((/** @type {Schema} */ one) => one.type !== "null");
    if (anyOf && real.length === 1) return { ...this.resolved(real[0]), ...own, nothing: real.length < anyOf.length };
    return schema;
  }

  // A table: what it needs, what it has, and a menu of what it may have besides

  /**
   * @param {Schema} schema @param {any} value @param {Path} path @param {Set<string>} [without]
   * @returns {HTMLElement[]}
   */
  table(schema, value, path, without = new Set()) {
    const keys = Object.keys(schema.properties ?? {}).filter((key) => key !== "verb" && !without.has(key));
    const first = ["name", "words"].filter((key) => keys.includes(key));
    const order = [...first, ...keys.filter((key) => !first.includes(key))];
    const needed = new Set(schema.required ?? []);
    const seen = order.filter((key) => needed.has(key) || value?.[key] !== undefined);
    const more = order.filter((key) => !seen.includes(key));
    const parts = seen.map((key) => this.part(schema.properties[key], value?.[key], [...path, key], !needed.has(key)));
    return more.length ? [...parts, this.more(schema, more, path)] : parts;
  }

  /** A menu of what a table may have besides. @param {Schema} schema @param {string[]} keys @param {Path} path */
  more(schema, keys, path) {
    const known = keys.map((key) => /** @type {[string, string]} */ ([key, title(schema.properties[key], key)]));
    return adder(path, say("Add something"), known, (key) => {
      const to = [...path, key],
        part = this.resolved(schema.properties[key]);
      this.change(to, this.fresh(part, to), say("{what} is new", { what: title(schema.properties[key], key) }), true);
      this.focusIn(to);
    });
  }

  /** @param {Path} path */
  focusIn(path) {
    const part = this.element.querySelector(`[data-part="${CSS.escape(JSON.stringify(path))}"]`);
    /** @type {HTMLElement | null | undefined} */
    const first = part?.querySelector("input, select, textarea, button");
    first?.focus();
  }

  /**
   * One value with its words.
   * @param {Schema} raw @param {any} value @param {Path} path @param {boolean} loose whether it may go
   * @returns {HTMLElement}
   */
  part(raw, value, path, loose) {
    const key = String(path.at(-1)),
      schema = this.resolved(raw),
      label = title(raw, key);
    const look = { class: "form-part", "data-part": JSON.stringify(path) };
    const gone = loose ? this.away(path, label) : null;
    if (this.simple(schema)) {
      const id = `f-${path.join("-")}`;
      const control = this.control(schema, value, path, id);
      const help = raw.title && raw.description ? make("p", { class: "form-help", text: raw.description }) : null;
      return make(
        "div",
        look,
        make("div", { class: "form-head" }, make("label", { for: id, text: label }), gone),
        control,
        help,
      );
    }
    const body = this.complex(schema, value, path);
    return make("fieldset", look, make("legend", { text: label }), gone, ...body);
  }

  /** A button that takes something away. @param {Path} path @param {string} label */
  away(path, label) {
    const words = say("Take away: {what}", { what: label });
    return make("button", {
      type: "button",
      class: "form-away",
      "aria-label": words,
      title: words,
      text: "×",
      onclick: () => this.change(path, null, words, true),
    });
  }

  /** @param {Schema} schema */
  simple(schema) {
    return ["string", "integer", "number", "boolean"].includes(schema.type) || Boolean(schema.enum);
  }

  /** @param {Schema} schema @param {any} value @param {Path} path @param {string} id */
  control(schema, value, path, id) {
    const key = String(path.at(-1)),
      shared = { id, "data-at": at(path) };
    const label = title(schema, key);
    /** @param {unknown} next */
    const changed = (next) => this.change(path, next, label);
    if (schema.type === "boolean") {
      const box = make("input", { ...shared, type: "checkbox" });
      box.addEventListener("change", () => changed(box.checked));
      box.checked = Boolean(value ?? schema.default);
      return box;
    }
    if (schema.enum || schema.choice) return this.menu(schema, value, path, shared);
    if (schema.type === "string") {
      const long = LONG.has(key) || path.at(-2) === "story" || String(value ?? "").length > 60;
      const area = make(long ? "textarea" : "input", { ...shared, ...(long ? { rows: 3 } : { type: "text" }) });
      area.value = String(value ?? "");
      area.addEventListener("change", () => changed(area.value));
      return area;
    }
    return number(schema, Number(value ?? schema.default ?? 0), changed, shared);
  }

  /**
   * A menu of names or of fixed words.
   * @param {Schema} schema @param {any} value @param {Path} path @param {Record<string, string>} shared
   */
  menu(schema, value, path, shared) {
    const known = schema.enum
      ? schema.enum.map(
          (/** @type {string} */ one) => /** @type {[string, string]} */ ([one, schema.names?.[one] ?? plain(one)]),
        )
      : this.around.choices(schema.choice, path);
    const now = String(value ?? schema.default ?? "");
    const options = known.some((/** @type {[string, string]} */ [name]) => name === now)
      ? known
      : [[now, now || say("choose …")], ...known];
    const key = String(path.at(-1)),
      menu = make("select", shared);
    menu.addEventListener("change", () => this.change(path, menu.value, title(schema, key), key === "side"));
    menu.append(
      ...options.map((/** @type {[string, string]} */ [name, text]) => make("option", { value: name, text })),
    );
    menu.value = now;
    return menu;
  }

  // Lists, tables and things that are one of several

  /** @param {Schema} schema @param {any} value @param {Path} path @returns {(HTMLElement | null)[]} */
  complex(schema, value, path) {
    if (schema.anyOf) return this.either(schema, value, path);
    if (schema.type === "array") return this.list(schema, value ?? [], path);
    if (schema.additionalProperties) return this.named(schema, value ?? {}, path);
    return this.table(schema, value ?? {}, path);
  }

  /** @param {Schema} schema @param {any[]} value @param {Path} path @returns {(HTMLElement | null)[]} */
  list(schema, value, path) {
    if (schema.prefixItems) {
      const items = schema.prefixItems.map((/** @type {Schema} */ one, /** @type {number} */ n) =>
        this.control(
          { choice: schema.choice, ...this.resolved(one) },
          value[n],
          [...path, n],
          `f-${path.join("-")}-${n}`,
        ),
      );
      for (const [n, item] of items.entries())
        put(item, "aria-label", `${title(schema, String(path.at(-1)))} ${n + 1}`);
      return [make("div", { class: "form-row" }, ...items)];
    }
    const item = this.resolved(schema.items ?? {}),
      kind = schema.choice ?? item.choice;
    if (kind || item.enum) return [this.chips(item, kind, value, path)];
    const cards = value.map((one, n) => this.card(item, one, [...path, n]));
    return [...cards, this.adding(item, value.length, path)];
  }

  /**
   * Names one can choose several of.
   * @param {Schema} item @param {string} kind @param {string[]} value @param {Path} path
   */
  chips(item, kind, value, path) {
    const known = item.enum
      ? item.enum.map(
          (/** @type {string} */ one) => /** @type {[string, string]} */ ([one, item.names?.[one] ?? plain(one)]),
        )
      : this.around.choices(kind, path);
    const called = (/** @type {string} */ name) =>
      known.find((/** @type {[string, string]} */ [one]) => one === name)?.[1] ?? name;
    const set = (/** @type {string[]} */ next) => this.change(path, next, title(item, String(path.at(-1))), true);
    const chips = value.map((name) => {
      const away = say("Take away: {what}", { what: called(name) });
      const drop = {
        type: "button",
        class: "chip",
        title: away,
        "aria-label": away,
        onclick: () => set(value.filter((one) => one !== name)),
      };
      return make("button", drop, called(name), make("span", { "aria-hidden": "true", text: "×" }));
    });
    const rest = known.filter((/** @type {[string, string]} */ [name]) => !value.includes(name));
    return make(
      "div",
      { class: "chips" },
      ...chips,
      adder(path, say("Add something"), rest, (name) => set([...value, name])),
    );
  }

  /** One of a list. @param {Schema} item @param {any} value @param {Path} path */
  card(item, value, path) {
    const n = Number(path.at(-1)) + 1,
      words = this.heading(item, value, n, path);
    const inner = item.anyOf
      ? this.either(item, value, path)
      : this.simple(item)
        ? [this.control(item, value, path, `f-${path.join("-")}`)]
        : item.type === "array" || item.additionalProperties
          ? this.complex(item, value, path)
          : this.table(item, value, path);
    const effect = item.properties?.on && item.properties?.do;
    const heading = make("p", { class: "form-said" }, make("strong", { text: words }));
    return make(
      "div",
      {
        class: "form-card",
        "data-part": JSON.stringify(path),
        role: "group",
        "data-effect": Boolean(effect),
        "aria-label": words,
      },
      make("div", { class: "form-head" }, heading, this.away(path, words)),
      ...inner.filter((one) => one !== null),
    );
  }

  /** Say back what an effect does. @param {Schema} item @param {any} value @param {Path} path */
  said(item, value, path) {
    return effectSaid(item, value, {
      path,
      choices: this.around.choices,
      resolved: (schema) => this.resolved(schema),
      variants: (schema) => this.variants(schema),
    });
  }

  /** @param {Schema} item @param {any} value @param {number} n @param {Path} path */
  heading(item, value, n, path) {
    if (item.properties?.on && item.properties?.do) return this.said(item, value, path);
    const verb = value?.verb && this.verbs(item).find(([name]) => name === value.verb)?.[1];
    return verb || value?.name || say("No. {n}", { n });
  }

  /** @param {Schema} item @param {number} length @param {Path} path */
  adding(item, length, path) {
    const verbs = this.verbs(item),
      to = [...path, length];
    if (verbs.length > 1) {
      return adder(path, say("Let something happen"), verbs, (name) => {
        this.change(to, this.freshVerb(item, name, to), say("Something new"), true);
        this.focusIn(to);
      });
    }
    return make("button", {
      type: "button",
      class: "small",
      text: say("Add"),
      "data-at": at(path, "more"),
      onclick: () => {
        this.change(to, this.fresh(item, to), say("Something new"), true);
        this.focusIn(to);
      },
    });
  }

  /**
   * Names with values: minions and how many, moments and their words, questions and answers.
   * @param {Schema} schema @param {any} value @param {Path} path @returns {HTMLElement[]}
   */
  named(schema, value, path) {
    const inner = this.resolved(schema.additionalProperties),
      kind = schema.choice;
    const rows = Object.entries(value).map(([name, one]) => {
      const to = [...path, name],
        called = kind ? (this.around.choices(kind, path).find(([other]) => other === name)?.[1] ?? name) : name;
      if (!this.simple(inner)) return this.namedCard(inner, one, to);
      const id = `f-${to.join("-")}`;
      return make(
        "div",
        { class: "form-part form-pair", "data-part": JSON.stringify(to) },
        make("div", { class: "form-head" }, make("label", { for: id, text: called }), this.away(to, called)),
        this.control(inner, one, to, id),
      );
    });
    return [...rows, this.naming(inner, kind, value, path)];
  }

  /** @param {Schema} inner @param {any} value @param {Path} path */
  namedCard(inner, value, path) {
    const name = String(value?.name || path.at(-1));
    return make(
      "div",
      { class: "form-card", "data-part": JSON.stringify(path), role: "group", "aria-label": name },
      make("div", { class: "form-head" }, make("strong", { text: name }), this.away(path, name)),
      ...this.table(inner, value, path),
    );
  }

  /**
   * Add a name: chosen from what there is, or thought up.
   * @param {Schema} inner @param {string} kind @param {any} value @param {Path} path
   */
  naming(inner, kind, value, path) {
    const add = (/** @type {string} */ name) => {
      const to = [...path, name];
      this.change(to, this.fresh(inner, to), say("{what} is new", { what: name }), true);
      this.focusIn(to);
    };
    if (kind) {
      const rest = this.around.choices(kind, path).filter(([name]) => !(name in value));
      return adder(path, say("Add something"), rest, add);
    }
    const input = make("input", {
      type: "text",
      maxlength: 30,
      "aria-label": say("Name"),
      placeholder: say("Name"),
      "data-at": at(path, "more"),
    });
    const begin = (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = input.value
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, "_");
      if (name && !(name in value)) add(name);
    };
    return make(
      "form",
      { class: "form-row", onsubmit: begin },
      input,
      make("button", { class: "small", text: say("Add") }),
    );
  }

  /**
   * One of several things: a verb, or a fixed word or a whole table.
   * @param {Schema} schema @param {any} value @param {Path} path @returns {HTMLElement[]}
   */
  either(schema, value, path) {
    const options = schema.anyOf
      .map((/** @type {Schema} */ one) => this.resolved(one))
      .filter((/** @type {Schema} */ one) => one.type !== "null");
    if (schema.discriminator || options.every((/** @type {Schema} */ one) => one.properties?.verb))
      return this.verb(schema, value, path);
    const fixed = options
      .filter((/** @type {Schema} */ one) => one.enum)
      .flatMap((/** @type {Schema} */ one) =>
        one.enum.map((/** @type {string} */ word) => [word, one.names?.[word] ?? plain(word)]),
      );
    const table = options.find((/** @type {Schema} */ one) => one.properties),
      count = options.find((/** @type {Schema} */ one) => one.type === "integer");
    const own =
      table && value && typeof value === "object"
        ? "{}"
        : count && typeof value === "number"
          ? "0"
          : String(value ?? schema.default ?? "");
    const known = [
      ...fixed,
      ...(table ? [["{}", say("figures to choose …")]] : []),
      ...(count ? [["0", say("a number …")]] : []),
    ];
    if (!known.some(([word]) => word === own)) known.unshift([own, own || say("choose …")]);
    const label = title(schema, String(path.at(-1)));
    const menu = make("select", { "aria-label": label, "data-at": at(path) });
    menu.append(...known.map(([word, text]) => make("option", { value: word, text })));
    menu.value = own;
    menu.addEventListener("change", () => {
      const next = menu.value === "{}" ? {} : menu.value === "0" ? 1 : menu.value;
      this.change(path, next, label, true);
    });
    if (own === "{}") return [menu, ...this.table(table, value, path)];
    return own === "0" ? [menu, number(count, Number(value), (next) => this.change(path, next, label), {})] : [menu];
  }

  /** @param {Schema} schema @param {any} value @param {Path} path */
  verb(schema, value, path) {
    const found = this.variants(schema).find((one) => verbOf(one) === value?.verb);
    const label = say("What happens");
    const menu = make("select", { "aria-label": label, "data-at": at(path) });
    menu.append(...this.verbs(schema).map(([name, text]) => make("option", { value: name, text })));
    menu.value = value?.verb ?? "";
    menu.addEventListener("change", () => this.change(path, this.freshVerb(schema, menu.value, path), label, true));
    return [menu, ...(found ? this.table(found, value, path) : [])];
  }

  /** @param {Schema} schema @returns {Schema[]} */
  variants(schema) {
    const found = (schema.anyOf ?? []).map((/** @type {Schema} */ one) => this.defs[one.$ref?.split("/").at(-1)]);
    return found.filter((/** @type {Schema | undefined} */ one) => one?.properties?.verb);
  }

  /** The verbs of a choice and what they are called. @param {Schema} schema @returns {Choices} */
  verbs(schema) {
    const found = this.variants(schema).map(
      (one) => /** @type {[string, string]} */ ([verbOf(one), one.description ?? plain(verbOf(one))]),
    );
    return found.sort(([, one], [, other]) => one.localeCompare(other));
  }

  /** @param {Schema} schema @param {string} name @param {Path} path */
  freshVerb(schema, name, path) {
    const found = this.variants(schema).find((one) => verbOf(one) === name);
    return { verb: name, ...(found ? this.fresh(found, path) : {}) };
  }

  /** Something to begin with that fits a schema. @param {Schema} raw @param {Path} path @returns {any} */
  fresh(raw, path) {
    const schema = this.resolved(raw),
      { default: usual, minimum, maximum } = schema;
    if (usual !== undefined && usual !== null && typeof usual !== "object") return usual;
    if (schema.enum) return schema.enum[0];
    if (schema.anyOf) return this.freshOne(schema, path);
    switch (schema.type) {
      case "string":
        return (schema.choice && this.around.choices(schema.choice, path)[0]?.[0]) || "";
      case "integer":
      case "number":
        return Math.max(minimum ?? 1, Math.min(1, maximum ?? 1));
      case "boolean":
        return true;
      case "array":
        return this.freshList(schema, path);
      default:
        return this.freshTable(schema, path);
    }
  }

  /** @param {Schema} schema @param {Path} path */
  freshOne(schema, path) {
    const [first] = this.variants(schema);
    return first ? this.freshVerb(schema, verbOf(first), path) : this.fresh(schema.anyOf[0], path);
  }

  /** @param {Schema} schema @param {Path} path */
  freshTable({ required = [], properties = {} }, path) {
    const needed = required.filter((/** @type {string} */ key) => key !== "verb");
    const fresh = (/** @type {string} */ key) => this.fresh({ ...properties[key], default: undefined }, [...path, key]);
    return Object.fromEntries(needed.map((/** @type {string} */ key) => [key, fresh(key)]));
  }

  /** @param {Schema} schema @param {Path} path */
  freshList(schema, path) {
    if (schema.prefixItems)
      return schema.prefixItems.map((/** @type {Schema} */ one) => this.fresh({ choice: schema.choice, ...one }, path));
    const item = { choice: schema.choice, ...schema.items };
    return schema.minItems ? [this.fresh(item, path)] : [];
  }
}

/**
 * A menu that adds what is chosen.
 * @param {Path} path @param {string} label @param {Choices} known @param {(name: string) => void} add
 */
function adder(path, label, known, add) {
  const menu = make("select", { class: "form-more", "aria-label": label, "data-at": at(path, "more") });
  menu.addEventListener("change", () => menu.value && add(menu.value));
  menu.append(
    make("option", { value: "", text: `${label} …` }),
    ...known.map(([name, text]) => make("option", { value: name, text })),
  );
  return menu;
}

/**
 * A number, with a slider where it has bounds.
 * @param {Schema} schema @param {number} value @param {(value: number) => void} changed
 * @param {Record<string, string>} shared
 */
export function number(schema, value, changed, shared) {
  const { minimum: min, maximum: max } = schema,
    slides = max !== undefined && max - (min ?? 0) <= SLIDER;
  const step = schema.type === "number" ? 0.1 : 1;
  const input = make("input", { ...shared, type: slides ? "range" : "number", min, max, step });
  input.value = String(value);
  const output = make("output", { text: String(value), "aria-hidden": "true" });
  input.addEventListener("input", () => (output.textContent = input.value));
  input.addEventListener("change", () => changed(Number(input.value)));
  return slides ? make("span", { class: "range" }, input, output) : input;
}

/** What a value is called. @param {Schema} schema @param {string} key */
export function title(schema, key) {
  return schema.title ?? schema.description?.replace(/\.$/, "") ?? plain(key);
}

/** @param {string} word */
function plain(word) {
  return word.replaceAll("_", " ");
}

/** @param {Schema} schema */
function verbOf(schema) {
  return schema.properties.verb.enum?.[0] ?? schema.properties.verb.const;
}

/** The mark by which a control is found again. @param {Path} path @param {string} [part] */
function at(path, part = "") {
  return JSON.stringify([...path, part]);
}
