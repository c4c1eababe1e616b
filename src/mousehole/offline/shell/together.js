/** The sheet over the page on which two phones get to know each other: codes shown, read, copied and pasted. */

import { look } from "./camera.js";
import { qrPicture } from "./qr.js";
import { say } from "./shell_words.js";

const COPIED = 2_000; // milliseconds that this is said
const WORDS = {
  joins: "Somebody joins",
  join: "Join a table on another phone",
  show: "Let the other phone read this code with its camera.",
  answer: "Show this code to the other phone. Once it has read it, you are at its table.",
  next: "Now read the code of the other phone",
  hold: "Hold the code of the other phone in front of the camera.",
  without: "Without a camera",
  send: "Send this to the other phone, where it is opened or pasted.",
  paste: "Paste here what the other phone shows",
  use: "Use it",
  copy: "Copy",
  copied: "Copied",
  look: "The phones are looking for each other…",
  came: "The other phone is here.",
  again: "{name} comes back",
  back: "Let the other phone read this code: nothing else is needed.",
  done: "Done",
  cancel: "Cancel",
  blind: "No camera can be used here. Copy what the other phone shows, and paste it.",
};

/** What can be wrong with a code that was read. */
export const WRONG = {
  "no code": "This is no code of mousehole.",
  another: "This code answers another one: begin again.",
};

/** @param {string} name @param {object} given @param {(Node | string)[]} children */
function made(name, given, ...children) {
  const element = Object.assign(document.createElement(name), given);
  element.append(...children);
  return element;
}

const text = (words, className = "") => made("p", { className }, say(words));
const button = (words, onclick, className = "") => made("button", { type: "button", onclick, className }, say(words));

export class Together {
  /** @param {() => void} closed somebody has closed the sheet */
  constructor(closed) {
    this.title = made("h2", { id: "together-title", tabIndex: -1, autofocus: true });
    this.room = made("div", { className: "room" });
    this.said = made("p", { className: "said" });
    this.said.setAttribute("role", "status");
    this.box = /** @type {HTMLDialogElement} */ (made("dialog", { id: "together" }, this.title, this.room, this.said));
    this.box.setAttribute("aria-labelledby", "together-title");
    this.box.addEventListener("close", () => (this.stop(), closed()));
    document.body.append(this.box);
    this.looking = new AbortController();
  }

  get open() {
    return this.box.open;
  }

  close() {
    if (this.box.open) this.box.close();
  }

  stop() {
    this.looking.abort();
  }

  /** @param {string} title @param {Node[]} what */
  step(title, ...what) {
    this.stop();
    this.title.textContent = say(title);
    this.said.textContent = "";
    this.room.replaceChildren(...what);
    if (!this.box.open) this.box.showModal();
  }

  /** @param {string} words */
  say(words) {
    this.said.textContent = say(words);
  }

  cancel = () => button(WORDS.cancel, () => this.close(), "quiet");

  /**
   * The first code of the phone that is the house.
   * @param {string} link @param {() => void} next
   * @param {[name: string, show: () => void][]} absent who was here before
   */
  invite(link, next, absent) {
    const again = (name) => say(WORDS.again).replace("{name}", name);
    const back = absent.map(([name, onclick]) => made("button", { type: "button", onclick }, again(name)));
    const shown = [text(WORDS.show), code(link), copying(link)];
    this.step(WORDS.joins, ...shown, button(WORDS.next, next), ...back, this.cancel());
  }

  /** A code for somebody who was here before, once there is one. @param {string} link */
  wayBack(link) {
    const shown = link ? [code(link), copying(link)] : [];
    this.step(WORDS.joins, text(WORDS.back), ...shown, this.cancel());
    this.say(WORDS.look);
  }

  /** The answer of a guest. @param {string} link */
  answer(link) {
    this.step(WORDS.join, text(WORDS.answer), code(link), copying(link), this.cancel());
  }

  /**
   * Read a code of the other phone; `take` says what is wrong with it.
   * @param {string} title @param {(text: string) => Promise<string>} take
   */
  read(title, take) {
    const video = made("video", { muted: true, playsInline: true });
    video.setAttribute("aria-label", say(WORDS.hold));
    const field = made("textarea", { rows: 3, id: "pasted" });
    const label = made("label", { htmlFor: "pasted" }, say(WORDS.paste));
    const given = async (words) => {
      this.say(WORDS.look);
      const wrong = await take(words);
      if (wrong) this.say(wrong);
      else this.stop();
      return !wrong;
    };
    const use = button(WORDS.use, () => given(field.value));
    const by_hand = made("details", {}, made("summary", {}, say(WORDS.without)), label, field, use);
    this.step(title, text(WORDS.hold), video, by_hand, this.cancel());
    this.looking = new AbortController();
    let last = "";
    const seen = (words) => {
      if (words !== last) given((last = words));
      return false;
    };
    look(video, seen, this.looking.signal).catch(() => {
      video.remove();
      by_hand.open = true;
      this.say(WORDS.blind);
    });
  }

  readAnswer(take) {
    this.read(WORDS.next, take);
  }

  readCall(take) {
    this.read(WORDS.join, take);
  }

  /** @param {string} words */
  problem(words) {
    this.step(WORDS.join, this.cancel());
    this.say(words);
  }

  looks() {
    this.step(WORDS.joins, text(WORDS.look), this.cancel());
  }

  came() {
    this.step(WORDS.joins, text(WORDS.came), button(WORDS.done, () => this.close()));
  }
}

/** @param {string} link */
function code(link) {
  const picture = made("div", { className: "code" }, qrPicture(link));
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", say("QR code"));
  return picture;
}

/** @param {string} link */
function copying(link) {
  const field = made("textarea", { readOnly: true, value: link, rows: 3, id: "shown" });
  const label = made("label", { htmlFor: "shown" }, say(WORDS.send));
  const copy = button(WORDS.copy, async () => {
    field.select();
    await navigator.clipboard?.writeText(field.value).catch(() => document.execCommand("copy"));
    copy.textContent = say(WORDS.copied);
    setTimeout(() => (copy.textContent = say(WORDS.copy)), COPIED);
  });
  return made("details", {}, made("summary", {}, say(WORDS.without)), label, field, copy);
}
