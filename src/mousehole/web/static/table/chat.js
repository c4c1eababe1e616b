/** A few words between the people at a table: quick phrases and short messages. */

import { badge, ownerMark } from "../ui/badge.js";
import { make, write } from "../ui/dom.js";
import { sound } from "../ui/sound.js";
import { say } from "../ui/words.js";

/** @import { Chat as Message, ChatMessage } from "../wire/wire.d.ts" */
/**
 * @typedef {object} Handlers
 * @property {(message: Message) => void} send say something to the others
 * @property {(text: string) => void} speak say something to screen readers
 * @property {(mark: string) => Node | null} moderate what can be done about a spectator who said something
 */

const LONGEST = 200;

export class Chat {
  /** @param {Handlers} handlers */
  constructor({ send, speak, moderate }) {
    this.send = send;
    this.speak = speak;
    this.moderate = moderate;
    this.list = make("ol", { class: "chat", tabindex: "0", "aria-label": say("Chat") });
    this.phrases = make("div", { class: "phrases", role: "group", "aria-label": say("Quick phrases") });
    this.input = make("input", {
      type: "text",
      maxlength: LONGEST,
      "aria-label": say("Your message"),
      placeholder: say("Say something nice"),
      autocomplete: "off",
      enterkeyhint: "send",
    });
    this.form = make(
      "form",
      { class: "chat-form", onsubmit: (/** @type {Event} */ event) => this.submit(event) },
      this.input,
      make("button", { class: "small", text: say("Send") }),
    );
    this.silence = make("p", { class: "help", role: "status", hidden: true });
    this.element = make("div", { class: "chat-box" }, this.list, this.phrases, this.form, this.silence);
  }

  /**
   * Show what was said so far, and the phrases of this table.
   * @param {ChatMessage[]} said @param {Record<string, string>} phrases
   */
  fill(said, phrases) {
    this.list.replaceChildren();
    for (const words of said) this.add(words);
    const buttons = Object.entries(phrases).map(([phrase, text]) =>
      make("button", { type: "button", class: "phrase", text, onclick: () => this.send({ type: "chat", phrase }) })
    );
    this.phrases.replaceChildren(...buttons);
  }

  /** Let this viewer chat, or say why not. @param {boolean} open @param {boolean} [muted] */
  allow(open, muted = false) {
    this.form.hidden = this.phrases.hidden = !open || muted;
    this.silence.hidden = open && !muted;
    write(this.silence, open ? say("The owner of this table has muted you.") : say("The chat is off at this table."));
  }

  /** Show a message that has just come. @param {ChatMessage} words */
  hear(words) {
    this.add(words);
    sound("say");
    this.speak(spoken(words));
  }

  /** @param {ChatMessage} said */
  add({ name, seat, text, mark, owner }) {
    const badged = seat === undefined ? null : badge(seat);
    const words = make("span", {}, owner && [ownerMark(), " "], make("b", { text: name }), " ", make("span", { text }));
    this.list.append(make("li", {}, badged, words, mark ? this.moderate(mark) : null));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text) this.send({ type: "chat", text });
    this.input.value = "";
  }
}

/** A message for screen readers: what somebody is comes before the name. @param {ChatMessage} said */
function spoken({ name, seat, text, owner }) {
  if (owner) return say("The owner of this table, {name}, says: {text}", { name, text });
  if (seat === undefined) return say("{name} says: {text}", { name, text });
  return say("Seat {n}, {name}, says: {text}", { n: seat + 1, name, text });
}
