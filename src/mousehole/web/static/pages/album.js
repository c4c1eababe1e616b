/** The family album: brings pages from a file, and turns a drawing into a photo that can be shared. */

import { upload } from "./plain_page.js";
import { make } from "../ui/dom.js";

/** @type {HTMLFormElement | null} */
const bringing = document.querySelector(".album-bring");
/** @type {HTMLImageElement | null} */
const drawing = document.querySelector("#finale");

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
  if (file && problem) await upload(form.action, file, problem);
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
