/** When something was, as people say it. */

import { fact } from "./dom.js";
import { language } from "./words.js";

/** Write into every time on the page how long ago it was. */
export function sayTimes() {
  /** @type {NodeListOf<HTMLElement>} */
  const times = document.querySelectorAll("time[data-time]");
  for (const time of times) time.textContent = ago(Number(fact(time, "time")));
}

/** Say how long ago something was. @param {number} seconds */
function ago(seconds) {
  const past = seconds - Date.now() / 1000;
  const units = /** @type {const} */ ([["day", 86_400], ["hour", 3_600], ["minute", 60]]);
  const [unit, size] = units.find(([, length]) => Math.abs(past) >= length) ?? /** @type {const} */ (["second", 1]);
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(Math.round(past / size), unit);
}
