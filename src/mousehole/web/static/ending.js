/** The end of a game: a kind word, the rating, a title where one was earned, and what to do next. */

import { make, sprite } from "./dom.js";
import { still } from "./motion.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

const SCRAPS = 70;

/** Show how a game ended; `pressed` opens the next one. */
export function ending(frame, { table, seats, pressed, mine }) {
  const { over } = frame,
    won = mine.length ? over.winners.some((seat) => mine.includes(seat)) : over.winners.length > 0;
  const mood = over.drawn ? "even" : won ? "won" : "lost";
  const heading = make("h2", {
    id: "ui-ending",
    text: over.drawn ? say("A draw") : won ? cheer(over, mine, seats) : say("Not this time"),
  });
  const card = make(
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
  document.body.append(card);
  card.addEventListener("close", () => card.remove());
  card.showModal();
  sound(won ? "win" : "lose");
  if (won && !still()) confetti(card);
  return card;
}

function cheer(over, mine, seats) {
  if (mine.length || over.winners.length > 1) return say("You win!");
  return say("{name} wins!", { name: seats.name(over.winners[0]) });
}

/** Offer the next game. */
export function again(over, pressed) {
  const words = over.onward ? say("Go on") : say("Play again");
  return make("button", { type: "button", class: "large primary", text: words, onclick: pressed, autofocus: true });
}

/** Offer to look back: as a film, and in hindsight. */
export function looks({ id }) {
  const film = `/table/${id}/replay`;
  return [
    make("a", { class: "large button", href: film, text: say("Watch the game again") }),
    make("a", { class: "large button", href: `${film}?review=1`, text: say("What should we have done?") }),
  ];
}

function buttons(over, table, pressed) {
  const address = `/table/${table.id}`;
  return make(
    "div",
    { class: "ending-actions" },
    over.again ? again(over, pressed) : null,
    ...looks(table),
    over.seed
      ? make("a", { class: "quiet", href: over.check ?? `${address}/check`, text: say("Check the dice") })
      : null,
    make("a", { class: "quiet", href: "/", text: say("Back to the shelf") }),
  );
}

/** Throw scraps of paper: a few shapes that fall and are gone. */
function confetti(card) {
  const box = make("div", { class: "confetti", "aria-hidden": "true" });
  card.append(box);
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
