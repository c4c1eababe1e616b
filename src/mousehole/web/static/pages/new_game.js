/** The form of a new table: numbers by plus and minus, seats that follow the set-up, mistakes told at once. */

import "./plain_page.js";
import { around, fact, make, need, put, write } from "../ui/dom.js";
import { say } from "../ui/words.js";

/** @import { CheckedForm, FieldNote } from "../wire/wire.d.ts" */

/** @type {HTMLFormElement} */
const form = need("form.setup");
/** @type {HTMLElement[]} */
const rows = [...form.querySelectorAll(".seat-row")].filter((row) => row instanceof HTMLElement);
const table = need("fieldset.seats", form);
const INSTEAD = "instead"; // the choice that stands for a board of one's own
const EVERY = 3000; // milliseconds between two looks whether what a level lacks is there by now
let timer = 0;
let asked = 0; // questions so far: only the answer to the newest counts

/** @type {NodeListOf<HTMLInputElement>} */
const numbers = form.querySelectorAll("input[type=number]");
for (const input of numbers) step(input);
/** @type {Set<string | undefined>} the fields that somebody has chosen by hand since the others changed */
const own = new Set();
for (const field of form.querySelectorAll(".has-problem[data-field]")) own.add(field.getAttribute("data-field") ?? "");
form.addEventListener("input", (event) => {
  const field = around(event, "[data-field]")?.dataset.field;
  if (!own.has(field)) own.clear();
  own.add(field);
  swap(event.target);
  seat(event.target);
  seated(players());
  clearTimeout(timer);
  timer = setTimeout(check, 200);
});
for (const row of rows) for (const input of row.querySelectorAll("input:checked")) seat(input);
for (const done of form.querySelectorAll(".seat-done")) done.addEventListener("click", () => rise(null));
document.addEventListener("pointerdown", (event) => rise(around(event, ".seat-row")));
document.addEventListener("keydown", (event) => event.key === "Escape" && rise(null));
document.addEventListener("visibilitychange", again);
setInterval(again, EVERY);
seated(players()); // nothing below them jumps when the answer comes
check();
form.querySelector(".has-problem, .problem")?.scrollIntoView({ block: "center" }); // the form came back

/**
 * Show at the table who was chosen for a seat; whoever has no name to give is seated at once.
 * @param {EventTarget | null} chosen
 */
function seat(chosen) {
  const row = chosen instanceof HTMLInputElement && chosen.type === "radio" ? chosen.closest(".seat-row") : null;
  if (!row || !(chosen instanceof HTMLInputElement)) return;
  const card = need(".chair:has(:checked)", row), bot = chosen.value.startsWith("bot:");
  write(need(".seat-who", row), card.querySelector("b")?.textContent ?? "");
  const plain = row.querySelector(".chair .own-face use"), face = bot ? card.querySelector("use") : plain;
  put(need("summary use", row), "href", face?.getAttribute("href") ?? "");
  row.classList.toggle("free", chosen.value === "link");
  if (bot || chosen.value === "link") rise(null);
}

/** Close what asks who sits where, except at one seat. @param {Element | null} but */
function rise(but) {
  for (const row of rows) {
    if (row === but || !row.hasAttribute("open")) continue;
    const held = row.contains(document.activeElement);
    row.removeAttribute("open");
    if (held) need("summary", row).focus({ preventScroll: true });
  }
}

/** Put a minus before a number and a plus after it. @param {HTMLInputElement} input */
function step(input) {
  /** @param {number} change */
  const by = (change) => {
    if (change > 0) input.stepUp();
    else input.stepDown();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  /** @type {(sign: string, label: string, change: number) => HTMLElement} */
  const button = (sign, label, change) =>
    make("button", { type: "button", text: sign, "aria-label": label, onclick: () => by(change) });
  const box = make("span", { class: "stepper" });
  input.replaceWith(box);
  box.append(button("−", say("Less"), -1), input, button("+", say("More"), 1));
}

/**
 * A board that was drawn takes the place of those on the pictures, until one of these is chosen.
 * @param {EventTarget | null} changed
 */
function swap(changed) {
  if (!(changed instanceof HTMLInputElement)) return;
  /** @type {NodeListOf<HTMLElement>} */
  const others = form.querySelectorAll("[data-replaces]");
  for (const other of others) {
    /** @type {HTMLTextAreaElement} */
    const text = need("textarea", other);
    if (changed.name === fact(other, "replaces")) kept(text, changed.value === INSTEAD);
  }
}

/** Lay a board of one's own aside, or take it up again. @param {HTMLTextAreaElement} text @param {boolean} wanted */
function kept(text, wanted) {
  if (text.value) text.dataset.kept = text.value;
  text.value = wanted ? text.dataset.kept ?? "" : "";
}

/** Ask the server which seats this set-up has, and what is wrong with it. */
async function check() {
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form))); // this form has no files
  const number = asked += 1;
  const answer = await fetch(fact(form, "check"), { method: "POST", body }).catch(() => null);
  if (!answer?.ok) {
    if (number === asked) timer = setTimeout(check, EVERY); // refused as too fast, or no line: it may pass
    return;
  }
  /** @type {CheckedForm} */
  const { seats, faces, problems } = await answer.json();
  if (number !== asked) return;
  seated(seats.length || players(), seats, faces);
  /** @type {NodeListOf<HTMLElement>} */
  const fields = form.querySelectorAll("[data-field]");
  for (const field of fields) tell(field, problems.filter((problem) => problem.field === fact(field, "field")));
  const wrong = problems.find((problem) => problem.mend.length && !own.has(problem.field));
  if (wrong) mend(wrong);
}

/** How many play, as far as this form knows. */
function players() {
  return Number(new FormData(form).get("players")) || rows.length;
}

/**
 * Show the seats that play, under their names and faces where known.
 * @param {number} many @param {string[]} seats @param {string[]} faces
 */
function seated(many, seats = [], faces = []) {
  table.style.setProperty("--seats", String(many));
  rows.forEach((row, n) => {
    row.style.setProperty("--seat", String(n));
    show(row, n < many, seats[n], faces[n]);
  });
  offered(many);
}

/** Offer seats to choose from only as far as they play; one alone is no choice. @param {number} many */
function offered(many) {
  /** @type {NodeListOf<HTMLElement>} */
  const fields = form.querySelectorAll("[data-seats]");
  for (const field of fields) {
    /** @type {HTMLSelectElement} */
    const select = need("select", field);
    const options = [...select.options].filter((option) => option.value !== "");
    options.forEach((option, n) => (option.hidden = option.disabled = n >= many));
    if (Number(select.value) >= many) select.selectedIndex = 0;
    field.hidden = many < 2;
  }
}

/** Answer a field as it would be right. @param {FieldNote} problem */
function mend({ field, mend: right }) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const boxes = form.querySelectorAll(`[data-field="${field}"] .portrait input`);
  const wrong = [...boxes].filter((box) => box.checked !== right.includes(box.value));
  if (!wrong.length) return;
  for (const box of wrong) box.checked = !box.checked;
  own.clear();
  check();
}

/** Look again while something is noted about the seats: it may pass, as when a board has been solved elsewhere. */
function again() {
  if (!document.hidden && form.querySelector("[data-field=chairs] .notice")) check();
}

/**
 * Show the row of a seat under its name and face, or hide it.
 * @param {HTMLElement} row @param {boolean} used @param {string} [name] @param {string} [face]
 */
function show(row, used, name, face) {
  row.hidden = !used;
  delete row.dataset.spare;
  if (used && name !== undefined) write(need(".seat-title", row), name);
  const bot = row.querySelector(".chair input[value^='bot:']:checked"); // which shows its own
  for (const use of face ? row.querySelectorAll(`${bot ? ".chair " : ""}.own-face use`) : []) {
    put(use, "href", String(use.getAttribute("href")).replace(/#.*/, `#house-face-${face}`));
  }
}

/** Offer to answer a field as it would be right. @param {FieldNote} problem */
function mender(problem) {
  /** @type {(value: string) => string} */
  const called = (value) => form.querySelector(`.portrait input[value="${value}"] ~ span b`)?.textContent ?? value;
  const words = say("Take {names}", { names: problem.mend.map(called).join(", ") });
  return make("button", { type: "button", class: "small mend", text: words, onclick: () => mend(problem) });
}

/** @param {HTMLElement} field @param {FieldNote[]} problems */
function tell(field, problems) {
  const words = problems.map(({ text }) => text).join("\n");
  if (words === field.dataset.told) return; // nobody is told twice
  field.dataset.told = words;
  for (const old of field.querySelectorAll(".problem, .notice, .mend")) old.remove();
  const notes = problems.map(({ text, notice }, n) =>
    make("p", { class: notice ? "notice" : "problem", role: "status", text, id: `${fact(field, "field")}-${n}` })
  );
  field.append(...notes, ...problems.filter(({ mend: right }) => right.length).slice(0, 1).map(mender));
  const wrong = problems.some(({ notice }) => !notice);
  const control = field.querySelector("[role=radiogroup], input, select, textarea");
  field.classList.toggle("has-problem", wrong);
  if (!control) return;
  put(control, "aria-invalid", wrong ? "true" : null);
  const ids = [...field.querySelectorAll(".help, .problem, .notice")].map(({ id }) => id).join(" ");
  put(control, "aria-describedby", ids || null);
}
