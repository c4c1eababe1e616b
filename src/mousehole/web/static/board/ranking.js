/** What choices are worth, put in order and into short words. Knows no page. */

/** @import { HintRow } from "../wire/wire.d.ts" */

/**
 * Put the best first: what is clearly worse comes last, and figures never rise down the list. Among equals a tip leads.
 * @template {HintRow} Row
 * @param {Row[]} rows @param {number} [advised]
 */
export function ranked(rows, advised) {
  /** @param {Row} row */
  const worse = ({ clear }) => Number(clear ?? false);
  /** @param {Row} row */
  const other = ({ action }) => Number(action !== advised);
  return [...rows].sort((a, b) => worse(a) - worse(b) || b.chance - a.chance || other(a) - other(b));
}

/**
 * Let choices that an estimate cannot tell apart show one figure, that of the first of them; exact ones stay.
 * @template {HintRow} Row
 * @param {Row[]} rows in their order @param {boolean} exact @returns {Row[]}
 */
export function levelled(rows, exact) {
  if (exact) return rows;
  /** @type {Row | undefined} */
  let head;
  return rows.map((row) => {
    if (!head || !alike(head, row)) head = row;
    const { chance, low, high, words, lost } = head;
    return { ...row, chance, low, high, words, lost };
  });
}

/** Whether there is anything to choose between: two figures at least. @param {HintRow[]} rows */
export function differing(rows) {
  return rows.some(({ chance }) => chance !== rows[0].chance);
}

/** Whether bounds cannot tell two choices apart. @param {HintRow} better @param {HintRow} other */
function alike(better, other) {
  const [one, two] = [Boolean(better.clear), Boolean(other.clear)];
  return one === two && (!one || other.high >= better.low);
}

/** Join choices that are worth the same for the same reason: the first, and how many more. @param {HintRow[]} rows */
export function joined(rows) {
  /** @type {Map<string, { row: HintRow, more: number }>} */
  const found = new Map();
  for (const row of rows) {
    const key = `${row.chance} ${row.reason ?? ""}`, group = found.get(key);
    if (group) group.more += 1;
    else found.set(key, { row, more: 0 });
  }
  return [...found.values()];
}

/** Write a chance as a figure for a small place: to a tenth, or about. @param {number} chance @param {boolean} exact */
export function figure(chance, exact) {
  return `${exact ? "" : "~"}${(100 * chance).toFixed(exact ? 1 : 0)}`;
}
