/** Somebody is away, or was: a bot is offered for whoever keeps the table waiting, the seat to whoever comes back. */

import { make, sprite, write } from "./dom.js";
import { say } from "./words.js";

/** @import { Seat, Seats } from "./seats.js" */
/** @import { Chair } from "./types/wire.d.ts" */

const WHILE = 21_000; // milliseconds after which a bot is offered; the server asks for twenty seconds

export class Absence {
  /** @param {Seats} seats @param {(seat: number, chair: Chair) => void} ask */
  constructor(seats, ask) {
    this.seats = seats;
    this.ask = ask;
    this.words = make("span");
    this.button = make("button", { type: "button", class: "small primary" });
    const look = { class: "absence", role: "status", hidden: true };
    this.element = make("div", look, sprite("house-bot", "icon"), this.words, this.button);
    /** @type {number | undefined} the seat that keeps the table waiting */
    this.late = undefined;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.offered = false;
  }

  /** Look who is away now, and who came back to find a bot in the seat. */
  look() {
    const { turn } = this.seats;
    const own = turn?.kind === "over" ? undefined : this.seats.mine.find(({ kind }) => kind === "bot");
    const late = turn?.kind !== "over" && this.seats.seated && this.seats.away(turn?.seat) ? turn?.seat : undefined;
    if (late !== this.late) this.expect(late);
    if (own) this.tell(say("A bot is playing for you."), say("Play myself"), own, { kind: "person" });
    else if (this.offered && late !== undefined) this.offer(this.seats.seats[late]);
    else this.element.hidden = true;
  }

  /** Wait a while for somebody. @param {number | undefined} late */
  expect(late) {
    clearTimeout(this.timer);
    this.late = late;
    this.offered = false;
    if (late === undefined) return;
    this.timer = setTimeout(() => {
      this.offered = true;
      this.look();
    }, WHILE);
  }

  /** @param {Seat} seat */
  offer(seat) {
    const level = Object.keys(this.seats.levels).at(-1);
    this.tell(say("{name} is away.", { name: seat.name }), say("Let a bot play"), seat, { kind: "bot", level });
  }

  /** @param {string} words @param {string} press @param {Seat} seat @param {Chair} chair */
  tell(words, press, { seat }, chair) {
    write(this.words, words);
    write(this.button, press);
    this.button.onclick = () => this.ask(seat, chair);
    this.element.hidden = false;
  }
}
