/** The offers as labelled buttons: the few that stand alone large, all of them in a list, and a line to type a move. */

import { example, shelved, typed } from "./offers.js";
import { around, chorded, glances, make, mark, put, recall, remember, sprite, write } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { Offer, Offers, Shelf } from "./offers.js" */
/** @typedef {Pick<Offers, "groups" | "complete" | "dice" | "picked" | "open" | "drop">} Shown */
/**
 * @typedef {object} Handlers
 * @property {(offer: Offer) => void} press an offer was chosen
 * @property {(offer: Offer | null) => void} look somebody lingers over an offer
 * @property {() => void} release the keyboard is free
 * @property {(offer: Offer) => HTMLElement | null} beside what stands beside the label of an offer
 */

/** @type {Shown} */
export const NOTHING = { groups: [], complete: [], dice: null, picked: [], open: [], drop: () => {} };
const LARGE = 4; // more buttons than that would hide the board of a phone
const WORDY = 36; // letters of a label that reads better on a row of its own
const LETTER = /^[\p{L}\p{N}]$/u;

export class Actions {
  /** @param {Handlers} handlers */
  constructor({ press, look, release, beside }) {
    this.press = (/** @type {Offer} */ offer) => {
      this.opened = "";
      press(offer);
    };
    this.look = look;
    this.release = release;
    this.beside = beside;
    /** @type {{ offer: Offer, item: HTMLElement }[]} */
    this.items = [];
    /** @type {Offer[]} */
    this.fit = [];
    this.opened = ""; // the heading whose offers are shown
    this.low = 0; // pixels of the bar before it was opened
    this.bar = make("div", { class: "actions", role: "group", "aria-label": say("What you can do") });
    this.note = make("p", { class: "typed-note", role: "status" });
    this.input = make("input", {
      type: "text",
      class: "typed",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "go",
      "aria-label": say("Type a move"),
      oninput: () => this.narrow(),
    });
    const submit = (/** @type {Event} */ event) => this.submit(event);
    this.form = make("form", { class: "typed-form", onsubmit: submit }, this.input);
    this.list = make("ul", { class: "moves", id: "ui-all-moves" });
    this.more = make("button", {
      type: "button",
      class: "quiet more",
      "aria-controls": "ui-all-moves",
      onclick: () => this.unfold(!recall("unfolded", false)),
    });
    this.element = make("div", { class: "moves-box" }, this.form, this.note, this.list);
    addEventListener("keydown", (event) => this.catch(event));
  }

  /**
   * Show what can be chosen; `idle` are the words where nothing can. For those who `stay` in the game the list of
   * moves keeps its place meanwhile, so that nothing below it jumps.
   * @param {Shown} offers @param {string} idle @param {boolean} stay
   */
  show(offers, idle = "", stay = false) {
    const alone = offers.groups.filter((group) => group.length === 1).map(([offer]) => offer);
    const placed = alone.filter((offer) => offer.clicks.length).slice(0, LARGE);
    const placeless = offers.open.filter((offer) => !offer.clicks.length && !offer.minor);
    const large = offers.complete.length ? offers.complete : [...placed, ...placeless];
    const shelves = shelved(large, this.opened);
    if (!shelves.some(({ heading }) => heading === this.opened)) this.opened = "";
    const many = shelves.length > LARGE;
    this.bar.classList.toggle("many", many);
    const dice = offers.dice ? [this.large(offers.dice, "house-dice", "primary")] : [];
    const kind = dice.length + shelves.length === 1 ? "primary" : "choice";
    const redraw = () => this.show(offers, idle, stay);
    const buttons = [...dice, ...shelves.map((shelf) => this.shelf(shelf, kind, many, redraw))];
    const again = () => {
      this.opened = "";
      offers.drop();
      redraw();
    };
    const way = { type: "button", class: "quiet", text: say("Choose again"), onclick: again };
    const back = offers.picked.length || this.opened ? [make("button", way)] : [];
    this.bar.classList.toggle("opened", Boolean(this.opened));
    this.keep([...buttons, ...back], buttons.length ? "" : idle);
    if (this.opened) this.rise();
    this.fill(offers.dice ? [offers.dice, ...offers.open] : offers.open);
    mark(this.element, ".drawer", "empty", !this.items.length && !stay);
    mark(this.element, ".drawer", "resting", !this.items.length);
    this.input.readOnly = !this.items.length;
    this.narrow();
  }

  /** Let what a heading opens rise over the board of a phone, which stays where it is. */
  rise() {
    this.bar.style.setProperty("--rise", `${Math.max(0, this.bar.offsetHeight - this.low)}px`);
  }

  /** Show or hide the list of all moves. */
  unfold(open = recall("unfolded", false)) {
    remember("unfolded", open);
    put(this.more, "aria-expanded", String(open));
    write(
      this.more,
      open ? say("Hide the moves") : say("Show {n} move", { n: this.items.length }, "Show all {n} moves"),
    );
    mark(this.element, ".drawer", "unfolded", open || Boolean(this.input.value));
  }

  /**
   * A button for an offer, or for a heading that opens its offers: among many others a wordy one too.
   * @param {Shelf} shelf @param {string} kind @param {boolean} many @param {() => void} redraw
   */
  shelf({ heading, offers }, kind, many, redraw) {
    const wordy = many && heading !== this.opened && heading && offers[0].label.length > WORDY;
    if (offers.length === 1 && !wordy) return this.large(offers[0], "", kind);
    const open = () => {
      this.low = this.bar.offsetHeight;
      this.opened = heading;
      redraw();
    };
    const words = make("span", { text: heading });
    const count = make("span", { class: "many-more", text: String(offers.length) });
    return make("button", { type: "button", class: `large ${kind} heading`, onclick: open }, words, count);
  }

  /** @param {Offer} offer @param {string} art @param {string} kind */
  large(offer, art, kind) {
    const wordy = offer.label.length > WORDY ? "wordy" : "";
    const looks = ["large", kind, wordy, offer.tone ?? ""].filter(Boolean).join(" ");
    const pressed = () => {
      button.classList.add("pressed"); // it sinks at once, and stays down until the answer is there
      this.press(offer);
    };
    const button = make(
      "button",
      { type: "button", class: looks, onclick: pressed },
      art ? sprite(art, "icon") : null,
      make("span", {}, wordy ? titled(offer.label) : offer.label),
      this.beside(offer),
    );
    glances(button, offer, this.look);
    return button;
  }

  /** Exchange buttons, but leave the keyboard where it was. @param {HTMLElement[]} buttons @param {string} idle */
  keep(buttons, idle) {
    const at = [...this.bar.children].findIndex((child) => child === document.activeElement);
    const held = this.bar.contains(document.activeElement);
    const old = [...this.bar.children];
    this.bar.append(...(idle ? [make("p", { class: "idle", text: idle })] : []), ...buttons);
    // while the old button is still there: from nowhere, the keyboard's ring would also come to those who tap
    if (held && buttons.length) buttons[Math.max(0, Math.min(at, buttons.length - 1))].focus({ preventScroll: true });
    else if (held) this.release();
    for (const button of old) button.remove();
  }

  /** @param {Offer[]} offers */
  fill(offers) {
    this.items = offers.map((offer) => {
      const look = { type: "button", class: "move", onclick: () => this.press(offer) };
      const button = make("button", look, make("span", { text: offer.label }), this.beside(offer));
      glances(button, offer, this.look);
      return { offer, item: make("li", {}, button) };
    });
    this.list.replaceChildren(...this.items.map(({ item }) => item));
    const move = example(offers);
    put(this.input, "placeholder", move ? say("Type a move, such as {move}", { move }) : say("Type a move"));
  }

  /** Hide the moves that do not fit what is typed. */
  narrow() {
    const text = this.input.value.trim(), offers = this.items.map(({ offer }) => offer);
    const found = text ? typed(offers, text) : [], labels = new Set(found.map(({ label }) => label));
    this.fit = offers.filter(({ label }) => labels.has(label));
    for (const { offer, item } of this.items) item.hidden = Boolean(text) && !labels.has(offer.label);
    const many = say("{n} move fits", { n: found.length }, "{n} moves fit");
    write(this.note, text && this.items.length ? many : "");
    this.unfold();
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.fit.length !== 1) return;
    this.input.value = "";
    this.press(this.fit[0]);
  }

  /** Letters typed anywhere begin a command. @param {KeyboardEvent} event */
  catch(event) {
    if (event.key === "Escape" && event.target === this.input) this.clear();
    const busy = around(event, "input, textarea, select, dialog, [contenteditable]");
    if (busy || chorded(event) || !LETTER.test(event.key)) return;
    if (this.items.length && this.input.offsetParent) this.input.focus();
  }

  /** Forget what was typed and give the keyboard back to the board. */
  clear() {
    this.input.value = "";
    this.narrow();
    this.input.blur();
    this.release();
  }
}

/** Set the title of a card apart: what stands before the first colon or full stop. @param {string} words */
function titled(words) {
  const [title] = words.match(/^.{1,40}?\s?[.:](?=\s)/u) ?? [""];
  return title ? [make("b", { text: title }), words.slice(title.length)] : [words];
}
