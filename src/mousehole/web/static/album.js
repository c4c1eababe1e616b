/** The family album: brings pages from a file, and turns a drawing into a photo that can be shared. */

import { make } from "./dom.js";
import { at } from "./house_line.js";
import { sure } from "./pages.js";
import { sayTimes } from "./times.js";

/** @import { Failure, Opened } from "./types/wire.d.ts" */

/** @type {HTMLFormElement | null} */
const bringing = document.querySelector(".album-bring");
/** @type {HTMLImageElement | null} */
const drawing = document.querySelector("#finale");

sayTimes();
sure();
bringing?.addEventListener("change", () => bring(bringing));
bringing?.addEventListener("submit", (event) => event.preventDefault());
if (drawing) offer(drawing);

/** Send a file; the answer says how many pages came, or what is wrong with it. @param {HTMLFormElement} form */
async function bring(form) {
  /** @type {HTMLInputElement | null} */
  const field = form.querySelector("input[type=file]");
  /** @type {HTMLElement | null} */
  const problem = form.querySelector(".problem");
  const file = field?.files?.[0];
  if (!file || !problem) return;
  const answer = await fetch(form.action, { method: "POST", body: file, headers: { accept: "application/json" } });
  /** @type {Partial<Opened & Failure>} */
  const told = await answer.json().catch(() => ({}));
  problem.textContent = told.address ? "" : told.problem ?? answer.statusText;
  problem.hidden = Boolean(told.address);
  if (told.address) location.assign(at(told.address));
}

/** Offer what this browser can do with a picture. @param {HTMLImageElement} picture */
async function offer(picture) {
  await picture.decode().catch(() => undefined);
  if (!picture.naturalWidth) return;
  show("#save", async () => save(await photo(picture)));
  const trial = new File([], "finale.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [trial] })) {
    show("#share", async () => {
      const files = [new File([await photo(picture)], "finale.png", { type: "image/png" })];
      await navigator.share({ files }).catch(() => undefined);
    });
  }
}

/** Let a button be pressed. @param {string} which @param {() => Promise<void>} pressed */
function show(which, pressed) {
  /** @type {HTMLButtonElement | null} */
  const button = document.querySelector(which);
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", pressed);
}

/** A drawing as a photo. @param {HTMLImageElement} picture @returns {Promise<Blob>} */
function photo(picture) {
  const canvas = make("canvas", { width: picture.naturalWidth, height: picture.naturalHeight });
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return new Promise((done) => {
    canvas.toBlob((blob) => done(blob ?? new Blob()), "image/png");
  });
}

/** Let somebody keep a photo as a file. @param {Blob} blob */
async function save(blob) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: "finale.png" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
