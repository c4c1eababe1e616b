/** What who opened a table may do: take a seat away, turn the chat off or on, delete the table. */

import { make } from "./dom.js";
import { say } from "./words.js";

export class Manage {
  constructor(table) {
    this.action = `/table/${table}/owner`;
    this.element = make("details", { class: "manage", hidden: true });
  }

  /** Offer what fits the table as it is. */
  show(table, you) {
    const taken = table.seats.filter((seat) => seat.kind === "person" && !seat.you);
    this.element.hidden = !you.owner;
    this.element.replaceChildren(
      make("summary", { text: say("Manage the table") }),
      ...taken.map((seat) => this.form(say("Free the seat of {name}", seat), { do: "remove", seat: seat.seat })),
      this.form(table.options.chat ? say("Turn the chat off") : say("Turn the chat on"), { do: "chat" }),
      this.form(table.options.hints ? say("Turn hints off") : say("Turn hints on"), { do: "hints" }),
      this.form(say("Delete this table"), { do: "delete" }, say("Delete this table and its game for everybody?")),
    );
  }

  form(text, values, question = "") {
    const fields = Object.entries(values).map(([name, value]) => make("input", { type: "hidden", name, value }));
    const sure = (event) => question && !confirm(question) && event.preventDefault();
    return make(
      "form",
      { method: "post", action: this.action, onsubmit: sure },
      ...fields,
      make("button", { class: "small", text }),
    );
  }
}
