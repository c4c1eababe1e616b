/** The table: joins the live channel with board, offers, story, seats and chat. */

import { Actions, NOTHING } from "./actions.js";
import { Bubbles, Chat } from "./chat.js";
import { FallingDice, RealDice } from "./dice.js";
import { Ending } from "./ending.js";
import { Hints } from "./hints.js";
import { Manage } from "./manage.js";
import { Offers } from "./offers.js";
import { Pointing } from "./pointing.js";
import { LastTurn, Reel } from "./reel.js";
import { Absence, Seats } from "./seats.js";
import { Sending } from "./sending.js";
import { Story } from "./story.js";
import { TablePage } from "./table_page.js";
import { Tale } from "./tale.js";
import { nudge } from "../board/board_page.js";
import { Board } from "../board/board.js";
import { drag, enter, tap, walk } from "../board/input.js";
import { Inspector } from "../board/inspect.js";
import { tags, trail } from "../board/overlay.js";
import { load } from "../board/sprites.js";
import { around, fact, make, need } from "../ui/dom.js";
import { pace } from "../ui/settings.js";
import { heard } from "../ui/sound.js";
import { say } from "../ui/words.js";
import { FrameStream } from "../wire/frames.js";
import { Live } from "../wire/live.js";

/** @import { Offer } from "./offers.js" */
/** @import { How } from "./reel.js" */
/** @import { Frame } from "../board/scene.js" */
/** @import { Changed, ChatMessage, FromServer, Hints as Told, Refusal } from "../wire/wire.d.ts" */
/** @import { Seats as Present, TableView, TurnView, Welcome } from "../wire/wire.d.ts" */

const WANDERS = /^(Tab|Arrow)/; // keys that go from one place to the next; focus also comes by itself

class Table {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.id = fact(main, "table");
    /** @type {TableView | null} what does not change with every move */
    this.table = null;
    /** @type {Frame | null} the frame that is shown */
    this.frame = null;
    this.frames = new FrameStream(() => this.live.greet(null));
    this.mine = ""; // the seats of this viewer
    this.open = false; // this viewer may act in the shown frame
    this.lastTurn = new LastTurn();
    this.sending = new Sending(() => this.darken());
    /** @type {((last: boolean) => void) | null} tells the frame that is on its way */
    this.untold = null;
    /** @type {HTMLDialogElement | null} what hides the cards from whoever has the screen now */
    this.cover = null;
    this.board = new Board(say("Board"), heard);
    this.offers = new Offers({
      changed: () => this.light(),
      chosen: (offer) => this.choose(offer),
      far: say("Walk there"),
      up: say("Choose where it goes"),
    });
    this.realDice = new RealDice((offer) => this.choose(offer));
    this.fallingDice = new FallingDice(() => this.offers.dice && this.choose(this.offers.dice));
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
    const changed = () => this.absence.look();
    this.seats = new Seats((seat, chair) => this.live.send({ type: "sit", seat, chair }), changed);
    this.absence = new Absence(this.seats);
    this.manage = new Manage(this.id, (text) => this.page.warn(text));
    this.seats.menu = this.manage;
    this.chat = new Chat({
      bubble: (said) => this.bubbles.show(said),
      send: (message) => this.live.send(message),
      speak: (text) => this.story.speak(text),
      moderate: (mark) => this.manage.spectator(mark),
    });
    this.ending = new Ending(this.id, this.seats, {
      again: () => this.live.send({ type: "again" }),
      shown: () => this.frame?.entry,
      changed: () => this.light(),
      warn: (text) => this.page.warn(text),
    });
    this.pointing = new Pointing(this.board, {
      may: () => this.open && Boolean(this.table?.options.shared),
      send: (action) => this.live.send({ type: "point", action }),
      speak: (text) => this.story.speak(text),
    });
    this.bubbles = new Bubbles(this.seats.list, this.board.stage);
    this.tale = new Tale();
    this.reel = new Reel({
      show: (frame, how) => this.show(frame, how),
      read: ({ scene, ply }) => (scene.page ? this.tale.read(scene.page, ply) : Promise.resolve()),
      pace,
    });
    const again = () => this.lastTurn.again(this.reel) || this.page.warn(say("There is nothing to show again yet."));
    this.page = new TablePage(main, this, { takeBack: () => this.takeBack(), again });
    this.rove = walk(this.board, { escaped: () => this.offers.drop(), told: (text) => this.story.speak(text) });
    this.listen();
    const asking = { ply: () => this.frame?.ply, speak: (/** @type {string} */ text) => this.story.speak(text) };
    this.page.box.append(new Inspector(this.board, `/table/${this.id}`, asking).element);
    this.board.stage.addEventListener("rearranged", () => this.page.zone(this.frame?.scene.zones ?? []));
    document.addEventListener("visibilitychange", () => document.hidden && this.reel.hurry());
    this.live = new Live(`/table/${this.id}/live`, {
      hear: (message) => this.receive(message),
      lost: (away, why) => this.page.lose(away, why),
      slow: (text) => this.page.warn(text),
      known: () => this.frames.known,
    });
  }

  /** Listen to what people do on the board: tap, drag, and linger over what can be chosen. */
  listen() {
    const { board, offers, pointing } = this;
    /** @param {Event} event */
    const near = (event) => pointing.linger(this.offerAt(around(event, "[data-key]")?.dataset.key));
    tap(board, (key) => {
      if (this.sending.on) return;
      if (key === undefined) offers.drop();
      else offers.press(key);
    });
    drag(board, {
      may: (key) => this.open && offers.leads(key),
      pick: (key) => offers.pick(key),
      drop: (key) => (key === null ? offers.drop() : offers.press(key)),
    });
    board.stage.addEventListener("pointerdown", () => board.hasten());
    board.stage.addEventListener("pointerover", near);
    board.stage.addEventListener("keyup", (event) => WANDERS.test(event.key) && near(event));
  }

  /** @param {FromServer} message */
  receive(message) {
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "frames":
        return this.reel.push(...this.frames.take(message.frames));
      case "refused":
        return this.refuse(message);
      case "pointed":
        if (this.seats.seats[message.seat ?? 0]?.you) return undefined;
        return this.pointing.show(message, this.frame?.scene.offers ?? []);
      case "gone":
        this.suspend();
        this.darken();
        return farewell(message.text, message.reason);
      case "changed":
        return this.change(message);
      case "next":
        return this.ending.follow(message.address);
      case "hints":
        return this.showHints(message);
      case "seats":
        return this.showSeats(message);
      case "said":
        return this.hear(message);
      default:
        return undefined;
    }
  }

  /** Show what somebody says; a face stands beside what happened last. @param {ChatMessage} said */
  hear(said) {
    this.chat.hear(said);
    if (said.emote) this.story.react(said);
    nudge(this.page.box, "chat");
  }

  /** Show who is here now. @param {Present} message */
  showSeats(message) {
    this.seats.show({ spectators: 0, ...message });
    if (!this.open && this.reel.done) this.light();
    this.page.gather(message);
  }

  /** Show hints, unless the game has moved on. @param {Told} hints */
  showHints(hints) {
    if (this.frame?.entry === hints.entry) this.hints.take(hints, this.frame.scene.offers);
  }

  /** Begin, or come back: then only what was missed follows, as frames. @param {Welcome} welcome */
  welcome({ table, frame, story, chat = [], you }) {
    const mine = you.seats.join(), back = this.frames.newest && !story.length && mine === this.mine;
    if (this.mine && !mine) this.page.warn(say("Your seat was freed. You can go on watching."));
    [this.mine, this.table] = [mine, table];
    this.page.greet(table, you);
    this.chat.reactions.hidden = !table.options.shared;
    this.seats.show({ ...table, turn: this.frame?.turn ?? frame.turn, owner: you.owner });
    this.chat.fill(chat, table.phrases, table.emotes);
    this.chat.allow(table.options.chat, you.muted);
    if (back) return this.frames.agree(frame);
    this.story.fill(story, this.seats);
    return this.reel.push(...this.frames.begin({ ...frame, snapshot: true }));
  }

  /** Show what the owner has changed. @param {Changed} changed */
  change({ options, muted }) {
    if (this.table) this.table.options = options;
    this.page.alter(options);
    this.chat.allow(options.chat, muted);
  }

  /** Show a frame; what the dice decided is told when they lie still. @param {Frame} frame @param {How} how */
  show(frame, { rate, quick, last }) {
    this.untold?.(false);
    const first = this.frame === null;
    this.frame = frame;
    this.suspend();
    const again = this.lastTurn.holds(frame);
    const mine = frame.mover !== undefined && Boolean(this.seats.seats[frame.mover]?.you);
    if (!again) this.lastTurn.add(frame, mine);
    const stands = this.board.show(frame, { rate, quick: quick && (first || document.hidden) });
    /** @param {boolean} final */
    const tell = (final) => {
      if (this.untold !== tell) return;
      this.untold = null;
      this.tell(frame, first || again);
      if (final && this.reel.done) this.offer();
      else this.darken();
    };
    this.untold = tell;
    const early = mine && !frame.over; // whoever has chosen knows, but how a game ends is seen before it is told
    this.board.after(early ? this.board.suspense : this.board.lasts, () => tell(last));
    if (this.untold === tell) this.darken();
    if (frame.over && last) stands.then(() => this.ending.tell(frame, first || again ? 0 : pace().finale));
    return stands;
  }

  /** @param {Frame} frame @param {boolean} first */
  tell(frame, first) {
    this.page.tell(frame);
    this.seats.show({ turn: frame.turn });
    trail(this.board, frame.route ?? []);
    if (!first) this.story.tell(frame, this.seats);
  }

  /** Offer nothing while a frame is on its way. */
  suspend() {
    this.open = false;
    this.page.box.classList.add("showing"); // what was asked before is no order any more
    this.fallingDice.forget();
    this.sending.end(this.page.box);
    this.board.highlight([]);
    this.hints.forget();
  }

  /** Show that nothing is offered. */
  darken() {
    this.page.undo.disabled = true;
    this.board.light(new Map(), []);
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
    this.page.box.classList.remove("showing");
    const { scene, turn, undo } = this.frame;
    this.coverFor(turn);
    const told = this.realDice.take(turn);
    this.open = Boolean(turn.mine) && !this.sending.on; // one answer is on its way already
    this.page.undo.disabled = undo === undefined;
    const offers = told.length ? told : this.open || this.seats.seated ? scene.offers : [];
    if (!this.open) this.offers.goal = null;
    this.offers.take(offers, this.open && !told.length ? scene.throw : null);
    if (this.open && this.offers.walkOn()) return;
    this.fallingDice.expect(this.offers.dice && scene.throw, this.open);
    this.page.firstTimes.show(this.open ? scene.first_times : []);
    this.hints.again();
    const places = this.board.places([...this.offers.keys.keys()]);
    this.board.camera.reveal([...(this.open ? places : []), ...this.board.changed]);
  }

  /** Where people hide cards and share a screen: cover it until the next one has it. @param {TurnView} turn */
  coverFor({ covered = false, seat }) {
    this.cover?.remove();
    this.cover = null;
    if (!covered || typeof seat !== "number") return;
    this.cover = passScreen(this.seats.name(seat), () => this.live.greet(null, seat));
  }

  light() {
    if (!this.frame) return;
    this.board.stage.classList.toggle("pointing", !this.open);
    this.board.light(this.offers.keys, this.offers.held, this.offers.far);
    this.board.risk(this.open ? this.offers.open.flatMap(({ stake = [] }) => stake) : []);
    tags(this.board, this.open ? this.offers.open : []);
    this.rove();
    const { turn } = this.frame, picked = this.offers.held.length > 0;
    const name = this.seats.name(turn.seat), away = this.seats.away(turn.seat);
    const pointing = this.seats.seated && this.table?.options.shared && this.frame.scene.offers.length > 0;
    const open = this.open && this.offers.keys.size > 0;
    const words = idleWords(turn, { name, away, picked, open, pointing });
    this.actions.show(this.open ? this.offers : NOTHING, words, this.seats.seated && turn.kind !== "over");
    this.realDice.fill(this.actions.bar, this.open);
    this.hints.over(this.board, this.open ? this.offers.open : []);
    this.actions.bar.classList.toggle("after", turn.kind === "over");
    if (turn.kind === "over") this.actions.bar.replaceChildren(...this.ending.buttons(this.frame));
  }

  /** Carry out what was chosen; at somebody else's turn it is only pointed at. @param {Offer} offer */
  choose({ action, outcome, clicks }) {
    if (!this.frame?.turn.mine) return this.pointing.at(action ?? null);
    const { entry, turn } = this.frame, { mine } = this.seats;
    const seat = (mine.find((each) => each.seat === turn.seat) ?? mine[0])?.seat; // others tell the real dice of a bot
    if (!this.open || seat === undefined) return undefined;
    this.open = false;
    this.fallingDice.forget();
    this.reel.hurry();
    this.sending.begin(this.page.box);
    this.board.highlight(clicks.slice(-1));
    const who = { seat, entry };
    return this.live.ask(action === undefined ? { type: "throw", outcome, ...who } : { type: "play", action, ...who });
  }

  /** Take back: in the name of this viewer's seat that moved last. */
  takeBack() {
    const { seats: { mine }, frame } = this;
    const seat = mine.find((each) => each.seat === this.story.log.mover) ?? mine[0];
    if (!seat || this.sending.on || frame?.undo === undefined) return;
    this.live.ask({ type: "undo", seat: seat.seat, entry: frame.entry, to: frame.undo });
  }

  /** The offer that goes on with a key. @param {string} [key] */
  offerAt(key) {
    const { open, picked } = this.offers;
    return (key !== undefined && open.find(({ clicks }) => clicks[picked.length] === key)) || null;
  }

  /** @param {Offer | null} offer */
  look(offer) {
    this.board.highlight(this.open && offer ? offer.clicks : []);
    this.pointing.linger(offer);
  }

  /** @param {Refusal} refusal */
  refuse({ text, reason, ticket }) {
    if (reason === "stale" && !this.reel.done) return;
    if (!ticket && (reason === "no_hints" || reason === "too_much")) {
      this.hints.refuse(text);
      return;
    }
    this.sending.end(this.page.box);
    this.page.warn(text);
    this.offer();
  }
}

/**
 * Say what to do on the board, or who is thinking.
 * @param {TurnView} turn
 * @param {{ name: string, away: boolean, picked: boolean, open: boolean, pointing: boolean | undefined }} now
 */
function idleWords(turn, { name, away, picked, open, pointing }) {
  if (turn.outcomes?.length) return say("Roll your dice and choose below what they show.");
  if (picked) return say("Now choose where.");
  if (open) return say("Choose what glows on the board.");
  if (!name) return say("One moment…");
  if (away) return say("{name} is away.", { name });
  return pointing
    ? say("{name} is thinking. Tap the board to point.", { name })
    : say("{name} is thinking.", { name });
}

/** Cover the screen until somebody has it and wants to see the cards. @param {string} name @param {() => void} look */
function passScreen(name, look) {
  const show = make("button", { type: "button", class: "large primary", text: say("Show my cards"), onclick: look });
  const title = make("h2", { id: "pass-title", text: say("Pass the screen to {name}", { name }) });
  const words = make("p", { text: say("Nobody else should look now.") });
  const cover = make("dialog", { class: "gone pass", "aria-labelledby": "pass-title" }, title, words, show);
  return modal(cover, show);
}

/** Say what happened, over the board as it was, with the way home. @param {string} text @param {string} reason */
function farewell(text, reason) {
  const heading = reason === "broken" ? say("This game is broken") : say("You are no longer at this table");
  const home = make("a", { class: "button large primary", href: "/", text: say("Back to the shelf") });
  const words = make("p", { id: "gone-words", text });
  const title = make("h2", { id: "gone-title", text: heading });
  const names = { "aria-labelledby": "gone-title", "aria-describedby": "gone-words" };
  document.querySelectorAll("dialog[open]").forEach((other) => other instanceof HTMLDialogElement && other.close());
  modal(make("dialog", { class: "gone", role: "alertdialog", ...names }, title, words, home), home);
}

/** Show a dialog that Escape does not close. @param {HTMLDialogElement} dialog @param {HTMLElement} way onwards */
function modal(dialog, way) {
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
  way.focus();
  return dialog;
}

const main = need("#main");
await load(fact(main, "house"), fact(main, "art"));
new Table(main);
