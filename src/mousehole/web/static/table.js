/** The table: joins the live channel with board, offers, story, seats and chat. */

import { Actions } from "./actions.js";
import { load } from "./art.js";
import { Board } from "./board.js";
import { Chat } from "./chat.js";
import { find, make, put, recall, remember, sprite, write } from "./dom.js";
import { ending } from "./ending.js";
import { walk } from "./keyboard.js";
import { drawer, layout, nudge, tool } from "./layout.js";
import { Live } from "./live.js";
import { Manage } from "./manage.js";
import { Offers } from "./offers.js";
import { point, shade, toggles, trail } from "./overlay.js";
import { panels } from "./panel.js";
import { Reel } from "./reel.js";
import { whole } from "./scene.js";
import { badge, Seats } from "./seats.js";
import { audible, heard, hush, sound } from "./sound.js";
import { Story } from "./story.js";
import { say } from "./words.js";

const LINGER = 450; // milliseconds over an offer before the others see it

class Table {
  constructor(main) {
    this.main = main;
    this.frame = null; // the frame that is shown
    this.known = null; // the newest entry that came
    this.wanted = new Set(recall("zones", []));
    this.board = new Board(say("Board"), heard);
    this.offers = new Offers({ changed: () => this.light(), chosen: (offer) => this.choose(offer) });
    this.actions = new Actions({ press: (offer) => this.choose(offer), look: (offer) => this.linger(offer) });
    this.story = new Story();
    this.seats = new Seats((seat, chair) => this.live.send({ type: "sit", seat, chair }));
    this.chat = new Chat((message) => this.live.send(message), (text) => this.story.speak(text));
    this.reel = new Reel((frame, how) => this.show(frame, how));
    this.build();
  }

  build() {
    this.prompt = make("div", { class: "prompt" });
    this.zones = make("div", { class: "zones", role: "group", "aria-label": say("Show on the board") });
    this.panels = make("div", { class: "panels" });
    this.banner = make("div", { class: "banner", role: "status", hidden: true }, sprite("house-plug", "icon"), make("span", { text: say("The connection is lost. Trying again…") }));
    this.toast = make("div", { class: "toast", role: "alert", hidden: true });
    this.manage = new Manage(this.main.dataset.table);
    const left = [drawer("seats", "house-people", say("Players"), make("div", { class: "players" }, this.seats.element, this.manage.element)), drawer("facts", "house-facts", say("Facts"), this.panels)];
    const right = [
      drawer("moves", "house-moves", say("Moves"), this.actions.element),
      drawer("story", "house-story", say("Story"), this.story.element, this.story.since),
      drawer("chat", "house-chat", say("Chat"), this.chat.element),
    ];
    this.box = layout({ stage: this.board.stage, above: make("div", { class: "above" }, this.prompt, this.zones), below: this.actions.bar, left, right });
    this.main.replaceChildren(this.box, this.banner, this.toast, this.story.region);
    this.tools();
    this.rove = walk(this.board, { escaped: () => this.offers.drop(), told: (text) => this.story.speak(text) });
    this.actions.rest = this.board.stage.querySelector("button") ?? undefined;
    this.board.stage.addEventListener("click", (event) => this.press(event));
    for (const near of ["pointerover", "focusin"]) this.board.stage.addEventListener(near, ({ target }) => this.linger(this.offerAt(target.closest("[data-key]")?.dataset.key)));
  }

  tools() {
    this.undo = tool("house-undo", say("Take back"), () => this.takeBack(), { disabled: true });
    const quiet = tool(audible() ? "house-sound" : "house-mute", say("Sounds"), () => {
      hush(audible());
      put(quiet, "aria-pressed", String(audible()));
      quiet.replaceChildren(sprite(audible() ? "house-sound" : "house-mute", "icon"));
    }, { "aria-pressed": String(audible()) });
    const near = tool("house-zoom", say("Whole board or nearer"), () => this.board.camera.toggle());
    const help = make("a", { class: "tool", href: `/learn/${this.main.dataset.game}`, target: "_blank", rel: "noopener", title: say("How to play"), "aria-label": say("How to play") }, sprite("house-help", "icon"));
    this.invite = make("a", { class: "tool", href: `/table/${this.main.dataset.table}/links`, hidden: true, title: say("Invite"), "aria-label": say("Invite") }, sprite("house-link", "icon"));
    document.querySelector(".bar-nav").prepend(make("span", { class: "tools" }, this.undo, near, quiet, this.invite, help));
  }

  connect() {
    const { protocol, host } = location;
    const address = `${protocol === "https:" ? "wss" : "ws"}://${host}/table/${this.main.dataset.table}/live`;
    this.live = new Live(address, { hear: (message) => this.hear(message), lost: (gone, code) => this.lost(gone, code), known: () => this.known });
  }

  hear(message) {
    HEAR[message.type]?.(this, message);
  }

  lost(gone) {
    this.banner.hidden = !gone;
    this.box.classList.toggle("lost", gone);
  }

  /** Begin, or come back: then only what was missed follows, as frames. */
  welcome({ table, frame, story, chat = [], you }) {
    const back = this.known !== null && !story.length;
    this.table = table;
    this.you = you;
    document.title = table.title;
    this.seats.show({ ...table, turn: this.frame?.turn ?? frame.turn, owner: you.owner });
    this.invite.hidden = !you.owner;
    this.chat.fill(chat, table.phrases, table.options.chat);
    this.box.classList.toggle("alone", !table.options.shared && !table.spectators);
    this.manage.show(table, you);
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
    this.untold?.();
    const first = this.frame === null;
    this.frame = frame;
    this.offers.take([], null);
    const stands = this.board.show(frame, { rate, quick: quick && (first || document.hidden) });
    const timer = setTimeout(() => this.untold?.(), this.board.suspense);
    this.untold = () => {
      clearTimeout(timer);
      this.untold = null;
      this.tell(frame, first);
      this.offer(last && this.reel.done);
    };
    if (!this.board.suspense) this.untold();
    if (frame.over && last) stands.then(() => this.end(frame));
    return stands;
  }

  tell(frame, first) {
    this.say(frame);
    trail(this.board, frame.route ?? []);
    this.seats.show({ turn: frame.turn });
    if (!first || frame.story?.length) this.story.tell(frame, this.seats);
    panels(this.panels, frame.scene.panels);
    this.zone();
  }

  say({ scene, turn }) {
    const seat = turn.kind === "over" ? null : turn.seat;
    const mine = turn.mine && turn.kind !== "over";
    this.prompt.replaceChildren(...(seat === null || seat === undefined ? [] : [badge(seat)]), make("span", { class: "prompt-text", text: scene.prompt }));
    this.prompt.classList.toggle("mine", Boolean(mine));
    if (mine && !this.mine && document.hidden) sound("turn");
    this.mine = mine;
    document.title = mine ? `● ${say("Your turn")} · ${this.table.title}` : this.table.title;
  }

  /** Offer what can be done in the shown frame; whoever is not to move may point. */
  offer(last) {
    const { scene, turn, undo } = this.frame, mine = turn.mine && last;
    const told = (turn.outcomes ?? []).map((label, outcome) => ({ label, outcome, clicks: [], group: "dice" }));
    this.offers.take(mine && told.length ? told : mine || this.seated() ? scene.offers : [], mine && !told.length ? scene.throw : null);
    this.undo.disabled = !last || undo === null || undo === undefined;
    const places = [...this.offers.keys.keys()].map((key) => this.board.place(key)).filter(Boolean);
    if (last) this.board.camera.reveal([...(mine ? places : []), ...this.board.changed]);
    this.rove();
  }

  light() {
    if (!this.frame) return;
    const mine = this.frame.turn.mine;
    this.board.stage.classList.toggle("pointing", !mine);
    this.board.light(this.offers.keys, this.offers.picked);
    this.actions.show(mine ? this.offers : NOTHING, this.idle());
    if (this.frame.turn.kind === "over") this.actions.bar.append(...this.after());
  }

  idle() {
    const { turn } = this.frame;
    if (turn.kind === "over") return say("The game is over.");
    if (turn.outcomes?.length) return say("Roll your dice and choose below what they show.");
    if (turn.mine) return say("Choose what glows on the board.");
    const name = this.seats.name(turn.seat);
    if (!name) return say("One moment…");
    return this.seated() && this.frame.scene.offers.length ? say("{name} is thinking. Tap the board to point.", { name }) : say("{name} is thinking.", { name });
  }

  after() {
    const next = this.following ? make("a", { class: "large button primary", href: this.following, text: say("To the next game") }) : null;
    const again = make("button", { type: "button", class: "large primary", text: say("Play again"), onclick: () => this.again() });
    const replay = make("a", { class: "large button", href: `/table/${this.table.id}/replay`, text: say("Watch the game again") });
    return [next ?? (this.frame.over?.again && this.seated() ? again : null), replay].filter(Boolean);
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
    this.reel.hurry();
    this.board.hurry();
    const { entry, turn } = this.frame;
    this.box.classList.add("sent");
    const move = offer.action === undefined ? { type: "throw", outcome: offer.outcome } : { type: "play", action: offer.action };
    this.offers.take([], null);
    return this.live.ask({ ...move, seat: turn.seat, entry });
  }

  offerAt(key) {
    return key === undefined ? null : (this.offers.open.find(({ clicks }) => clicks[this.offers.picked.length] === key) ?? null);
  }

  linger(offer) {
    clearTimeout(this.lingering);
    if (!this.table?.options.shared || !this.frame?.turn.mine) return;
    this.lingering = setTimeout(() => this.point(offer?.action ?? null), LINGER);
  }

  point(action) {
    if (action === this.pointedAt) return;
    this.pointedAt = action;
    this.live.send({ type: "point", action });
  }

  takeBack() {
    const { entry, undo, turn } = this.frame;
    const seat = this.seats.seats.find((each) => each.you && each.seat === turn.seat) ?? this.seats.seats.find((each) => each.you);
    if (undo !== null && undo !== undefined && seat) this.live.ask({ type: "undo", seat: seat.seat, entry, to: undo });
  }

  zone() {
    const { zones } = this.frame.scene;
    const changed = (key) => {
      if (!this.wanted.delete(key)) this.wanted.add(key);
      remember("zones", [...this.wanted]);
      this.zone();
    };
    this.zones.replaceChildren(...toggles(zones, this.wanted, changed));
    shade(this.board, zones, this.wanted);
  }

  refuse({ text, reason }) {
    if (reason === "stale" && this.frame.entry !== this.known) return;
    this.warn(text);
    this.offer(this.reel.done);
  }

  warn(text) {
    write(this.toast, text);
    this.toast.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => (this.toast.hidden = true), 5000);
  }

  /** Go on to the next game: at once for who asked, by a button for the others. */
  follow(address) {
    if (this.asked) return location.assign(address);
    this.following = address;
    this.warn(say("The others play again."));
    return this.light();
  }

  end(frame) {
    if (this.ended === frame.entry) return;
    this.ended = frame.entry;
    const mine = this.seats.seats.filter((seat) => seat.you).map((seat) => seat.seat);
    ending(frame, { table: this.table, seats: this.seats, mine, again: () => this.again() });
  }
}

const NOTHING = { groups: [], complete: [], dice: null, picked: [], all: [], drop: () => null };
const HEAR = {
  welcome: (table, message) => table.welcome(message),
  frames: (table, { frames }) => table.take(frames),
  ack: (table) => table.box.classList.remove("sent"),
  refused: (table, message) => (table.box.classList.remove("sent"), table.refuse(message)),
  seats: (table, message) => (table.seats.show(message), table.box.classList.toggle("alone", !table.table.options.shared && !message.spectators)),
  pointed: (table, { seat, name, action }) => point(table.board, seat, name, table.frame?.scene.offers.find((offer) => offer.action === action)?.clicks.at(-1)),
  said: (table, message) => (table.chat.hear(message), nudge(table.box, "chat")),
  next: (table, { address }) => table.follow(address),
};

const main = find("main");
await load(main.dataset.house, main.dataset.art);
const table = new Table(main);
table.connect();
