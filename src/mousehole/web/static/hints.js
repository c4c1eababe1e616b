/** What each choice is worth: bars beside the offers and figures on the board, exact or as an estimate, in words. */

import { glances, make, put, write } from "./dom.js";
import { say } from "./words.js";
import { Work } from "./work.js";

const UNIT = 100;
const LONG = 5000; // milliseconds

export class Hints {
  /** `ask` wants hints of the shown position, `shown` hears of new ones, `press` of a choice, `look` of a glance at it. */
  constructor(table, { ask, shown, press, look, speak }) {
    Object.assign(this, { ask, shown, press, look, speak, rows: new Map(), wanted: false });
    this.address = `/table/${table}/solve`;
    this.button = make("button", {
      type: "button",
      class: "small toggle hints-toggle",
      "aria-pressed": "false",
      text: say("Show hints"),
      onclick: () => this.toggle(),
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
    this.work = new Work(say("Working out the exact chances"), () => this.again());
    this.element = make(
      "div",
      { class: "hints-box", tabindex: "0", role: "group", "aria-label": say("Hints") },
      this.list,
      this.kind,
      this.solve,
      this.work.element,
    );
  }

  /** Turn hints on for this and every coming turn, or off. */
  toggle() {
    this.wanted = !this.wanted;
    put(this.button, "aria-pressed", String(this.wanted));
    write(this.button, this.wanted ? say("Hide hints") : say("Show hints"));
    if (this.wanted) this.again();
    else this.clear();
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
    this.late = setTimeout(() => write(this.kind, say("Still thinking: the very first hints take up to a minute.")), LONG);
  }

  /** Take hints away; what shows them beside offers hears of it. */
  clear() {
    const told = this.rows.size > 0;
    this.forget();
    if (told) this.shown();
  }

  /** Take hints away while nothing is offered. */
  forget() {
    this.rows = new Map();
    this.list.replaceChildren();
    clearTimeout(this.late);
    write(this.kind, "");
    this.solve.hidden = true;
  }

  /** Show hints that came; `offers` are the choices they are about. */
  take(told, offers) {
    clearTimeout(this.late);
    if (!this.wanted) return; // turned off while they were on their way
    const labels = new Map(offers.map((offer) => [offer.action, offer]));
    const best = ranked(told.rows);
    this.rows = new Map(best.map((row, rank) => [row.action, { ...row, exact: told.exact, rank }]));
    this.list.replaceChildren(...alike(best).map(([row, more]) => this.row(row, labels.get(row.action), told.exact, more)));
    write(this.kind, told.kind);
    this.solve.hidden = !told.solve;
    if (told.solve) this.work.begin(this.address, true).then(({ stage }) => (this.solve.hidden = stage === "working"));
    else this.work.rest();
    if (best.length) this.speak(say("Best: {move}. {chance}.", { move: labels.get(best[0].action)?.label, chance: best[0].words }));
    this.shown();
  }

  refuse(text) {
    clearTimeout(this.late);
    write(this.kind, text);
  }

  solving() {
    this.solve.hidden = true;
    this.work.begin(this.address);
  }

  row(row, offer, exact, more) {
    const button = make(
      "button",
      { type: "button", class: "hint", onclick: () => this.press(offer) },
      make("span", { class: "hint-label", text: offer?.label ?? "" }),
      more ? make("span", { class: "hint-more", text: say("and {n} like it", { n: more }, "and {n} like it") }) : null,
      bar(row, exact),
      make("span", { class: "hint-words", text: row.words }),
      row.clear ? make("span", { class: "hint-lost", text: row.lost }) : null,
      row.reason ? make("span", { class: "hint-reason", text: row.reason }) : null,
    );
    glances(button, offer, this.look);
    return make("li", {}, button);
  }

  /** Put a small bar beside an offer that stands elsewhere. */
  beside(offer) {
    const row = this.rows.get(offer.action);
    if (!row) return null;
    const words = make("span", { class: "odds-words", text: short(row) });
    return make("span", { class: "odds-beside", title: row.words }, bar(row, row.exact), words);
  }

  /** Write the figures on the board, where a click decides. */
  over(board, offers) {
    const marks = offers.filter((offer) => offer.clicks.length === 1 && this.rows.has(offer.action)).map((offer) => {
      const row = this.rows.get(offer.action), place = board.place(offer.clicks[0]);
      if (!place) return null;
      const mark = make("span", { class: row.clear ? "odds" : "odds best", text: short(row), "aria-hidden": "true" });
      mark.style.transform = `translate(${place.x * UNIT}px, ${(place.y + place.h / 2) * UNIT}px) translate(-50%, -90%)`;
      return mark;
    });
    board.layers.odds.replaceChildren(...marks.filter(Boolean));
  }
}

/** Put the best first: what is clearly worse comes last, and figures never rise down the list. */
export function ranked(rows) {
  return [...rows].sort((one, other) => Boolean(one.clear) - Boolean(other.clear) || other.chance - one.chance);
}

/** Join choices that are worth the same for the same reason: the first, and how many more. */
function alike(rows) {
  const found = new Map();
  for (const row of rows) {
    const key = `${row.chance} ${row.reason ?? ""}`;
    if (found.has(key)) found.get(key)[1] += 1;
    else found.set(key, [row, 0]);
  }
  return [...found.values()];
}

/** Draw a chance as a bar; an estimate shows how far it may be off. */
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

function short({ chance, exact }) {
  return `${exact ? "" : "~"}${(100 * chance).toFixed(exact ? 1 : 0)}`;
}
