/** A game once more: by slider, step by step or as a film, from any ply onwards at a new table. */

import { Board } from "../board/board.js";
import { boardPage, drawer, tool, toolbar } from "../board/board_page.js";
import { walk } from "../board/input.js";
import { Inspector } from "../board/inspect.js";
import { trail } from "../board/overlay.js";
import { load } from "../board/sprites.js";
import { Lookback } from "./review.js";
import { prompt, SidePanels } from "../table/panels.js";
import { Seats } from "../table/seats.js";
import { Story } from "../table/story.js";
import { around, chorded, fact, make, need, put, recall, remember, sprite, write } from "../ui/dom.js";
import { settings, speaker } from "../ui/settings.js";
import { heard } from "../ui/sound.js";
import { say } from "../ui/words.js";
import { film } from "../wire/frames.js";
import { at } from "../wire/house_line.js";

/** @import { Frame } from "../board/scene.js" */
/** @import { Film } from "../wire/wire.d.ts" */

const CHUNK = 60;
const SPEEDS = [0.5, 1, 2, 4];
const REST = 700; // milliseconds between the plies of a film

class Replay {
  /** @param {HTMLElement} main */
  constructor(main) {
    this.plies = Number(fact(main, "plies"));
    this.ply = Math.min(Number(fact(main, "ply")) || 0, this.plies);
    this.over = fact(main, "over") === "1";
    /** @type {Frame[]} */
    this.frames = [];
    /** @type {number | undefined} the ply on the board */
    this.shown = undefined;
    this.running = false;
    this.address = at(`/table/${fact(main, "table")}`);
    this.board = new Board(say("Board"), heard);
    this.board.camera.fingers = false;
    this.story = new Story({ follows: false });
    this.seats = new Seats();
    this.seats.show({ seats: JSON.parse(fact(main, "seats")) });
    this.lookback = this.over ? new Lookback(this.address, (ply) => void this.go(ply, true)) : null;
    /** @type {HTMLInputElement} */
    this.slider = make("input", {
      type: "range",
      class: "slider",
      min: 0,
      max: this.plies,
      value: this.ply,
      "aria-label": say("Move"),
      oninput: () => this.go(Number(this.slider.value), true),
    });
    this.count = make("output", { class: "count" });
    this.film = tool("house-play", say("Play"), () => this.toggle(), { class: "tool film-button" });
    /** @type {HTMLSelectElement} */
    this.speed = make("select", {
      class: "speed",
      "aria-label": say("Speed"),
      onchange: () => remember("speed", Number(this.speed.value)),
    }, SPEEDS.map((value) => make("option", { value, selected: value === recall("speed", 1), text: `${value} ×` })));
    this.link = make("input", { class: "address", readonly: true, "aria-label": say("Link to this moment") });
    this.from = make("input", { type: "hidden", name: "ply" });
    this.prompt = make("div", { class: "prompt" });
    this.sidePanels = new SidePanels(this.address);
    this.rove = walk(this.board, { escaped: () => this.stop(), told: (text) => this.story.speak(text) });
    const left = [
      drawer("seats", "house-people", say("Players"), this.seats.element),
      drawer("facts", "house-facts", say("Facts"), this.sidePanels.panels),
      drawer("share", "house-link", say("Share"), this.share()),
    ];
    const review = this.lookback
      ? [drawer("review", "house-review", say("Review"), this.lookback.element)]
      : [];
    const right = [...review, drawer("story", "house-story", say("Story"), this.story.element)];
    this.box = boardPage({
      stage: this.board.stage,
      above: make("div", { class: "above" }, this.prompt),
      below: this.controls(),
      left,
      right,
      over: this.sidePanels.over,
      cards: this.sidePanels.cards.element,
    });
    this.box.classList.add("film");
    const asking = { ply: () => this.shown, speak: (/** @type {string} */ text) => this.story.speak(text) };
    this.box.append(new Inspector(this.board, this.address, asking).element);
    const heading = make("h1", { class: "unseen", text: document.title });
    main.replaceChildren(heading, this.box, this.sidePanels.cards.sheet, this.story.region);
    this.story.list.addEventListener("click", (event) => this.pick(around(event, "[data-ply]")));
    addEventListener("keydown", (event) => this.key(event));
    toolbar(tool("house-zoom", say("Whole board or closer"), () => this.board.camera.toggle()), speaker(), settings());
  }

  controls() {
    const steps = [
      tool("house-first", say("To the beginning"), () => this.go(0, true)),
      tool("house-back", say("One step back"), () => this.go(this.ply - 1)),
      this.film,
      tool("house-next", say("One step on"), () => this.go(this.ply + 1)),
      tool("house-last", say("To the end"), () => this.go(this.plies, true)),
    ];
    return make(
      "div",
      { class: "actions controls", role: "group", "aria-label": say("Replay") },
      make("div", { class: "slide" }, this.slider, this.count),
      make("div", { class: "steps" }, ...steps, this.speed),
    );
  }

  share() {
    const words = make("span", { text: say("Copy") });
    const look = { type: "button", class: "small", onclick: () => this.copy(words) };
    const copy = make("button", look, sprite("house-copy", "icon"), words);
    const fork = make(
      "form",
      { method: "post", action: `${this.address}/fork` },
      this.from,
      make("button", { class: "small" }, sprite("house-fork", "icon"), say("Play on from here")),
    );
    /** @type {(icon: string, text: string, href: string, download?: boolean) => HTMLElement} */
    const button = (icon, text, href, download = false) =>
      make("a", { class: "button small", href, download }, sprite(icon, "icon"), text);
    return make(
      "div",
      { class: "share" },
      make("div", { class: "copy-line" }, this.link, copy),
      fork,
      button("house-down", say("Download the game"), `${this.address}/record.json`, true),
      this.over && button("house-dice", say("Check the dice"), `${this.address}/check`),
      button("house-door", say("To the table"), this.address),
    );
  }

  async start() {
    this.lookback?.ask();
    const wanted = new URLSearchParams(location.search).has("review");
    if (this.lookback && wanted) need("[data-drawer=review]", this.box).click();
    const opened = CHUNK * Math.floor(this.ply / CHUNK), near = await this.fetch(opened);
    this.go(this.ply, true);
    for (let from = 0; from <= this.plies; from += CHUNK) {
      this.write(from === opened ? near : await this.fetch(from));
    }
  }

  /** Fetch a part of the game. @param {number} from */
  async fetch(from) {
    const to = Math.min(from + CHUNK - 1, this.plies);
    const answer = await fetch(`${this.address}/frames.json?from=${from}&to=${to}&changes`);
    /** @type {Film} */
    const { frames } = await answer.json(), fetched = film(frames);
    for (const frame of fetched) this.frames[frame.ply] = frame;
    return fetched;
  }

  /** Write what a part of the game tells, the parts in their order. @param {Frame[]} frames */
  write(frames) {
    for (const { ply, mover, story: lines = [] } of frames) {
      if (lines.length) this.story.add({ ply, mover, lines }, this.seats);
    }
    this.follow();
  }

  /**
   * Show a ply; one step forward is played with its motions.
   * @param {number} ply @param {boolean} quick @returns {Promise<unknown>}
   */
  go(ply, quick = false) {
    const to = Math.max(0, Math.min(this.plies, ply)), frame = this.frames[to];
    if (!frame) return Promise.resolve();
    const step = Math.abs(to - (this.shown ?? -9)) === 1;
    this.shown = this.ply = to;
    const stands = this.board.show(frame, { rate: Number(this.speed.value), quick: quick && !step });
    this.mark(frame);
    this.board.after(this.board.suspense, () => this.shown === to && this.tell(frame));
    return stands;
  }

  /** Tell a frame in words and facts: what dice decide, when they lie still. @param {Frame} frame */
  tell(frame) {
    prompt(this.prompt, frame);
    this.sidePanels.show(frame);
    trail(this.board, frame.route ?? []);
    this.seats.show({ turn: frame.turn });
  }

  /** @param {Frame} frame */
  mark(frame) {
    this.slider.value = String(this.ply);
    write(this.count, `${this.ply} / ${this.plies}`);
    put(this.slider, "aria-valuetext", (frame.story ?? []).join(" ") || `${this.ply}`);
    history.replaceState(null, "", `?ply=${this.ply}`);
    this.link.value = location.href;
    this.from.value = String(this.ply);
    this.follow();
    this.lookback?.mark(this.ply);
    this.rove();
  }

  /** Bring the line of the shown ply into view. */
  follow() {
    for (const { element, ply } of this.story.lines) put(element, "aria-current", ply === this.ply ? "true" : null);
    this.story.lines.find((line) => line.ply === this.ply)?.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {HTMLElement | null} line */
  pick(line) {
    if (line) this.go(Number(fact(line, "ply")), true);
  }

  toggle() {
    if (this.running) return void this.stop();
    this.running = true;
    this.film.replaceChildren(sprite("house-pause", "icon"));
    put(this.film, "aria-label", say("Pause"));
    if (this.ply === this.plies) this.go(0, true);
    return void this.roll();
  }

  async roll() {
    while (this.running && this.ply < this.plies) {
      await this.go(this.ply + 1);
      await new Promise((done) => setTimeout(done, REST / Number(this.speed.value)));
    }
    this.stop();
  }

  stop() {
    this.running = false;
    this.film.replaceChildren(sprite("house-play", "icon"));
    put(this.film, "aria-label", say("Play"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (around(event, "input, select, textarea, .stage") || chorded(event)) return;
    /** @type {Record<string, () => void>} */
    const acts = {
      ArrowRight: () => this.go(this.ply + 1),
      ArrowLeft: () => this.go(this.ply - 1),
      Home: () => this.go(0, true),
      End: () => this.go(this.plies, true),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  /** Copy the link to this moment, and say so in a button's words. @param {HTMLElement} words */
  async copy(words) {
    this.link.select();
    await navigator.clipboard?.writeText(this.link.value).catch(() => document.execCommand("copy"));
    write(words, say("Copied"));
    setTimeout(() => write(words, say("Copy")), 2000);
  }
}

const page = need("#main");
await load(fact(page, "house"), fact(page, "art"));
await new Replay(page).start();
