/** What each choice is worth: bars beside the offers and figures on the board, exact or as an estimate, in words. */

import { odds } from "../board/overlay.js";
import { differing, figure, joined, levelled, ranked } from "../board/ranking.js";
import { smallScreen } from "../board/board_page.js";
import { glances, make, mark, put, recall, remember, write } from "../ui/dom.js";
import { Progress } from "../ui/progress.js";
import { say } from "../ui/words.js";

/** @import { Board } from "../board/board.js" */
/** @import { Offer } from "./offers.js" */
/** @import { HintRow, Hints as Told } from "../wire/wire.d.ts" */
/**
 * @typedef {object} Handlers
 * @property {() => boolean} ask ask for hints of the shown position; false where there can be none
 * @property {() => void} shown there are other hints now
 * @property {(offer: Offer) => void} press an offer was chosen
 * @property {(offer: Offer | null) => void} look somebody looks at an offer
 * @property {(text: string) => void} speak say something to screen readers
 */

const LONG = 5000; // milliseconds
const SLIGHT = 0.02; // a chance so much worse alarms nobody

export class Hints {
  /** @param {string} table @param {Handlers} handlers */
  constructor(table, { ask, shown, press, look, speak }) {
    this.ask = ask;
    this.shown = shown;
    this.press = press;
    this.look = look;
    this.speak = speak;
    /** @type {Map<number, HintRow & { exact: boolean, slight: boolean }>} */
    this.rows = new Map();
    this.wanted = false;
    this.even = false; // no choice is known to be better than another
    /** @type {string[]} */
    this.glow = []; // what the tip speaks of
    /** @type {number | undefined} */
    this.late = undefined;
    this.address = `/table/${table}/solve`;
    this.button = make("button", {
      type: "button",
      class: "small toggle hints-toggle",
      "aria-pressed": "false",
      text: say("Show hints"),
      onclick: () => this.toggle(),
    });
    this.deep = recall("chances", false); // whether the chances are wanted, too, or only the one hint
    this.first = ""; // the one hint, in words
    this.tip = make("div", { class: "hints-tip" });
    this.strip = make("div", { class: "hint-strip" }); // the same where drawers would hide the board
    this.deeper = make("button", {
      type: "button",
      class: "quiet hints-deeper",
      hidden: true,
      "aria-pressed": String(this.deep),
      onclick: () => this.deepen(),
    });
    this.kind = make("p", { class: "hints-kind" });
    this.list = make("ol", { class: "hints" });
    this.solve = make("button", {
      type: "button",
      class: "small",
      hidden: true,
      text: say("Work out the exact chances"),
      onclick: () => this.solving(),
    });
    this.progress = new Progress(say("Working out the exact chances"), () => this.again());
    this.element = make(
      "div",
      { class: "hints-box", tabindex: "0", role: "group", "aria-label": say("Hints") },
      this.tip,
      this.deeper,
      this.list,
      this.kind,
      this.solve,
      this.progress.element,
    );
  }

  /** Turn hints on for this and every coming turn, or off. */
  toggle() {
    this.wanted = !this.wanted;
    put(this.button, "aria-pressed", String(this.wanted));
    mark(this.element, ".drawer", "wanted", this.wanted);
    write(this.button, this.wanted ? say("Hide hints") : say("Show hints"));
    if (this.wanted) this.again();
    else this.clear();
    if (this.wanted && !this.deep) this.uncover();
  }

  /** Show what each choice is worth, or only the one hint; that is remembered. */
  deepen() {
    this.deep = !this.deep;
    remember("chances", this.deep);
    put(this.deeper, "aria-pressed", String(this.deep));
    this.again();
    if (!this.deep) this.uncover();
  }

  /** Shut the drawer of a small screen: the one hint stands below the board, which shows what it speaks of. */
  uncover() {
    const tab = document.querySelector(".tab[data-drawer=hints][aria-expanded=true]");
    if (smallScreen() && tab instanceof HTMLElement) tab.click();
  }

  /** Ask for the position that is shown, where this viewer decides. */
  again() {
    this.clear();
    if (!this.wanted) return;
    if (this.ask()) this.patience();
    else write(this.kind, say("There are hints when it is your turn to decide."));
  }

  /** Say that they are on their way, and why that takes long where it does. */
  patience() {
    write(this.kind, say("Thinking…"));
    const longer = say("Still thinking: this takes longer than usual.");
    this.late = setTimeout(() => write(this.kind, longer), LONG);
  }

  /** Take hints away; what shows them beside offers hears of it. */
  clear() {
    const told = this.rows.size > 0 || this.glow.length > 0;
    this.forget();
    if (told) this.shown();
  }

  /** Take hints away while nothing is offered. */
  forget() {
    this.rows = new Map();
    this.glow = [];
    this.first = "";
    this.deeper.hidden = true;
    this.tip.replaceChildren();
    this.strip.replaceChildren();
    this.list.replaceChildren();
    mark(this.element, ".table", "hinted", false);
    mark(this.element, ".table", "advised", false);
    clearTimeout(this.late);
    write(this.kind, "");
    this.solve.hidden = true;
  }

  /** Show hints that came; `offers` are the choices they are about. @param {Told} told @param {Offer[]} offers */
  take(told, offers) {
    if (!this.wanted) return; // turned off while they were on their way
    const labels = new Map(offers.map((offer) => [offer.action, offer]));
    if (told.tip) this.advise(told.tip, told.glow ?? [], labels.get(told.advised));
    if (told.tip && !told.rows.length) this.speak(told.tip);
    if (!told.tip || told.rows.length) this.rank(told, labels); // after a tip, what choices are worth follows
    write(this.deeper, this.deep ? say("Only the hint") : say("Show the chances"));
    this.deeper.hidden = !told.rows.length;
  }

  /** Say the one hint of a game that has no words of its own for it. @param {HintRow[]} best @param {boolean} even
   * @param {Map<number | undefined, Offer>} labels */
  point([first], even, labels) {
    const offer = labels.get(first?.action);
    if (!offer) return;
    const words = [offer.label, first.reason].filter(Boolean).join(" – ");
    const tip = even ? say("Nearly all the same here. For example: {move}", { move: words }) : words;
    this.advise(tip, offer.clicks.slice(-1), offer);
    if (!this.deep && tip !== this.first) this.speak(tip);
    this.first = tip;
  }

  /** Tell what choices are worth. @param {Told} told @param {Map<number | undefined, Offer>} labels */
  rank(told, labels) {
    clearTimeout(this.late);
    write(this.kind, "");
    const best = levelled(ranked(told.rows, told.advised), told.exact);
    const even = !told.exact && best.length > 1 && !differing(best);
    this.even = even;
    if (!told.tip) this.point(best, even, labels);
    if (this.deep) this.spread(told, best, labels);
  }

  /** List what choices are worth. @param {Told} told @param {HintRow[]} best
   * @param {Map<number | undefined, Offer>} labels */
  spread(told, best, labels) {
    const { even } = this;
    this.rows = new Map(best.map((row) => [row.action, { ...row, exact: told.exact, slight: slight(row) }]));
    const shown = even && told.tip ? best.filter(({ reason }) => reason) : best;
    const items = joined(shown).map(({ row, more }) => this.row(row, labels.get(row.action), told.exact, more));
    this.list.replaceChildren(...items);
    mark(this.element, ".table", "hinted", items.length > 0);
    this.list.classList.toggle("even", even);
    const close = say("These choices are too close to tell apart. Play what you like.");
    write(this.kind, even ? (told.tip ? "" : `${close} ${told.kind}`) : told.kind);
    this.solve.hidden = !told.solve;
    if (told.solve) this.joinSolving();
    else this.progress.rest();
    const [first] = best, move = labels.get(first?.action)?.label;
    const words = first && say("Best: {move}. {chance}.", { move, chance: first.words });
    if (words && !(even && told.tip)) this.speak(even ? close : words);
    this.shown();
  }

  /** Say what somebody who knows the game would do; a press does it. @param {string} tip @param {string[]} glow
   * @param {Offer} [offer] */
  advise(tip, glow, offer) {
    this.glow = glow;
    const press = { type: "button", class: "hint", text: tip, onclick: () => offer && this.press(offer) };
    for (const place of [this.tip, this.strip]) { // only one of them is seen
      const button = make("button", press);
      if (offer) glances(button, offer, this.look);
      place.replaceChildren(button);
    }
    mark(this.element, ".table", "advised", true);
    this.shown();
  }

  /** @param {string} text */
  refuse(text) {
    clearTimeout(this.late);
    write(this.kind, text);
  }

  /** Show how far the exact chances are, where somebody has them worked out already. */
  async joinSolving() {
    const { stage } = await this.progress.begin(this.address, true);
    this.solve.hidden = stage === "working";
  }

  solving() {
    this.solve.hidden = true;
    this.progress.begin(this.address);
  }

  /** @param {HintRow} row @param {Offer | undefined} offer @param {boolean} exact @param {number} more */
  row(row, offer, exact, more) {
    const button = make(
      "button",
      { type: "button", class: "hint", onclick: () => offer && this.press(offer) },
      make("span", { class: "hint-label", text: offer?.label ?? "" }),
      more ? make("span", { class: "hint-more", text: say("and {n} like it", { n: more }, "and {n} like it") }) : null,
      bar(row, exact),
      make("span", { class: "hint-words", text: row.words }),
      row.clear ? make("span", { class: slight(row) ? "hint-lost slight" : "hint-lost", text: row.lost }) : null,
      row.reason ? make("span", { class: "hint-reason", text: row.reason }) : null,
    );
    if (offer) glances(button, offer, this.look);
    return make("li", {}, button);
  }

  /** Put a small bar beside an offer that stands elsewhere. @param {Offer} offer */
  beside(offer) {
    const row = this.worth(offer);
    if (!row) return null;
    const risk = offer.tone && row.reason ? make("span", { class: "odds-reason", text: row.reason }) : null;
    if (this.even) return risk && make("span", { class: "odds-beside" }, risk);
    const words = make("span", { class: "odds-words", text: figure(row.chance, row.exact) });
    return make("span", { class: "odds-beside", title: row.words }, bar(row, row.exact), words, risk);
  }

  /** Write the figures on the board, where each choice leads to. @param {Board} board @param {Offer[]} offers */
  over(board, offers) {
    odds(board, this.even ? [] : offers, (offer) => this.worth(offer), offers.length ? this.glow : []);
  }

  /** @param {Offer} offer */
  worth({ action }) {
    return action === undefined ? undefined : this.rows.get(action);
  }
}

/** Whether a choice is hardly worse than the best: no reason for alarm. @param {HintRow} row */
function slight({ loss = 0 }) {
  return loss < SLIGHT;
}

/**
 * Draw a chance as a bar; an estimate shows how far it may be off.
 * @param {{ chance: number, low: number, high: number }} row @param {boolean} exact
 */
export function bar({ chance, low, high }, exact) {
  const box = make("span", { class: "odds-bar", "aria-hidden": "true" });
  const fill = make("i", { class: "odds-fill" });
  fill.style.width = `${100 * chance}%`;
  box.append(fill);
  if (exact) return box;
  const reach = make("i", { class: "odds-reach" });
  reach.style.left = `${100 * low}%`;
  reach.style.width = `${100 * (high - low)}%`;
  box.append(reach);
  return box;
}
