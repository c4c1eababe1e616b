/** A game that somebody passed on: the part of the address after #game= holds all of it, packed. */

const SIGN = "#game=";

/** The bytes that a text of letters, digits, - and _ stands for. @param {string} text */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));

/** The game in this page's address, if there is one; taken out of it, so that it is not opened twice. */
export async function passedGame() {
  if (!location.hash.startsWith(SIGN)) return null;
  const packed = location.hash.slice(SIGN.length);
  history.replaceState(null, "", location.pathname);
  try {
    const stream = new Blob([bytes(packed)]).stream().pipeThrough(new DecompressionStream("deflate"));
    return await new Response(stream).blob();
  } catch {
    return new Blob([packed]); // whoever reads it says that it is no game
  }
}
