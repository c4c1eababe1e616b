/** Who sits where: name, kind, presence, whose turn it is; the owner may let a bot take over. */

import { make, put, sprite } from "./dom.js";
import { say } from "./words.js";

const SHAPES = ["circle", "square", "triangle", "diamond", "heart", "star"];

/** Draw the mark of a seat: a shape and a colour of its own. */
export function badge(seat, kind = "") {
  const shape = SHAPES[seat % SHAPES.length];
  const mark = sprite(`house-seat-${shape}`, `badge seat-${seat % SHAPES.length} ${kind}`.trim());
  return mark;
}

export class Seats {
  constructor(ask = () => null) {
    this.ask = ask;
    this.list = make("ul", { class: "seats" });
    this.watching = make("p", { class: "watching" });
    this.element = make("div", {}, this.list, this.watching);
    this.seats = [];
  }

  /** Show the seats, who is to move, and what the owner may change. */
  show({ seats = this.seats, turn = this.turn, owner = this.owner, levels = this.levels, spectators = 0 }) {
    Object.assign(this, { seats, turn, owner, levels });
    this.list.replaceChildren(...seats.map((seat) => this.row(seat)));
    this.watching.textContent = spectators
      ? say("{n} person is watching", { n: spectators }, "{n} people are watching")
      : "";
  }

  /** Name a seat as the table calls it. */
  name(seat) {
    return this.seats[seat]?.name ?? "";
  }

  row(seat) {
    const active = this.turn?.seat === seat.seat && this.turn.kind !== "over";
    const line = make("span", { class: "seat-name", text: seat.name });
    const kind = make("span", { class: "seat-kind" }, sprite(icon(seat)), this.kind(seat));
    const row = make(
      "li",
      { class: "seat", "data-kind": seat.kind },
      badge(seat.seat),
      make("span", { class: "seat-words" }, line, kind),
    );
    put(row, "aria-current", active ? "true" : null);
    if (active) row.append(make("span", { class: "seat-turn", text: say("to move") }));
    row.append(...this.choices(seat));
    return row;
  }

  kind(seat) {
    if (seat.kind === "bot") {
      return seat.level ? say("bot: {level}", { level: this.levels?.[seat.level] ?? seat.level }) : say("bot");
    }
    if (seat.kind === "empty") return say("free seat");
    if (seat.you) return say("you");
    if (seat.present === null) return say("a person");
    return seat.present ? say("here") : say("away");
  }

  choices(seat) {
    const button = (text, chair) =>
      make("button", { type: "button", class: "small", text, onclick: () => this.ask(seat.seat, chair) });
    if (seat.kind === "bot" && seat.you) return [button(say("Play myself"), { kind: "person" })];
    if (seat.kind === "bot") {
      return this.owner && seat.present ? [button(say("Give the seat back"), { kind: "person" })] : [];
    }
    const silent = seat.kind === "empty" || (seat.kind === "person" && !seat.present);
    const level = Object.keys(this.levels ?? {}).at(-1);
    return this.owner && silent && level ? [button(say("Let a bot play"), { kind: "bot", level })] : [];
  }
}

function icon(seat) {
  if (seat.kind === "bot") return "house-bot";
  if (seat.kind === "empty") return "house-chair";
  return seat.you || seat.present || seat.present === null ? "house-here" : "house-away";
}
