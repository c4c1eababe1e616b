/** What a scene tells around the board: what the table waits for, cards, blocks of facts, and what lies over it. */

import { badge } from "../ui/badge.js";
import { make, mark, sprite } from "../ui/dom.js";
import { say } from "../ui/words.js";
import { at } from "../wire/house_line.js";

/** @import { Frame } from "../board/scene.js" */
/** @import { PanelView, RowView, TurnView } from "../wire/wire.d.ts" */

const HEARTS = 8; // signs at most that stand for a meter
const LONG = 24; // letters; what is longer is a sentence below its label, not a value beside it
const MOST_PIPS = 24;

/**
 * Write what the table waits for, with the mark of the seat that is to move. Whoever sits there is spoken to, by
 * name where several share a screen.
 * @param {HTMLElement} element @param {{ scene: { prompt: string }, turn: TurnView }} frame
 * @param {string} name @param {boolean} shared
 */
export function prompt(element, { scene, turn }, name = "", shared = false) {
  const over = turn.kind === "over", whose = over || turn.seat === undefined ? [] : [badge(turn.seat)];
  const words = turn.mine ? addressed(scene.prompt, name, shared) : scene.prompt;
  element.replaceChildren(...whose, make("span", { class: "prompt-text", text: words }));
  element.classList.toggle("mine", Boolean(turn.mine) && !over);
}

/** @param {string} words @param {string} name @param {boolean} shared */
function addressed(words, name, shared) {
  const rest = name && words.startsWith(name) ? /^\s*:\s*([¿¡]?)(.)(.*)$/s.exec(words.slice(name.length)) : null;
  if (!rest) return words;
  const [, opening, first, more] = rest, called = shared ? calledBy(name) : say("Your turn!");
  return `${called} ${opening}${first.toLocaleUpperCase()}${more}`;
}

/** Call somebody; "The cat", with its article, begins the sentence. @param {string} name */
function calledBy(name) {
  return name.includes(" ") ? say("{name}, your turn!", { name }) : say("Your turn, {name}!", { name });
}

/**
 * Show the panels of a scene; what did not change stays as it is.
 * @param {HTMLElement} element @param {PanelView[]} list
 */
export function panels(element, list) {
  const text = JSON.stringify(list);
  if (element.dataset.shown === text) return;
  element.dataset.shown = text;
  element.replaceChildren(...list.map(panel));
}

/** Split panels into cards, which have a face, what lies over the board, and facts. @param {PanelView[]} list */
function sorted(list) {
  const rest = list.filter(({ face }) => !face);
  return {
    cards: list.filter(({ face }) => face),
    over: rest.filter(({ over }) => over),
    facts: rest.filter(({ over }) => !over),
  };
}

/** @param {PanelView} panel */
function panel({ title, rows }) {
  return make("section", { class: "panel" }, make("h3", { text: title }), make("ul", {}, rows.map(row)));
}

/** @param {RowView} row */
function row({ label, value = "", sprite: name, meter: full, ill = 0 }) {
  const words = make("span", { class: "row-label", text: label });
  const kind = value.length > LONG ? "row-value long" : "row-value";
  const fact = value ? make("span", { class: kind, text: value }) : null;
  return make(
    "li",
    { class: "row" },
    name ? sprite(name, "row-art") : null,
    words,
    fact,
    full ? meter(full, label, ill) : null,
  );
}

/**
 * Draw a meter: what is full, what is ill, what is empty.
 * @param {[number, number]} full @param {string} label @param {number} ill
 */
function meter([now, most], label, ill) {
  const bar = make("meter", { min: 0, max: most, value: now, "aria-label": label });
  const many = Math.min(most, MOST_PIPS), full = (now * many) / most, sick = full + (ill * many) / most;
  /** @param {number} n */
  const kind = (n) => (n < full ? "pip full" : n < sick ? "pip ill" : "pip");
  const pips = Array.from({ length: many }, (_, n) => make("i", { class: kind(n) }));
  return make("span", { class: "meter" }, bar, make("span", { class: "pips", "aria-hidden": "true" }, pips));
}

/** Cards along the board: a portrait with what matters now; a press turns a card over and shows the whole of it. */
class Cards {
  /** @param {(key: string) => Promise<PanelView | null>} whole fetches a card with all that is behind its front */
  constructor(whole) {
    this.whole = whole;
    /** @type {(seat: number | null | undefined) => { text: string, press: () => void } | null} */
    this.handing = () => null;
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
    const hand = this.handing(card.seat), relieve = hand && make("button", {
      type: "button",
      class: "small hand-over",
      text: hand.text,
      onclick: () => {
        hand.press();
        this.sheet.close();
      },
    });
    const name = make("h2", { text: card.title });
    this.sheet.replaceChildren(make("div", { class: "sheet-head" }, face, name, relieve, close), panel(card));
  }

  /** @param {PanelView} card */
  face(card) {
    const front = card.rows.filter(({ front: shown }) => shown), words = front.map(spoken).join(", ");
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
function sign({ label, value = "", sprite: art = "", meter: full, ill = 0 }) {
  if (full && full[1] <= HEARTS) {
    const [now, most] = full;
    /** @param {number} n */
    const kind = (n) => (n < now ? "heart" : n < now + ill ? "heart ill" : "heart empty");
    return make("span", { class: "hearts" }, Array.from({ length: most }, (_, n) => sprite(art, kind(n))));
  }
  const number = /^\d+$/.test(value) ? make("b", { text: value }) : null, title = spoken({ label, value });
  if (art) return make("span", { class: "card-thing", title }, sprite(art, "card-art"), number);
  return make("span", { class: "card-words", text: value || label });
}

/** The panels of a scene, each where it belongs: along the board, over it for a moment, or beside it. */
export class SidePanels {
  /** @param {string} address of a table or a lesson */
  constructor(address) {
    this.ply = 0;
    this.cards = new Cards((key) => answer(`${address}/card.json?key=${encodeURIComponent(key)}&ply=${this.ply}`));
    this.over = make("div", { class: "over-board", "aria-live": "off" });
    this.panels = make("div", { class: "panels", tabindex: "0", role: "group", "aria-label": say("Facts") });
  }

  /** Show the panels of a frame, each where it belongs. @param {Pick<Frame, "scene" | "ply">} frame */
  show({ scene, ply }) {
    const { cards, over, facts } = sorted(scene.panels);
    this.ply = ply;
    this.cards.show(cards);
    panels(this.panels, facts);
    if (over.length) panels(this.over, over);
    this.over.classList.toggle("past", !over.length); // the last one stays until the next
    mark(this.over, ".table", "past", !over.length);
    mark(this.over, ".table", "fought", this.over.childElementCount > 0);
  }
}

/** @param {string} address @returns {Promise<PanelView | null>} */
async function answer(address) {
  const found = await fetch(at(address)).catch(() => null);
  return found?.ok ? found.json() : null;
}
