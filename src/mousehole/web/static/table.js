/** The table: joins the live channel with board, offers, story, seats and chat. */

import { Actions } from "./actions.js";
import { load } from "./art.js";
import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { around, fact, need } from "./dom.js";
import { drag } from "./drag.js";
import { Ending } from "./ending.js";
import { Front } from "./front.js";
import { Hints } from "./hints.js";
import { enter, walk } from "./keyboard.js";
import { nudge } from "./layout.js";
import { Live } from "./live.js";
import { Offers } from "./offers.js";
import { trail } from "./overlay.js";
import { Pointing } from "./pointing.js";
import { Reel } from "./reel.js";
import { wholeFrame } from "./scene.js";
import { Seats } from "./seats.js";
import { heard } from "./sound.js";
import { Story } from "./story.js";
import { say } from "./words.js";

/** @import { Shown } from "./actions.js" */
/** @import { Offer } from "./offers.js" */
/** @import { How } from "./reel.js" */
/** @import { Frame } from "./scene.js" */
/** @import { FrameView, FromServer, Refusal, TableView, Welcome } from "./types/wire.d.ts" */

class Table {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.id = fact(main, "table");
    /** @type {TableView | null} what does not change with every move */
    this.table = null;
    /** @type {Frame | null} the frame that is shown */
    this.frame = null;
    /** @type {number | null} the newest entry that came */
    this.known = null;
    this.open = false; // this viewer may act in the shown frame
    /** @type {((last: boolean) => void) | null} tells the frame that is on its way */
    this.untold = null;
    this.board = new Board(say("Board"), heard);
    this.offers = new Offers({ changed: () => this.light(), chosen: (offer) => this.choose(offer) });
    this.actions = new Actions({
      press: (offer) => this.choose(offer),
      look: (offer) => this.look(offer),
      release: () => enter(this.board),
      beside: (offer) => this.hints.beside(offer),
    });
    this.story = new Story();
    this.hints = new Hints(this.id, {
      ask: () => this.askHints(),
      shown: () => this.light(),
      press: (offer) => this.choose(offer),
      look: (offer) => this.look(offer),
      speak: (text) => this.story.speak(text),
    });
    this.seats = new Seats((seat, chair) => this.live.send({ type: "sit", seat, chair }));
    this.chat = new Chat((message) => this.live.send(message), (text) => this.story.speak(text));
    this.ending = new Ending(this.id, this.seats, {
      again: () => this.live.send({ type: "again" }),
      changed: () => this.light(),
      warn: (text) => this.front.warn(text),
    });
    this.pointing = new Pointing(this.board, {
      may: () => this.open && Boolean(this.table?.options.shared),
      send: (action) => this.live.send({ type: "point", action }),
      speak: (text) => this.story.speak(text),
    });
    this.reel = new Reel((frame, how) => this.show(frame, how));
    this.front = new Front(main, this, () => this.takeBack());
    this.rove = walk(this.board, { escaped: () => this.offers.drop(), told: (text) => this.story.speak(text) });
    this.listen();
    this.live = new Live(`${location.origin.replace(/^http/, "ws")}/table/${this.id}/live`, {
      hear: (message) => this.hear(message),
      lost: (gone) => this.front.lose(gone),
      known: () => this.known,
    });
  }

  listen() {
    const { stage } = this.board;
    /** @param {Event} event */
    const near = (event) => this.pointing.linger(this.offerAt(around(event, "[data-key]")?.dataset.key));
    stage.addEventListener("click", (event) => this.press(event));
    drag(this.board, {
      may: (key) => this.open && this.offers.leads(key),
      pick: (key) => this.offers.pick(key),
      drop: (key) => (key === null ? this.offers.drop() : this.offers.press(key)),
    });
    stage.addEventListener("pointerover", near);
    stage.addEventListener("focusin", near);
    document.addEventListener("visibilitychange", () => document.hidden && this.reel.hurry());
  }

  /** @param {FromServer} message */
  hear(message) {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "frames":
        return this.take(message.frames);
      case "refused":
        return this.refuse(message);
      case "pointed":
        if (this.seats.seats[message.seat ?? 0]?.you) return undefined;
        return this.pointing.show(message, this.frame?.scene.offers ?? []);
      case "next":
        return this.ending.follow(message.address);
      case "hints":
        if (this.frame?.entry !== message.entry) return undefined;
        return this.hints.take(message, this.frame.scene.offers);
      case "seats":
        this.seats.show(message);
        return this.front.gather(message);
      case "said":
        this.chat.hear(message);
        return nudge(this.front.box, "chat");
      default:
        return undefined;
    }
  }

  /** Begin, or come back: then only what was missed follows, as frames. @param {Welcome} welcome */
  welcome({ table, frame, story, chat = [], you }) {
    const back = this.known !== null && !story.length;
    this.table = table;
    this.front.greet(table, you);
    this.seats.show({ ...table, turn: this.frame?.turn ?? frame.turn, owner: you.owner });
    this.chat.fill(chat, table.phrases, table.options.chat);
    if (back) return;
    this.story.fill(story, this.seats);
    this.take([{ ...frame, snapshot: true }], true);
  }

  /** Take frames that came; one that is known already is left out. @param {FrameView[]} frames @param {boolean} anew */
  take(frames, anew = false) {
    const fresh = frames.filter((frame) => anew || this.known === null || frame.entry > this.known);
    this.known = fresh.at(-1)?.entry ?? this.known;
    this.reel.push(...fresh.map(wholeFrame));
  }

  /** Show a frame; what the dice decided is told when they lie still. @param {Frame} frame @param {How} how */
  show(frame, { rate, quick, last }) {
    this.untold?.(false);
    const first = this.frame === null;
    this.frame = frame;
    this.rest();
    const stands = this.board.show(frame, { rate, quick: quick && (first || document.hidden) });
    const timer = setTimeout(() => this.untold?.(last), this.board.suspense);
    this.untold = (final) => {
      clearTimeout(timer);
      this.untold = null;
      this.tell(frame, first);
      if (final && this.reel.done) this.offer();
    };
    if (!this.board.suspense) this.untold(last);
    const { entry, over } = frame;
    if (over && last) stands.then(() => this.ending.show(entry, over));
    return stands;
  }

  /** @param {Frame} frame @param {boolean} first */
  tell(frame, first) {
    this.front.tell(frame);
    this.seats.show({ turn: frame.turn });
    trail(this.board, frame.route ?? []);
    if (!first) this.story.tell(frame, this.seats);
  }

  /** Offer nothing while a frame is on its way. */
  rest() {
    this.open = false;
    this.front.undo.disabled = true;
    this.front.box.classList.remove("sent");
    this.board.light(new Map(), []);
    this.board.highlight([]);
    this.hints.forget();
    this.hints.over(this.board, []);
  }

  /** Ask what the choices of the shown position are worth, where this viewer has any. */
  askHints() {
    if (!this.open || this.frame?.turn.kind !== "decide") return false;
    this.live.send({ type: "hint", entry: this.frame.entry });
    return true;
  }

  /** Offer what can be done in the shown frame; whoever is not to move may point. */
  offer() {
    if (!this.frame) return;
    const { scene, turn, undo } = this.frame;
    /** @type {Offer[]} */
    const told = (turn.outcomes ?? []).map((label, outcome) => ({ label, outcome, clicks: [], group: "dice" }));
    this.open = Boolean(turn.mine);
    this.front.undo.disabled = undo === undefined;
    const offers = told.length ? told : this.open || this.seated() ? scene.offers : [];
    this.offers.take(offers, this.open && !told.length ? scene.throw : null);
    this.hints.again();
    const places = this.board.places([...this.offers.keys.keys()]);
    this.board.camera.reveal([...(this.open ? places : []), ...this.board.changed]);
  }

  light() {
    if (!this.frame) return;
    this.board.stage.classList.toggle("pointing", !this.open);
    this.board.light(this.offers.keys, this.offers.picked);
    this.rove();
    this.actions.show(this.open ? this.offers : NOTHING, this.idle(this.frame));
    this.hints.over(this.board, this.open ? this.offers.open : []);
    const over = this.frame.turn.kind === "over";
    this.actions.bar.classList.toggle("after", over);
    if (over) this.actions.bar.replaceChildren(...this.ending.buttons(this.frame.over));
  }

  /** Say what a viewer with nothing to press is waiting for. @param {Frame} frame */
  idle({ turn, scene }) {
    const name = this.seats.name(turn.seat);
    if (turn.outcomes?.length) return say("Roll your dice and choose below what they show.");
    if (this.offers.picked.length) return say("Now choose where.");
    if (this.open) return say("Choose what glows on the board.");
    if (!name) return say("One moment…");
    const pointing = this.seated() && this.table?.options.shared && scene.offers.length;
    return pointing
      ? say("{name} is thinking. Tap the board to point.", { name })
      : say("{name} is thinking.", { name });
  }

  seated() {
    return this.seats.mine.length > 0;
  }

  /** @param {Event} event */
  press(event) {
    if (this.board.camera.dragging) return;
    const key = around(event, ".can")?.dataset.key;
    if (key === undefined) this.offers.drop();
    else this.offers.press(key);
  }

  /** Carry out what was chosen; at somebody else's turn it is only pointed at. @param {Offer} offer */
  choose({ action, outcome }) {
    if (!this.frame?.turn.mine) return this.pointing.at(action ?? null);
    const { entry, turn } = this.frame, seat = turn.seat ?? this.seats.mine[0]?.seat;
    if (!this.open || seat === undefined) return undefined;
    this.rest();
    this.reel.hurry();
    this.front.box.classList.add("sent");
    if (action === undefined) return this.live.ask({ type: "throw", outcome, seat, entry });
    return this.live.ask({ type: "play", action, seat, entry });
  }

  /** @param {string} [key] */
  offerAt(key) {
    if (key === undefined) return null;
    return this.offers.open.find(({ clicks }) => clicks[this.offers.picked.length] === key) ?? null;
  }

  /** @param {Offer | null} offer */
  look(offer) {
    this.board.highlight(this.open && offer ? offer.clicks : []);
    this.pointing.linger(offer);
  }

  /** Take back: in the name of this viewer's seat that moved last. */
  takeBack() {
    const { mine } = this.seats, seat = mine.find((each) => each.seat === this.story.log.mover) ?? mine[0];
    const { entry, undo: to } = this.frame ?? {};
    if (seat && entry !== undefined && to !== undefined) this.live.ask({ type: "undo", seat: seat.seat, entry, to });
  }

  /** @param {Refusal} refusal */
  refuse({ text, reason }) {
    if (reason === "stale" && !this.reel.done) return;
    if (reason === "no_hints" || reason === "too_much") {
      this.hints.refuse(text);
      return;
    }
    this.front.box.classList.remove("sent");
    this.front.warn(text);
    this.offer();
  }

}

/** @type {Shown} */
const NOTHING = { groups: [], complete: [], dice: null, picked: [], open: [], drop: () => {} };

const page = need("#main");
await load(fact(page, "house"), fact(page, "art"));
new Table(page);
