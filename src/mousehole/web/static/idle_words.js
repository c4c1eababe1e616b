/** What a viewer with nothing to press is waiting for. */

import { say } from "./words.js";

/** @import { TurnView } from "./types/wire.d.ts" */

/**
 * Say what to do on the board, or who is thinking.
 * @param {TurnView} turn
 * @param {{ name: string, away: boolean, picked: boolean, open: boolean, pointing: boolean | undefined }} now
 */
export function idle(turn, { name, away, picked, open, pointing }) {
  if (turn.outcomes?.length) return say("Roll your dice and choose below what they show.");
  if (picked) return say("Now choose where.");
  if (open) return say("Choose what glows on the board.");
  if (!name) return say("One moment…");
  if (away) return say("{name} is away.", { name });
  return pointing
    ? say("{name} is thinking. Tap the board to point.", { name })
    : say("{name} is thinking.", { name });
}
