/** What people may change at a table: its owner nearly everything, a guest may leave it. */

import { make } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { SeatView, TableView, You } from "../wire/wire.d.ts" */

export class Manage {
  /** @param {string} table */
  constructor(table) {
    this.action = `/table/${table}/owner`;
    this.leave = `/table/${table}/leave`;
    /** @type {TableView | null} */
    this.table = null;
    /** @type {You | null} */
    this.you = null;
    this.element = make("details", { class: "manage", hidden: true });
  }

  /** Offer what fits other options. @param {TableView["options"]} options */
  alter(options) {
    if (this.table && this.you) this.show({ ...this.table, options }, this.you);
  }

  /** Offer what fits the table as it is. @param {TableView} table @param {You} you */
  show(table, you) {
    this.table = table;
    this.you = you;
    const { muted = [] } = table.options;
    const taken = table.seats.filter((seat) => seat.kind === "person" && !seat.you);
    this.element.hidden = false;
    this.element.replaceChildren(
      make("summary", { text: you.owner ? say("Manage the table") : say("Leave the table") }),
      ...(you.owner ? this.owners(table, taken, muted) : [this.leaving(you)]),
    );
  }

  /** What owners may do. @param {TableView} table @param {SeatView[]} taken @param {string[]} muted */
  owners(table, taken, muted) {
    const { chat, hints, shared, stand_in } = table.options;
    const quiet = muted.includes("watch");
    const watchers = quiet ? say("Let spectators chat") : say("Only players may chat");
    return [
      ...taken.flatMap((seat) => this.person(seat, muted.includes(`seat-${seat.seat}`))),
      this.form(chat ? say("Turn the chat off") : say("Turn the chat on"), { do: "chat", ...turned(chat) }),
      ...(chat ? [this.form(watchers, { do: "mute", who: "watch", ...turned(quiet) })] : []),
      this.form(hints ? say("Turn hints off") : say("Turn hints on"), { do: "hints", ...turned(hints) }),
      ...(shared ? [this.form(standIn(stand_in), { do: "stand_in", ...turned(stand_in) })] : []),
      this.form(say("Delete this table"), { do: "delete" }, say("Delete this table and its game for everybody?")),
    ];
  }

  /** @param {SeatView} seat @param {boolean} mute */
  person({ name, seat }, mute) {
    const chat = mute ? say("Let {name} chat", { name }) : say("Mute {name}", { name });
    const sure = say("Remove {name} from the table?", { name });
    const epoch = this.table?.options.epochs?.[`seat-${seat}`] ?? 0; // whoever sits there later is not meant
    return [
      this.form(chat, { do: "mute", who: `seat-${seat}`, ...turned(mute) }),
      this.form(say("Free {name}'s seat", { name }), { do: "free", seat, epoch }),
      this.form(say("Remove {name}", { name }), { do: "remove", seat, epoch }, sure),
    ];
  }

  /** What an owner may do about a spectator who has said something. @param {string} mark */
  spectator(mark) {
    if (!this.you?.owner) return null;
    const mute = this.table?.options.muted?.includes(mark) ?? false;
    return make(
      "span",
      { class: "moderation" },
      this.form(mute ? say("Unmute") : say("Mute"), { do: "mute", who: mark, ...turned(mute) }),
      this.form(say("Remove"), { do: "expel", who: mark }, say("Remove this spectator from the table?")),
    );
  }

  /** What a guest may do. @param {You} you */
  leaving(you) {
    const question = you.seats.length ? say("Leave this table? Your seat becomes free.") : "";
    return this.form(say("Leave for good"), {}, question, this.leave);
  }

  /**
   * @param {string} text @param {Record<string, string | number>} values
   * @param {string} question @param {string} action
   */
  form(text, values, question = "", action = this.action) {
    const fields = Object.entries(values).map(([name, value]) => make("input", { type: "hidden", name, value }));
    /** @param {Event} event */
    const sure = (event) => question && !confirm(question) && event.preventDefault();
    return make(
      "form",
      { method: "post", action, onsubmit: sure },
      ...fields,
      make("button", { class: "small", text }),
    );
  }
}

/** How a switch shall stand after its button was pressed, however often that arrives. @param {boolean} now */
function turned(now) {
  return { to: now ? "off" : "on" };
}

/** @param {boolean} wanted */
function standIn(wanted) {
  return wanted ? say("No bots for whoever is away") : say("Bots for whoever is away");
}
