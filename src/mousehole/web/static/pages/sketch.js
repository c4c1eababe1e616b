/** The explorer and the designer of any game: a sketch whose every offer is a change; the game does the thinking. */

import { Board } from "../board/board.js";
import { boardPage, drawer, toolbar, toolLink } from "../board/board_page.js";
import { tap, walk } from "../board/input.js";
import { ranked } from "../board/ranking.js";
import { whole } from "../board/scene.js";
import { load } from "../board/sprites.js";
import { bar } from "../table/hints.js";
import { Offers } from "../table/offers.js";
import { panels } from "../table/panels.js";
import { fact, make, need, put, recall, remember, sprite, write } from "../ui/dom.js";
import { Progress } from "../ui/progress.js";
import { say } from "../ui/words.js";
import { at } from "../wire/house_line.js";

/** @import { Told } from "../ui/progress.js" */
/** @import { Failure, FoundChance, SketchHint, SketchHints, SketchView } from "../wire/wire.d.ts" */
/** @typedef {Record<string, string>} Fields */

const TYPING = 350; // milliseconds without a letter before a text is looked at

class Sketch {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.game = fact(main, "game");
    this.way = fact(main, "way");
    this.designs = fact(main, "kind") === "designer";
    this.shelf = `boards-${this.game}`; // where this browser keeps boards
    /** @type {SketchView | null} the sketch that is shown */
    this.told = null;
    this.query = new URLSearchParams();
    this.turn = Symbol("nothing asked yet");
    /** @type {number | undefined} */
    this.timer = undefined;
    this.board = new Board(say("Board"));
    this.offers = new Offers({ changed: () => this.light(), chosen: ({ action }) => this.change(action) });
    this.region = make("div", { class: "unseen", "aria-live": "polite" });
    this.note = make("p", { class: "sketch-note", role: "status" });
    this.prompt = make("div", { class: "prompt" });
    this.buttons = make("div", { class: "actions many", role: "group", "aria-label": say("What you can do") });
    this.panels = make("div", { class: "panels" });
    this.value = make("p", { class: "sketch-value" });
    this.kind = make("p", { class: "hints-kind" });
    this.list = make("ol", { class: "hints" });
    this.progress = new Progress(say("Working out the exact chances"), (told) => this.worked(told));
    this.play = make("a", { class: "button primary", text: say("Play on this board") });
    const other = this.designs ? say("To the explorer") : say("Draw your own board");
    this.other = make("a", { class: "button", text: other });
    this.text = make("textarea", {
      rows: 9,
      spellcheck: "false",
      "aria-label": say("The board as text"),
      oninput: () => this.typed(),
    });
    const label = say("Name of your board");
    this.name = make("input", { type: "text", maxlength: 40, "aria-label": label, placeholder: label });
    const file = { class: "button small", download: "board.toml" };
    this.file = make("a", file, sprite("house-down", "icon"), say("Download"));
    this.kept = make("ul", { class: "kept" });
    this.solve = make("button", {
      type: "button",
      class: "primary",
      hidden: true,
      text: say("Work out the exact chances"),
      onclick: () => this.solving(),
    });
    const chances = make(
      "div",
      { class: "hints-box", tabindex: "0", role: "group", "aria-label": say("Chances") },
      this.note,
      this.value,
      this.solve,
      this.progress.element,
      this.list,
      this.kind,
    );
    this.rove = walk(this.board, { escaped: () => this.offers.drop(), told: () => null });
    tap(this.board, (key) => key !== undefined && this.offers.press(key));
    addEventListener("popstate", () => this.look(new URLSearchParams(location.search)));
    const left = [drawer("facts", "house-facts", say("Facts"), this.panels)];
    const right = [drawer("chances", "house-hint", say("Chances"), chances), this.own()];
    const above = make("div", { class: "above" }, this.prompt);
    const box = boardPage({ stage: this.board.stage, above, below: this.buttons, left, right });
    box.classList.add("sketch");
    main.replaceChildren(make("h1", { class: "unseen", text: document.title }), box, this.region);
    toolbar(toolLink("house-help", say("How to play"), `/learn/${this.game}`));
  }

  /** Offer what leads on: play, the other page, and for a design its text and the boards kept in this browser. */
  own() {
    if (!this.designs) {
      return drawer("more", "house-pencil", say("This board"), make("div", { class: "share" }, this.play, this.other));
    }
    const keep = (/** @type {Event} */ event) => this.keep(event);
    const button = make("button", { class: "small", text: say("Keep it") });
    const form = make("form", { class: "keep", onsubmit: keep }, this.name, button);
    const text = make("details", {}, make("summary", { text: say("The board as text") }), this.text);
    this.shelve();
    return drawer(
      "more",
      "house-pencil",
      say("Your board"),
      make("div", { class: "share" }, this.play, form, this.kept, text, this.file, this.other),
    );
  }

  /**
   * Show the sketch of some fields.
   * @param {Fields | URLSearchParams} fields @param {{ push?: boolean, typing?: boolean }} how
   */
  async look(fields, { push = false, typing = false } = {}) {
    const query = new URLSearchParams(fields), turn = (this.turn = Symbol("look"));
    /** @type {SketchView | null} */
    const told = await ask(`${this.way}/look.json?${query}`);
    if (turn !== this.turn || !told) return;
    this.told = told;
    this.query = new URLSearchParams(told.fields);
    const address = `${this.way}${this.query.size ? `?${this.query}` : ""}`;
    if (push) history.pushState(null, "", address);
    else if (!typing) history.replaceState(null, "", address);
    const scene = whole(told.scene);
    this.board.show({ scene }, { quick: true });
    write(this.prompt, scene.prompt);
    panels(this.panels, scene.panels);
    this.offers.take(scene.offers, null);
    this.words(told, typing);
    this.chances(told);
  }

  /** @param {SketchView} told @param {boolean} typing */
  words(told, typing) {
    write(this.note, told.note || told.obstacle || "");
    this.note.classList.toggle("problem", told.wrong);
    this.play.hidden = !told.play;
    this.other.hidden = !told.other;
    put(this.play, "href", told.play ? at(told.play) : null);
    put(this.other, "href", told.other ? at(told.other) : null);
    if (!this.designs) return;
    if (!typing) this.text.value = told.fields[told.text] ?? "";
    put(this.text, "aria-invalid", told.wrong ? "true" : null);
    put(this.file, "href", `data:text/plain;charset=utf-8,${encodeURIComponent(told.fields[told.text] ?? "")}`);
  }

  /** Ask for the chances; where a board is not solved yet, working them out is offered. @param {SketchView} told */
  chances({ ready, solved, obstacle }) {
    this.progress.rest();
    this.list.replaceChildren();
    for (const element of [this.value, this.kind]) write(element, "");
    this.solve.hidden = !ready || (solved && !this.designs) || Boolean(obstacle);
    if (ready && (!solved || this.designs)) this.join();
    if (ready && !this.designs) this.hint();
  }

  /** Show what each choice is worth. */
  async hint() {
    const { turn } = this;
    write(this.kind, say("Thinking…"));
    /** @type {SketchHints & Partial<Failure> | null} */
    const told = await ask(`${this.way}/hints.json?${this.query}`);
    if (turn !== this.turn || !told) return;
    write(this.kind, told.kind || told.problem || "");
    write(this.value, told.value || "");
    const rows = ranked(told.rows ?? []);
    this.list.replaceChildren(...rows.map((row) => this.row(row)));
    if (rows.length) write(this.region, say("Best: {move}. {chance}.", { move: rows[0].label, chance: rows[0].words }));
  }

  /** Join work that is under way or done already. */
  async join() {
    const told = await this.progress.begin(`${this.way}/solve?${this.query}`, true);
    if (told.stage === "working" || told.stage === "waiting" || told.stage === "done") this.solve.hidden = true;
  }

  solving() {
    this.solve.hidden = true;
    this.progress.begin(`${this.way}/solve?${this.query}`);
  }

  /** Show what was worked out: the chances of a design, or exact ones in place of estimates. @param {Told} told */
  worked({ found = [] }) {
    if (!this.designs) {
      if (!this.told?.solved) this.look(this.query);
      return;
    }
    write(this.kind, say("The chance to win, if everybody plays as well as can be."));
    const chances = [...found].reverse(), [own] = chances; // that of the whole board comes last, and is asked for first
    this.list.replaceChildren(...chances.map(survey));
    write(this.region, own ? `${own.label}: ${own.words}` : "");
  }

  /** @param {SketchHint} row */
  row(row) {
    const exact = row.low === row.high;
    return make(
      "li",
      {},
      make(
        "button",
        { type: "button", class: "hint", onclick: () => this.look(row.fields, { push: true }) },
        make("span", { class: "hint-label", text: row.label }),
        bar(row, exact),
        make("span", { class: "hint-words", text: row.words }),
        row.clear ? make("span", { class: "hint-lost", text: row.lost }) : null,
        row.reason ? make("span", { class: "hint-reason", text: row.reason }) : null,
      ),
    );
  }

  light() {
    this.board.light(this.offers.keys, this.offers.picked);
    this.rove();
    const placeless = this.offers.open.filter(({ clicks }) => !clicks.length);
    this.buttons.replaceChildren(
      ...placeless.map((offer) =>
        make("button", {
          type: "button",
          class: "small",
          text: offer.label,
          onclick: () => this.change(offer.action),
        })
      ),
    );
  }

  /** @param {number} [action] */
  change(action) {
    const fields = action === undefined ? undefined : this.told?.changes[action];
    if (fields) this.look(fields, { push: true });
  }

  typed() {
    if (!this.told) return;
    clearTimeout(this.timer);
    const fields = { ...this.told.fields, [this.told.text]: this.text.value };
    this.timer = setTimeout(() => this.look(fields, { typing: true }), TYPING);
  }

  /** @returns {Record<string, Fields>} */
  boards() {
    return recall(this.shelf, {});
  }

  /** @param {Event} event */
  keep(event) {
    event.preventDefault();
    const name = this.name.value.trim() || say("My board");
    remember(this.shelf, { ...this.boards(), [name]: this.told?.fields ?? {} });
    this.name.value = "";
    write(this.region, say("{name} is kept in this browser.", { name }));
    this.shelve();
  }

  shelve() {
    /** @param {string} name */
    const forget = (name) => {
      remember(this.shelf, Object.fromEntries(Object.entries(this.boards()).filter(([other]) => other !== name)));
      this.shelve();
    };
    const look = { type: "button", class: "small" };
    this.kept.replaceChildren(...Object.entries(this.boards()).map(([name, fields]) =>
      make(
        "li",
        {},
        make("button", { ...look, text: name, onclick: () => this.look(fields, { push: true }) }),
        make(
          "button",
          { type: "button", class: "tool", "aria-label": say("Forget {name}", { name }), onclick: () => forget(name) },
          sprite("house-trash", "icon"),
        ),
      )
    ));
  }
}

/** @param {FoundChance} found */
function survey({ label, chance, words }) {
  const text = make("span", { class: "hint-label", text: label });
  const figure = make("span", { class: "hint-words", text: words });
  return make("li", { class: "hint plain" }, text, bar({ chance, low: chance, high: chance }, true), figure);
}

/** @param {string} address */
async function ask(address) {
  const answer = await fetch(address, { headers: { accept: "application/json" } }).catch(() => null);
  return answer?.json().catch(() => null);
}

const page = need("#main");
await load(fact(page, "house"), fact(page, "art"));
await new Sketch(page).look(new URLSearchParams(location.search));
