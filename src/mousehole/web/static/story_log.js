/** What was told so far: which lines are undone, which are news to this viewer. Knows no page. */

/** @typedef {{ ply: number, mover?: number, text: string, aside: boolean, own: boolean }} Line */

/**
 * Whether a viewer has scrolled a list up. One that has grown, or lost lines, is moved by the browser itself, at most
 * so far that its old end is at the bottom.
 * @param {{ top: number, full: number }} before @param {{ top: number, room: number }} now
 */
export function wentUp(before, now) {
  return now.top < Math.min(before.top, Math.max(0, before.full - now.room)) - 1;
}

const LATELY = 3; // events whose words a phone shows

export class StoryLog {
  constructor() {
    /** @type {Line[]} */
    this.lines = [];
    this.mine = 0; // the ply of this viewer's last action
    /** @type {number | undefined} the seat that moved last */
    this.mover = undefined;
  }

  /** Add what was told of a ply; `aside` for what is no event of the game, such as taking back. @param {Line} line */
  add(line) {
    this.mover = line.mover ?? this.mover;
    if (line.own && !line.aside) this.mine = Math.max(this.mine, line.ply);
    this.lines.push(line);
  }

  /** Leave out the lines of a game taken back to a ply; the answer is how many stay. @param {number} ply */
  cut(ply) {
    this.lines = this.lines.filter((line) => line.ply <= ply);
    return this.lines.length;
  }

  /** Whether a ply came after this viewer's last action, if there was one. @param {number} ply */
  isNews(ply) {
    return this.mine > 0 && ply > this.mine;
  }

  /** The words told since this viewer's last action, or last of all, as far as a phone has room for them. */
  get lately() {
    const news = this.lines.filter(({ ply }) => ply > this.mine);
    return (news.length ? news : this.lines.slice(-1)).slice(-LATELY).map(({ text }) => text).join(" ");
  }
}
