/** Pages of the tale over the board: a picture and the words, until they are read. */

import { make, sprite } from "../ui/dom.js";
import { pace } from "../ui/settings.js";
import { say } from "../ui/words.js";

/** @import { PageView } from "../wire/wire.d.ts" */

export class Tale {
  constructor() {
    this.title = make("h2", { id: "tale-title" });
    this.words = make("div", { class: "tale-words", id: "tale-words" });
    this.picture = make("div", { class: "tale-picture" });
    this.close = make("button", { type: "button", class: "large primary", text: say("Go on"), autofocus: true });
    this.element = make(
      "dialog",
      { class: "tale", "aria-labelledby": "tale-title", "aria-describedby": "tale-words" },
      make("div", { class: "tale-page" }, this.picture, make("div", {}, this.title, this.words, this.close)),
    );
    this.element.addEventListener("click", () => this.element.close());
    /** @type {Set<string>} the pages that were read */
    this.known = new Set();
  }

  /** Show a page once; the answer comes when it is read. @param {PageView} page @param {number} ply */
  async read(page, ply) {
    const name = `${ply} ${page.title} ${page.words.join(" ")}`, { read } = pace();
    if (this.known.has(name) || !read || this.element.open) return;
    this.known.add(name);
    this.title.textContent = page.title;
    this.picture.replaceChildren(...staged(page));
    this.words.replaceChildren(...page.words.map((text) => make("p", { text })));
    const closed = new Promise((done) => this.element.addEventListener("close", done, { once: true }));
    this.element.showModal();
    this.element.scrollTop = 0; // the focus is on the button below, but a page is read from its top
    const timer = Number.isFinite(read) ? setTimeout(() => this.element.close(), read) : undefined;
    await closed;
    clearTimeout(timer);
  }
}

/** A picture of the tale, and those who stand in front of it. @param {Pick<PageView, "sprite" | "cast">} page */
export function staged({ sprite: art, cast = [] }) {
  const figures = cast.map((figure) => sprite(figure, "actor"));
  return [sprite(art || "none"), ...(figures.length ? [make("div", { class: "tale-cast" }, figures)] : [])];
}
