/** The form of a new table: numbers by plus and minus, seats that follow the set-up, mistakes told at once. */

import { make, put, write } from "./dom.js";
import "./pages.js";
import { badge } from "./seats.js";
import { say } from "./words.js";

const form = document.querySelector("form.setup");
const rows = [...form.querySelectorAll(".seat-row")];
const EVERY = 3000; // milliseconds between two looks whether what a level lacks is there by now
let timer = 0;

for (const input of form.querySelectorAll("input[type=number]")) step(input);
rows.forEach((row, seat) => row.querySelector("label").prepend(badge(seat)));
form.addEventListener("input", () => {
  names();
  clearTimeout(timer);
  timer = setTimeout(check, 200);
});
document.addEventListener("visibilitychange", again);
setInterval(again, EVERY);
names();
check();
form.querySelector(".has-problem, .problem")?.scrollIntoView({ block: "center" }); // the form came back

/** Put a minus before a number and a plus after it. */
function step(input) {
  const by = (change) => {
    if (change > 0) input.stepUp();
    else input.stepDown();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const button = (sign, label, change) =>
    make("button", { type: "button", text: sign, "aria-label": label, onclick: () => by(change) });
  const box = make("span", { class: "stepper" });
  input.replaceWith(box);
  box.append(button("−", say("Less"), -1), input, button("+", say("More"), 1));
}

/** A bot and a seat by a link bring their own names. */
function names() {
  for (const row of rows) {
    const chair = row.querySelector("select").value;
    row.classList.toggle("nameless", chair.startsWith("bot") || chair === "link");
  }
}

/** Ask the server which seats this set-up has, and what is wrong with it. */
async function check() {
  const answer = await fetch(`${form.dataset.check}`, { method: "POST", body: new URLSearchParams(new FormData(form)) })
    .catch(() => null);
  if (!answer?.ok) return;
  const { seats, problems } = await answer.json();
  const many = seats.length || Number(form.elements.namedItem("players")?.value) || rows.length;
  rows.forEach((row, n) => seat(row, n < many ? seats[n] ?? row.querySelector(".seat-title").textContent : undefined));
  for (const field of form.querySelectorAll("[data-field]")) {
    tell(
      field,
      problems.filter((problem) => problem.field === field.dataset.field),
    );
  }
}

/** Look again while something is noted about the seats: it may pass, as when a board has been solved elsewhere. */
function again() {
  if (!document.hidden && form.querySelector("[data-field=chairs] .notice")) check();
}

function seat(row, name) {
  row.hidden = name === undefined;
  if (name === undefined) return;
  write(row.querySelector(".seat-title"), name);
}

function tell(field, problems) {
  const words = problems.map(({ text }) => text).join("\n");
  if (words === field.dataset.told) return; // nobody is told twice
  field.dataset.told = words;
  for (const old of field.querySelectorAll(".problem, .notice")) old.remove();
  const notes = problems.map(({ text, notice }, n) =>
    make("p", { class: notice ? "notice" : "problem", role: "status", text, id: `${field.dataset.field}-${n}` })
  );
  field.append(...notes);
  const wrong = problems.some(({ notice }) => !notice), control = field.querySelector("input, select, textarea");
  field.classList.toggle("has-problem", wrong);
  put(control, "aria-invalid", wrong ? "true" : null);
  const ids = [...field.querySelectorAll(".help, .problem, .notice")].map(({ id }) => id).join(" ");
  put(control, "aria-describedby", ids || null);
}
