/** A few words between the people at a table: quick phrases and short messages. */

import { make, write } from "./dom.js";
import { badge } from "./seats.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

/** @import { Chat as Message, Said } from "./types/wire.d.ts" */

const LONGEST = 200;

export class Chat {
  /**
   * `send` hears what shall be said to the others, `speak` what a screen reader shall say.
   * @param {(message: Message) => void} send @param {(text: string) => void} speak
   */
  constructor(send, speak) {
    this.send = send;
    this.speak = speak;
    /** @type {(mark: string) => Node | null} what can be done about a spectator who said something */
    this.moderate = () => null;
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
   * @param {Said[]} said @param {Record<string, string>} phrases
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

  /** Show a message that has just come. @param {Said} words */
  hear(words) {
    this.add(words);
    sound("say");
    this.speak(say("{name} says: {text}", { name: words.name, text: words.text }));
  }

  /** @param {Said} said */
  add({ name, seat, text, mark }) {
    const badged = seat === undefined ? null : badge(seat);
    const words = make("span", {}, make("b", { text: name }), " ", make("span", { text }));
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
