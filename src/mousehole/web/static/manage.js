/** What the owner of a table may do: take a seat away, turn the chat off or on, delete the table. */

import { make } from "./dom.js";
import { say } from "./words.js";

/** @import { TableView, You } from "./types/wire.d.ts" */

export class Manage {
  /** @param {string} table */
  constructor(table) {
    this.action = `/table/${table}/owner`;
    this.element = make("details", { class: "manage", hidden: true });
  }

  /** Offer what fits the table as it is. @param {TableView} table @param {You} you */
  show(table, you) {
    const taken = table.seats.filter((seat) => seat.kind === "person" && !seat.you);
    this.element.hidden = !you.owner;
    this.element.replaceChildren(
      make("summary", { text: say("Manage the table") }),
      ...taken.map(({ name, seat }) => this.form(say("Free {name}'s seat", { name }), { do: "remove", seat })),
      this.form(table.options.chat ? say("Turn the chat off") : say("Turn the chat on"), { do: "chat" }),
      this.form(table.options.hints ? say("Turn hints off") : say("Turn hints on"), { do: "hints" }),
      this.form(say("Delete this table"), { do: "delete" }, say("Delete this table and its game for everybody?")),
    );
  }

  /** @param {string} text @param {Record<string, string | number>} values @param {string} question */
  form(text, values, question = "") {
    const fields = Object.entries(values).map(([name, value]) => make("input", { type: "hidden", name, value }));
    /** @param {Event} event */
    const sure = (event) => question && !confirm(question) && event.preventDefault();
    return make(
      "form",
      { method: "post", action: this.action, onsubmit: sure },
      ...fields,
      make("button", { class: "small", text }),
    );
  }
}
