/** The end of a game: a kind word, the rating, a title where one was earned, and what to do next. */

import { make, sprite } from "./dom.js";
import { still } from "./motion.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

/** @import { Seats } from "./seats.js" */
/** @import { OverView } from "./types/wire.d.ts" */

const SCRAPS = 70;

/**
 * @typedef {object} Hears
 * @property {() => void} again this viewer wants to play again
 * @property {() => void} changed there is something else to press
 * @property {(text: string) => void} warn something to tell for a while
 */

export class Ending {
  /** @param {string} table @param {Seats} seats @param {Hears} hears */
  constructor(table, seats, { again, changed, warn }) {
    this.table = table;
    this.seats = seats;
    this.changed = changed;
    this.warn = warn;
    this.asked = false; // this viewer wants to play again
    this.next = ""; // the address of the group's next game
    /** @type {number | undefined} the entry whose end was shown */
    this.entry = undefined;
    this.again = () => {
      this.asked = true;
      again();
    };
  }

  /** Show once how a game ended. @param {number} entry @param {OverView} over */
  show(entry, over) {
    if (this.entry === entry) return;
    this.entry = entry;
    card(over, this.table, this.seats, this.again);
  }

  /** What can be pressed once the card is gone. @param {OverView | undefined} over */
  buttons(over) {
    const next = { class: "large button primary", href: this.next, text: say("To the next game") };
    const again = over?.again && this.seats.mine.length ? [onward(over, this.again)] : [];
    return [...(this.next ? [make("a", next)] : again), ...looks(this.table)];
  }

  /** Go on to the next game: at once for whoever asked, by a button for the others. @param {string} address */
  follow(address) {
    if (this.asked) return location.assign(address);
    if (this.next !== address) this.warn(say("The others are playing again."));
    this.next = address;
    return this.changed();
  }
}

/** @param {OverView} over @param {string} table @param {Seats} seats @param {() => void} pressed */
function card(over, table, seats, pressed) {
  const mine = seats.mine.map(({ seat }) => seat);
  const won = mine.length ? over.winners.some((seat) => mine.includes(seat)) : over.winners.length > 0;
  const mood = over.drawn ? "even" : won ? "won" : "lost";
  const heading = make("h2", {
    id: "ui-ending",
    text: over.drawn ? say("A draw") : won ? cheer(over, seats) : say("Not this time"),
  });
  const dialog = make(
    "dialog",
    { class: `ending ${mood}`, "aria-labelledby": "ui-ending" },
    make(
      "form",
      { method: "dialog" },
      make("button", { class: "close", "aria-label": say("Look at the board") }, sprite("house-close")),
    ),
    sprite(won ? "house-cheer" : "house-comfort", "ending-art"),
    heading,
    make("p", { class: "ending-text", text: over.text }),
    over.tale ? make("p", { class: "ending-tale", text: over.tale }) : null,
    over.title ? make("p", { class: "title-won" }, sprite("house-crown"), make("span", { text: over.title })) : null,
    buttons(over, table, pressed),
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  sound(won ? "win" : "lose");
  if (won && !still()) confetti(dialog);
}

/** @param {OverView} over @param {Seats} seats */
function cheer(over, seats) {
  if (seats.mine.length || over.winners.length > 1) return say("You win!");
  return say("{name} wins!", { name: seats.name(over.winners[0]) });
}

/** Offer the next game. @param {OverView} over @param {() => void} pressed */
function onward(over, pressed) {
  const words = over.onward ? say("Go on") : say("Play again");
  return make("button", { type: "button", class: "large primary", text: words, onclick: pressed, autofocus: true });
}

/** Offer to look back: as a film, and in hindsight. @param {string} table */
function looks(table) {
  const film = `/table/${table}/replay`;
  return [
    make("a", { class: "large button", href: film, text: say("Watch the game again") }),
    make("a", { class: "large button", href: `${film}?review=1`, text: say("Could we have done better?") }),
  ];
}

/** @param {OverView} over @param {string} table @param {() => void} pressed */
function buttons(over, table, pressed) {
  return make(
    "div",
    { class: "ending-actions" },
    over.again ? onward(over, pressed) : null,
    ...looks(table),
    over.seed
      ? make("a", { class: "quiet", href: over.check ?? `/table/${table}/check`, text: say("Check the dice") })
      : null,
    make("a", { class: "quiet", href: "/", text: say("Back to the shelf") }),
  );
}

/** Throw scraps of paper: a few shapes that fall and are gone. @param {HTMLElement} dialog */
function confetti(dialog) {
  const box = make("div", { class: "confetti", "aria-hidden": "true" });
  dialog.append(box);
  for (let n = 0; n < SCRAPS; n += 1) {
    const scrap = make("i", { class: `scrap kind-${n % 6}` });
    const from = 10 + Math.random() * 80, drift = (Math.random() - 0.5) * 60, turn = Math.random() * 1400 - 700;
    box.append(scrap);
    scrap.animate(
      [
        { transform: `translate(${from}vw, -8vh) rotate(0deg)`, opacity: 1 },
        { transform: `translate(${from + drift}vw, 105vh) rotate(${turn}deg)`, opacity: 0.9 },
      ],
      {
        duration: 2200 + Math.random() * 2200,
        delay: Math.random() * 900,
        easing: "cubic-bezier(.2,.5,.5,1)",
        fill: "both",
      },
    );
  }
  setTimeout(() => box.remove(), 5600);
}
