/** A few words between the people at a table: quick phrases and short messages. */

import { badge, ownerMark } from "../ui/badge.js";
import { make, need, sprite, write } from "../ui/dom.js";
import { sound } from "../ui/sound.js";
import { say } from "../ui/words.js";

/** @import { Chat as Message, ChatMessage } from "../wire/wire.d.ts" */
/**
 * @typedef {object} Handlers
 * @property {(message: Message) => void} send say something to the others
 * @property {(text: string) => void} speak say something to screen readers
 * @property {(mark: string) => Node | null} moderate what can be done about a spectator who said something
 * @property {(said: ChatMessage) => void} bubble show what was just said at the face of who said it
 */

const LONGEST = 200;
const LASTS = 5000; // milliseconds

export class Chat {
  /** @param {Handlers} handlers */
  constructor({ send, speak, moderate, bubble }) {
    this.send = send;
    this.speak = speak;
    this.moderate = moderate;
    this.bubble = bubble;
    this.list = make("ol", { class: "chat", tabindex: "0", "aria-label": say("Chat") });
    this.phrases = make("div", { class: "phrases", role: "group", "aria-label": say("Quick phrases") });
    this.emotes = make("div", { class: "emotes", role: "group", "aria-label": say("Faces") });
    this.reactions = this.reacting();
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
    this.element = make("div", { class: "chat-box" }, this.list, this.emotes, this.phrases, this.form, this.silence);
  }

  /**
   * Show what was said so far, and the phrases and faces of this table.
   * @param {ChatMessage[]} said @param {Record<string, string>} phrases @param {Record<string, string>} emotes
   */
  fill(said, phrases, emotes = {}) {
    this.list.replaceChildren();
    for (const words of said) this.add(words);
    const buttons = Object.entries(phrases).map(([phrase, text]) =>
      make("button", { type: "button", class: "phrase", text, onclick: () => this.send({ type: "chat", phrase }) })
    );
    this.phrases.replaceChildren(...buttons);
    this.emotes.replaceChildren(...this.faces(emotes));
    need(".reaction-faces", this.reactions).replaceChildren(...this.faces(emotes));
  }

  /** A button for each face. @param {Record<string, string>} emotes */
  faces(emotes) {
    /** @param {string} phrase */
    const pressed = (phrase) => {
      this.reactions.open = false;
      this.send({ type: "chat", phrase });
    };
    return Object.entries(emotes).map(([phrase, text]) => {
      const look = { type: "button", class: "emote", "aria-label": text, title: text, onclick: () => pressed(phrase) };
      return make("button", look, sprite(`house-emote-${phrase}`, "emote-art"));
    });
  }

  /** Faces within reach of the board, where the chat itself is shut. */
  reacting() {
    const label = say("Show how you feel");
    const look = { class: "tool", title: label, "aria-label": label };
    const summary = make("summary", look, sprite("house-emote-joy", "icon"));
    return make("details", { class: "reactions", hidden: true }, summary, make("div", { class: "reaction-faces" }));
  }

  /** Let this viewer chat, or say why not. @param {boolean} open @param {boolean} [muted] */
  allow(open, muted = false) {
    this.form.hidden = this.phrases.hidden = this.emotes.hidden = !open || muted;
    this.reactions.classList.toggle("shut", this.form.hidden);
    this.silence.hidden = open && !muted;
    write(this.silence, open ? say("The owner of this table has muted you.") : say("The chat is off at this table."));
  }

  /** Show a message that has just come. @param {ChatMessage} words */
  hear(words) {
    this.add(words);
    this.bubble(words);
    sound("say");
    this.speak(spoken(words));
  }

  /** @param {ChatMessage} said */
  add({ name, seat, text, mark, owner, emote }) {
    const badged = seat === undefined ? null : badge(seat);
    const face = emote ? sprite(`house-emote-${emote}`, "emote-art") : null;
    const said = make("span", {}, face, text);
    const words = make("span", {}, owner && [ownerMark(), " "], make("b", { text: name }), " ", said);
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

/** What was just said, for some seconds: at the face of who said it, or over the board. */
export class Bubbles {
  /** @param {HTMLElement} seats the rows of the seats @param {HTMLElement} stage */
  constructor(seats, stage) {
    this.seats = seats;
    this.stage = stage;
    this.element = make("div", { class: "bubbles", "aria-hidden": "true" }); // spoken by the story
    /** @type {Map<number | undefined, HTMLElement>} one for everybody */
    this.shown = new Map();
  }

  /** @param {ChatMessage} said */
  show({ seat, name, text, emote }) {
    this.shown.get(seat)?.remove();
    const face = seat === undefined ? null : badge(seat), row = this.row(seat);
    const written = make("span", { class: "bubble-words", text });
    const words = emote ? sprite(`house-emote-${emote}`, "bubble-emote") : written;
    const bubble = make("div", { class: "bubble" }, row ? null : face, row ? null : make("b", { text: name }), words);
    bubble.classList.toggle("beside", Boolean(row));
    bubble.classList.toggle("felt", Boolean(emote));
    this.shown.set(seat, bubble);
    this.element.append(bubble);
    document.body.append(this.element);
    this.place(bubble, row);
    setTimeout(() => bubble.remove(), LASTS);
  }

  /** The row of a seat, where it is in view. @param {number | undefined} seat */
  row(seat) {
    const row = seat === undefined ? null : this.seats.children[seat];
    const box = row?.getBoundingClientRect();
    return box?.width && box.bottom > 0 && box.top < innerHeight ? row : null;
  }

  /** @param {HTMLElement} bubble @param {Element | null | undefined} row */
  place(bubble, row) {
    const box = (row ?? this.stage).getBoundingClientRect();
    bubble.style.left = `${row ? box.left + 34 : box.left + box.width / 2}px`;
    bubble.style.top = `${row ? box.bottom - 6 : box.top + 6 + 54 * (this.element.children.length - 1)}px`;
  }
}

/** A message for screen readers: what somebody is comes before the name. @param {ChatMessage} said */
function spoken({ name, seat, text, owner }) {
  if (owner) return say("The owner of this table, {name}, says: {text}", { name, text });
  if (seat === undefined) return say("{name} says: {text}", { name, text });
  return say("Seat {n}, {name}, says: {text}", { n: seat + 1, name, text });
}
