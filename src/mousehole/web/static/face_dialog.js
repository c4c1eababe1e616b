/** Lets somebody at a table choose another name and another face; the browser remembers both. */

import { make, remember, sprite } from "./dom.js";
import { say } from "./words.js";

/** @import { Seat } from "./seats.js" */
/** @import { Chair } from "./types/wire.d.ts" */

const LONGEST = 24; // letters of a name

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
export function askWho(seat, chosen) {
  const name = make("input", { type: "text", id: "who-name", maxlength: LONGEST, value: seat.name });
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", { id: "who-title", text: say("Name and face") }),
    make("label", { for: "who-name", text: say("Your name") }),
    name,
    make("fieldset", { class: "faces" }, make("legend", { text: say("Your face") }), ...choices(seat.face)),
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
function choices(chosen) {
  return Object.entries(faces()).map(([value, words]) => {
    const input = make("input", { type: "radio", name: "face", value, "aria-label": words, checked: value === chosen });
    return make("label", {}, input, sprite(`house-face-${value}`, "face"));
  });
}
