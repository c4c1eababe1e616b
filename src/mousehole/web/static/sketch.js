/** The explorer and the designer of any game: a sketch whose every offer is a change; the game does the thinking. */

import { load } from "./art.js";
import { Board } from "./board.js";
import { find, make, put, recall, remember, sprite, write } from "./dom.js";
import { bar, ranked } from "./hints.js";
import { walk } from "./keyboard.js";
import { drawer, layout, way } from "./layout.js";
import { Offers } from "./offers.js";
import { panels } from "./panel.js";
import { whole } from "./scene.js";
import { say } from "./words.js";
import { Work } from "./work.js";

class Sketch {
  constructor(main) {
    this.main = main;
    this.way = main.dataset.way;
    this.designs = main.dataset.kind === "designer";
    this.board = new Board(say("Board"));
    this.offers = new Offers({ changed: () => this.light(), chosen: (offer) => this.change(offer.action) });
    this.region = make("div", { class: "unseen", "aria-live": "polite" });
    this.note = make("p", { class: "sketch-note", role: "status" });
    this.prompt = make("div", { class: "prompt" });
    this.buttons = make("div", { class: "actions many", role: "group", "aria-label": say("What you can do") });
    this.panels = make("div", { class: "panels" });
    this.value = make("p", { class: "sketch-value" });
    this.kind = make("p", { class: "hints-kind" });
    this.list = make("ol", { class: "hints" });
    this.work = new Work(say("Working out the exact chances"), (told) => this.worked(told));
    this.build();
    addEventListener("popstate", () => this.look(new URLSearchParams(location.search)));
  }

  build() {
    this.rove = walk(this.board, { escaped: () => this.offers.drop(), told: () => null });
    this.board.stage.addEventListener("click", ({ target }) => {
      const key = target.closest(".can")?.dataset.key;
      if (key !== undefined && !this.board.camera.dragging) this.offers.press(key);
    });
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
      this.work.element,
      this.list,
      this.kind,
    );
    const left = [drawer("facts", "house-facts", say("Facts"), this.panels)];
    const right = [drawer("chances", "house-hint", say("Chances"), chances), this.own()];
    const above = make("div", { class: "above" }, this.prompt);
    const box = layout({ stage: this.board.stage, above, below: this.buttons, left, right });
    box.classList.add("sketch");
    this.main.replaceChildren(make("h1", { class: "unseen", text: document.title }), box, this.region);
    const help = way("house-help", say("How to play"), `/learn/${this.main.dataset.game}`);
    document.querySelector(".bar-nav").prepend(make("span", { class: "tools" }, help));
  }

  /** Offer what leads on: play, the other page, and for a design its text and the boards kept in this browser. */
  own() {
    this.play = make("a", { class: "button primary", text: say("Play on this board") });
    this.other = make("a", { class: "button", text: this.designs ? say("To the explorer") : say("Draw your own board") });
    if (!this.designs) {
      return drawer("more", "house-pencil", say("This board"), make("div", { class: "share" }, this.play, this.other));
    }
    this.text = make("textarea", {
      rows: 9,
      spellcheck: "false",
      "aria-label": say("The board as text"),
      oninput: () => this.typed(),
    });
    this.name = make("input", { type: "text", maxlength: 40, "aria-label": say("Name of your board"), placeholder: say("Name of your board") });
    this.kept = make("ul", { class: "kept" });
    const keep = make("button", { class: "small", text: say("Keep it") });
    const form = make("form", { class: "keep", onsubmit: (event) => this.keep(event) }, this.name, keep);
    this.file = make("a", { class: "button small", download: "board.toml" }, sprite("house-down", "icon"), say("Download"));
    const text = make("details", {}, make("summary", { text: say("The board as text") }), this.text);
    this.shelve();
    return drawer(
      "more",
      "house-pencil",
      say("Your board"),
      make("div", { class: "share" }, this.play, form, this.kept, text, this.file, this.other),
    );
  }

  /** Show the sketch of some fields. */
  async look(fields, { push = false, typing = false } = {}) {
    const query = new URLSearchParams(fields), turn = (this.turn = Symbol("look"));
    const told = await ask(`${this.way}/look.json?${query}`);
    if (turn !== this.turn || !told) return;
    this.told = told;
    this.query = new URLSearchParams(told.fields);
    const address = `${this.way}${this.query.size ? `?${this.query}` : ""}`;
    if (push) history.pushState(null, "", address);
    else if (!typing) history.replaceState(null, "", address);
    const scene = whole(told.scene), changed = told.changes.map((change) => JSON.stringify(change));
    this.changes = changed;
    this.board.show({ scene }, { quick: true });
    write(this.prompt, scene.prompt);
    panels(this.panels, scene.panels);
    this.offers.take(scene.offers, null);
    this.words(told, typing);
    this.chances();
  }

  words(told, typing) {
    write(this.note, told.note || told.obstacle || "");
    this.note.classList.toggle("problem", told.wrong);
    this.play.hidden = !told.play;
    this.other.hidden = !told.other;
    put(this.play, "href", told.play || null);
    put(this.other, "href", told.other || null);
    if (!this.designs) return;
    if (!typing) this.text.value = told.fields[told.text] ?? "";
    put(this.text, "aria-invalid", told.wrong ? "true" : null);
    put(this.file, "href", `data:text/plain;charset=utf-8,${encodeURIComponent(told.fields[told.text] ?? "")}`);
  }

  /** Ask for the chances; where a board is not solved yet, working them out is offered. */
  async chances() {
    const turn = this.turn, { ready, solved, obstacle } = this.told;
    this.work.rest();
    this.list.replaceChildren();
    for (const element of [this.value, this.kind]) write(element, "");
    this.solve.hidden = !ready || (solved && !this.designs) || Boolean(obstacle);
    if (!ready) return;
    if (!solved || this.designs) this.join();
    if (this.designs) return;
    write(this.kind, say("Thinking…"));
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
    const told = await this.work.begin(`${this.way}/solve?${this.query}`, true);
    if (told.stage === "working" || told.stage === "waiting" || told.stage === "done") this.solve.hidden = true;
  }

  solving() {
    this.solve.hidden = true;
    this.work.begin(`${this.way}/solve?${this.query}`);
  }

  /** Show what was worked out: the chances of a design, or exact ones in place of estimates. */
  worked(told) {
    if (!this.designs) {
      if (!this.told.solved) this.look(this.query);
      return;
    }
    write(this.kind, say("The chance to win, if everybody plays as well as can be."));
    this.list.replaceChildren(...told.found.map(survey));
    write(this.region, told.found.at(-1) ? `${told.found.at(-1).label}: ${told.found.at(-1).words}` : "");
  }

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

  change(action) {
    return this.look(JSON.parse(this.changes[action]), { push: true });
  }

  typed() {
    clearTimeout(this.timer);
    const fields = { ...this.told.fields, [this.told.text]: this.text.value };
    this.timer = setTimeout(() => this.look(fields, { typing: true }), 350);
  }

  keep(event) {
    event.preventDefault();
    const name = this.name.value.trim() || say("My board");
    remember(this.shelf, { ...recall(this.shelf, {}), [name]: this.told.fields });
    this.name.value = "";
    write(this.region, say("{name} is kept in this browser.", { name }));
    this.shelve();
  }

  get shelf() {
    return `boards-${this.main.dataset.game}`;
  }

  shelve() {
    const boards = Object.entries(recall(this.shelf, {}));
    const forget = (name) => {
      const { [name]: _, ...rest } = recall(this.shelf, {});
      remember(this.shelf, rest);
      this.shelve();
    };
    this.kept.replaceChildren(...boards.map(([name, fields]) =>
      make(
        "li",
        {},
        make("button", { type: "button", class: "small", text: name, onclick: () => this.look(fields, { push: true }) }),
        make(
          "button",
          { type: "button", class: "tool", "aria-label": say("Forget {name}", { name }), onclick: () => forget(name) },
          sprite("house-trash", "icon"),
        ),
      )
    ));
  }
}

function survey({ label, chance, words }) {
  const text = make("span", { class: "hint-label", text: label });
  const figure = make("span", { class: "hint-words", text: words });
  return make("li", { class: "hint plain" }, text, bar({ chance, low: chance, high: chance }, true), figure);
}

async function ask(address) {
  const answer = await fetch(address, { headers: { accept: "application/json" } }).catch(() => null);
  return answer?.json().catch(() => null);
}

const main = find("main");
await load(main.dataset.house, main.dataset.art);
const sketch = new Sketch(main);
await sketch.look(new URLSearchParams(location.search));
