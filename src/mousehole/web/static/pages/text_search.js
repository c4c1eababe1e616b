/** Words found in a text, whatever their accents and capitals. */

/** Write a text without accents and capitals; each letter stays in its place. @param {string} text */
export function plainly(text) {
  return [...text].map((letter) => letter.normalize("NFD")[0].toLowerCase()).join("");
}

/** The words that somebody looks for. @param {string} text */
export function wanted(text) {
  return plainly(text).split(/\s+/).filter(Boolean);
}

/**
 * Part a text into what is found in it and what lies between.
 * @param {string} text @param {string[]} words @returns {(string | { found: string })[]}
 */
export function parts(text, words) {
  const plain = plainly(text), letters = [...text];
  const marked = letters.map(() => false);
  for (const word of words) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) {
      marked.fill(true, at, at + word.length);
    }
  }
  /** @type {(string | { found: string })[]} */
  const told = [];
  for (let from = 0; from < letters.length;) {
    let to = from;
    while (to < letters.length && marked[to] === marked[from]) to += 1;
    const part = letters.slice(from, to).join("");
    told.push(marked[from] ? { found: part } : part);
    from = to;
  }
  return told;
}
