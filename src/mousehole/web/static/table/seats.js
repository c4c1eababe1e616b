/** Who sits where: name, face, kind, presence, whose turn it is; a bot may stand in for somebody who is away. */

import { badge, ownerMark, useFaces } from "../ui/badge.js";
import { make, put, remember, sprite, write } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { Chair, SeatView, TurnView } from "../wire/wire.d.ts" */
/** @typedef {Omit<SeatView, "team" | "present" | "face"> & { face?: string, present?: boolean | null }} Seat */
/** @typedef {{ may: (seat: Seat) => boolean, person: (seat: Seat) => void }} Menu what can be done about a person */
/** @typedef {Record<string, string>} Levels what the levels of bots are called */
/** @typedef {{ seats: Seat[], turn: TurnView, owner: boolean, levels: Levels, spectators: number }} Told */

const LONGEST_NAME = 24; // letters of a name
const ABSENT = 21_000; // milliseconds after which a bot is offered; the server asks for twenty seconds
const NOBODY = () => {}; // nobody hears what is asked: a replay

export class Seats {
  /**
   * `ask` hears who shall sit in a seat, `changed` that somebody came, went or is to move.
   * @param {(seat: number, chair: Chair) => void} ask @param {() => void} changed
   */
  constructor(ask = NOBODY, changed = () => {}) {
    this.ask = ask;
    this.changed = changed;
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
    /** @type {Menu | null} */
    this.menu = null;
  }

  /** Show the seats, who is to move, and what the owner may change. @param {Partial<Told>} told */
  show(told) {
    const { seats, turn, owner, levels, spectators } = { ...this, ...told };
    Object.assign(this, { seats, turn, owner, levels, spectators });
    useFaces(seats.map(({ face }) => face));
    this.list.replaceChildren(...seats.map((seat) => this.row(seat)));
    this.watching.textContent = spectators
      ? say("{n} person is watching", { n: spectators }, "{n} people are watching")
      : "";
    this.changed();
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
    const line = this.named(seat);
    const mark = this.owns(seat) && ownerMark();
    const kind = make("span", { class: "seat-kind" }, sprite(icon(seat)), this.kind(seat), mark);
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

  /** The name of who sits there; where something can be done about them, a press on it says what. @param {Seat} seat */
  named(seat) {
    if (!this.menu?.may(seat)) return make("span", { class: "seat-name", text: seat.name });
    const open = () => this.menu?.person(this.seats[seat.seat] ?? seat);
    const look = { type: "button", class: "seat-name seat-menu", "aria-haspopup": "dialog", onclick: open };
    return make("button", look, seat.name, make("span", { class: "unseen", text: ` – ${say("mute or remove")}` }));
  }

  /** Whether to mark a seat as the owner's: only where somebody else could pass for one. @param {Seat} seat */
  owns(seat) {
    return seat.kind === "person" && seat.owner && this.seats.some(({ kind, owner }) => kind === "person" && !owner);
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
  identity(seat) {
    const open = () => askWho(seat, (chair) => this.ask(seat.seat, chair));
    return make("button", { type: "button", class: "small", text: say("Your name and mouse"), onclick: open });
  }

  /** @param {Seat} seat */
  choices(seat) {
    /** @type {(text: string, chair: Chair) => HTMLElement} */
    const button = (text, chair) =>
      make("button", { type: "button", class: "small", text, onclick: () => this.ask(seat.seat, chair) });
    if (seat.kind === "bot" && seat.you) return [button(say("Play myself"), { kind: "person" })];
    if (seat.you && this.ask !== NOBODY) return [this.identity(seat)];
    if (seat.kind === "bot") {
      return this.owner && seat.present ? [button(say("Hand the seat back"), { kind: "person" })] : [];
    }
    const silent = seat.kind === "empty" || (seat.kind === "person" && !seat.present);
    const level = Object.keys(this.levels).at(-1);
    return this.owner && silent && level ? [button(say("Let a bot play"), { kind: "bot", level })] : [];
  }
}

/**
 * What a press on the card of a seat changes: a companion takes it over, or is relieved.
 * @param {Seats} seats @param {number | null | undefined} number
 */
export function handing(seats, number) {
  const seat = typeof number === "number" ? seats.seats[number] : undefined, level = Object.keys(seats.levels).at(-1);
  if (!seat?.you || !level) return null;
  const bot = seat.kind === "bot", text = bot ? say("Play {name} myself", { name: seat.name }) : say("Let a bot play");
  return { text, press: () => seats.ask(seat.seat, bot ? { kind: "person" } : { kind: "bot", level }) };
}

/** Somebody is away, or was: a bot is offered in the place of one, and the seat to the other who is back. */
export class Absence {
  /** @param {Seats} seats */
  constructor(seats) {
    this.seats = seats;
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
    const { mine } = this.seats, replaced = turn?.kind !== "over" && mine.every(({ kind }) => kind === "bot");
    const own = replaced ? mine[0] : undefined; // a companion beside one's own mice needs no word
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
    }, ABSENT);
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
    this.button.onclick = () => this.seats.ask(seat, chair);
    this.element.hidden = false;
  }
}

/** The faces to choose from, in words for those who do not see them. @returns {Record<string, string>} */
function faces() {
  return {
    bow: say("a mouse with a red bow"),
    cap: say("a mouse with a blue cap"),
    leaf: say("a mouse with a leaf"),
    glasses: say("a mouse with glasses"),
    scarf: say("a mouse with a scarf"),
    flower: say("a mouse with a flower"),
    hat: say("a mouse with a tall hat"),
    cat: say("a cat"),
  };
}

/** Ask for a name and a face. @param {Seat} seat @param {(chair: Chair) => void} chosen */
function askWho(seat, chosen) {
  const name = make("input", { type: "text", id: "who-name", maxlength: LONGEST_NAME, value: seat.name });
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", { id: "who-title", text: say("Your name and mouse") }),
    make("label", { for: "who-name", text: say("Your name") }),
    name,
    make("fieldset", { class: "faces" }, make("legend", { text: say("Your face") }), ...portraits(seat.face)),
    make(
      "div",
      { class: "dialog-buttons" },
      make("button", { class: "large primary", value: "take", text: say("That's me") }),
      make("button", { class: "large", value: "", formnovalidate: true, text: say("Cancel") }),
    ),
  );
  const dialog = make("dialog", { class: "who", "aria-labelledby": "who-title" }, form);
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue !== "take") return;
    const face = String(new FormData(form).get("face") ?? ""), typed = name.value.trim();
    const own = typed === seat.name ? "" : typed; // what a seat is called is no name of one's own
    if (own) remember("name", own);
    remember("face", face);
    chosen({ kind: "person", name: own, face });
  });
  dialog.showModal();
  name.select();
}

/** @param {string | undefined} chosen */
function portraits(chosen) {
  return Object.entries(faces()).map(([value, words]) => {
    const input = make("input", { type: "radio", name: "face", value, "aria-label": words, checked: value === chosen });
    return make("label", {}, input, sprite(`house-face-${value}`, "face"));
  });
}

/** @param {Seat} seat */
function icon(seat) {
  if (seat.kind === "bot") return "house-bot";
  if (seat.kind === "empty") return "house-chair";
  return seat.you || seat.present || seat.present === null ? "house-here" : "house-away";
}
