/** A game once more: by slider, step by step or as a film, from any ply onwards at a new table. */

import { load } from "./art.js";
import { Board } from "./board.js";
import { find, make, put, recall, remember, sprite, write } from "./dom.js";
import { walk } from "./keyboard.js";
import { drawer, layout, tool } from "./layout.js";
import { trail } from "./overlay.js";
import { panels } from "./panel.js";
import { prompt } from "./prompt.js";
import { whole } from "./scene.js";
import { Lookback } from "./review.js";
import { Seats } from "./seats.js";
import { heard } from "./sound.js";
import { Story } from "./story.js";
import { say } from "./words.js";

const CHUNK = 60;
const SPEEDS = [0.5, 1, 2, 4];
const REST = 700; // milliseconds between the plies of a film

class Replay {
  constructor(main) {
    this.main = main;
    this.plies = Number(main.dataset.plies);
    this.ply = Math.min(Number(main.dataset.ply) || 0, this.plies);
    this.frames = [];
    this.running = false;
    this.address = `/table/${main.dataset.table}`;
    this.board = new Board(say("Board"), heard);
    this.board.camera.fingers = false;
    this.story = new Story({ follows: false });
    this.seats = new Seats();
    this.lookback = main.dataset.over === "1" ? new Lookback(this.address, (ply) => this.go(ply, true)) : null;
    this.build();
  }

  build() {
    this.prompt = make("div", { class: "prompt" });
    this.panels = make("div", { class: "panels", tabindex: "0", role: "group", "aria-label": say("Facts") });
    this.rove = walk(this.board, { escaped: () => this.stop(), told: (text) => this.story.speak(text) });
    const left = [
      drawer("seats", "house-people", say("Players"), this.seats.element),
      drawer("facts", "house-facts", say("Facts"), this.panels),
      drawer("share", "house-link", say("Share"), this.share()),
    ];
    const review = this.lookback
      ? [drawer("review", "house-review", say("Review"), this.lookback.element)]
      : [];
    const right = [
      ...review,
      drawer("story", "house-story", say("Story"), this.story.element),
    ];
    const box = this.box = layout({
      stage: this.board.stage,
      above: make("div", { class: "above" }, this.prompt),
      below: this.controls(),
      left,
      right,
    });
    box.classList.add("film");
    this.main.replaceChildren(make("h1", { class: "unseen", text: document.title }), box, this.story.region);
    this.story.list.addEventListener("click", ({ target }) => this.pick(target.closest("[data-ply]")));
    addEventListener("keydown", (event) => this.key(event));
    document.querySelector(".bar-nav").prepend(
      make(
        "span",
        { class: "tools" },
        tool("house-zoom", say("Whole board or nearer"), () => this.board.camera.toggle()),
      ),
    );
  }

  controls() {
    this.slider = make("input", {
      type: "range",
      class: "slider",
      min: 0,
      max: this.plies,
      value: this.ply,
      "aria-label": say("Ply"),
      oninput: () => this.go(Number(this.slider.value), true),
    });
    this.count = make("output", { class: "count" });
    this.film = tool("house-play", say("Play"), () => this.toggle(), { class: "tool film-button" });
    const speed = make("select", {
      class: "speed",
      "aria-label": say("Speed"),
      onchange: () => remember("speed", Number(speed.value)),
    }, SPEEDS.map((rate) => make("option", { value: rate, selected: rate === recall("speed", 1), text: `${rate} ×` })));
    this.speed = speed;
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
      make("div", { class: "steps" }, ...steps, speed),
    );
  }

  share() {
    this.link = make("input", { class: "address", readonly: true, "aria-label": say("Link to this moment") });
    const copy = make(
      "button",
      { type: "button", class: "small", onclick: () => this.copy(copy) },
      sprite("house-copy", "icon"),
      make("span", { text: say("Copy") }),
    );
    this.from = make("input", { type: "hidden", name: "ply" });
    const fork = make(
      "form",
      { method: "post", action: `${this.address}/fork` },
      this.from,
      make("button", { class: "small" }, sprite("house-fork", "icon"), say("Play on from here")),
    );
    const load = make(
      "a",
      { class: "button small", href: `${this.address}/record.json`, download: true },
      sprite("house-down", "icon"),
      say("Download the record"),
    );
    const check = this.main.dataset.over === "1"
      ? make(
        "a",
        { class: "button small", href: `${this.address}/check` },
        sprite("house-dice", "icon"),
        say("Check the dice"),
      )
      : null;
    const back = make(
      "a",
      { class: "button small", href: this.address },
      sprite("house-door", "icon"),
      say("To the table"),
    );
    return make(
      "div",
      { class: "share" },
      make("div", { class: "copy-line" }, this.link, copy),
      fork,
      load,
      check,
      back,
    );
  }

  async start() {
    this.seats.show({ seats: JSON.parse(this.main.dataset.seats) });
    this.lookback?.ask();
    if (new URLSearchParams(location.search).has("review")) this.box.querySelector(".tab[data-drawer=review]")?.click();
    await this.fetch(0, Math.min(CHUNK - 1, this.plies));
    for (let from = CHUNK; from <= this.plies; from += CHUNK) {
      await this.fetch(from, Math.min(from + CHUNK - 1, this.plies));
    }
  }

  async fetch(from, to) {
    const answer = await fetch(`${this.address}/frames.json?from=${from}&to=${to}`);
    const { frames } = await answer.json();
    for (const frame of frames) {
      this.frames[frame.ply] = { ...frame, scene: whole(frame.scene) };
      if (frame.story?.length) this.story.add({ ply: frame.ply, mover: frame.mover, lines: frame.story }, this.seats);
    }
    if (this.shown === undefined && this.frames[this.ply]) this.go(this.ply, true);
  }

  /** Show a ply; one step forward is played with its motions. */
  go(ply, quick = false) {
    const to = Math.max(0, Math.min(this.plies, ply)), frame = this.frames[to];
    if (!frame) return Promise.resolve();
    const step = Math.abs(to - (this.shown ?? -9)) === 1;
    this.shown = this.ply = to;
    const stands = this.board.show(frame, { rate: Number(this.speed.value), quick: quick && !step });
    this.mark(frame);
    clearTimeout(this.untold);
    if (this.board.suspense) this.untold = setTimeout(() => this.tell(frame), this.board.suspense);
    else this.tell(frame);
    return stands;
  }

  /** Tell a frame in words and facts: what dice decide, when they lie still. */
  tell(frame) {
    prompt(this.prompt, frame);
    panels(this.panels, frame.scene.panels);
    trail(this.board, frame.route ?? []);
    this.seats.show({ turn: frame.turn });
  }

  mark(frame) {
    this.slider.value = this.ply;
    write(this.count, `${this.ply} / ${this.plies}`);
    put(this.slider, "aria-valuetext", (frame.story ?? []).join(" ") || `${this.ply}`);
    history.replaceState(null, "", `?ply=${this.ply}`);
    this.link.value = location.href;
    this.from.value = this.ply;
    for (const { element, ply } of this.story.lines) put(element, "aria-current", ply === this.ply ? "true" : null);
    this.story.lines.find((line) => line.ply === this.ply)?.element.scrollIntoView({ block: "nearest" });
    this.lookback?.mark(this.ply);
    this.rove();
  }

  pick(line) {
    if (line) this.go(Number(line.dataset.ply), true);
  }

  toggle() {
    if (this.running) return this.stop();
    this.running = true;
    this.film.replaceChildren(sprite("house-pause", "icon"));
    put(this.film, "aria-label", say("Pause"));
    if (this.ply === this.plies) this.go(0, true);
    return this.roll();
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

  key(event) {
    if (event.target.closest("input, select, textarea, .stage") || event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const act = {
      ArrowRight: () => this.go(this.ply + 1),
      ArrowLeft: () => this.go(this.ply - 1),
      Home: () => this.go(0, true),
      End: () => this.go(this.plies, true),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  async copy(button) {
    this.link.select();
    await navigator.clipboard?.writeText(this.link.value).catch(() => document.execCommand("copy"));
    write(button.lastChild, say("Copied"));
    setTimeout(() => write(button.lastChild, say("Copy")), 2000);
  }
}

const main = find("main");
await load(main.dataset.house, main.dataset.art);
const replay = new Replay(main);
await replay.start();
