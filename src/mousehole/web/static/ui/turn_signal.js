/** Whose turn it is, told to somebody who looks elsewhere: in the title, in the icon, and by a notice if wished. */

import { make, put, recall, remember, write } from "./dom.js";
import { subscribe, unsubscribe } from "./push.js";
import { say } from "./words.js";
import { at } from "../wire/house_line.js";

const WISH = "notices"; // what this browser remembers
const able = "Notification" in globalThis;
let waiting = false; // somebody has been told, and has not moved since

/**
 * Show in the tab whether a game waits for this browser.
 * @param {boolean} mine @param {string} title @param {string} what
 */
export function signal(mine, title, what = title) {
  document.title = mine ? `● ${say("Your turn")} · ${title}` : title;
  const icon = document.querySelector('link[rel="icon"]');
  if (icon) put(icon, "href", at(mine ? "/icon-turn.svg" : "/icon.svg"));
  if (mine !== waiting) (mine ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.())?.catch(() => null);
  if (mine && !waiting && document.hidden) notify(what);
  waiting = mine;
}

/** A button that asks for notices, or for no more of them; a browser that has none gets no button. */
export function noticeButton() {
  const never = !able || Notification.permission === "denied";
  const button = make("button", { type: "button", class: "small notices", hidden: never });
  const draw = () => {
    put(button, "aria-pressed", String(wished()));
    write(button, say("Tell me when it is my turn"));
  };
  button.addEventListener("click", async () => {
    const wish = !wished() && (await Notification.requestPermission()) === "granted";
    remember(WISH, wish);
    (wish ? subscribe() : unsubscribe()).catch(() => null); // where there is no push service, an open page tells
    button.hidden = Notification.permission === "denied";
    draw();
  });
  draw();
  if (wished()) subscribe().catch(() => null); // its address may have changed
  return button;
}

function wished() {
  return able && Notification.permission === "granted" && recall(WISH, false);
}

/** @param {string} title */
function notify(title) {
  if (!wished()) return;
  try {
    const look = { body: say("Your turn"), icon: at("/icon-192.png"), tag: location.pathname };
    const notice = new Notification(title, look);
    notice.addEventListener("click", () => {
      window.focus();
      notice.close();
    });
  } catch {
    // a phone that lets only workers give notices
  }
}
