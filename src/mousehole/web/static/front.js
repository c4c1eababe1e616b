/** What stands around the board of a live table: prompt, drawers, tools, warnings. */

import { Absence } from "./absence.js";
import { Agreed } from "./agreed.js";
import { around, fact, make, need, recall, remember, sprite, write } from "./dom.js";
import { Facts } from "./facts.js";
import { Fairness } from "./fairness.js";
import { drawer, layout, tool, toolbar, way } from "./layout.js";
import { Manage } from "./manage.js";
import { shade, toggles } from "./overlay.js";
import { nextPace, paceWords } from "./pace.js";
import { prompt } from "./panel.js";
import { settings } from "./settings.js";
import { sound } from "./sound.js";
import { noticeButton, signal } from "./turn_signal.js";
import { say } from "./words.js";

/** @import { Actions } from "./actions.js" */
/** @import { Board } from "./board.js" */
/** @import { Chat } from "./chat.js" */
/** @import { Hints } from "./hints.js" */
/** @import { Frame } from "./scene.js" */
/** @import { Seats } from "./seats.js" */
/** @import { Story } from "./story.js" */
/** @import { Tale } from "./tale.js" */
/** @import { OptionsView, TableView, You, ZoneView } from "./types/wire.d.ts" */
/**
 * @typedef {object} Parts
 * @property {Board} board
 * @property {Actions} actions
 * @property {Story} story
 * @property {Seats} seats
 * @property {Chat} chat
 * @property {Hints} hints
 * @property {Tale} tale
 */

// As the style sheets have it:
const SMALL = matchMedia("(max-width: 899px), (max-height: 560px), (max-width: 1099px) and (orientation: portrait)");
const WARNING = 5_000; // milliseconds a warning stays

export class Front {
  /** @param {HTMLElement} main @param {Parts} parts @param {{ takeBack: () => void, again: () => void }} hears */
  constructor(main, { board, actions, story, seats, chat, hints, tale }, { takeBack, again }) {
    const table = fact(main, "table");
    this.board = board;
    this.title = document.title;
    this.mine = false; // it was this viewer's turn in the frame before
    /** @type {Partial<OptionsView>} */
    this.options = {};
    /** @type {number | undefined} */
    this.warning = undefined;
    /** @type {Set<string>} */
    this.wanted = new Set(recall("zones", []));
    this.prompt = make("div", { class: "prompt" });
    this.zones = make("div", { class: "zones", role: "group", "aria-label": say("Show on the board") });
    this.toast = make("div", { class: "toast", role: "alert", hidden: true });
    this.manage = new Manage(table);
    chat.moderate = (mark) => this.manage.spectator(mark);
    this.fairness = new Fairness();
    this.agreed = new Agreed(`/rules/${fact(main, "game")}`);
    const about = [this.agreed.element, noticeButton(), this.manage.element, this.fairness.element];
    const players = make("div", { class: "players" }, seats.element, ...about);
    this.facts = new Facts(`/table/${table}`);
    const left = [
      drawer("seats", "house-people", say("Players"), players),
      drawer("facts", "house-facts", say("Facts"), this.facts.panels),
    ];
    this.pacer = this.pacing();
    const looks = make("div", { class: "story-tools" }, this.again(again), this.pacer);
    const told = make("div", { class: "story-box" }, story.element, looks);
    const right = [
      drawer("moves", "house-moves", say("Moves"), actions.element, actions.more),
      drawer("hints", "house-hint", say("Hints"), hints.element, hints.button),
      drawer("story", "house-story", say("Story"), told, story.since),
      drawer("chat", "house-chat", say("Chat"), chat.element),
    ];
    const absence = new Absence(seats, seats.ask);
    seats.heard = () => absence.look();
    const above = this.above = make("div", { class: "above" }, absence.element, this.prompt, this.zones);
    const { over, cards: { element: cards } } = this.facts, { told: lately } = story;
    this.box = layout({ stage: board.stage, above, below: actions.bar, left, right, over, cards, told: lately });
    this.box.classList.add("bare"); // nothing is seen before it is in its place
    story.told.addEventListener("click", () => need(".tab[data-drawer=story]", this.box).click());
    this.heading = make("h1", { class: "unseen", text: document.title });
    this.reason = make("span");
    const plug = sprite("house-plug", "icon");
    this.banner = make("div", { class: "banner", role: "status", hidden: true }, plug, this.reason);
    this.undo = tool("house-undo", say("Take back"), takeBack, { disabled: true, "aria-keyshortcuts": "Control+Z" });
    this.invite = way("house-link", say("Invite"), `/table/${table}/links`, { hidden: true });
    const near = tool("house-zoom", say("Whole board or closer"), () => board.camera.toggle());
    const page = `/learn/${fact(main, "game")}`;
    const help = way("house-help", say("How to play"), page, { target: "_blank", rel: "noopener" });
    const { sheet } = this.facts.cards;
    main.replaceChildren(this.heading, this.box, this.banner, this.toast, sheet, tale.element, story.region);
    toolbar(this.undo, near, this.invite, help, settings(() => write(this.pacer, paceWords())));
    addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {() => void} pressed */
  again(pressed) {
    return make("button", { type: "button", class: "small", text: say("Show me that again"), onclick: pressed });
  }

  /** A button that goes over to the next pace, and says which that is. */
  pacing() {
    /** @param {Event} event */
    const pressed = ({ currentTarget }) => currentTarget instanceof Element && write(currentTarget, nextPace());
    return make("button", { type: "button", class: "small pace", text: paceWords(), onclick: pressed });
  }

  /** Show what a welcome tells about the table. @param {TableView} table @param {You} you */
  greet(table, you) {
    this.title = table.title;
    write(this.heading, table.title);
    this.invite.hidden = !you.owner;
    this.manage.show(table, you);
    this.fairness.show(table.seed_hash);
    this.agreed.show(table.agreed);
    this.gather(table);
  }

  /** Show what the owner has changed. @param {OptionsView} options */
  alter(options) {
    this.manage.alter(options);
    this.box.classList.toggle("hintless", !options.hints);
    this.options = options;
  }

  /** Chat makes sense where others are. @param {{ options?: Partial<OptionsView>, spectators?: number }} told */
  gather({ options = this.options, spectators = 0 }) {
    this.options = options;
    this.box.classList.toggle("alone", !options.shared && !spectators);
    this.box.classList.toggle("hintless", !options.hints);
  }

  /** Tell a frame in words and facts. @param {Frame} frame */
  tell(frame) {
    const mine = Boolean(frame.turn.mine) && frame.turn.kind !== "over";
    this.box.classList.remove("bare");
    prompt(this.prompt, frame);
    this.facts.show(frame);
    const { cards, panels } = this.facts, tight = cards.list.length > 0 && SMALL.matches;
    if (tight) panels.before(this.zones);
    else this.above.append(this.zones);
    this.zone(frame.scene.zones);
    if (mine && !this.mine && document.hidden) sound("turn");
    this.mine = mine;
    signal(mine, this.title);
  }

  /** Show a lost connection at once, and hide it when it is back. @param {boolean} gone @param {string} why */
  lose(gone, why = "") {
    if (gone) write(this.reason, why || say("The connection is lost. Trying again…"));
    this.banner.hidden = !gone;
    this.box.classList.toggle("lost", gone);
  }

  /** Warn for a while. @param {string} text */
  warn(text) {
    write(this.toast, text);
    this.toast.hidden = false;
    clearTimeout(this.warning);
    this.warning = setTimeout(() => (this.toast.hidden = true), WARNING);
  }

  /** @param {ZoneView[]} zones */
  zone(zones) {
    /** @param {string} key */
    const changed = (key) => {
      if (!this.wanted.delete(key)) this.wanted.add(key);
      remember("zones", [...this.wanted]);
      this.zone(zones);
    };
    this.zones.replaceChildren(...toggles(zones, this.wanted, changed));
    shade(this.board, zones, this.wanted);
  }

  /** Take back as everywhere: Ctrl or Command and Z. @param {KeyboardEvent} event */
  key(event) {
    const typing = around(event, "input, textarea, select, dialog");
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || typing) return;
    event.preventDefault();
    this.undo.click();
  }
}
