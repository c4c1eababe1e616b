/** What must be known before a page is first painted: light or dark, and the layout that suits the window. */

(() => {
  const MEDIA = { light: "not all", dark: "all", system: "(prefers-color-scheme: dark)" };
  /** The layouts, the first that fits: small ones have drawers below the board, large ones columns beside it. */
  const LAYOUTS = [
    { name: "small sideways", fits: matchMedia("(max-height: 560px) and (min-width: 600px)") },
    { name: "small phone", fits: matchMedia("(max-width: 699px)") },
    { name: "small tablet", fits: matchMedia("(max-width: 899px), (max-width: 1099px) and (orientation: portrait)") },
    { name: "large compact", fits: matchMedia("(max-width: 1099px)") },
    { name: "large wide", fits: matchMedia("all") },
  ];
  const LOW = { small: matchMedia("(max-height: 560px)"), large: matchMedia("(max-height: 900px)") };

  const showLook = () => {
    let look = "system";
    try {
      look = JSON.parse(localStorage.getItem("mousehole-look") ?? "null") ?? look;
    } catch {
      // a browser without a memory goes by the device
    }
    const night = document.querySelector("link[data-night]");
    night?.setAttribute("media", look in MEDIA ? MEDIA[/** @type {keyof MEDIA} */ (look)] : MEDIA.system);
  };
  const showLayout = () => {
    const name = LAYOUTS.find(({ fits }) => fits.matches)?.name ?? "large wide";
    const low = name.startsWith("small") ? LOW.small : LOW.large;
    document.documentElement.dataset.layout = low.matches ? `${name} low` : name;
  };
  showLook();
  showLayout();
  document.addEventListener("look", showLook);
  addEventListener("storage", showLook);
  for (const { fits } of LAYOUTS) fits.addEventListener("change", showLayout);
  for (const low of Object.values(LOW)) low.addEventListener("change", showLayout);
})();
