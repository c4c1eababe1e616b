/** Who sits where: name, kind, presence, whose turn it is; the owner may let a bot take over. */

import { make, put, sprite } from "./dom.js";
import { askWho } from "./face_dialog.js";
import { say } from "./words.js";

/** @import { SeatView, TurnView, Chair } from "./types/wire.d.ts" */
/** @typedef {Omit<SeatView, "team" | "present" | "face"> & { face?: string, present?: boolean | null }} Seat */
/** @typedef {Record<string, string>} Levels what the levels of bots are called */
/** @typedef {{ seats: Seat[], turn: TurnView, owner: boolean, levels: Levels, spectators: number }} Told */

const NOBODY = () => {}; // nobody hears what is asked: a replay
const SHAPES = ["circle", "square", "triangle", "diamond", "heart", "star"];

/** @type {(string | undefined)[]} the faces of the seats of this table, as far as they are known */
let faces = [];

/** Draw the mark of a seat: its face, or else a shape and a colour of its own. @param {number} seat */
export function badge(seat) {
  const number = seat % SHAPES.length, face = faces[seat];
  return face
    ? sprite(`house-face-${face}`, `badge face seat-${number}`)
    : sprite(`house-seat-${SHAPES[number]}`, `badge seat-${number}`);
}

export class Seats {
  /** `ask` hears who shall sit in a seat. @param {(seat: number, chair: Chair) => void} ask */
  constructor(ask = NOBODY) {
    this.ask = ask;
    this.list = make("ul", { class: "seats" });
    this.watching = make("p", { class: "watching" });
    this.element = make("div", {}, this.list, this.watching);
    /** @type {Seat[]} */
    this.seats = [];
    /** @type {TurnView | undefined} */
    this.turn = undefined;
    this.owner = false;
    /** @type {Levels} */
    this.levels = {};
    this.spectators = 0;
    this.heard = () => {}; // somebody came, went or is to move
  }

  /** Show the seats, who is to move, and what the owner may change. @param {Partial<Told>} told */
  show(told) {
    const { seats, turn, owner, levels, spectators } = { ...this, ...told };
    Object.assign(this, { seats, turn, owner, levels, spectators });
    faces = seats.map(({ face }) => face);
    this.list.replaceChildren(...seats.map((seat) => this.row(seat)));
    this.watching.textContent = spectators
      ? say("{n} person is watching", { n: spectators }, "{n} people are watching")
      : "";
    this.heard();
  }

  /** The name of a seat, as the table calls it. @param {number | undefined} seat */
  name(seat) {
    return (seat !== undefined && this.seats[seat]?.name) || "";
  }

  /** Whether the person in a seat is not here. @param {number | undefined} seat */
  away(seat) {
    const whose = seat === undefined ? undefined : this.seats[seat];
    return whose?.kind === "person" && !whose.you && !whose.present && whose.present !== null;
  }

  /** Whether this viewer plays. */
  get seated() {
    return this.mine.length > 0;
  }

  /** The seats that this viewer plays. */
  get mine() {
    return this.seats.filter(({ you }) => you);
  }

  /** @param {Seat} seat */
  row(seat) {
    const active = this.turn?.seat === seat.seat && this.turn?.kind !== "over";
    const line = make("span", { class: "seat-name", text: seat.name });
    const kind = make("span", { class: "seat-kind" }, sprite(icon(seat)), this.kind(seat));
    const row = make(
      "li",
      { class: "seat", "data-kind": seat.kind },
      badge(seat.seat),
      make("span", { class: "seat-words" }, line, kind),
    );
    put(row, "aria-current", active ? "true" : null);
    row.append(make("span", { class: "seat-turn", text: say("to move") }), ...this.choices(seat));
    return row;
  }

  /** @param {Seat} seat */
  kind(seat) {
    if (seat.kind === "bot") {
      return seat.level ? say("bot: {level}", { level: this.levels[seat.level] ?? seat.level }) : say("bot");
    }
    if (seat.kind === "empty") return say("free seat");
    if (seat.you) return say("you");
    if (seat.present === null) return say("a person");
    return seat.present ? say("here") : say("away");
  }

  /** Let somebody choose another name or face. @param {Seat} seat */
  who(seat) {
    const open = () => askWho(seat, (chair) => this.ask(seat.seat, chair));
    return make("button", { type: "button", class: "small", text: say("Name and face"), onclick: open });
  }

  /** @param {Seat} seat */
  choices(seat) {
    /** @type {(text: string, chair: Chair) => HTMLElement} */
    const button = (text, chair) =>
      make("button", { type: "button", class: "small", text, onclick: () => this.ask(seat.seat, chair) });
    if (seat.kind === "bot" && seat.you) return [button(say("Play myself"), { kind: "person" })];
    if (seat.you && this.ask !== NOBODY) return [this.who(seat)];
    if (seat.kind === "bot") {
      return this.owner && seat.present ? [button(say("Hand the seat back"), { kind: "person" })] : [];
    }
    const silent = seat.kind === "empty" || (seat.kind === "person" && !seat.present);
    const level = Object.keys(this.levels).at(-1);
    return this.owner && silent && level ? [button(say("Let a bot play"), { kind: "bot", level })] : [];
  }
}

/** @param {Seat} seat */
function icon(seat) {
  if (seat.kind === "bot") return "house-bot";
  if (seat.kind === "empty") return "house-chair";
  return seat.you || seat.present || seat.present === null ? "house-here" : "house-away";
}
