/** Companions play a chapter in the background, and this tells how it goes. */

import { choice } from "./fields.js";
import { make, write } from "../ui/dom.js";
import { language, say } from "../ui/words.js";

/** @import { WorkshopPack } from "./pack.js" */
/** @typedef {Record<string, number>} Counts */
/**
 * @typedef {object} Tried
 * @property {boolean} running
 * @property {number} done
 * @property {number} of
 * @property {[number, number, number] | null} share low, middle, high
 * @property {Counts} pages
 * @property {Counts} fell
 * @property {Record<string, Counts>} entered
 * @property {Counts} cards
 * @property {Record<string, Record<string, { chosen: number, won: number }>>} answers
 * @property {Counts} endings
 * @property {string} [problem]
 */

const LATER = 600; // milliseconds between two looks

export class Trying {
  /** @param {WorkshopPack} pack @param {{ heat: (entered: Record<string, Counts> | null) => void }} around */
  constructor(pack, around) {
    this.pack = pack;
    this.around = around;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {Tried | null} */
    this.tried = null;
    this.chapter = choice(say("Chapter"), []);
    this.level = choice(say("Companions"), [
      ["medium", say("medium")],
      ["strong", say("strong")],
    ]);
    this.games = choice(
      say("Games"),
      ["20", "100", "300"].map((n) => [n, n]),
    );
    this.button = make("button", {
      type: "button",
      class: "primary",
      text: say("Let companions play"),
      onclick: () => this.begin(),
    });
    this.bar = make("progress", { max: 1, value: 0, hidden: true, "aria-label": say("Games that are over") });
    this.status = make("p", { class: "trying-status", role: "status" });
    this.heat = make("input", { type: "checkbox", onchange: () => this.heated() });
    this.heatLabel = make("label", { class: "tick", hidden: true }, this.heat, say("Show on the tile where mice go"));
    this.results = make("div", { class: "trying-results" });
    this.element = make(
      "div",
      { class: "trying" },
      this.chapter.element,
      make("div", { class: "form-row" }, this.level.element, this.games.element),
      this.button,
      this.bar,
      this.status,
      this.heatLabel,
      this.results,
    );
  }

  show() {
    const playable = this.pack.state.chapters.filter((one) => one.playable);
    this.chapter.offer(playable.map(({ id, name }) => [id, name || id]));
    this.button.disabled = !playable.length;
    if (!this.tried) write(this.status, playable.length ? "" : say("A chapter without mistakes can be tried here."));
  }

  async begin() {
    await this.pack.sending;
    this.button.disabled = true;
    write(this.status, say("Here we go …"));
    const asked = {
      chapter: this.chapter.select.value,
      level: this.level.select.value,
      games: Number(this.games.select.value),
      seed: "workshop",
    };
    const told = await this.pack.post("/try", asked);
    if (!told || told.problem) {
      this.button.disabled = false;
      write(this.status, told?.problem ?? "");
      return;
    }
    this.look();
  }

  async look() {
    clearTimeout(this.timer);
    const tried = /** @type {Tried | null} */ (await this.pack.ask("/try"));
    if (tried) this.tell(tried);
    if (!tried || tried.running) this.timer = setTimeout(() => this.look(), LATER);
    else this.button.disabled = false;
  }

  /** @param {Tried} tried */
  tell(tried) {
    this.tried = tried;
    this.bar.hidden = !tried.running;
    this.bar.max = tried.of || 1;
    this.bar.value = tried.done;
    if (tried.problem) write(this.status, tried.problem);
    else write(this.status, won(tried));
    this.heatLabel.hidden = !Object.keys(tried.entered ?? {}).length;
    const { cards = {}, answers = {}, endings = {}, fell = {} } = tried;
    this.results.replaceChildren(
      ...bars(say("On which page the games end"), tried.pages ?? {}, (page) => say("page {n}", { n: page })),
      ...bars(say("Where mice fall"), fell, (place) => this.place(place)),
      ...bars(say("Cards that were drawn"), cards, (card) => this.called("encounters", card)),
      ...Object.entries(answers).flatMap(([question, given]) =>
        bars(
          this.asked(question)?.name ?? question,
          Object.fromEntries(Object.entries(given).map(([answer, { chosen }]) => [answer, chosen])),
          (answer) =>
            say("{answer} ({n} won)", {
              answer: this.asked(question)?.answers?.[answer]?.words ?? answer,
              n: given[answer].won,
            }),
        ),
      ),
      ...bars(say("Endings"), endings, (ending) => ending),
    );
    if (this.heat.checked) this.heated();
  }

  heated() {
    this.around.heat(this.heat.checked ? (this.tried?.entered ?? null) : null);
  }

  /** @param {string} kind @param {string} name */
  called(kind, name) {
    return this.pack.read(kind, [name])?.name ?? name;
  }

  /** A space and its side: h1a/c2. @param {string} place */
  place(place) {
    const [side, space] = place.split("/");
    return space ? `${this.called("tiles", side)}, ${space}` : place;
  }

  /** @param {string} question */
  asked(question) {
    const chapters = Object.values(this.pack.state.files.chapters ?? {});
    return chapters.map((chapter) => chapter.questions?.[question]).find(Boolean);
  }
}

/** @param {Tried} tried */
function won({ done, of, share, running }) {
  const percent = new Intl.NumberFormat(language, { style: "percent" });
  if (!share || !done) return say("{done} of {of} games", { done, of });
  const [low, middle, high] = share.map((one) => percent.format(one));
  const told = say("{share} of {n} games won; in the long run {low} to {high}.", { share: middle, n: done, low, high });
  return running ? `${say("{done} of {of} games", { done, of })}. ${told}` : told;
}

/** Counts as bars. @param {string} label @param {Counts} counts @param {(name: string) => string} called */
function bars(label, counts, called) {
  const rows = Object.entries(counts),
    most = Math.max(1, ...rows.map(([, n]) => n));
  if (!rows.length) return [];
  return [
    make("h3", { text: label }),
    make(
      "ul",
      { class: "trying-bars" },
      ...rows.map(([name, n]) => {
        const row = make("li", {}, make("span", { text: called(name) }), make("b", { text: String(n) }));
        row.style.setProperty("--share", String(n / most));
        return row;
      }),
    ),
  ];
}
