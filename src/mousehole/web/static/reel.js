/** Shows frames one after the other, each with its motions; faster when behind, at once while nobody looks. */

const HOLD = 140; // milliseconds a frame stands at least
const FAR = 14; // frames behind from which on motions are left out

export class Reel {
  /** `show(frame, {rate, quick, last})` shows one frame and answers when it stands. */
  constructor(show) {
    this.show = show;
    this.frames = [];
    this.running = false;
    this.skip = () => null;
    document.addEventListener("visibilitychange", () => document.hidden && this.hurry());
  }

  /** Add frames at the end. */
  push(...frames) {
    this.frames.push(...frames);
    if (!this.running) this.run();
  }

  /** Wait no longer for the frame that is being shown. */
  hurry() {
    this.skip();
  }

  /** Tell whether everything that came is shown. */
  get done() {
    return !this.frames.length;
  }

  async run() {
    this.running = true;
    while (this.frames.length) {
      const frame = this.frames.shift(), behind = this.frames.length;
      const quick = document.hidden || Boolean(frame.snapshot) || behind > FAR;
      const rate = Math.min(1 + behind * 0.35, 4);
      const stands = this.show(frame, { rate, quick, last: !behind });
      if (quick) continue;
      const skipped = new Promise((done) => (this.skip = done));
      await Promise.race([Promise.all([stands, rest(HOLD / rate)]), skipped]);
    }
    this.running = false;
  }
}

function rest(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
