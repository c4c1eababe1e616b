/** What people agreed on before the first move, where it is not as usual, and the way to all the rules. */

import { make } from "./dom.js";
import { say } from "./words.js";

export class Agreed {
  /** @param {string} rules where all rules are told */
  constructor(rules) {
    this.list = make("ul", { "aria-label": say("How this table plays") });
    const away = { target: "_blank", rel: "noopener" };
    const way = make("a", { class: "quiet", href: rules, ...away, text: say("All the rules") });
    this.element = make("div", { class: "agreed" }, this.list, way);
  }

  /** @param {string[]} words */
  show(words) {
    this.list.replaceChildren(...words.map((text) => make("li", { text })));
    this.list.hidden = !words.length;
  }
}
