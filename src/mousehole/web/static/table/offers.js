/** What can be chosen now: offers, narrowed click by click. Knows keys and labels, no game and no page. */

import { folded } from "../ui/words.js";

/**
 * An action that can be chosen, the dice that can be thrown, or what real dice show.
 * @typedef {object} Offer
 * @property {string} label
 * @property {string[]} clicks the keys to click in turn
 * @property {number} [action]
 * @property {number} [outcome] what real dice show
 * @property {number | string} [group] offers of one group do the same elsewhere
 * @property {boolean} [minor] rarely wanted, so without a button of its own
 * @property {string} [under] a heading that it shares with others
 * @property {string} [tag] a few letters beside the place it is chosen at
 * @property {string[]} [beyond] places further on whose best way begins with it
 * @property {string[]} [hands] pieces of which one may be taken up first
 * @property {string} [tone] "dare" or "safe", the colour of its button
 * @property {string[]} [stake] the pieces that it risks
 */

export class Offers {
  /**
   * `changed` is called when what can be clicked changes, `chosen` with the offer (or throw) a person decides for;
   * `far` says what a click on a place further on does, `up` what one on a piece does that can be taken up.
   * @param {{ changed: (offers: Offers) => void, chosen: (offer: Offer) => void, far?: string, up?: string }} handlers
   */
  constructor({ changed, chosen, far = "", up = "" }) {
    this.changed = changed;
    this.chosen = chosen;
    this.farWords = far;
    this.upWords = up;
    /** @type {string | null} the piece that was taken up */
    this.hand = null;
    /** @type {string | null} the place further on that somebody walks to */
    this.goal = null;
    /** @type {Offer[]} */
    this.all = [];
    /** @type {Offer | null} */
    this.dice = null;
    /** @type {string[]} */
    this.picked = [];
  }

  /** Take the offers of a new position. @param {Offer[]} offers @param {Offer | null} dice */
  take(offers, dice) {
    this.all = offers;
    this.dice = dice;
    this.picked = [];
    this.hand = null;
    this.changed(this);
  }

  /** The offers that go on from what is taken up and picked. */
  get open() {
    return this.fitting.filter(({ clicks }) => this.picked.every((key, n) => clicks[n] === key));
  }

  /** The offers for which the piece that was taken up is good, if there is one. */
  get fitting() {
    const { hand } = this;
    return hand === null ? this.all : this.all.filter(({ hands = [] }) => hands.includes(hand));
  }

  /** The pieces that can be taken up. */
  get hands() {
    return new Set(this.all.flatMap(({ hands = [] }) => hands));
  }

  /** What is taken up and picked. */
  get held() {
    return this.hand === null ? this.picked : [this.hand, ...this.picked];
  }

  /** The offers that are complete with what is picked. */
  get complete() {
    return this.picked.length ? this.open.filter(({ clicks }) => clicks.length === this.picked.length) : [];
  }

  /** Each key that can be clicked now, with what it does in words. */
  get keys() {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const key of this.dice?.clicks ?? []) found.set(key, this.dice?.label ?? "");
    for (const { clicks, label } of this.fitting) name(found, clicks[0], label);
    for (const key of this.hands) name(found, key, this.upWords);
    for (const { clicks, label } of this.picked.length ? this.open : []) name(found, clicks[this.picked.length], label);
    for (const key of this.far) name(found, key, this.farWords);
    for (const key of this.picked) found.delete(key);
    if (this.complete.length) found.set(this.picked[this.picked.length - 1], this.complete[0].label);
    return found;
  }

  /** The places further on that can be walked to. */
  get far() {
    const near = new Set(this.all.map(({ clicks }) => clicks[0]));
    const places = this.all.flatMap(({ beyond = [] }) => beyond);
    return new Set(this.picked.length ? [] : places.filter((key) => !near.has(key)));
  }

  /** Go on to the place that somebody walks to, as long as the way is open; the answer is whether it is. */
  walkOn() {
    const { goal } = this, arrived = this.all.find(({ clicks }) => clicks.length === 1 && clicks[0] === goal);
    const next = goal === null ? null : arrived ?? this.all.find(({ beyond }) => beyond?.includes(goal));
    if (!next || arrived) this.goal = null;
    if (next) this.chosen(next);
    return Boolean(next);
  }

  /** The offers by what they do; a group of one deserves its own button. */
  get groups() {
    /** @type {Map<number | string, Offer[]>} */
    const found = new Map();
    for (const offer of this.all) {
      const group = offer.group ?? (offer.clicks.length ? "board" : offer.label);
      found.set(group, [...(found.get(group) ?? []), offer]);
    }
    return [...found.values()];
  }

  /** Press a key: go on, decide, or begin again from there. @param {string} key */
  press(key) {
    const aimed = this.hand !== null && this.hand !== key && this.fitting.some(({ clicks }) => clicks[0] === key);
    if (this.hands.has(key) && !aimed) return void (this.hand === key ? this.drop() : this.pick(key));
    this.goal = this.far.has(key) ? key : null;
    if (this.goal !== null) return void this.walkOn();
    const further = this.open.some(({ clicks }) => clicks[this.picked.length] === key);
    if (this.dice?.clicks.includes(key) && !further) return this.chosen(this.dice);
    if (this.complete.length === 1 && this.picked.at(-1) === key) return this.chosen(this.complete[0]);
    const fresh = this.all.some(({ clicks }) => clicks[0] === key);
    if (further) this.picked = [...this.picked, key];
    else if (fresh) this.picked = [key];
    else return this.drop();
    return this.decide();
  }

  /** Whether a key is the beginning of a longer choice. @param {string} key */
  leads(key) {
    return this.hands.has(key) || this.all.some(({ clicks }) => clicks.length > 1 && clicks[0] === key);
  }

  /** Begin a choice with a key. @param {string} key */
  pick(key) {
    const up = this.hands.has(key);
    [this.hand, this.picked] = up ? [key, []] : [null, [key]];
    this.changed(this);
  }

  /** Let go of what is picked. */
  drop() {
    this.goal = null;
    if (!this.held.length) return;
    [this.hand, this.picked] = [null, []];
    this.changed(this);
  }

  decide() {
    if (this.complete.length === 1 && this.open.length === 1) this.chosen(this.complete[0]);
    else this.changed(this);
  }
}

/** @typedef {{ heading: string, offers: Offer[] }} Shelf */

/**
 * Put offers under their headings, each in the place of its first; of an opened heading only its own are left.
 * @param {Offer[]} offers @param {string} opened @returns {Shelf[]}
 */
export function shelved(offers, opened) {
  const within = offers.filter(({ under }) => under && under === opened);
  if (within.length) return within.map((offer) => ({ heading: opened, offers: [offer] }));
  /** @type {Map<string | Offer, Offer[]>} */
  const shelves = new Map();
  for (const offer of offers) shelves.set(offer.under || offer, [...(shelves.get(offer.under || offer) ?? []), offer]);
  return [...shelves].map(([key, held]) => ({ heading: typeof key === "string" ? key : "", offers: held }));
}

/**
 * Find offers by typed words: the keys to click first, then words of the label.
 * @param {Offer[]} offers @param {string} text
 */
export function typed(offers, text) {
  const wanted = folded(text).split(/[\s,>-]+/).filter(Boolean);
  if (!wanted.length) return [];
  const exact = offers.filter(({ clicks }) =>
    wanted.length === clicks.length && wanted.every((word, n) => folded(clicks[n]) === word)
  );
  if (exact.length) return exact;
  const ends = offers.filter(({ clicks }) => wanted.length === 1 && folded(clicks.at(-1) ?? "") === wanted[0]);
  if (ends.length) return ends;
  return offers.filter(({ label }) => wanted.every((word) => folded(label).includes(word)));
}

const SQUARE = /^\p{L}{1,2}\d{1,2}$/u;

/** Name a move as one would type it: by its square if that will do, otherwise by its words. @param {Offer[]} offers */
export function example(offers) {
  const squares = offers.map(({ clicks }) => clicks.at(-1) ?? "").filter((key) => SQUARE.test(key));
  const labels = offers.map(({ label }) => label).sort((a, b) => a.length - b.length);
  return [...squares, ...labels].find((text) => typed(offers, text).length === 1) ?? "";
}

/** @param {Map<string, string>} found @param {string | undefined} key @param {string} label */
function name(found, key, label) {
  if (key !== undefined && !found.get(key)) found.set(key, label);
}
