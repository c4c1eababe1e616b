/** What people may change at a table: its owner nearly everything, a guest may leave it. */

import { make, sprite } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { Seat } from "./seats.js" */
/** @import { TableView, You } from "../wire/wire.d.ts" */

export class Manage {
  /** @param {string} table @param {(text: string) => void} failed tells what could not be done */
  constructor(table, failed) {
    this.failed = failed;
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
    this.element.hidden = false;
    this.element.replaceChildren(
      make("summary", { text: you.owner ? say("Manage the table") : say("Leave the table") }),
      ...(you.owner ? this.owners(table) : [this.leaving(you)]),
    );
  }

  /** What owners may do with the table; the rest stands at the name of each person. @param {TableView} table */
  owners(table) {
    const { chat, hints, muted = [], shared, stand_in } = table.options;
    const quiet = muted.includes("watch");
    const watchers = quiet ? say("Let spectators chat") : say("Only players may chat");
    return [
      this.form(chat ? say("Turn the chat off") : say("Turn the chat on"), { do: "chat", ...turned(chat) }),
      ...(chat ? [this.form(watchers, { do: "mute", who: "watch", ...turned(quiet) })] : []),
      this.form(hints ? say("Turn hints off") : say("Turn hints on"), { do: "hints", ...turned(hints) }),
      ...(shared ? [this.form(standIn(stand_in), { do: "stand_in", ...turned(stand_in) })] : []),
      this.form(say("Delete this table"), { do: "delete" }, say("Delete this table and its game for everybody?")),
    ];
  }

  /** Whether something may be done about who sits there, also while a bot plays for them. @param {Seat} seat */
  may({ kind, kept, you }) {
    return Boolean(this.you?.owner && !you && (kind === "person" || kept));
  }

  /** Ask what to do about somebody at the table: as the table is at this moment. @param {Seat} seat */
  person({ name, seat, face }) {
    const { muted = [], epochs = {} } = this.table?.options ?? {};
    const mute = muted.includes(`seat-${seat}`);
    const whose = { seat, epoch: epochs[`seat-${seat}`] ?? 0 }; // whoever sits there later is not meant
    const dialog = make("dialog", { class: "who person-menu", "aria-labelledby": "person-title" });
    /** @param {string} text @param {string} help @param {Record<string, string | number>} values */
    const way = (text, help, values) => {
      const pressed = () => {
        dialog.close();
        this.send(values);
      };
      const button = make("button", { type: "button", class: "large", text, onclick: pressed });
      return make("li", {}, button, make("p", { class: "help", text: help }));
    };
    const chat = mute ? say("Let {name} chat", { name }) : say("Mute {name}", { name });
    const heard = mute ? say("What they write is seen by all again.") : say("They play on, but cannot write.");
    const watching = say("They may go on watching. Somebody else can sit down.");
    const leaving = say("They have to leave, and their link is no longer valid.");
    const ways = [
      way(chat, heard, { do: "mute", who: `seat-${seat}`, ...turned(mute) }),
      way(say("Free {name}'s seat", { name }), watching, { do: "free", ...whose }),
      way(say("Remove {name}", { name }), leaving, { do: "remove", ...whose }),
    ];
    dialog.append(
      make("h2", { id: "person-title" }, sprite(`house-face-${face}`, "badge face"), name),
      make("ul", { class: "person-ways" }, ways),
      make("button", { type: "button", class: "quiet", text: say("Cancel"), onclick: () => dialog.close() }),
    );
    document.body.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
  }

  /** Have something done; everybody's page hears of it by itself. @param {Record<string, string | number>} values */
  async send(values) {
    const body = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
    const answer = await fetch(this.action, { method: "POST", body, redirect: "manual" }).catch(() => null);
    if (!answer || answer.status >= 400) this.failed(say("That did not work. Please try again in a moment."));
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
