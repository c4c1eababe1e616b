/** A page with a board: columns beside it on a wide screen, drawers at the bottom of a small one, tools in the bar. */

import { make, need, put, sprite } from "../ui/dom.js";
import { say, switchLanguage } from "../ui/words.js";

/** @import { Attribute, Child } from "../ui/dom.js" */
/** @typedef {{ name: string, icon: string, title: string, element: HTMLElement }} Drawer */

/**
 * Make a drawer: a section that stands open where there is room.
 * @param {string} name @param {string} icon @param {string} title @param {Child} content @param {Child} beside
 * @returns {Drawer}
 */
export function drawer(name, icon, title, content, beside = null) {
  const heading = make("h2", {}, sprite(icon, "icon"), title);
  const head = make("div", { class: "drawer-head" }, heading, beside);
  const element = make("section", { class: "drawer", id: `ui-${name}`, "aria-label": title }, head, content);
  return { name, icon, title, element };
}

/**
 * Lay out a page with a board: what stands above and below it, and drawers to the left and right.
 * @param {{ stage: HTMLElement, above: Child, below: Child, left?: Drawer[], right?: Drawer[], over?: Child,
 *   cards?: Child, told?: Child, hint?: Child }} parts
 */
export function boardPage({ stage, above, below, left = [], right = [], over = null, ...further }) {
  const { cards = null, told = null, hint = null } = further, parts = [above, stage, over, told, cards, hint, below];
  const play = make("section", { class: "play", "aria-label": say("Board") }, ...parts);
  /** @type {(side: string, list: Drawer[]) => HTMLElement} */
  const column = (side, list) => make("div", { class: `side ${side}` }, list.map(({ element }) => element));
  const tabs = make("div", { class: "tabs", role: "group", "aria-label": say("More") });
  const box = make("div", { class: "table" }, play, column("left", left), column("right", right), tabs);
  const shut = () => {
    for (const button of tabs.children) put(button, "aria-expanded", "false");
    for (const { element } of [...left, ...right]) element.classList.remove("open");
    box.classList.remove("drawn");
    box.dataset.open = "";
  };
  tabs.append(...left.map((each) => tab(each, "left", box, shut)));
  tabs.append(...right.map((each) => tab(each, "right", box, shut)));
  box.addEventListener("keydown", (event) => event.key === "Escape" && shut());
  stage.addEventListener("pointerdown", shut);
  switchLanguage();
  return box;
}

/** Whether the board has drawers below it, and not columns beside it. */
export function smallScreen() {
  return document.documentElement.matches("[data-layout~=small]");
}

/** Put tools into the bar on top. @param {...Child} tools */
export function toolbar(...tools) {
  need(".bar-nav").prepend(make("span", { class: "tools" }, tools));
}

/**
 * Make a button of the bar on top.
 * @param {string} icon @param {string} label @param {() => void} pressed @param {Record<string, Attribute>} attributes
 */
export function tool(icon, label, pressed, attributes = {}) {
  const look = { type: "button", class: "tool", title: label, "aria-label": label, onclick: pressed, ...attributes };
  return make("button", look, sprite(icon, "icon"));
}

/**
 * Make a link that looks like a tool.
 * @param {string} icon @param {string} label @param {string} href @param {Record<string, Attribute>} attributes
 */
export function toolLink(icon, label, href, attributes = {}) {
  return make("a", { class: "tool", href, title: label, "aria-label": label, ...attributes }, sprite(icon, "icon"));
}

/** Show that something new lies in a drawer that is shut. @param {HTMLElement} box @param {string} name */
export function nudge(box, name) {
  const button = box.querySelector(`.tab[data-drawer="${name}"]`);
  if (button && button.getAttribute("aria-expanded") !== "true") button.classList.add("fresh");
}

/** @param {Drawer} drawer @param {string} side @param {HTMLElement} box @param {() => void} shut */
function tab({ name, icon, title, element }, side, box, shut) {
  const look = { type: "button", class: "tab", "data-drawer": name, "data-side": side };
  const button = make(
    "button",
    { ...look, "aria-expanded": "false", "aria-controls": `ui-${name}` },
    sprite(icon, "icon"),
    make("span", { text: title }),
  );
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    shut();
    put(button, "aria-expanded", String(open));
    button.classList.remove("fresh");
    element.classList.toggle("open", open);
    box.classList.toggle("drawn", open);
    box.dataset.open = open ? name : "";
  });
  return button;
}
