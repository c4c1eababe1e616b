/** What each viewer sets for this browser, at any table: language, sounds, pace, light or dark. */

import { make, put, recall, remember, sprite } from "./dom.js";
import { choosePace, chosenPace, PACES, paceName } from "./pace.js";
import { audible, hush } from "./sound.js";
import { say } from "./words.js";

/** @typedef {{ value: string, text: string }} Choice */

/** Make the button of the bar that opens the settings; `changed` hears of every choice. @param {() => void} changed */
export function settings(changed = () => {}) {
  const dialog = make("dialog", { class: "settings", "aria-labelledby": "ui-settings" });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  const open = () => {
    dialog.replaceChildren(...rows(dialog, changed));
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
  };
  const words = say("Settings"), look = { type: "button", class: "tool", title: words, "aria-label": words };
  return make("button", { ...look, onclick: open }, sprite("house-settings", "icon"));
}

/** @param {HTMLDialogElement} dialog @param {() => void} changed */
function rows(dialog, changed) {
  const shut = { type: "button", class: "close", "aria-label": say("Close"), onclick: () => dialog.close() };
  const paces = Object.keys(PACES).map((value) => ({ value, text: paceName(value) }));
  const looks = [
    { value: "system", text: say("as the device") },
    { value: "light", text: say("light") },
    { value: "dark", text: say("dark") },
  ];
  const sounds = [{ value: "on", text: say("with sound") }, { value: "off", text: say("silent") }];
  return [
    make("button", shut, sprite("house-close")),
    make("h2", { id: "ui-settings", text: say("Settings") }),
    languages(),
    choices("sound", say("Sounds"), sounds, audible() ? "on" : "off", (value) => hush(value === "off")),
    choices("pace", say("Speed"), paces, chosenPace(), (value) => {
      choosePace(value);
      changed();
    }),
    choices("look", say("Light or dark"), looks, recall("look", "system"), (value) => {
      remember("look", value);
      document.dispatchEvent(new Event("look"));
    }),
  ];
}

/**
 * A row of choices, of which one holds.
 * @param {string} name @param {string} title @param {Choice[]} list @param {string} now
 * @param {(value: string) => void} chosen
 */
function choices(name, title, list, now, chosen) {
  const options = list.map(({ value, text }) => {
    const radio = make("input", { type: "radio", name, value, checked: value === now, onchange: () => chosen(value) });
    return make("label", {}, radio, make("span", { text }));
  });
  return make("fieldset", { class: "setting" }, make("legend", { text: title }), make("div", {}, options));
}

/** The languages of the bar once more: a phone's bar has no room for them. */
function languages() {
  const choice = document.querySelector("form.language select");
  if (!choice) return "";
  const list = [...choice.querySelectorAll("option")].map((option) => {
    const copy = /** @type {HTMLOptionElement} */ (option.cloneNode(true));
    put(copy, "selected", option.hasAttribute("selected"));
    return copy;
  });
  const select = make("select", { name: "language" }, list);
  const submit = () => select.form?.requestSubmit();
  return make(
    "form",
    { class: "setting", method: "post", action: "/language", onchange: submit },
    make("label", {}, make("span", { text: say("Language") }), select),
  );
}
