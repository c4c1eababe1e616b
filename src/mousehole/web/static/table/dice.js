/** Dice of a table: real ones are told face by face, others fall by themselves where nobody cares to throw them. */

import { make, recall, sprite } from "../ui/dom.js";
import { pace } from "../ui/settings.js";
import { say } from "../ui/words.js";

/** @import { Offer } from "./offers.js" */
/** @import { FaceView, ThrowView, TurnView } from "../wire/wire.d.ts" */

/** Real dice: people tap what each of theirs shows, instead of reading a sentence for every roll there is. */
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

/** Dice that nobody cares to throw: they fall after a moment in which one sees whose they are. */
export class FallingDice {
  /** @param {() => void} fall */
  constructor(fall) {
    this.fall = fall;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Wait for these dice, unless they are somebody's to throw. @param {ThrowView | null} dice @param {boolean} mine */
  expect(dice, mine) {
    clearTimeout(this.timer);
    if (mine && dice?.itself && !recall("throws-all", false)) this.timer = setTimeout(this.fall, pace().moment);
  }

  /** Wait no longer. */
  forget() {
    clearTimeout(this.timer);
  }
}

/**
 * The faces that can be told next: those with which what was told is a part of some outcome.
 * @param {number[][]} dice the faces of each outcome, in any order @param {number[]} taken
 */
export function nextFaces(dice, taken) {
  return new Set(dice.flatMap((faces) => without(faces, taken) ?? []));
}

/** The outcome that shows exactly these faces, in any order. @param {number[][]} dice @param {number[]} taken */
export function outcomeOf(dice, taken) {
  const found = dice.findIndex((faces) => without(faces, taken)?.length === 0);
  return found < 0 ? undefined : found;
}

/**
 * What is left of some faces without others; nothing where not all of these are among them.
 * @param {number[]} faces @param {number[]} taken
 */
function without(faces, taken) {
  const left = [...faces];
  for (const face of taken) {
    const at = left.indexOf(face);
    if (at < 0) return undefined;
    left.splice(at, 1);
  }
  return left;
}
