/** A puzzle of any game: a position with one clearly best move, what every move is worth, and the next one. */

import { Board } from "../board/board.js";
import { boardPage, drawer, toolbar, toolLink } from "../board/board_page.js";
import { tap, walk } from "../board/input.js";
import { odds } from "../board/overlay.js";
import { joined, ranked } from "../board/ranking.js";
import { whole } from "../board/scene.js";
import { load } from "../board/sprites.js";
import { bar } from "../table/hints.js";
import { Offers } from "../table/offers.js";
import { panels } from "../table/panels.js";
import { fact, make, need, put, sprite, write } from "../ui/dom.js";
import { say } from "../ui/words.js";
import { at } from "../wire/house_line.js";

/** @import { Offer } from "../table/offers.js" */
/** @import { Failure, HintRow, PuzzleAnswer, PuzzleFact, PuzzleRowView, PuzzleView } from "../wire/wire.d.ts" */
/** @typedef {{ text: string, act: () => void, look?: "primary" | "choice" }} Button */

const LARGE = 4; // more buttons than that would hide the board of a phone

class PuzzlePage {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.way = at(`/puzzles/${fact(main, "game")}`);
    this.today = Boolean(fact(main, "today"));
    /** @type {PuzzleView | null} */
    this.puzzle = null;
    /** @type {Offer[]} what could be chosen, also after the answer */
    this.choices = [];
    this.sending = false;
    this.board = new Board(say("Board"));
    this.board.camera.fingers = false; // a puzzle is seen as a whole
    this.offers = new Offers({ changed: () => this.light(), chosen: (offer) => this.answer(offer.action) });
    this.prompt = make("div", { class: "prompt" });
    this.facts = make("dl", { class: "puzzle-facts" });
    this.panels = make("div", { class: "panels", tabindex: "0", role: "group", "aria-label": say("Facts") });
    this.words = make("p", { class: "coach-words", "aria-live": "polite" });
    this.buttons = make("div", { class: "coach-buttons" });
    this.list = make("ol", { class: "hints" });
    this.kind = make("p", { class: "hints-kind", text: say("First your move, then the answer.") });
    const worth = { class: "hints-box", tabindex: "0", role: "group", "aria-label": say("What every move is worth") };
    const coach = make(
      "section",
      { class: "coach", "aria-label": say("The puzzle") },
      sprite("house-mouse", "coach-art"),
      make("div", { class: "coach-bubble" }, this.words, this.buttons),
    );
    const box = boardPage({
      stage: this.board.stage,
      above: make("div", { class: "above" }, this.prompt, this.facts),
      below: coach,
      left: [drawer("facts", "house-facts", say("Facts"), this.panels)],
      right: [drawer("worth", "house-hint", say("What every move is worth"), make("div", worth, this.list, this.kind))],
    });
    box.classList.add("lesson", "puzzle", "waiting");
    this.box = box;
    main.replaceChildren(make("h1", { class: "unseen", text: document.title }), box);
    this.rove = walk(this.board, { escaped: () => this.offers.drop(), told: () => null });
    tap(this.board, (key) => key !== undefined && this.offers.press(key));
    toolbar(toolLink("house-help", say("How to play"), `/learn/${fact(main, "game")}`));
  }

  /** Show the puzzle that comes next. */
  async next() {
    /** @type {PuzzleView & Partial<Failure> | null} */
    const told = await asked(fetch(`${this.way}/next.json${this.today ? "?today" : ""}`, JSON_ONLY));
    if (!told?.scene) {
      this.trouble(told?.problem, () => this.next());
      return;
    }
    this.puzzle = told;
    this.sending = false;
    this.box.classList.remove("waiting");
    const scene = whole(told.scene);
    this.board.show({ scene }, { quick: true });
    this.board.layers.odds.replaceChildren();
    write(this.prompt, scene.prompt);
    panels(this.panels, scene.panels);
    this.figures(told.facts);
    this.list.replaceChildren();
    write(this.kind, say("First your move, then the answer."));
    const practice = told.counts ? "" : say("You have answered it: this is practice.");
    write(this.words, `${told.question} ${practice}`.trim());
    this.words.classList.remove("right", "wrong");
    this.choices = scene.offers;
    this.offers.take(scene.offers, null);
  }

  /** Send a choice, or give up. @param {number} [action] */
  async answer(action) {
    const { puzzle } = this;
    if (!puzzle || this.sending) return;
    this.sending = true;
    const body = new URLSearchParams(action === undefined ? {} : { action: String(action) });
    /** @type {PuzzleAnswer & Partial<Failure> | null} */
    const told = await asked(fetch(`${this.way}/${puzzle.name}/answer`, { ...JSON_ONLY, method: "POST", body }));
    this.sending = false;
    if (!told?.rows) {
      this.trouble(told?.problem, () => this.answer(action));
      return;
    }
    this.puzzle = null;
    this.offers.take([], null);
    this.tell(told, action);
  }

  /** Show what every move is worth. @param {PuzzleAnswer} told @param {number} [action] */
  tell(told, action) {
    write(this.words, told.words);
    this.words.classList.toggle("right", told.right);
    this.words.classList.toggle("wrong", !told.right);
    this.figures(told.facts);
    const exact = told.rows[0]?.low === told.rows[0]?.high, rows = new Map(told.rows.map((row) => [row.action, row]));
    const best = ranked(told.rows), mine = told.rows.find((row) => row.action === action);
    this.list.replaceChildren(...joined(best).map(({ row, more }) => this.row(row, more, exact, mine)));
    write(this.kind, told.kind);
    odds(this.board, this.choices, ({ action: each }) => {
      const row = each === undefined ? undefined : rows.get(each);
      return row && { ...row, exact };
    });
    /** @type {Button[]} */
    const further = [{ text: say("Next puzzle"), act: () => this.onward(), look: "primary" }];
    this.coach(further);
  }

  /** Go on: after the puzzle of the day with puzzle after puzzle. */
  onward() {
    if (this.today) location.assign(this.way);
    else this.next();
  }

  /** @param {HintRow} row @param {number} more @param {boolean} exact @param {PuzzleRowView} [mine] */
  row(row, more, exact, mine) {
    const { label, best } = /** @type {PuzzleRowView} */ (row);
    const chosen = mine?.chance === row.chance && mine.reason === row.reason;
    return make(
      "li",
      { class: `hint plain${best ? " best" : ""}` },
      make("span", { class: "hint-label", text: chosen ? mine.label : label }),
      chosen ? make("span", { class: "hint-more", text: say("your move") }) : null,
      more ? make("span", { class: "hint-more", text: say("and {n} like it", { n: more }, "and {n} like it") }) : null,
      bar(row, exact),
      make("span", { class: "hint-words", text: row.words }),
      row.clear ? make("span", { class: "hint-lost", text: row.lost }) : null,
      row.reason ? make("span", { class: "hint-reason", text: row.reason }) : null,
    );
  }

  /** Light what can be chosen on the board; what stands for itself, has no place or shares one gets a button. */
  light() {
    this.board.light(this.offers.keys, this.offers.picked);
    this.rove();
    if (!this.puzzle) return;
    const { complete, groups, open } = this.offers;
    const alone = groups.filter((group) => group.length === 1 && group[0].clicks.length).map(([offer]) => offer);
    const placeless = open.filter(({ clicks }) => !clicks.length);
    const offered = complete.length > 1 ? complete : [...alone.slice(0, LARGE), ...placeless];
    /** @type {Button[]} */
    const buttons = offered.map(({ label, action }) => ({
      text: label,
      act: () => this.answer(action),
      look: "choice",
    }));
    this.coach([...buttons, { text: say("Show me"), act: () => this.answer() }]);
  }

  /** @param {Button[]} buttons */
  coach(buttons) {
    const held = this.buttons.contains(document.activeElement) || document.activeElement === document.body;
    const made = buttons.map(({ text, act, look = "quiet" }) =>
      make("button", { type: "button", class: `large ${look}`, text, onclick: act })
    );
    this.buttons.replaceChildren(...made);
    if (held && !this.puzzle) made[0]?.focus({ preventScroll: true });
  }

  /** Show how somebody gets on. @param {PuzzleFact[]} facts */
  figures(facts) {
    this.facts.replaceChildren(
      ...facts.map(({ label, value }) => make("div", {}, make("dt", { text: label }), make("dd", { text: value }))),
    );
  }

  /** Say what went wrong, and offer to try again. @param {string | undefined} words @param {() => void} again */
  trouble(words, again) {
    this.box.classList.remove("waiting");
    write(this.words, words || say("That did not work: is the connection lost?"));
    this.coach([{ text: say("Try again"), act: again, look: "primary" }]);
  }
}

const JSON_ONLY = { headers: { accept: "application/json" } };

/** @param {Promise<Response>} answer */
async function asked(answer) {
  const told = await answer.catch(() => null);
  return told?.json().catch(() => null);
}

const page = need("#main");
await load(fact(page, "house"), fact(page, "art"));
await new PuzzlePage(page).next();
put(page, "data-ready", "yes");
