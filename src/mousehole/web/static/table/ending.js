/** The end of a game: a kind word, the rating, a title where one was earned, and what to do next. */

import { still } from "../board/motion.js";
import { staged } from "./tale.js";
import { make, sprite, write } from "../ui/dom.js";
import { sound } from "../ui/sound.js";
import { say } from "../ui/words.js";
import { at } from "../wire/house_line.js";

/** @import { Frame } from "../board/scene.js" */
/** @import { Seats } from "./seats.js" */
/** @import { OverView, PageView, ReviewAnswer, ReviewView, RowView } from "../wire/wire.d.ts" */
/** @import { TrophyNews, TrophyView } from "../wire/wire.d.ts" */

const EVERY = 600; // milliseconds between two questions
const SCRAPS = 70;

/**
 * @typedef {object} Handlers
 * @property {() => void} again this viewer wants to play again
 * @property {() => number | undefined} shown the entry that is shown
 * @property {() => void} changed there is something else to press
 * @property {(text: string) => void} warn something to tell for a while
 */

export class Ending {
  /** @param {string} table @param {Seats} seats @param {Handlers} handlers */
  constructor(table, seats, { again, shown, changed, warn }) {
    this.shown = shown;
    this.table = table;
    this.seats = seats;
    this.changed = changed;
    this.warn = warn;
    this.asked = false; // this viewer wants to play again
    this.leaves = false; // it is on its way there
    this.next = ""; // the address of the group's next game
    /** @type {number | undefined} the entry whose end was shown */
    this.entry = undefined;
    this.again = () => {
      this.asked = true;
      again();
    };
  }

  /** Say how a game ended, a while after its last move was made. @param {Frame} frame @param {number} ms */
  tell({ entry, over, scene }, ms) {
    const mine = over && this.entry !== entry && this.seats.mine.length > 0;
    const earned = mine ? earnedTrophies(this.table) : null, balance = mine ? new LuckAndSkill(this.table) : null;
    earned?.then(({ exact }) => balance?.offer(exact));
    setTimeout(() => {
      if (!over || this.shown() !== entry || this.entry === entry) return;
      this.entry = entry;
      card(over, scene.page ?? null, this, balance);
      this.lead();
      earned?.then(({ list }) => list && document.querySelector("dialog.ending .ending-actions")?.before(list));
      this.changed();
    }, ms);
  }

  /** What can be pressed once the card was shown. @param {Frame} frame */
  buttons({ entry, over }) {
    if (this.entry !== entry) return [];
    const again = over?.again && onwards(this.seats) ? [onward(over, this.again)] : [];
    const won = over?.winners.some((seat) => !this.seats.mine.length || this.seats.seats[seat]?.you) ?? false;
    return [...(this.next ? [toNext(this.next)] : again), ...looks(this.table, won)];
  }

  /** Go on to the next game: at once for whoever asked, by a button for the others. @param {string} address */
  follow(address) {
    if (this.asked) return this.leave(address);
    if (this.next !== address) this.warn(say("The others are playing again."));
    this.next = address;
    this.lead();
    return this.changed();
  }

  /** Leave for the next game, once: it is told by two messages. @param {string} address */
  leave(address) {
    if (!this.leaves) location.assign(at(address));
    this.leaves = true;
  }

  /** Let the card lead to the game that the others have begun, if they have. */
  lead() {
    if (this.next) document.querySelector(".ending-next > button.primary")?.replaceWith(toNext(this.next));
  }
}

/** How much of a finished game was luck and how much skill: at once where exact chances are at hand, else if asked. */
class LuckAndSkill {
  /** @param {string} table */
  constructor(table) {
    this.address = at(`/table/${table}/review.json`);
    this.over = false; // nobody waits for it any more
    this.wished = false; // somebody has asked for it
    this.button = make("button", { type: "button", text: say("Luck or skill?"), onclick: () => this.begin() });
    this.words = make("p", { class: "work-words" });
    const look = { class: "balance", role: "status", tabindex: "-1", "aria-label": say("Luck and skill") };
    this.element = make("div", look, this.words);
  }

  /** Work it out where that is quick, offer it elsewhere. @param {boolean} exact */
  offer(exact) {
    if (exact) this.ask();
    else this.element.replaceChildren(this.button);
  }

  /** Work it out because somebody wants to know. */
  begin() {
    this.wished = true;
    write(this.words, say("Thinking…"));
    this.element.replaceChildren(this.words);
    this.element.focus(); // the button is gone, and the keyboard stays here
    this.ask();
  }

  /** Ask until it is known. */
  async ask() {
    const answer = await fetch(this.address, { headers: { accept: "application/json" } }).catch(() => null);
    /** @type {ReviewAnswer} */
    const told = (await answer?.json().catch(() => null)) ?? {};
    if (this.over) return;
    if (told.review) this.show(told.review);
    else if (told.problem && !this.wished) this.offer(false);
    else {
      write(this.words, told.problem || told.words || "");
      setTimeout(() => this.ask(), told.problem ? 5 * EVERY : EVERY);
    }
  }

  /** @param {ReviewView} review */
  show({ verdict, balance }) {
    const rows = balance.map(({ label, value }) =>
      make("div", { class: "figure" }, make("dt", { text: label }), make("dd", { text: value ?? "" }))
    );
    const sums = make("details", {}, make("summary", { text: say("For experts") }), make("dl", {}, rows));
    this.element.replaceChildren(make("p", { class: "verdict", text: verdict }), sums);
  }

  /** Ask no more. */
  rest() {
    this.over = true;
  }
}

/** @param {OverView} over @param {PageView | null} page @param {Ending} ending @param {LuckAndSkill | null} balance */
function card(over, page, { table, seats, again }, balance) {
  const mine = seats.mine.map(({ seat }) => seat);
  const won = mine.length ? over.winners.some((seat) => mine.includes(seat)) : over.winners.length > 0;
  const mood = over.drawn ? "even" : won ? "won" : "lost";
  const words = over.drawn ? say("A draw") : won ? cheer(over, seats) : say("Not this time");
  const art = sprite(mien(won, won ? over.winners : mine, seats), "ending-art");
  const dialog = make(
    "dialog",
    { class: `ending ${mood}${page ? " staged" : ""}`, "aria-labelledby": "ui-ending" },
    make(
      "form",
      { method: "dialog" },
      make("button", { class: "close", "aria-label": say("Look at the board") }, sprite("house-close")),
    ),
    ...(page ? [] : [art]),
    make(
      "div",
      { class: "ending-body", tabindex: "0", role: "group", "aria-labelledby": "ui-ending" },
      ...(page ? [...finale(page), art] : []),
      make("h2", { id: "ui-ending", text: words }),
      ...said(over, mood === "won", balance),
      ways(over, table, won),
    ),
    over.again && onwards(seats) ? make("div", { class: "ending-next" }, onward(over, again)) : null,
  );
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    balance?.rest();
    dialog.remove();
  });
  dialog.showModal();
  sound(won ? "win" : "lose");
  if (won && !still()) confetti(dialog);
}

/**
 * How it went, in words and numbers.
 * @param {OverView} over @param {boolean} won @param {LuckAndSkill | null} balance
 */
function said(over, won, balance) {
  return [
    make("p", { class: "ending-text", text: over.text }),
    figures(over, won),
    balance?.element,
    over.tale ? make("p", { class: "ending-tale", text: over.tale }) : null,
    over.title ? make("p", { class: "title-won" }, sprite("house-crown"), make("span", { text: over.title })) : null,
  ];
}

/** The numbers of the game, and the stars of whoever won. @param {OverView} over @param {boolean} won */
function figures({ figures: rows = [] }, won) {
  const stars = won ? rows.filter(({ front, meter }) => front && meter) : [];
  const facts = rows.filter(({ front }) => !front).map(({ label, value = "", sprite: art = "" }) => {
    const words = [make("dt", { text: label }), make("dd", { text: value })];
    return make("div", { class: "figure" }, art ? sprite(art, "figure-art") : null, ...words);
  });
  return make("div", { class: "figures" }, ...stars.map(starry), facts.length ? make("dl", {}, facts) : null);
}

/** @param {RowView} row */
function starry({ label, value = "", meter }) {
  const [n, most] = meter ?? [0, 0];
  const signs = Array.from({ length: most }, (_, star) => sprite("house-seat-star", star < n ? "star" : "star empty"));
  return make("p", { class: "stars", role: "img", "aria-label": `${label}: ${value}` }, signs);
}

/**
 * Who is drawn above the words: a cat for a cat, a mouse for a mouse.
 * @param {boolean} won @param {number[]} whose @param {Seats} seats
 */
function mien(won, whose, { seats }) {
  const cats = whose.some((seat) => seats[seat]?.face === "cat") ? "-cat" : "";
  return (won ? "house-cheer" : "house-comfort") + cats;
}

/** The last page of a tale: where it ended. @param {PageView} page */
function finale(page) {
  const place = make("div", { class: "tale-picture" }, staged(page));
  return [make("p", { class: "ending-chapter", text: page.title }), place];
}

/** @param {OverView} over @param {Seats} seats */
function cheer(over, seats) {
  if (seats.mine.length) return say("You win!");
  if (over.winners.length === seats.seats.length) return say("Won!");
  return say("{name} wins!", { name: seats.name(over.winners[0]) });
}

/** Whether this viewer may begin the next game. @param {Seats} seats */
function onwards(seats) {
  return seats.mine.length > 0 || seats.owner;
}

/** Offer the next game. @param {OverView} over @param {() => void} pressed */
function onward(over, pressed) {
  const words = over.onward ? say("Go on") : say("Play again");
  return make("button", { type: "button", class: "large primary", text: words, onclick: pressed, autofocus: true });
}

/** Lead to the game that the others have begun. @param {string} address */
function toNext(address) {
  return make("a", { class: "large button primary", href: address, text: say("To the next game") });
}

/** Offer to look back: in hindsight, and as a film. @param {string} table @param {boolean} won */
function looks(table, won) {
  const film = `/table/${table}/replay`, ask = won ? say("Could we have done better?") : say("What could we try?");
  return [
    make("a", { class: "large button", href: `${film}?review=1`, text: ask }),
    make("a", { class: "large button", href: film, text: say("Watch the game again") }),
  ];
}

/** Where one may go from here. @param {OverView} over @param {string} table @param {boolean} won */
function ways(over, table, won) {
  return make(
    "div",
    { class: "ending-actions" },
    ...looks(table, won),
    over.campaign ? make("a", { class: "quiet", href: over.campaign, text: say("The campaign") }) : null,
    over.seed
      ? make("a", { class: "quiet", href: over.check ?? `/table/${table}/check`, text: say("Check the dice") })
      : null,
    make("a", { class: "quiet", href: "/album", text: say("Family album") }),
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

/**
 * Ask what a game has earned this viewer, how it went beside the best one, and whether its exact chances are at hand.
 * @param {string} table @returns {Promise<{ list: HTMLElement | null, exact: boolean }>}
 */
async function earnedTrophies(table) {
  const answer = await fetch(at(`/table/${table}/trophies.json`)).catch(() => null);
  if (!answer?.ok) return { list: null, exact: false };
  /** @type {TrophyNews} */
  const { trophies, best = "", exact = false, week = "" } = await answer.json();
  const list = trophies.length ? make("ul", { class: "laurels" }, trophies.map(medal)) : null;
  const beside = best ? make("p", { class: "ending-best", text: best }) : null;
  const words = say("How did the others do?");
  const others = week ? make("a", { class: "button primary others", href: at(week), text: words }) : null;
  return { list: list || beside || others ? make("div", {}, beside, list, others) : null, exact };
}

/** @param {TrophyView} trophy */
function medal({ name, words, sprite: picture }) {
  return make(
    "li",
    {},
    make("span", { class: "medal", "aria-hidden": "true" }, sprite(picture)),
    make("strong", { text: name }),
    make("span", { text: words }),
  );
}
