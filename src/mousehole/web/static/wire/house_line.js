/** Where the house is: behind a server, or in a worker of this browser, below the folder it came from. */

const CONNECTING = 0, OPEN = 1, CLOSED = 3; // as a WebSocket counts

/** The path that all addresses stand below; without a server it is written into every page. */
const base = () => document.body.dataset.base;

/** Whether the house is in this browser: it is then there without a network too. */
export const isHere = () => base() !== undefined;

/** An address of the house, where it lies; one that is complete stays so. @param {string} path */
export function at(path) {
  const above = base();
  return above && path.startsWith("/") && !path.startsWith(`${above}/`) ? above + path : path;
}

/** Open a live connection. @param {string} path @returns {Line} */
export function openLine(path) {
  if (!isHere()) return new WebSocket(location.origin.replace(/^http/, "ws") + path);
  return new HouseLine(path, new BroadcastChannel(`mousehole ${base()}/`));
}

/**
 * @typedef {object} Line what a live connection needs of a socket
 * @property {number} readyState
 * @property {((event: any) => unknown) | null} onopen
 * @property {((event: any) => unknown) | null} onmessage
 * @property {((event: any) => unknown) | null} onclose
 * @property {(text: string) => void} send
 * @property {() => void} close
 */

/** A socket to the house in a worker of this browser. @implements {Line} */
export class HouseLine {
  /** @param {string} path @param {BroadcastChannel} channel */
  constructor(path, channel) {
    this.readyState = CONNECTING;
    this.path = path;
    this.channel = channel;
    this.name = crypto.randomUUID();
    /** @type {string | undefined} */
    this.house = undefined; // which one answers
    /** @type {Line["onopen"]} */
    this.onopen = null;
    /** @type {Line["onmessage"]} */
    this.onmessage = null;
    /** @type {Line["onclose"]} */
    this.onclose = null;
    this.left = () => this.close();
    addEventListener("pagehide", this.left);
    channel.onmessage = ({ data }) => this.hear(data);
    this.tell("open", path);
  }

  /** @param {{ kind: string, name?: string, text: string, house?: string }} told */
  hear({ kind, name, text, house }) {
    if (kind === "here") return this.found(house);
    if (kind === "away" && this.readyState === OPEN) return this.end("");
    if (name !== this.name || this.readyState === CLOSED) return undefined;
    if (kind === "text") return this.onmessage?.({ data: text });
    if (kind === "close") return this.end(text);
    this.readyState = OPEN;
    this.house = house;
    return this.onopen?.({});
  }

  /** A house says that it is there: perhaps another one than before. @param {string} [house] */
  found(house) {
    if (this.readyState === CONNECTING) this.tell("open", this.path);
    else if (house !== this.house) this.end("");
  }

  /** @param {string} text */
  send(text) {
    this.tell("text", text);
  }

  close() {
    if (this.readyState !== CLOSED) this.tell("close", "");
    this.end("");
  }

  /** @param {string} kind @param {string} text */
  tell(kind, text) {
    this.channel.postMessage({ to: "house", name: this.name, kind, text });
  }

  /** @param {string} reason */
  end(reason) {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    removeEventListener("pagehide", this.left);
    this.channel.close();
    this.onclose?.({ reason });
  }
}
