/** The form of a new table: rows of seats come and go with the number of players. */

import "./pages.js";

const form = document.querySelector("form.setup");
const players = form?.querySelector("[name=players]");
const rows = [...(form?.querySelectorAll(".seat-row") ?? [])];

function seats() {
  const count = Number(players.value) || rows.length;
  rows.forEach((row, n) => {
    row.hidden = n >= count;
    for (const field of row.querySelectorAll("input, select")) field.disabled = n >= count;
  });
}

/** A bot and a free seat need no name. */
function names() {
  for (const row of rows) {
    const chair = row.querySelector("select")?.value ?? "";
    row.classList.toggle("nameless", chair.startsWith("bot") || chair === "link");
  }
}

if (players) {
  players.addEventListener("input", seats);
  seats();
}
form?.addEventListener("change", names);
if (form) names();
