/** The story of a game: a log to read, and a live region that tells each event to screen readers. */

import { badge } from "../ui/badge.js";
import { make, sprite, write } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { Frame } from "../board/scene.js" */
/** @import { Seats } from "./seats.js" */
/** @import { StoryPly } from "../wire/wire.d.ts" */
/** @typedef {{ ply: number, mover?: number, text: string, aside: boolean, own: boolean }} Line */

const SPOKEN = 6; // texts kept for screen readers

export class Story {
  /**
   * `follows` keeps the newest line in view, as at a table; a replay shows the line of its ply instead.
   * @param {{ follows?: boolean }} how
   */
  constructor({ follows = true } = {}) {
    this.log = new StoryLog();
    this.list = make("ol", { class: "story", tabindex: "0", "aria-label": say("Story of the game") });
    this.top = 0;
    this.full = 0; // the height of all lines when the list was looked at last
    this.following = true; // the newest line stays in view until the viewer scrolls away from it
    this.follows = follows;
    /** @type {number | null} */
    this.due = null;
    this.list.addEventListener("scroll", () => this.scrolled());
    new ResizeObserver(() => this.follow()).observe(this.list);
    this.since = make("button", {
      type: "button",
      class: "small since",
      "aria-pressed": "false",
      text: say("Since my last turn"),
      onclick: () => this.fold(),
    });
    this.earlier = make("a", {
      class: "earlier",
      href: `${location.pathname}/replay`,
      hidden: true,
      text: say("How it began: see the replay"),
    });
    this.element = make("div", { class: "story-box" }, this.earlier, this.list);
    this.last = make("div", { class: "last", hidden: true });
    this.told = make("div", { class: "told", "aria-hidden": "true" }, this.last);
    this.region = make("div", { class: "unseen", "aria-live": "polite", "aria-atomic": "false" });
  }

  /** Write the story so far. @param {StoryPly[]} entries @param {Seats} seats */
  fill(entries, seats) {
    this.log = new StoryLog();
    this.list.replaceChildren();
    for (const entry of entries) this.add(entry, seats);
    this.earlier.hidden = (entries[0]?.ply ?? 1) === 1; // of a long game only the newest part comes
    this.mark();
    this.flash();
  }

  /** Tell one frame; a game taken back loses the lines that are undone. @param {Frame} frame @param {Seats} seats */
  tell(frame, seats) {
    const left = this.log.cut(frame.ply);
    while (this.list.children.length > left) this.list.lastElementChild?.remove();
    if (!frame.story?.length) return;
    this.add({ ply: frame.ply, mover: frame.mover, lines: frame.story }, seats, frame.event === undefined);
    this.mark();
    this.flash();
    this.speak(frame.story.join(" "));
  }

  /** Put the face of somebody who reacts beside what happened last. @param {{ emote?: string, name: string }} said */
  react({ emote = "", name }) {
    const line = this.list.lastElementChild?.querySelector("div");
    line?.append(make("span", { class: "reaction", title: name }, sprite(`house-emote-${emote}`, "emote-art")));
  }

  /** Show on a phone, below the board, what was told since this viewer's last action, as far as there is room. */
  flash() {
    const text = this.log.lately;
    write(this.last, text);
    this.last.hidden = !text;
  }

  /** Say something to screen readers alone. @param {string} text */
  speak(text) {
    this.region.append(make("p", { text }));
    while (this.region.children.length > SPOKEN) this.region.firstElementChild?.remove();
  }

  /**
   * Add a line; `aside` for what is no event of the game.
   * @param {StoryPly} told @param {Seats} seats @param {boolean} aside
   */
  add({ ply, mover, lines }, seats, aside = false) {
    const own = mover !== undefined && Boolean(seats.seats[mover]?.you);
    this.log.add({ ply, mover, text: lines.join(" "), aside, own });
    const text = lines.map((line) => make("p", { text: line }));
    const mark = mover === undefined ? make("span", { class: "badge none" }) : badge(mover);
    this.list.append(make("li", { class: aside ? "aside" : "", "data-ply": ply }, mark, make("div", {}, text)));
    this.due ??= requestAnimationFrame(() => setTimeout(() => this.follow())); // paint the move before measuring
  }

  /** The line of each ply. @returns {{ element: HTMLElement, ply: number }[]} */
  get lines() {
    const items = /** @type {HTMLElement[]} */ ([...this.list.children]);
    return this.log.lines.map(({ ply }, n) => ({ ply, element: items[n] }));
  }

  /** Stop following when the viewer goes up; a panel that shrinks or a line that comes moves nothing up. */
  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.list;
    const up = wentUp({ top: this.top, full: this.full }, { top: scrollTop, room: clientHeight });
    [this.top, this.full] = [scrollTop, scrollHeight];
    if (this.low()) this.following = true;
    else if (up) this.following = false;
  }

  /** Whether the newest line is in view. */
  low() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
  }

  follow() {
    this.due = null;
    this.scrolled(); // a viewer may have gone up this very moment, and the event not come yet
    if (!this.follows || !this.following) return;
    this.list.scrollTop = this.list.scrollHeight;
    [this.top, this.full] = [this.list.scrollTop, this.list.scrollHeight]; // lines that come later move nothing up
  }

  /** Light what happened since this viewer's last action. */
  mark() {
    for (const { element, ply } of this.lines) element.classList.toggle("news", this.log.isNews(ply));
    this.since.hidden = this.log.mine === 0;
  }

  fold() {
    const folded = this.since.getAttribute("aria-pressed") !== "true";
    this.since.setAttribute("aria-pressed", String(folded));
    this.list.classList.toggle("only-news", folded);
    this.list.scrollTop = this.list.scrollHeight;
  }
}

/**
 * Whether a viewer has scrolled a list up. One that has grown, or lost lines, is moved by the browser itself, at most
 * so far that its old end is at the bottom.
 * @param {{ top: number, full: number }} before @param {{ top: number, room: number }} now
 */
export function wentUp(before, now) {
  return now.top < Math.min(before.top, Math.max(0, before.full - now.room)) - 1;
}

const LATELY = 3; // events whose words a phone shows

/** What was told so far: which lines are undone, which are news to this viewer. Knows no page. */
export class StoryLog {
  constructor() {
    /** @type {Line[]} */
    this.lines = [];
    this.mine = 0; // the ply of this viewer's last action
    /** @type {number | undefined} the seat that moved last */
    this.mover = undefined;
  }

  /** Add what was told of a ply; `aside` for what is no event of the game, such as taking back. @param {Line} line */
  add(line) {
    this.mover = line.mover ?? this.mover;
    if (line.own && !line.aside) this.mine = Math.max(this.mine, line.ply);
    this.lines.push(line);
  }

  /** Leave out the lines of a game taken back to a ply; the answer is how many stay. @param {number} ply */
  cut(ply) {
    this.lines = this.lines.filter((line) => line.ply <= ply);
    return this.lines.length;
  }

  /** Whether a ply came after this viewer's last action, if there was one. @param {number} ply */
  isNews(ply) {
    return this.mine > 0 && ply > this.mine;
  }

  /** The words told since this viewer's last action, or last of all, as far as a phone has room for them. */
  get lately() {
    const news = this.lines.filter(({ ply }) => ply > this.mine);
    return (news.length ? news : this.lines.slice(-1)).slice(-LATELY).map(({ text }) => text).join(" ");
  }
}
