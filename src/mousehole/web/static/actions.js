/** The offers as labelled buttons: the few that stand alone large, all of them in a list, and a line to type a move. */

import { glances, make, put, recall, remember, sprite, write } from "./dom.js";
import { typed } from "./offers.js";
import { say } from "./words.js";

const LARGE = 4; // more buttons than that would hide the board of a phone
const WORDY = 36; // letters of a label that reads better on a row of its own

export class Actions {
  /** `press` hears which offer was chosen, `look` which one somebody lingers over, `release` that the keyboard is free. */
  constructor({ press, look, release }) {
    Object.assign(this, { press, look, release, beside: () => null });
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
      placeholder: say("Type a move, such as {move}", { move: "b1" }),
    });
    this.form = make("form", { class: "typed-form", onsubmit: (event) => this.submit(event) }, this.input);
    this.list = make("ul", { class: "moves", id: "ui-all-moves" });
    this.more = make("button", {
      type: "button",
      class: "quiet more",
      "aria-controls": "ui-all-moves",
      onclick: () => this.unfold(!recall("unfolded", false)),
    });
    this.element = make("div", { class: "moves-box" }, this.form, this.note, this.list);
    this.input.addEventListener("input", () => this.narrow());
    addEventListener("keydown", (event) => this.catch(event));
  }

  /** Show what can be chosen; `idle` are the words where nothing can. */
  show(offers, idle = "") {
    this.offers = offers;
    const alone = offers.groups.filter((group) => group.length === 1).map(([offer]) => offer);
    const placed = alone.filter((offer) => offer.clicks.length).slice(0, LARGE);
    const placeless = offers.open.filter((offer) => !offer.clicks.length && !offer.minor);
    const large = offers.complete.length ? offers.complete : [...placed, ...placeless];
    this.bar.classList.toggle("many", large.length > LARGE);
    const dice = offers.dice ? [this.large(offers.dice, "house-dice", "primary")] : [];
    const kind = dice.length + large.length === 1 ? "primary" : "choice";
    const buttons = [...dice, ...large.map((offer) => this.large(offer, "", kind))];
    const back = offers.picked.length
      ? [make("button", { type: "button", class: "quiet", text: say("Choose again"), onclick: () => offers.drop() })]
      : [];
    this.keep([...buttons, ...back], buttons.length ? "" : idle);
    this.fill(offers.dice ? [offers.dice, ...offers.open] : offers.open);
    this.narrow();
  }

  /** Show or hide the list of all moves. */
  unfold(open = recall("unfolded", false)) {
    remember("unfolded", open);
    put(this.more, "aria-expanded", String(open));
    write(
      this.more,
      open ? say("Hide the moves") : say("Show {n} move", { n: this.items.length }, "Show all {n} moves"),
    );
    this.element.classList.toggle("unfolded", open || Boolean(this.input.value));
  }

  large(offer, art, kind) {
    const wordy = offer.label.length > WORDY ? "wordy" : "";
    const button = make(
      "button",
      { type: "button", class: `large ${kind} ${wordy}`.trim(), onclick: () => this.press(offer) },
      art ? sprite(art, "icon") : null,
      make("span", { text: offer.label }),
      this.beside(offer),
    );
    glances(button, offer, this.look);
    return button;
  }

  /** Exchange buttons, but leave the keyboard where it was. */
  keep(buttons, idle) {
    const held = this.bar.contains(document.activeElement), at = [...this.bar.children].indexOf(document.activeElement);
    this.bar.replaceChildren(...(idle ? [make("p", { class: "idle", text: idle })] : []), ...buttons);
    if (!held) return;
    if (buttons.length) buttons[Math.min(at, buttons.length - 1)].focus({ preventScroll: true });
    else this.release();
  }

  fill(offers) {
    this.items = offers.map((offer) => {
      const button = make("button", {
        type: "button",
        class: "move",
        onclick: () => this.press(offer),
      }, make("span", { text: offer.label }), this.beside(offer));
      glances(button, offer, this.look);
      return { offer, item: make("li", {}, button) };
    });
    this.list.replaceChildren(...this.items.map(({ item }) => item));
    this.element.classList.toggle("empty", !offers.length);
  }

  /** Hide the moves that do not fit what is typed. */
  narrow() {
    const text = this.input.value;
    const fit = text.trim()
      ? typed(this.items.map(({ offer }) => ({ clicks: [], ...offer })), text).map(({ label }) => label)
      : null;
    for (const { offer, item } of this.items) item.hidden = fit !== null && !fit.includes(offer.label);
    write(this.note, fit && this.items.length ? say("{n} move fits", { n: fit.length }, "{n} moves fit") : "");
    this.unfold();
    this.fit = fit ? this.items.filter(({ offer }) => fit.includes(offer.label)) : [];
  }

  submit(event) {
    event.preventDefault();
    if (this.fit.length !== 1) return;
    this.input.value = "";
    this.press(this.fit[0].offer);
  }

  /** Letters typed anywhere begin a command. */
  catch(event) {
    const busy = event.target.closest?.("input, textarea, select, dialog, [contenteditable]");
    if (event.key === "Escape" && event.target === this.input) this.clear();
    if (busy || event.ctrlKey || event.metaKey || event.altKey || !/^[\p{L}\p{N}]$/u.test(event.key)) return;
    if (!this.items?.length || !this.input.offsetParent) return;
    this.input.focus();
  }

  /** Forget what was typed and give the keyboard back to the board. */
  clear() {
    this.input.value = "";
    this.narrow();
    this.input.blur();
    this.release();
  }
}
