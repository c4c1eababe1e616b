/** Real dice: people tap what each of theirs shows, instead of reading a sentence for every roll there is. */

import { make, sprite } from "./dom.js";
import { nextFaces, outcomeOf } from "./dice_faces.js";
import { say } from "./words.js";

/** @import { Offer } from "./offers.js" */
/** @import { FaceView, TurnView } from "./types/wire.d.ts" */

export class RealDice {
  /** @param {(offer: Offer) => void} choose hears what the dice show */
  constructor(choose) {
    this.choose = choose;
    /** @type {Offer[]} what the dice may show */
    this.offers = [];
    /** @type {FaceView[]} */
    this.faces = [];
    /** @type {number[][]} the faces of each outcome */
    this.dice = [];
    /** @type {number[]} the faces that were tapped */
    this.taken = [];
    this.element = make("div", { class: "real-dice", role: "group", "aria-label": say("What your dice show") });
  }

  /** Take what the dice may show in a turn; the answer is each of them in words. @param {TurnView} turn */
  take({ outcomes = [], faces = [], dice = [] }) {
    this.offers = outcomes.map((label, outcome) => ({ label, outcome, clicks: [], group: "dice" }));
    [this.faces, this.dice, this.taken] = [faces, dice, []];
    return this.offers;
  }

  /** Put the faces into a bar, where there are any. @param {HTMLElement} bar @param {boolean} open */
  fill(bar, open) {
    if (!open || !this.dice.length) return;
    this.draw();
    bar.replaceChildren(this.element);
    bar.classList.remove("many");
  }

  draw() {
    const open = nextFaces(this.dice, this.taken), most = Math.max(...this.dice.map(({ length }) => length));
    const slots = Array.from({ length: most > 1 ? most : 0 }, (_, n) => this.slot(n));
    const keys = this.faces.map((face, number) => this.key(face, number, open.has(number)));
    const held = [...this.element.querySelectorAll(".face")].indexOf(document.activeElement ?? this.element);
    this.element.replaceChildren(
      make("div", { class: "dice-slots" }, slots),
      make("div", { class: "dice-faces" }, keys),
    );
    if (held >= 0) keys[held]?.focus({ preventScroll: true });
  }

  /** A die that was told, to be taken back with a tap, or the room for one. @param {number} n */
  slot(n) {
    const face = this.faces[this.taken[n]];
    if (!face) return make("span", { class: "dice-slot" });
    const label = say("Take back {die}", { die: face.label });
    const back = () => {
      this.taken.splice(n, 1);
      this.draw();
    };
    const look = { type: "button", class: "dice-slot", "aria-label": label, onclick: back };
    return make("button", look, sprite(face.sprite));
  }

  /** @param {FaceView} face @param {number} number @param {boolean} open */
  key({ sprite: picture, label }, number, open) {
    const look = { type: "button", class: "face", title: label, "aria-label": label, disabled: !open };
    return make("button", { ...look, onclick: () => this.tap(number) }, sprite(picture));
  }

  /** @param {number} number */
  tap(number) {
    this.taken = [...this.taken, number];
    const outcome = outcomeOf(this.dice, this.taken);
    if (outcome === undefined) this.draw();
    else this.choose(this.offers[outcome]);
  }
}
