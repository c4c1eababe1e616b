/** Cards along the board: a portrait with what matters now; a press turns a card over and shows the whole of it. */

import { make, mark, sprite } from "./dom.js";
import { panel } from "./panel.js";
import { say } from "./words.js";

/** @import { PanelView, RowView } from "./types/wire.d.ts" */

const HEARTS = 8; // signs at most that stand for a meter

export class Cards {
  /** @param {(key: string) => Promise<PanelView | null>} whole fetches a card with all that is behind its front */
  constructor(whole) {
    this.whole = whole;
    this.element = make("div", { class: "cards", role: "group", "aria-label": say("Cards") });
    this.sheet = make("dialog", { class: "sheet-card" });
    this.sheet.addEventListener("click", (event) => event.target === this.sheet && this.sheet.close());
    /** @type {PanelView[]} */
    this.list = [];
    this.shown = "";
  }

  /** Show the cards of a scene. @param {PanelView[]} list */
  show(list) {
    const text = JSON.stringify(list);
    if (this.shown === text) return;
    this.shown = text;
    this.list = list;
    const held = [...this.element.children].findIndex((child) => child === document.activeElement);
    this.element.replaceChildren(...list.map((card) => this.face(card)));
    if (held >= 0) /** @type {HTMLElement | undefined} */ (this.element.children[held])?.focus({ preventScroll: true });
    this.element.hidden = !list.length;
    mark(this.element, ".table", "carded", list.length > 0);
  }

  /** Turn a card over: its front is seen at once, the rest when it has come. @param {PanelView} card */
  async turn(card) {
    this.write(card);
    this.sheet.showModal();
    const whole = await this.whole(card.key);
    if (whole && this.sheet.open) this.write(whole);
  }

  /** @param {PanelView} card */
  write(card) {
    const shut = () => this.sheet.close();
    const close = make("button", { type: "button", class: "small", text: say("Close"), onclick: shut });
    const face = sprite(card.face ?? "", "sheet-face");
    this.sheet.setAttribute("aria-label", card.title);
    this.sheet.replaceChildren(make("div", { class: "sheet-head" }, face, close), panel(card));
  }

  /** @param {PanelView} card */
  face(card) {
    const front = card.rows.filter((row) => row.front), words = front.map(spoken).join(", ");
    const look = { type: "button", class: "card", "data-card": card.key, "data-glow": card.glow || null };
    return make(
      "button",
      { ...look, "aria-label": `${card.title}: ${words}`, onclick: () => this.turn(card) },
      sprite(card.face ?? "", "card-face"),
      make("span", { class: "card-name", text: card.title }),
      make("span", { class: "card-front" }, front.map(sign)),
    );
  }
}

/** @param {RowView} row */
function spoken({ label, value = "" }) {
  return value ? `${label} ${value}` : label;
}

/** Draw a row of the front: a meter as so many signs, a thing as its picture, words as words. @param {RowView} row */
function sign({ label, value = "", sprite: art = "", meter, ill = 0 }) {
  if (meter && meter[1] <= HEARTS) {
    const [now, most] = meter;
    /** @param {number} n */
    const kind = (n) => (n < now ? "heart" : n < now + ill ? "heart ill" : "heart empty");
    return make("span", { class: "hearts" }, Array.from({ length: most }, (_, n) => sprite(art, kind(n))));
  }
  const number = /^\d+$/.test(value) ? make("b", { text: value }) : null, title = spoken({ label, value });
  if (art) return make("span", { class: "card-thing", title }, sprite(art, "card-art"), number);
  return make("span", { class: "card-words", text: value || label });
}
