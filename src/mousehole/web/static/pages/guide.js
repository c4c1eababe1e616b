/** A guided first game: the learner makes the moves of an annotated record; a mouse explains them. */

import { Board } from "../board/board.js";
import { boardPage, drawer, tool, toolbar } from "../board/board_page.js";
import { tap, walk } from "../board/input.js";
import { Inspector } from "../board/inspect.js";
import { point, trail } from "../board/overlay.js";
import { load } from "../board/sprites.js";
import { Offers } from "../table/offers.js";
import { prompt, SidePanels } from "../table/panels.js";
import { Story } from "../table/story.js";
import { useFaces } from "../ui/badge.js";
import { fact, make, need, sprite, write } from "../ui/dom.js";
import { settings, speaker } from "../ui/settings.js";
import { heard } from "../ui/sound.js";
import { say } from "../ui/words.js";
import { film } from "../wire/frames.js";

/** @import { Frame } from "../board/scene.js" */
/** @import { Offer } from "../table/offers.js" */
/** @import { Lesson, LessonStepView } from "../wire/wire.d.ts" */
/** @typedef {[words: string, act: () => void]} Button */

const PACE = 900; // milliseconds before a step that needs no words and no learner

class Guide {
  /** @param {HTMLElement} main @param {Lesson} lesson */
  constructor(main, lesson) {
    this.game = fact(main, "game");
    this.lesson = lesson;
    this.frames = film(lesson.frames);
    useFaces(lesson.faces ?? []);
    this.at = lesson.begin;
    this.begun = false; // the learner has read the introduction
    this.board = new Board(say("Board"), heard);
    this.offers = new Offers({ changed: () => this.light(), chosen: () => this.chosen() });
    this.story = new Story();
    this.prompt = make("div", { class: "prompt" });
    this.sidePanels = new SidePanels(`/learn/${this.game}/${fact(main, "guide")}`);
    this.words = make("p", { class: "coach-words", "aria-live": "polite" });
    this.buttons = make("div", { class: "coach-buttons" });
    const long = lesson.steps.length - lesson.begin;
    this.progress = make("progress", { max: long, value: 0, "aria-label": say("How far you are") });
    const coach = make(
      "section",
      { class: "coach", "aria-label": say("Your guide") },
      sprite("house-mouse", "coach-art"),
      make("div", { class: "coach-bubble" }, this.words, this.buttons, this.progress),
    );
    const left = [drawer("facts", "house-facts", say("Facts"), this.sidePanels.panels)];
    const box = boardPage({
      stage: this.board.stage,
      above: make("div", { class: "above" }, this.prompt),
      below: coach,
      left,
      over: this.sidePanels.over,
      cards: this.sidePanels.cards.element,
    });
    box.classList.add("lesson");
    const asking = { ply: () => this.at, speak: (/** @type {string} */ text) => this.story.speak(text) };
    box.append(new Inspector(this.board, `/learn/${this.game}/${fact(main, "guide")}`, asking).element);
    const heading = make("h1", { class: "unseen", text: lesson.title });
    main.replaceChildren(heading, box, this.sidePanels.cards.sheet, this.story.region);
    this.rove = walk(this.board, { escaped: () => this.offers.drop(), told: () => this.nudge() });
    tap(this.board, (key) => key !== undefined && this.offers.press(key));
    toolbar(tool("house-first", say("Begin again"), () => location.reload()), speaker(), settings());
  }

  start() {
    this.show(this.at, true);
    this.coach(this.lesson.intro, [[say("Let's start!"), () => this.begin()]]);
  }

  /** Ask for something only now: while the guide introduces the game nobody has to do anything. */
  begin() {
    this.begun = true;
    this.mark(this.frames[this.at]);
    this.next();
  }

  /** @param {number} number @param {boolean} quick */
  show(number, quick = false) {
    const frame = this.frames[number];
    const stands = this.board.show(frame, { quick });
    this.board.after(this.board.suspense, () => this.mark(frame));
    return stands;
  }

  /** @param {Frame} frame */
  mark(frame) {
    if (this.begun) prompt(this.prompt, frame, this.lesson.names?.[this.lesson.seat]);
    else write(this.prompt, this.lesson.title);
    this.sidePanels.show(frame);
    trail(this.board, frame.route ?? []);
    if (frame.story?.length) this.story.speak(frame.story.join(" "));
    this.progress.value = this.at - this.lesson.begin;
    this.rove();
  }

  /** Say what comes next, and let the learner do it where it is the learner's. */
  next() {
    const step = this.lesson.steps[this.at];
    this.buttons.replaceChildren(); // a second press must not go on twice
    if (!step) return this.finish();
    const { seat } = this.lesson, { scene } = this.frames[this.at];
    const offer = step.mover === seat ? scene.offers.find(({ action }) => action === step.action) : undefined;
    if (offer) return this.let(step, offer, false);
    if (step.thrower === seat && scene.throw) return this.let(step, scene.throw, true);
    if (step.say) return this.coach(step.say, [[say("Go on"), () => this.advance()]]);
    return void setTimeout(() => this.advance(), PACE);
  }

  /**
   * Let the learner do the one thing that comes next.
   * @param {LessonStepView} step @param {Offer} only @param {boolean} dice
   */
  let(step, only, dice) {
    /** @type {Button} */
    const button = [only.label, () => this.chosen()];
    const words = step.say || say("Your turn: {move}", { move: only.label });
    this.coach(words, dice || !only.clicks.length ? [button] : []);
    this.offers.take(dice ? [] : [only], dice ? only : null);
    point(this.board, this.lesson.seat, say("here"), only.clicks[0]);
    this.board.camera.reveal(this.board.places(only.clicks));
    this.rove();
  }

  chosen() {
    this.offers.take([], null);
    this.advance();
  }

  async advance() {
    const step = this.lesson.steps[this.at];
    this.buttons.replaceChildren();
    point(this.board, this.lesson.seat, "");
    this.at += 1;
    await this.show(this.at);
    if (step.after) this.coach(step.after, [[say("Go on"), () => this.next()]]);
    else this.next();
  }

  finish() {
    this.progress.value = this.lesson.steps.length;
    this.coach(this.lesson.outro, []);
    const { next, play } = this.lesson;
    const onward = { class: "button large primary", href: next, text: say("The next lesson") };
    if (next) this.buttons.append(make("a", onward));
    this.buttons.append(
      pressed(`/play/${this.game}`, play, say("Play a real game"), next ? "large" : "large primary"),
      make("button", { type: "button", class: "large", text: say("Once more"), onclick: () => location.reload() }),
    );
  }

  /** Say something, with what a learner may press then. @param {string} words @param {Button[]} buttons */
  coach(words, buttons) {
    write(this.words, words);
    const held = this.buttons.contains(document.activeElement) || document.activeElement === document.body;
    const look = { type: "button", class: "large primary" };
    const made = buttons.map(([text, act]) => make("button", { ...look, text, onclick: act }));
    this.buttons.replaceChildren(...made);
    if (held) made[0]?.focus({ preventScroll: true });
  }

  light() {
    this.board.light(this.offers.keys, this.offers.picked);
  }

  nudge() {
    this.story.speak(say("Not this one just yet."));
  }
}

/**
 * A button that sends a form of hidden fields.
 * @param {string} action @param {Record<string, string>} fields @param {string} text @param {string} kind
 */
function pressed(action, fields, text, kind) {
  const hidden = Object.entries(fields).map(([name, value]) => make("input", { type: "hidden", name, value }));
  return make("form", { method: "post", action }, ...hidden, make("button", { type: "submit", class: kind, text }));
}

const page = need("#main");
const [answer] = await Promise.all([fetch(fact(page, "frames")), load(fact(page, "house"), fact(page, "art"))]);
new Guide(page, await answer.json()).start();
