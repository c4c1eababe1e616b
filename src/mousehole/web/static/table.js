/** The table: joins the live channel with board, offers, story, seats and chat. */

import { Actions } from "./actions.js";
import { load } from "./art.js";
import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { find, make } from "./dom.js";
import { drag } from "./drag.js";
import { again, ending, looks } from "./ending.js";
import { Front } from "./front.js";
import { Hints } from "./hints.js";
import { walk } from "./keyboard.js";
import { nudge } from "./layout.js";
import { Live } from "./live.js";
import { Offers } from "./offers.js";
import { point, trail } from "./overlay.js";
import { Reel } from "./reel.js";
import { whole } from "./scene.js";
import { Seats } from "./seats.js";
import { heard } from "./sound.js";
import { Story } from "./story.js";
import { say } from "./words.js";

const LINGER = 450; // milliseconds over an offer before the others see it

class Table {
  constructor(main) {
    this.main = main;
    this.frame = null; // the frame that is shown
    this.known = null; // the newest entry that came
    this.open = false; // this viewer may act in the shown frame
    this.board = new Board(say("Board"), heard);
    this.offers = new Offers({ changed: () => this.light(), chosen: (offer) => this.choose(offer) });
    this.actions = new Actions({
      press: (offer) => this.choose(offer),
      look: (offer) => this.look(offer),
      release: () => this.board.stage.querySelector(".thing[tabindex='0']")?.focus(),
    });
    this.story = new Story();
    this.hints = new Hints(main.dataset.table, {
      ask: () => this.wonder(),
      shown: () => this.light(),
      press: (offer) => this.choose(offer),
      look: (offer) => this.look(offer),
      speak: (text) => this.story.speak(text),
    });
    this.actions.beside = (offer) => this.hints.beside(offer);
    this.seats = new Seats((seat, chair) => this.live.send({ type: "sit", seat, chair }));
    this.chat = new Chat((message) => this.live.send(message), (text) => this.story.speak(text));
    this.reel = new Reel((frame, how) => this.show(frame, how));
    this.front = new Front(main, this, () => this.takeBack());
    this.listen();
  }

  listen() {
    const { stage } = this.board;
    const near = ({ target }) => this.linger(this.offerAt(target.closest("[data-key]")?.dataset.key));
    this.rove = walk(this.board, { escaped: () => this.offers.drop(), told: (text) => this.story.speak(text) });
    stage.addEventListener("click", (event) => this.press(event));
    drag(this.board, {
      may: (key) => this.open && this.offers.leads(key),
      pick: (key) => this.offers.pick(key),
      drop: (key) => (key === null ? this.offers.drop() : this.offers.press(key)),
    });
    stage.addEventListener("pointerover", near);
    stage.addEventListener("focusin", near);
  }

  connect() {
    const address = `${location.origin.replace(/^http/, "ws")}/table/${this.main.dataset.table}/live`;
    const hear = (message) => HEAR[message.type]?.(this, message);
    this.live = new Live(address, { hear, lost: (gone) => this.front.lose(gone), known: () => this.known });
  }

  /** Begin, or come back: then only what was missed follows, as frames. */
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

  /** Take frames that came; one that is known already is left out. */
  take(frames, again = false) {
    const fresh = frames.filter((frame) => again || this.known === null || frame.entry > this.known);
    for (const frame of fresh) frame.scene = whole(frame.scene);
    if (!fresh.length) return;
    this.known = fresh.at(-1).entry;
    this.reel.push(...fresh);
  }

  /** Show a frame; what the dice decided is told when they lie still. */
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
    if (frame.over && last) stands.then(() => this.end(frame));
    return stands;
  }

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
    this.board.eye();
    this.hints.forget();
    this.hints.over(this.board, []);
  }

  /** Ask what the choices of the shown position are worth, where this viewer has any. */
  wonder() {
    const may = this.open && this.frame.turn.kind === "decide";
    if (may) this.live.send({ type: "hint", entry: this.frame.entry });
    return may;
  }

  /** Offer what can be done in the shown frame; whoever is not to move may point. */
  offer() {
    const { scene, turn, undo } = this.frame;
    const told = (turn.outcomes ?? []).map((label, outcome) => ({ label, outcome, clicks: [], group: "dice" }));
    this.open = Boolean(turn.mine);
    this.front.undo.disabled = undo === null || undo === undefined;
    const offers = told.length ? told : this.open || this.seated() ? scene.offers : [];
    this.offers.take(offers, this.open && !told.length ? scene.throw : null);
    this.hints.again();
    const places = [...this.offers.keys.keys()].map((key) => this.board.place(key)).filter(Boolean);
    this.board.camera.reveal([...(this.open ? places : []), ...this.board.changed]);
  }

  light() {
    if (!this.frame) return;
    this.board.stage.classList.toggle("pointing", !this.open);
    this.board.light(this.offers.keys, this.offers.picked);
    this.rove();
    this.actions.show(this.open ? this.offers : NOTHING, this.idle());
    this.hints.over(this.board, this.open ? this.offers.open : []);
    const over = this.frame.turn.kind === "over";
    this.actions.bar.classList.toggle("after", over);
    if (over) this.actions.bar.replaceChildren(...this.after());
  }

  /** Say what a viewer waits for who has nothing to press. */
  idle() {
    const { turn, scene } = this.frame, name = this.seats.name(turn.seat);
    if (turn.outcomes?.length) return say("Roll your dice and choose below what they show.");
    if (this.offers.picked.length) return say("Now choose where.");
    if (this.open) return say("Choose what glows on the board.");
    if (!name) return say("One moment…");
    const pointing = this.seated() && this.table.options.shared && scene.offers.length;
    return pointing
      ? say("{name} is thinking. Tap the board to point.", { name })
      : say("{name} is thinking.", { name });
  }

  after() {
    const next = { class: "large button primary", href: this.following, text: say("To the next game") };
    if (this.following) return [make("a", next), ...looks(this.table)];
    const { over } = this.frame;
    return over?.again && this.seated() ? [again(over, () => this.again()), ...looks(this.table)] : looks(this.table);
  }

  again() {
    this.asked = true;
    this.live.send({ type: "again" });
  }

  seated() {
    return this.seats.seats.some((seat) => seat.you);
  }

  press(event) {
    if (this.board.camera.dragging) return;
    const key = event.target.closest(".can")?.dataset.key;
    if (key === undefined) this.offers.drop();
    else this.offers.press(key);
  }

  /** Carry out what was chosen; at somebody else's turn it is only pointed at. */
  choose(offer) {
    if (!this.frame.turn.mine) return this.point(offer.action ?? null);
    if (!this.open) return null;
    const { entry, turn } = this.frame, seat = turn.seat ?? this.seats.seats.find(({ you }) => you)?.seat;
    const dice = offer.action === undefined;
    this.rest();
    this.reel.hurry();
    this.front.box.classList.add("sent");
    return this.live.ask({
      ...(dice ? { type: "throw", outcome: offer.outcome } : { type: "play", action: offer.action }),
      seat,
      entry,
    });
  }

  offerAt(key) {
    if (key === undefined) return null;
    return this.offers.open.find(({ clicks }) => clicks[this.offers.picked.length] === key) ?? null;
  }

  look(offer) {
    this.board.eye(this.open && offer ? offer.clicks : []);
    this.linger(offer);
  }

  /** Let the others see over which offer somebody lingers. */
  linger(offer) {
    clearTimeout(this.lingering);
    if (!this.table?.options.shared || !this.open) return;
    this.lingering = setTimeout(() => this.point(offer?.action ?? null), LINGER);
  }

  point(action) {
    if (action === this.pointedAt) return;
    this.pointedAt = action;
    this.live.send({ type: "point", action });
  }

  pointed({ seat, name, action }) {
    if (this.seats.seats[seat]?.you) return;
    const offer = this.frame?.scene.offers.find((each) => each.action === action);
    point(this.board, seat, name, offer?.clicks.at(-1));
    if (offer) this.story.speak(say("{name} points at: {move}", { name, move: offer.label }));
  }

  /** Take back: in the name of the own seat that moved last. */
  takeBack() {
    const { entry, undo: to } = this.frame, own = this.seats.seats.filter(({ you }) => you);
    const seat = own.find((each) => each.seat === this.story.mover) ?? own[0];
    if (seat) this.live.ask({ type: "undo", seat: seat.seat, entry, to });
  }

  refuse({ text, reason }) {
    if (reason === "stale" && !this.reel.done) return;
    if (reason === "no_hints" || reason === "too_much") return this.hints.refuse(text);
    this.front.box.classList.remove("sent");
    this.front.warn(text);
    this.offer();
    return null;
  }

  /** Go on to the next game: at once for who asked, by a button for the others. */
  follow(address) {
    if (this.asked) return location.assign(address);
    if (this.following !== address) this.front.warn(say("The others play again."));
    this.following = address;
    return this.light();
  }

  end(frame) {
    if (this.ended === frame.entry) return;
    this.ended = frame.entry;
    const mine = this.seats.seats.filter((seat) => seat.you).map((seat) => seat.seat);
    ending(frame, { table: this.table, seats: this.seats, mine, pressed: () => this.again() });
  }
}

const NOTHING = { groups: [], complete: [], dice: null, picked: [], open: [], drop: () => null };
const HEAR = {
  welcome: (table, message) => table.welcome(message),
  frames: (table, { frames }) => table.take(frames),
  refused: (table, message) => table.refuse(message),
  hints: (table, message) => message.entry === table.frame?.entry && table.hints.take(message, table.frame.scene.offers),
  pointed: (table, message) => table.pointed(message),
  next: (table, { address }) => table.follow(address),
  seats: (table, message) => {
    table.seats.show(message);
    table.front.gather(message);
  },
  said: (table, message) => {
    table.chat.hear(message);
    nudge(table.front.box, "chat");
  },
};

const main = find("main");
await load(main.dataset.house, main.dataset.art);
new Table(main).connect();
