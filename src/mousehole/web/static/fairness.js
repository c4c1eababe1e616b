/** Fair dice: the fingerprint of the hidden seed, shown from the start so that everybody can check the rolls later. */

import { make } from "./dom.js";
import { say } from "./words.js";

const SHORT = 8; // signs that are shown before a tap

export class Fairness {
  constructor() {
    this.element = make("details", { class: "fairness", hidden: true });
  }

  /** @param {string} hash of the seed; none where the dice are real, or were rolled elsewhere */
  show(hash) {
    this.element.hidden = !hash;
    this.element.replaceChildren(
      make("summary", {}, say("Fair dice:"), " ", make("code", { text: `${hash.slice(0, SHORT)}…` })),
      make("code", { text: hash }),
      make("p", {
        text: say("Every roll comes from a secret that was chosen before the first one. This is its fingerprint."),
      }),
      make("p", { text: say("When the game is over, the secret is shown and everybody can check the rolls.") }),
    );
  }
}
