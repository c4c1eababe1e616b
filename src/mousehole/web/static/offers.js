/** What can be chosen now: offers, narrowed click by click. Knows keys and labels, no game and no page. */

import { folded } from "./wording.js";

/**
 * An action that can be chosen, the dice that can be thrown, or what real dice show.
 * @typedef {object} Offer
 * @property {string} label
 * @property {string[]} clicks the keys to click in turn
 * @property {number} [action]
 * @property {number} [outcome] what real dice show
 * @property {number | string} [group] offers of one group do the same elsewhere
 * @property {boolean} [minor] rarely wanted, so without a button of its own
 */

export class Offers {
  /**
   * `changed` is called when what can be clicked changes, `chosen` with the offer (or throw) a person decides for.
   * @param {{ changed: (offers: Offers) => void, chosen: (offer: Offer) => void }} hears
   */
  constructor({ changed, chosen }) {
    this.changed = changed;
    this.chosen = chosen;
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
    this.changed(this);
  }

  /** The offers that go on from what is picked. */
  get open() {
    return this.all.filter(({ clicks }) => this.picked.every((key, n) => clicks[n] === key));
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
    for (const { clicks, label } of this.all) name(found, clicks[0], label);
    for (const { clicks, label } of this.picked.length ? this.open : []) name(found, clicks[this.picked.length], label);
    for (const key of this.picked) found.delete(key);
    if (this.complete.length) found.set(this.picked[this.picked.length - 1], this.complete[0].label);
    return found;
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
    return this.all.some(({ clicks }) => clicks.length > 1 && clicks[0] === key);
  }

  /** Begin a choice with a key. @param {string} key */
  pick(key) {
    this.picked = [key];
    this.changed(this);
  }

  /** Let go of what is picked. */
  drop() {
    if (!this.picked.length) return;
    this.picked = [];
    this.changed(this);
  }

  decide() {
    if (this.complete.length === 1 && this.open.length === 1) this.chosen(this.complete[0]);
    else this.changed(this);
  }
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

/** @param {Map<string, string>} found @param {string | undefined} key @param {string} label */
function name(found, key, label) {
  if (key !== undefined && !found.get(key)) found.set(key, label);
}
