/** The shelf: a record can be dropped anywhere on the page. */

import "./pages.js";
import { eager } from "./pages.js";

eager("form.upload");
const field = document.querySelector("form.upload input[type=file]");

addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("dropping");
});
addEventListener("dragleave", () => document.body.classList.remove("dropping"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("dropping");
  if (!field || !event.dataTransfer.files.length) return;
  field.files = event.dataTransfer.files;
  field.form.requestSubmit();
});
