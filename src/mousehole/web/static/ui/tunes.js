/** A tune for each game, of our own, in eighth notes: "." is a rest, "-" holds the note before, "|" ends a bar. */

/** @typedef {{ voice: "bass" | "pluck" | "bell" | "pipe", notes: string[] }} Part */
/** @typedef {{ tempo: number, parts: Part[] }} Tune */

/** @type {Record<string, Tune>} */
export const TUNES = {
  // On tiptoe through the pantry.
  mmm: tune(96, {
    bass: `
      a2 . e3 . a2 . e3 . | a2 . e3 . a2 . g2 . | f2 . c3 . f2 . c3 . | e2 . b2 . e2 . g#2 .
      a2 . e3 . a2 . e3 . | d3 . a2 . d3 . f3 . | e3 . b2 . e3 . g#3 . | a2 . e3 . a2 . . .
      f2 . c3 . f2 . a2 . | g2 . d3 . g2 . b2 . | c3 . g2 . c3 . e3 . | a2 . e3 . a2 . g2 .
      f2 . c3 . d3 . a2 . | e2 . b2 . e2 . g#2 . | a2 . e3 . a2 . e3 . | a2 . . . . . . .`,
    pluck: `
      . . c5 . b4 . a4 . | . . e5 . d5 . c5 . | . . a4 . c5 . f5 . | d#5 - e5 - . . . .
      . . c5 . b4 . a4 . | . . f5 . e5 . d5 . | b4 . c5 . d5 . b4 . | a4 - - . . . . .
      . . a4 . c5 . f5 . | . . b4 . d5 . g5 . | . . e5 . g5 . e5 . | c5 . b4 . a4 . . .
      . . a4 . f4 . a4 . | . . g#4 . b4 . e5 . | . . a4 - . . e4 . | a4 - - . . . . .`,
  }),
  // A chase around the table legs.
  chopchop: tune(126, {
    bass: `
      g2 . d3 . g2 . d3 . | g2 . d3 . g2 . f#2 . | e2 . b2 . e2 . b2 . | a2 . d3 . d2 . . .
      c3 . g2 . c3 . e3 . | g2 . d3 . b2 . g2 . | a2 . e3 . d3 . f#3 . | g2 . d3 . g2 . . .
      e2 . b2 . e2 . g2 . | b2 . f#3 . b2 . a2 . | c3 . g2 . c3 . e3 . | d3 . a2 . d3 . f#3 .
      g2 . d3 . g2 . b2 . | c3 . e3 . c3 . a2 . | d3 . a2 . d2 . d3 . | g2 . . . g2 . . .`,
    pluck: `
      d5 . b4 . g4 . b4 . | d5 e5 d5 . b4 . . . | e5 . b4 . g4 . e4 . | f#4 g4 a4 . . . . .
      e5 . g5 . e5 . c5 . | d5 . g5 . d5 . b4 . | c5 b4 a4 . f#4 . a4 . | g4 - . . . . . .
      g4 . b4 . e5 . b4 . | f#4 . b4 . d#5 . b4 . | e5 . c5 . g4 . c5 . | d5 c5 a4 . f#4 . . .
      b4 . d5 . g5 . d5 . | e5 . c5 . a4 . c5 . | b4 a4 f#4 . a4 . c5 . | b4 . g4 . . . . .`,
  }),
  // A waltz while the table is laid.
  mousewarming: tune(112, {
    bass: `
      f2 . . . . . | c3 . . . . . | d3 . . . . . | a2 . . . . .
      a#2 . . . . . | f2 . . . . . | g2 . . . . . | c3 . . . . .
      f2 . . . . . | a2 . . . . . | a#2 . . . . . | d3 . . . . .
      g2 . . . . . | c3 . . . . . | f2 . . . . . | f2 . . . . .`,
    pluck: `
      . . a3 . c4 . | . . g3 . e4 . | . . f3 . a3 . | . . e3 . a3 .
      . . d4 . f3 . | . . a3 . c4 . | . . a#3 . d4 . | . . e4 . a#3 .
      . . a3 . c4 . | . . c4 . e4 . | . . d4 . f4 . | . . f4 . a3 .
      . . a#3 . d4 . | . . a#3 . e4 . | . . a3 . c4 . | . . a3 . c4 .`,
    bell: `
      c5 - - - a4 . | g4 - - - e4 . | f4 - a4 - d5 - | c5 - - - . .
      d5 - - - a#4 . | c5 - - - a4 . | a#4 - a4 - g4 - | c5 - . . . .
      f5 - - - c5 . | e5 - - - c5 . | d5 - c5 - a#4 - | a4 - - - . .
      a#4 - d5 - g4 - | e4 - g4 - c5 - | f4 - - - - - | . . . . . .`,
  }),
  // By the fire, before setting out.
  mystics: tune(70, {
    bass: `
      d2 - - - a2 - - - | a#2 - - - f2 - - - | c3 - - - g2 - - - | a2 - - - a2 - - -
      d2 - - - a2 - - - | g2 - - - d3 - - - | a2 - - - e3 - - - | d2 - - - d2 - - -`,
    pluck: `
      d3 a3 d4 f4 a4 f4 d4 a3 | a#2 f3 a#3 d4 f4 d4 a#3 f3 | c3 g3 c4 e4 g4 e4 c4 g3 | a2 e3 a3 c#4 e4 c#4 a3 e3
      d3 a3 d4 f4 a4 f4 d4 a3 | g2 d3 g3 a#3 d4 a#3 g3 d3 | a2 e3 a3 c#4 g4 e4 c#4 a3 | d3 a3 d4 f4 d4 a3 d3 .`,
    pipe: `
      d5 - - - - - a4 - | a#4 - - - - - c5 - | g4 - - - - - e4 - | a4 - - - - - . .
      f5 - - - e5 - d5 - | d5 - - - a#4 - g4 - | c#5 - - - e5 - a4 - | d5 - - - - - . .`,
  }),
};

/** @param {number} tempo quarters a minute @param {Partial<Record<Part["voice"], string>>} parts */
function tune(tempo, parts) {
  const voices = /** @type {[Part["voice"], string][]} */ (Object.entries(parts));
  const played = voices.map(([voice, notes]) => ({ voice, notes: notes.replaceAll("|", " ").trim().split(/\s+/) }));
  return { tempo, parts: played };
}
