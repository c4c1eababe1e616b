/** What stands around the board of a live table: prompt, drawers, tools, warnings. */

import { make, put, recall, remember, sprite, write } from "./dom.js";
import { drawer, layout, tool, way } from "./layout.js";
import { Manage } from "./manage.js";
import { shade, toggles } from "./overlay.js";
import { panels } from "./panel.js";
import { prompt } from "./prompt.js";
import { audible, hush, sound } from "./sound.js";
import { say } from "./words.js";

const WARNING = 5_000; // milliseconds a warning stays

export class Front {
  constructor(main, { board, actions, story, seats, chat, hints }, takeBack) {
    Object.assign(this, { main, board, story, seats });
    this.wanted = new Set(recall("zones", []));
    this.prompt = make("div", { class: "prompt" });
    this.zones = make("div", { class: "zones", role: "group", "aria-label": say("Show on the board") });
    this.panels = make("div", { class: "panels", tabindex: "0", role: "group", "aria-label": say("Facts") });
    this.toast = make("div", { class: "toast", role: "alert", hidden: true });
    this.manage = new Manage(main.dataset.table);
    const players = make("div", { class: "players" }, seats.element, this.manage.element);
    const left = [
      drawer("seats", "house-people", say("Players"), players),
      drawer("facts", "house-facts", say("Facts"), this.panels),
    ];
    const right = [
      drawer("moves", "house-moves", say("Moves"), actions.element, actions.more),
      drawer("hints", "house-hint", say("Hints"), hints.element, hints.button),
      drawer("story", "house-story", say("Story"), story.element, story.since),
      drawer("chat", "house-chat", say("Chat"), chat.element),
    ];
    const above = make("div", { class: "above" }, this.prompt, story.last, this.zones);
    this.box = layout({ stage: board.stage, above, below: actions.bar, left, right });
    this.heading = make("h1", { class: "unseen", text: document.title });
    main.replaceChildren(this.heading, this.box, this.lostBanner(), this.toast, story.region);
    this.tools(takeBack);
  }

  /** Show what a welcome tells about the table. */
  greet(table, you) {
    this.title = table.title;
    write(this.heading, table.title);
    this.invite.hidden = !you.owner;
    this.manage.show(table, you);
    this.gather(table);
  }

  /** Chat makes sense where others are. */
  gather({ options = this.options, spectators = 0 }) {
    this.options = options;
    this.box.classList.toggle("alone", !options.shared && !spectators);
    this.box.classList.toggle("hintless", !options.hints);
  }

  /** Tell a frame in words and facts. */
  tell(frame) {
    const mine = Boolean(frame.turn.mine) && frame.turn.kind !== "over";
    prompt(this.prompt, frame);
    panels(this.panels, frame.scene.panels);
    this.zone(frame.scene.zones);
    if (mine && !this.mine && document.hidden) sound("turn");
    this.mine = mine;
    document.title = mine ? `● ${say("Your turn")} · ${this.title}` : this.title;
  }

  /** Show a lost connection at once, and hide it when it is back. */
  lose(gone) {
    this.banner.hidden = !gone;
    this.box.classList.toggle("lost", gone);
  }

  /** Warn for a while. */
  warn(text) {
    write(this.toast, text);
    this.toast.hidden = false;
    clearTimeout(this.warning);
    this.warning = setTimeout(() => (this.toast.hidden = true), WARNING);
  }

  zone(zones) {
    const changed = (key) => {
      if (!this.wanted.delete(key)) this.wanted.add(key);
      remember("zones", [...this.wanted]);
      this.zone(zones);
    };
    this.zones.replaceChildren(...toggles(zones, this.wanted, changed));
    shade(this.board, zones, this.wanted);
  }

  lostBanner() {
    const words = make("span", { text: say("The connection is lost. Trying again…") });
    this.banner = make("div", { class: "banner", role: "status", hidden: true }, sprite("house-plug", "icon"), words);
    return this.banner;
  }

  tools(takeBack) {
    const { game, table } = this.main.dataset;
    this.undo = tool("house-undo", say("Take back"), takeBack, { disabled: true, "aria-keyshortcuts": "Control+Z" });
    this.invite = way("house-link", say("Invite"), `/table/${table}/links`, { hidden: true });
    const near = tool("house-zoom", say("Whole board or nearer"), () => this.board.camera.toggle());
    const help = way("house-help", say("How to play"), `/learn/${game}`, { target: "_blank", rel: "noopener" });
    const tools = make("span", { class: "tools" }, this.undo, near, speaker(), this.invite, help);
    document.querySelector(".bar-nav").prepend(tools);
    addEventListener("keydown", (event) => this.key(event));
  }

  /** Take back as everywhere: Ctrl or Command and Z. */
  key(event) {
    const typing = event.target.closest?.("input, textarea, select, dialog");
    if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey || typing) return;
    event.preventDefault();
    this.undo.click();
  }
}

function speaker() {
  const button = tool("house-mute", say("Sounds"), () => {
    hush(audible());
    draw();
  });
  const draw = () => {
    put(button, "aria-pressed", String(audible()));
    button.replaceChildren(sprite(audible() ? "house-sound" : "house-mute", "icon"));
  };
  draw();
  return button;
}
