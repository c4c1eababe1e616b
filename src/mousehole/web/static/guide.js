/** A guided first game: the learner makes the moves of an annotated record; a mouse explains them. */

import { load } from "./art.js";
import { Board } from "./board.js";
import { find, make, sprite, write } from "./dom.js";
import { walk } from "./keyboard.js";
import { drawer, layout, tool } from "./layout.js";
import { Offers } from "./offers.js";
import { point, trail } from "./overlay.js";
import { panels } from "./panel.js";
import { prompt } from "./prompt.js";
import { whole } from "./scene.js";
import { heard } from "./sound.js";
import { Story } from "./story.js";
import { say } from "./words.js";

const PACE = 900; // milliseconds before a step that needs no words and no learner

class Guide {
  constructor(main, lesson) {
    this.main = main;
    this.lesson = lesson;
    this.frames = lesson.frames.map((frame) => ({ ...frame, scene: whole(frame.scene) }));
    this.at = 0;
    this.begun = false; // the learner has read the introduction
    this.board = new Board(say("Board"), heard);
    this.offers = new Offers({ changed: () => this.light(), chosen: (offer) => this.chosen(offer) });
    this.story = new Story();
    this.build();
  }

  build() {
    this.prompt = make("div", { class: "prompt" });
    this.panels = make("div", { class: "panels" });
    this.words = make("p", { class: "coach-words", "aria-live": "polite" });
    this.buttons = make("div", { class: "coach-buttons" });
    this.progress = make("progress", { max: this.lesson.steps.length, value: 0, "aria-label": say("How far you are") });
    const coach = make(
      "section",
      { class: "coach", "aria-label": say("Your guide") },
      sprite("house-mouse", "coach-art"),
      make("div", { class: "coach-bubble" }, this.words, this.buttons, this.progress),
    );
    const left = [drawer("facts", "house-facts", say("Facts"), this.panels)];
    const box = layout({
      stage: this.board.stage,
      above: make("div", { class: "above" }, this.prompt),
      below: coach,
      left,
    });
    box.classList.add("lesson");
    this.main.replaceChildren(make("h1", { class: "unseen", text: this.lesson.title }), box, this.story.region);
    this.rove = walk(this.board, { escaped: () => this.offers.drop(), told: () => this.nudge() });
    this.board.stage.addEventListener("click", (event) => this.press(event));
    document.querySelector(".bar-nav").prepend(
      make("span", { class: "tools" }, tool("house-first", say("Begin again"), () => location.reload())),
    );
  }

  start() {
    this.show(0, true);
    this.coach(this.lesson.intro, [[say("Let us begin"), () => this.begin()]]);
  }

  /** Ask for something only now: while the guide introduces the game nobody has to do anything. */
  begin() {
    this.begun = true;
    this.mark(this.frames[0]);
    this.next();
  }

  show(number, quick = false) {
    const frame = this.frames[number];
    const stands = this.board.show(frame, { quick });
    setTimeout(() => this.mark(frame), this.board.suspense);
    return stands;
  }

  mark(frame) {
    if (this.begun) prompt(this.prompt, frame);
    else write(this.prompt, this.lesson.title);
    panels(this.panels, frame.scene.panels);
    trail(this.board, frame.route ?? []);
    if (frame.story?.length) this.story.speak(frame.story.join(" "));
    this.progress.value = this.at;
    this.rove();
  }

  /** Say what comes next, and let the learner do it where it is the learner's. */
  next() {
    const step = this.lesson.steps[this.at];
    this.buttons.replaceChildren(); // a second press must not go on twice
    if (!step) return this.finish();
    const { seat } = this.lesson, { scene } = this.frames[this.at];
    if (step.mover === seat && step.action !== null) {
      return this.let(
        step,
        scene.offers.filter(({ action }) => action === step.action),
        null,
      );
    }
    if (step.thrower === seat && scene.throw) return this.let(step, [], scene.throw);
    if (step.say) return this.coach(step.say, [[say("Go on"), () => this.advance()]]);
    return setTimeout(() => this.advance(), PACE);
  }

  let(step, offers, dice) {
    const only = offers[0] ?? dice;
    const pressed = only.clicks.length ? [] : [[only.label, () => this.chosen(only)]];
    this.coach(
      step.say || say("Your turn: {move}", { move: only.label }),
      dice ? [[dice.label, () => this.chosen(dice)]] : pressed,
    );
    this.offers.take(offers, dice);
    const place = (key) => this.board.place(key);
    point(this.board, this.lesson.seat, say("here"), only.clicks[0]);
    this.board.camera.reveal(only.clicks.map(place).filter(Boolean));
    this.rove();
  }

  chosen() {
    this.offers.take([], null);
    this.advance();
  }

  async advance() {
    const step = this.lesson.steps[this.at];
    this.buttons.replaceChildren();
    point(this.board, this.lesson.seat, "", null);
    this.at += 1;
    await this.show(this.at);
    if (step.after) this.coach(step.after, [[say("Go on"), () => this.next()]]);
    else this.next();
  }

  finish() {
    this.progress.value = this.lesson.steps.length;
    const { game } = this.main.dataset;
    this.coach(this.lesson.outro, []);
    this.buttons.append(
      make("a", { class: "button large primary", href: `/new/${game}`, text: say("Play a real game") }),
      make("button", { type: "button", class: "large", text: say("Once more"), onclick: () => location.reload() }),
    );
  }

  coach(words, buttons) {
    write(this.words, words);
    const held = this.buttons.contains(document.activeElement) || document.activeElement === document.body;
    this.buttons.replaceChildren(
      ...buttons.map(([text, act]) => make("button", { type: "button", class: "large primary", text, onclick: act })),
    );
    if (held) this.buttons.firstChild?.focus({ preventScroll: true });
  }

  light() {
    this.board.light(this.offers.keys, this.offers.picked);
  }

  press(event) {
    const key = event.target.closest(".can")?.dataset.key;
    if (key !== undefined && !this.board.camera.dragging) this.offers.press(key);
  }

  nudge() {
    this.story.speak(say("Not this one for now."));
  }
}

const main = find("main");
const [answer] = await Promise.all([fetch(main.dataset.frames), load(main.dataset.house, main.dataset.art)]);
new Guide(main, await answer.json()).start();
