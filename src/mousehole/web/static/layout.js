/** The furniture around a board: columns on a wide screen, drawers at the bottom of a small one. */

import { make, put, sprite } from "./dom.js";
import { say } from "./words.js";

/** Make a drawer: a section that stands open where there is room. */
export function drawer(name, icon, title, content, beside = null) {
  const heading = make("h2", {}, sprite(icon, "icon"), title);
  const head = make("div", { class: "drawer-head" }, heading, beside);
  return {
    name,
    icon,
    title,
    element: make("section", { class: "drawer", id: `ui-${name}`, "aria-label": title }, head, content),
  };
}

/** Lay out a page with a board: what stands above and below it, and drawers to the left and right. */
export function layout({ stage, above, below, left = [], right = [] }) {
  const drawers = [...left, ...right];
  const play = make("section", { class: "play", "aria-label": say("Board") }, above, stage, below);
  const sides = [["left", left], ["right", right]].map(([side, list]) =>
    make("div", { class: `side ${side}` }, list.map(({ element }) => element))
  );
  const tabs = make("div", { class: "tabs", role: "group", "aria-label": say("More") });
  const box = make("div", { class: "table" }, play, ...sides, tabs);
  tabs.append(...drawers.map((each) => tab(each, drawers, tabs, box)));
  box.addEventListener("keydown", (event) => event.key === "Escape" && shut(drawers, tabs, box));
  stage.addEventListener("pointerdown", () => shut(drawers, tabs, box));
  tongues();
  return box;
}

/** Make a link that looks like a tool. */
export function way(icon, label, href, attributes = {}) {
  return make("a", { class: "tool", href, title: label, "aria-label": label, ...attributes }, sprite(icon, "icon"));
}

/** Tell that something new lies in a drawer that is shut. */
export function nudge(box, name) {
  const button = box.querySelector(`.tab[data-drawer="${name}"]`);
  if (button && button.getAttribute("aria-expanded") !== "true") button.classList.add("fresh");
}

/** Make a button of the bar on top. */
export function tool(icon, label, pressed, attributes = {}) {
  return make("button", {
    type: "button",
    class: "tool",
    title: label,
    "aria-label": label,
    onclick: pressed,
    ...attributes,
  }, sprite(icon, "icon"));
}

function tab({ name, icon, title, element }, drawers, tabs, box) {
  const button = make(
    "button",
    { type: "button", class: "tab", "data-drawer": name, "aria-expanded": "false", "aria-controls": `ui-${name}` },
    sprite(icon, "icon"),
    make("span", { text: title }),
  );
  button.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    shut(drawers, tabs, box);
    put(button, "aria-expanded", String(open));
    button.classList.remove("fresh");
    element.classList.toggle("open", open);
    box.classList.toggle("drawn", open);
  });
  return button;
}

function shut(drawers, tabs, box) {
  for (const button of tabs.children) put(button, "aria-expanded", "false");
  for (const { element } of drawers) element.classList.remove("open");
  box.classList.remove("drawn");
}

/** Change the language of a page as soon as another one is chosen. */
function tongues() {
  const form = document.querySelector("form.language");
  form?.addEventListener("change", () => form.requestSubmit());
}
