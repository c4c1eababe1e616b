/** A few words between the people at a table: quick phrases and short messages. */

import { make } from "./dom.js";
import { badge } from "./seats.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

const LONGEST = 200;

export class Chat {
  constructor(send, speak) {
    this.send = send;
    this.speak = speak;
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
      { class: "chat-form", onsubmit: (event) => this.submit(event) },
      this.input,
      make("button", { class: "small", text: say("Send") }),
    );
    this.element = make("div", { class: "chat-box" }, this.list, this.phrases, this.form);
  }

  /** Show what was said so far, and the phrases of this table. */
  fill(said, phrases = {}, open = true) {
    this.list.replaceChildren();
    this.form.hidden = this.phrases.hidden = !open;
    for (const words of said) this.add(words);
    const buttons = Object.entries(phrases).map(([phrase, text]) =>
      make("button", { type: "button", class: "phrase", text, onclick: () => this.send({ type: "chat", phrase }) })
    );
    this.phrases.replaceChildren(...buttons);
  }

  /** Show a message that has just come. */
  hear(words) {
    this.add(words);
    sound("say");
    this.speak(say("{name} says: {text}", words));
  }

  add({ name, seat, text }) {
    const mark = seat === null || seat === undefined ? null : badge(seat);
    this.list.append(make("li", {}, mark, make("span", {}, make("b", { text: name }), " ", make("span", { text }))));
    this.list.scrollTop = this.list.scrollHeight;
  }

  submit(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text) this.send({ type: "chat", text });
    this.input.value = "";
  }
}
