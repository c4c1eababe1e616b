/** What stands around the board of a live table: prompt, drawers, tools, warnings. */

import { boardPage, drawer, smallScreen, tool, toolbar, toolLink } from "../board/board_page.js";
import { shade, toggles } from "../board/overlay.js";
import { ChartStrip } from "./chart.js";
import { FirstTimes } from "./first_times.js";
import { prompt, SidePanels } from "./panels.js";
import { handing } from "./seats.js";
import { around, fact, make, need, recall, remember, sprite, write } from "../ui/dom.js";
import { nextPace, paceWords, settings, speaker } from "../ui/settings.js";
import { music, sound } from "../ui/sound.js";
import { noticeButton, signal } from "../ui/turn_signal.js";
import { say } from "../ui/words.js";

/** @import { Board } from "../board/board.js" */
/** @import { Frame } from "../board/scene.js" */
/** @import { Actions } from "./actions.js" */
/** @import { Chat } from "./chat.js" */
/** @import { Hints } from "./hints.js" */
/** @import { Manage } from "./manage.js" */
/** @import { Absence, Seats } from "./seats.js" */
/** @import { Story } from "./story.js" */
/** @import { Tale } from "./tale.js" */
/** @import { OptionsView, TableView, You, ZoneView } from "../wire/wire.d.ts" */
/**
 * @typedef {object} Parts
 * @property {Board} board
 * @property {Actions} actions
 * @property {Story} story
 * @property {Seats} seats
 * @property {Chat} chat
 * @property {Hints} hints
 * @property {Tale} tale
 * @property {Absence} absence
 * @property {Manage} manage
 */

const WARNING = 5_000; // milliseconds a warning stays

export class TablePage {
  /** @param {HTMLElement} main @param {Parts} parts @param {{ takeBack: () => void, again: () => void }} handlers */
  constructor(main, { board, actions, story, seats, chat, hints, tale, absence, manage }, { takeBack, again }) {
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
    this.manage = manage;
    this.seats = seats;
    this.fairness = new Fairness();
    this.houseRules = new HouseRules(`/rules/${fact(main, "game")}`);
    const about = [this.houseRules.element, noticeButton(), manage.element, this.fairness.element];
    const players = make("div", { class: "players" }, seats.element, ...about);
    this.sidePanels = new SidePanels(`/table/${table}`);
    this.sidePanels.cards.handing = (seat) => handing(seats, seat);
    this.way = new ChartStrip();
    this.firstTimes = new FirstTimes(fact(main, "game"));
    const left = [
      drawer("seats", "house-people", say("Players"), players),
      drawer("facts", "house-facts", say("Facts"), this.sidePanels.panels),
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
    const heads = [absence.element, this.prompt, this.way.element, this.zones];
    const above = this.above = make("div", { class: "above" }, ...heads);
    const { over, cards: { element: cards } } = this.sidePanels, { told: lately } = story;
    const hint = hints.strip, below = actions.bar;
    this.box = boardPage({ stage: board.stage, above, below, left, right, over, cards, told: lately, hint });
    this.box.classList.add("bare"); // nothing is seen before it is in its place
    story.told.addEventListener("click", () => need(".tab[data-drawer=story]", this.box).click());
    this.heading = make("h1", { class: "unseen", text: document.title });
    this.reason = make("span");
    const plug = sprite("house-plug", "icon");
    this.banner = make("div", { class: "banner", role: "status", hidden: true }, plug, this.reason);
    this.undo = tool("house-undo", say("Take back"), takeBack, { disabled: true, "aria-keyshortcuts": "Control+Z" });
    this.invite = toolLink("house-link", say("Invite"), `/table/${table}/links`, { hidden: true });
    const near = tool("house-zoom", say("Whole board or closer"), () => board.camera.toggle());
    const page = `/learn/${fact(main, "game")}`;
    const help = toolLink("house-help", say("How to play"), page, { target: "_blank", rel: "noopener" });
    const { sheet } = this.sidePanels.cards;
    need(".play", this.box).append(this.firstTimes.element);
    const sheets = [sheet, this.way.sheet, tale.element];
    main.replaceChildren(this.heading, this.box, this.banner, this.toast, ...sheets, story.region);
    music(fact(main, "game"));
    const options = settings(() => write(this.pacer, paceWords()));
    toolbar(this.undo, near, this.invite, chat.reactions, help, speaker(), options);
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
    this.houseRules.show(table.agreed);
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
    const { mine: own } = this.seats, whose = own.find(({ seat }) => seat === frame.turn.seat);
    prompt(this.prompt, frame, whose ? this.seats.name(whose.seat) : "", own.length > 1);
    this.sidePanels.show(frame);
    this.way.show(frame.scene.chart);
    const { cards, panels } = this.sidePanels, tight = cards.list.length > 0 && smallScreen();
    if (tight) panels.before(this.zones);
    else this.above.append(this.zones);
    this.zone(frame.scene.zones);
    if (mine && !this.mine && document.hidden) sound("turn");
    this.mine = mine;
    signal(mine, this.title);
  }

  /** Show a lost connection at once, and hide it when it is back. @param {boolean} away @param {string} why */
  lose(away, why = "") {
    if (away) write(this.reason, why || say("The connection is lost. Trying again…"));
    this.banner.hidden = !away;
    this.box.classList.toggle("lost", away);
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

/** Fair dice: the fingerprint of the hidden seed, shown from the start so that everybody can check the rolls later. */
class Fairness {
  constructor() {
    this.element = make("details", { class: "fairness", hidden: true });
  }

  /** @param {string} hash of the seed; none where the dice are real, or were rolled elsewhere */
  show(hash) {
    this.element.hidden = !hash;
    this.element.replaceChildren(
      make("summary", { text: say("Fair dice") }),
      make("code", { text: hash }),
      make("p", {
        text: say("Every roll comes from a secret that was chosen before the first one. This is its fingerprint."),
      }),
      make("p", { text: say("When the game is over, the secret is shown and everybody can check the rolls.") }),
    );
  }
}

/** What people agreed on before the first move, where it is not as usual, and the way to all the rules. */
class HouseRules {
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
