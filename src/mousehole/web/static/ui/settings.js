/** What each viewer sets for this browser, at any table: language, sounds, pace, light or dark. */

import { make, put, recall, redraw, remember, sprite } from "./dom.js";
import { audible, hush, setVibration, setVolume, sound, vibrates, volume } from "./sound.js";
import { say } from "./words.js";

/** @import { Channel } from "./sound.js" */
/** @typedef {{ value: string, text: string }} Choice */
/**
 * @typedef {object} Pace
 * @property {number} hold milliseconds a frame stands at least
 * @property {number} speed how fast things move
 * @property {number} most so much faster at most when frames wait
 * @property {number} far frames behind from which on motions are left out
 * @property {number} moment milliseconds before dice fall by themselves
 * @property {number} finale milliseconds between the last move and the words about the end
 * @property {number} read milliseconds a page lies open by itself; endless where it waits for its reader
 */
/** @type {Record<string, Pace>} */
export const PACES = {
  slow: { hold: 1400, speed: 0.6, most: 1, far: Infinity, moment: 1400, finale: 2600, read: Infinity },
  normal: { hold: 420, speed: 1, most: 1.8, far: 60, moment: 650, finale: 1800, read: Infinity },
  quick: { hold: 140, speed: 1, most: 4, far: 14, moment: 300, finale: 700, read: 2500 },
  once: { hold: 0, speed: 4, most: 4, far: 0, moment: 0, finale: 0, read: 0 },
};
const NAMES = Object.keys(PACES);

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

/** Make the button of the bar that turns all sound off and on. */
export function speaker() {
  const words = say("Sound"), look = { type: "button", class: "tool speaker", title: words, "aria-label": words };
  const picture = sprite("none", "icon"), button = make("button", look, picture);
  const show = () => {
    redraw(picture, audible() ? "house-sound" : "house-silent");
    put(button, "aria-pressed", String(audible()));
  };
  button.addEventListener("click", () => {
    hush(audible());
    show();
  });
  show();
  return button;
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
  return [
    make("button", shut, sprite("house-close")),
    make("h2", { id: "ui-settings", text: say("Settings") }),
    languages(),
    loudness("effects", say("Sounds")),
    loudness("music", say("Music")),
    matchMedia("(pointer: coarse)").matches && "vibrate" in navigator ? vibration() : "",
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

/** How loud a channel is, from silent to full. @param {Channel} channel @param {string} title */
function loudness(channel, title) {
  const value = String(Math.round(volume(channel) * 100));
  /** @type {HTMLInputElement} */
  const slider = make("input", { type: "range", name: channel, min: 0, max: 100, step: 5, value });
  slider.addEventListener("input", () => setVolume(channel, Number(slider.value) / 100));
  slider.addEventListener("change", () => channel === "effects" && sound("pop"));
  return make("label", { class: "setting level" }, make("span", { text: title }), slider);
}

/** Whether the phone buzzes under a roll or a blow. */
function vibration() {
  /** @type {HTMLInputElement} */
  const box = make("input", { type: "checkbox", name: "vibration", checked: vibrates() });
  box.addEventListener("change", () => setVibration(box.checked));
  return make("label", { class: "setting level" }, make("span", { text: say("Vibrate") }), box);
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

/** The pace this viewer has chosen. */
export function pace() {
  return PACES[chosenPace()];
}

/** The name of the pace this viewer has chosen. */
export function chosenPace() {
  const name = recall("pace", "normal");
  return name in PACES ? name : "normal";
}

/** Go over to a pace. @param {string} name */
export function choosePace(name) {
  remember("pace", name);
}

/** Go over to the next pace; the answer says in words which that is. */
export function nextPace() {
  choosePace(NAMES[(NAMES.indexOf(chosenPace()) + 1) % NAMES.length]);
  return paceWords();
}

/** Say in words which pace is chosen. */
export function paceWords() {
  return say("Pace: {pace}", { pace: paceName(chosenPace()) });
}

/** What a pace is called. @param {string} name */
export function paceName(name) {
  /** @type {Record<string, string>} */
  const words = { slow: say("slow"), normal: say("normal"), quick: say("quick"), once: say("at once") };
  return words[name] ?? name;
}
