/** The story of a game: a log to read, and a live region that tells each event to screen readers. */

import { make, write } from "./dom.js";
import { badge } from "./seats.js";
import { say } from "./words.js";

const LATELY = 3; // events whose words a phone shows
const READ = 2000; // milliseconds, and some for every letter

export class Story {
  /** `follows` keeps the newest line in view, as at a table; a replay shows the line of its ply instead. */
  constructor({ follows = true } = {}) {
    this.lines = [];
    this.mine = 0; // the ply of this viewer's last action
    this.list = make("ol", { class: "story", tabindex: "0", "aria-label": say("Story of the game") });
    this.top = 0;
    this.following = true; // the newest line stays in view until the viewer scrolls away from it
    this.follows = follows;
    this.list.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.follow()).observe(this.list);
    this.since = make("button", {
      type: "button",
      class: "small since",
      "aria-pressed": "false",
      text: say("Since my last turn"),
      onclick: () => this.fold(),
    });
    this.element = make("div", { class: "story-box" }, this.list);
    this.words = make("span");
    this.last = make("div", { class: "last", hidden: true, "aria-hidden": "true" }, this.words);
    addEventListener("pointerdown", () => (this.last.hidden = true)); // whoever goes on has read it
    this.region = make("div", { class: "unseen", "aria-live": "polite", "aria-atomic": "false" });
  }

  /** Write the story so far. */
  fill(entries, seats) {
    this.lines = [];
    this.list.replaceChildren();
    this.mine = 0;
    for (const entry of entries) this.add(entry, seats);
    this.mark();
  }

  /** Tell one frame; a game taken back loses the lines that are undone. */
  tell(frame, seats) {
    if (this.lines.some((line) => line.ply > frame.ply)) this.cut(frame.ply);
    if (!frame.story?.length) return;
    this.add({
      ply: frame.ply,
      mover: frame.mover,
      lines: frame.story,
      aside: frame.event === null || frame.event === undefined,
    }, seats);
    this.mark();
    this.flash();
    this.speak(frame.story.join(" "));
  }

  /** Show on a phone for a while what was told since this viewer's last action, as far as there is room. */
  flash() {
    const news = this.lines.filter(({ ply }) => ply > this.mine).slice(-LATELY).map(({ text }) => text);
    write(this.words, news.join(" "));
    this.last.hidden = !news.length;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => (this.last.hidden = true), READ + 30 * this.words.textContent.length);
  }

  /** Say something to screen readers alone. */
  speak(text) {
    const words = make("p", { text });
    this.region.append(words);
    while (this.region.children.length > 6) this.region.firstChild.remove();
  }

  add({ ply, mover, lines, aside = false }, seats) {
    if (mover !== null && mover !== undefined) this.mover = mover;
    const own = mover !== null && mover !== undefined && seats.seats[mover]?.you;
    if (own && !aside) this.mine = Math.max(this.mine, ply);
    const text = lines.map((line) => make("p", { text: line }));
    const mark = mover === null || mover === undefined ? make("span", { class: "badge none" }) : badge(mover);
    const element = make("li", { class: aside ? "aside" : "", "data-ply": ply }, mark, make("div", {}, text));
    this.lines.push({ ply, element, own, text: lines.join(" ") });
    this.list.append(element);
    this.due ??= requestAnimationFrame(() => setTimeout(() => this.follow())); // paint the move before measuring the list
  }

  /** Stop following when the viewer goes up; a panel that shrinks or a line that comes moves nothing up. */
  scrolled() {
    const up = this.list.scrollTop < this.top;
    this.top = this.list.scrollTop;
    if (this.low()) this.following = true;
    else if (up) this.following = false;
  }

  /** Tell whether the newest line is in view. */
  low() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
  }

  follow() {
    this.due = null;
    this.scrolled(); // a viewer may have gone up this very moment, and the event not come yet
    if (!this.follows || !this.following) return;
    this.list.scrollTop = this.list.scrollHeight;
    this.top = this.list.scrollTop; // lines that came since do not mean that the viewer scrolled away
  }

  cut(ply) {
    for (const line of this.lines.filter((line) => line.ply > ply)) line.element.remove();
    this.lines = this.lines.filter((line) => line.ply <= ply);
  }

  /** Light what happened since this viewer's last action. */
  mark() {
    for (const { element, ply } of this.lines) element.classList.toggle("news", ply > this.mine && this.mine > 0);
    this.since.hidden = this.mine === 0;
  }

  fold() {
    const folded = this.since.getAttribute("aria-pressed") !== "true";
    this.since.setAttribute("aria-pressed", String(folded));
    this.list.classList.toggle("only-news", folded);
    this.list.scrollTop = this.list.scrollHeight;
  }
}
