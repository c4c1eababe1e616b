/** The table: joins the live channel with board, offers, story, seats and chat. */

import { Actions, NOTHING } from "./actions.js";
import { load } from "./art.js";
import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { fact, need } from "./dom.js";
import { Ending } from "./ending.js";
import { FrameStream } from "./frames.js";
import { Front } from "./front.js";
import { part } from "./gone.js";
import { listen, takeBack } from "./hands.js";
import { Hints } from "./hints.js";
import { idle } from "./idle_words.js";
import { Inspector } from "./inspect.js";
import { FallingDice } from "./itself.js";
import { enter, walk } from "./keyboard.js";
import { LastTurn } from "./last_turn.js";
import { nudge } from "./layout.js";
import { Live } from "./live.js";
import { Offers } from "./offers.js";
import { tags, trail } from "./overlay.js";
import { pace } from "./pace.js";
import { passOn } from "./pass_screen.js";
import { Pointing } from "./pointing.js";
import { RealDice } from "./real_dice.js";
import { Reel } from "./reel.js";
import { Seats } from "./seats.js";
import { Sending } from "./sending.js";
import { heard } from "./sound.js";
import { Story } from "./story.js";
import { Tale } from "./tale.js";
import { say } from "./words.js";

/** @import { Offer } from "./offers.js" */
/** @import { How } from "./reel.js" */
/** @import { Frame } from "./scene.js" */
/** @import { Changed, FromServer, Hints as Told, Refusal, Seats as Us, TableView, Welcome } from "./types/wire.d.ts" */

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
    this.past = new LastTurn();
    this.sending = new Sending(() => this.darken());
    /** @type {((last: boolean) => void) | null} tells the frame that is on its way */
    this.untold = null;
    this.board = new Board(say("Board"), heard);
    this.offers = new Offers({
      changed: () => this.light(),
      chosen: (offer) => this.choose(offer),
      far: say("Walk there"),
      up: say("Choose where it goes"),
    });
    this.real = new RealDice((offer) => this.choose(offer));
    this.dice = new FallingDice(() => this.offers.dice && this.choose(this.offers.dice));
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
      shown: () => this.frame?.entry,
      changed: () => this.light(),
      warn: (text) => this.front.warn(text),
    });
    this.pointing = new Pointing(this.board, {
      may: () => this.open && Boolean(this.table?.options.shared),
      send: (action) => this.live.send({ type: "point", action }),
      speak: (text) => this.story.speak(text),
    });
    this.tale = new Tale();
    this.reel = new Reel((frame, how) => this.show(frame, how), () => document.hidden, pace);
    this.reel.read = ({ scene, ply }) => (scene.page ? this.tale.read(scene.page, ply) : Promise.resolve());
    const again = () => this.past.again(this.reel) || this.front.warn(say("There is nothing to show again yet."));
    this.front = new Front(main, this, { takeBack: () => takeBack(this), again });
    this.rove = walk(this.board, { escaped: () => this.offers.drop(), told: (text) => this.story.speak(text) });
    listen(this);
    const asking = { ply: () => this.frame?.ply, speak: (/** @type {string} */ text) => this.story.speak(text) };
    this.front.box.append(new Inspector(this.board, `/table/${this.id}`, asking).element);
    this.board.stage.addEventListener("rearranged", () => this.front.zone(this.frame?.scene.zones ?? []));
    document.addEventListener("visibilitychange", () => document.hidden && this.reel.hurry());
    this.live = new Live(`/table/${this.id}/live`, {
      hear: (message) => this.hear(message),
      lost: (gone, why) => this.front.lose(gone, why),
      slow: (text) => this.front.warn(text),
      known: () => this.frames.known,
    });
  }

  /** @param {FromServer} message */
  hear(message) {
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
        this.rest();
        this.darken();
        return part(message.text, message.reason);
      case "changed":
        return this.change(message);
      case "next":
        return this.ending.follow(message.address);
      case "hints":
        return this.advise(message);
      case "seats":
        return this.gather(message);
      case "said":
        this.chat.hear(message);
        return nudge(this.front.box, "chat");
      default:
        return undefined;
    }
  }

  /** Show who is here now. @param {Us} message */
  gather(message) {
    this.seats.show({ spectators: 0, ...message });
    if (!this.open && this.reel.done) this.light();
    this.front.gather(message);
  }

  /** Show hints, unless the game has moved on. @param {Told} hints */
  advise(hints) {
    if (this.frame?.entry === hints.entry) this.hints.take(hints, this.frame.scene.offers);
  }

  /** Begin, or come back: then only what was missed follows, as frames. @param {Welcome} welcome */
  welcome({ table, frame, story, chat = [], you }) {
    const mine = you.seats.join(), back = this.frames.newest && !story.length && mine === this.mine;
    if (this.mine && !mine) this.front.warn(say("Your seat was freed. You can go on watching."));
    [this.mine, this.table] = [mine, table];
    this.front.greet(table, you);
    this.seats.show({ ...table, turn: this.frame?.turn ?? frame.turn, owner: you.owner });
    this.chat.fill(chat, table.phrases);
    this.chat.allow(table.options.chat, you.muted);
    if (back) return this.frames.agree(frame);
    this.story.fill(story, this.seats);
    return this.reel.push(...this.frames.begin({ ...frame, snapshot: true }));
  }

  /** Show what the owner has changed. @param {Changed} changed */
  change({ options, muted }) {
    if (this.table) this.table.options = options;
    this.front.alter(options);
    this.chat.allow(options.chat, muted);
  }

  /** Show a frame; what the dice decided is told when they lie still. @param {Frame} frame @param {How} how */
  show(frame, { rate, quick, last }) {
    this.untold?.(false);
    const first = this.frame === null;
    this.frame = frame;
    this.rest();
    const again = this.past.holds(frame);
    if (!again) this.past.add(frame, frame.mover !== undefined && Boolean(this.seats.seats[frame.mover]?.you));
    const stands = this.board.show(frame, { rate, quick: quick && (first || document.hidden) });
    const timer = setTimeout(() => this.untold?.(last), this.board.suspense);
    this.untold = (final) => {
      clearTimeout(timer);
      this.untold = null;
      this.tell(frame, first || again);
      if (final && this.reel.done) this.offer();
      else this.darken();
    };
    if (this.board.suspense) this.darken();
    else this.untold(last);
    if (frame.over && last) stands.then(() => this.ending.tell(frame, first || again ? 0 : pace().finale));
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
    this.dice.forget();
    this.sending.end(this.front.box);
    this.board.highlight([]);
    this.hints.forget();
  }

  /** Show that nothing is offered. */
  darken() {
    this.front.undo.disabled = true;
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
    const { scene, turn, undo } = this.frame;
    passOn(turn, this.seats.name(turn.seat), (seat) => this.live.greet(null, seat));
    const told = this.real.take(turn);
    this.open = Boolean(turn.mine) && !this.sending.on; // one answer is on its way already
    this.front.undo.disabled = undo === undefined;
    const offers = told.length ? told : this.open || this.seats.seated ? scene.offers : [];
    if (!this.open) this.offers.goal = null;
    this.offers.take(offers, this.open && !told.length ? scene.throw : null);
    if (this.open && this.offers.walkOn()) return;
    this.dice.expect(this.offers.dice && scene.throw, this.open);
    this.hints.again();
    const places = this.board.places([...this.offers.keys.keys()]);
    this.board.camera.reveal([...(this.open ? places : []), ...this.board.changed]);
  }

  light() {
    if (!this.frame) return;
    this.board.stage.classList.toggle("pointing", !this.open);
    this.board.light(this.offers.keys, this.offers.held, this.offers.far);
    tags(this.board, this.open ? this.offers.open : []);
    this.rove();
    const { turn } = this.frame, picked = this.offers.held.length > 0;
    const name = this.seats.name(turn.seat), away = this.seats.away(turn.seat);
    const pointing = this.seats.seated && this.table?.options.shared && this.frame.scene.offers.length > 0;
    const words = idle(turn, { name, away, picked, open: this.open, pointing });
    this.actions.show(this.open ? this.offers : NOTHING, words, this.seats.seated && turn.kind !== "over");
    this.real.fill(this.actions.bar, this.open);
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
    this.dice.forget();
    this.reel.hurry();
    this.sending.begin(this.front.box);
    this.board.highlight(clicks.slice(-1));
    const who = { seat, entry };
    return this.live.ask(action === undefined ? { type: "throw", outcome, ...who } : { type: "play", action, ...who });
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
    this.sending.end(this.front.box);
    this.front.warn(text);
    this.offer();
  }
}

const page = need("#main");
await load(fact(page, "house"), fact(page, "art"));
new Table(page);
