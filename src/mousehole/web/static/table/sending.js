/**
 * A choice on its way. The board keeps its lights for as long as an answer usually takes: putting them all out for the
 * blink of an eye would be painted, and what was chosen would have to wait for that.
 */

const LATE = 160; // milliseconds after which an answer is late

export class Sending {
  /** @param {() => void} late hears that the answer takes its time */
  constructor(late) {
    this.late = late;
    this.on = false; // one is on its way
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** A choice goes out. @param {Element} box */
  begin(box) {
    this.end(box);
    this.on = true;
    box.classList.add("sent");
    this.timer = setTimeout(() => {
      box.classList.add("late");
      this.late();
    }, LATE);
  }

  /** It was answered, or will not be. @param {Element} box */
  end(box) {
    clearTimeout(this.timer);
    this.on = false;
    box.classList.remove("sent", "late");
  }
}
