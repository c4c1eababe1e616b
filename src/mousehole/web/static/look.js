/** Light, dark, or as the device is: what this browser was told, before the page is first painted. */

(() => {
  const MEDIA = { light: "not all", dark: "all", system: "(prefers-color-scheme: dark)" };
  const show = () => {
    let look = "system";
    try {
      look = JSON.parse(localStorage.getItem("mousehole-look") ?? "null") ?? look;
    } catch {
      // a browser without a memory goes by the device
    }
    const night = document.querySelector("link[data-night]");
    night?.setAttribute("media", look in MEDIA ? MEDIA[/** @type {keyof MEDIA} */ (look)] : MEDIA.system);
  };
  show();
  document.addEventListener("look", show);
  addEventListener("storage", show);
})();
