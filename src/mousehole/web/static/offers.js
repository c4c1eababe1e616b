/** What can be chosen now: offers, narrowed click by click. Knows keys and labels, no game and no page. */

import { folded } from "./wording.js";

export class Offers {
  /** `changed` is called when what can be clicked changes, `chosen` with the offer (or throw) a person decides for. */
  constructor({ changed, chosen }) {
    this.changed = changed;
    this.chosen = chosen;
    Object.assign(this, { all: [], dice: null, picked: [] });
  }

  /** Take the offers of a new position. */
  take(offers, dice) {
    this.all = offers;
    this.dice = dice;
    this.picked = [];
    this.changed(this);
  }

  /** List the offers that go on from what is picked. */
  get open() {
    return this.all.filter(({ clicks }) => this.picked.every((key, n) => clicks[n] === key));
  }

  /** List the offers that are complete with what is picked. */
  get complete() {
    return this.picked.length ? this.open.filter(({ clicks }) => clicks.length === this.picked.length) : [];
  }

  /** Map each key that can be clicked now to what it does, in words. */
  get keys() {
    const found = new Map();
    for (const key of this.dice?.clicks ?? []) found.set(key, this.dice.label);
    for (const offer of this.all) this.name(found, offer.clicks[0], offer);
    for (const offer of this.picked.length ? this.open : []) this.name(found, offer.clicks[this.picked.length], offer);
    for (const key of this.picked) found.delete(key);
    if (this.complete.length) found.set(this.picked.at(-1), this.complete[0].label);
    return found;
  }

  /** Group the offers by what they do; a group of one deserves its own button. */
  get groups() {
    const found = new Map();
    for (const offer of this.all) {
      const name = offer.group ?? (offer.clicks.length ? "board" : offer.label);
      found.set(name, [...(found.get(name) ?? []), offer]);
    }
    return [...found.values()];
  }

  /** Press a key: go on, decide, or begin again from there. */
  press(key) {
    if (this.dice?.clicks.includes(key) && !this.open.some((offer) => offer.clicks[this.picked.length] === key)) {
      return this.chosen(this.dice);
    }
    if (this.complete.length === 1 && this.picked.at(-1) === key) return this.chosen(this.complete[0]);
    const further = this.open.some((offer) => offer.clicks[this.picked.length] === key);
    const fresh = this.all.some((offer) => offer.clicks[0] === key);
    if (further) this.picked = [...this.picked, key];
    else if (fresh) this.picked = [key];
    else return this.drop();
    return this.decide();
  }

  /** Tell whether a key is the beginning of a longer choice. */
  leads(key) {
    return this.all.some(({ clicks }) => clicks.length > 1 && clicks[0] === key);
  }

  /** Begin a choice with a key. */
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

  name(found, key, offer) {
    if (key === undefined) return;
    const said = found.get(key);
    found.set(key, said && said !== offer.label ? said : offer.label);
  }
}

/** Find offers by typed words: the keys to click first, then words of the label. */
export function typed(offers, text) {
  const wanted = folded(text).split(/[\s,>-]+/).filter(Boolean);
  if (!wanted.length) return [];
  const exact = offers.filter(({ clicks }) =>
    wanted.length === clicks.length && wanted.every((word, n) => folded(clicks[n]) === word)
  );
  if (exact.length) return exact;
  const ends = offers.filter(({ clicks }) =>
    wanted.length === 1 && clicks.length && folded(clicks.at(-1)) === wanted[0]
  );
  if (ends.length) return ends;
  return offers.filter(({ label }) => wanted.every((word) => folded(label).includes(word)));
}
