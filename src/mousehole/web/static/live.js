/** The live channel: one ordered socket that comes back by itself and never loses or doubles a move. */

import { language } from "./words.js";

/** @import { FromBrowser, FromServer, Play, Throw, Undo } from "./types/wire.d.ts" */
/** @typedef {Omit<Play, "ticket"> | Omit<Throw, "ticket"> | Omit<Undo, "ticket">} Move */
/**
 * @typedef {object} Hears
 * @property {(message: FromServer) => void} hear each message
 * @property {(gone: boolean) => void} lost the connection goes and comes
 * @property {() => number | null} known the last entry that came
 */

const VERSION = 1;
const BEAT = 20_000; // milliseconds between signs of life
const ANSWER = 1_500; // a waking socket that is silent for so long is taken for dead
const WAITS = [150, 400, 900, 1_800, 3_500, 6_000];

export class Live {
  /** @param {string} address @param {Hears} hears */
  constructor(address, { hear, lost, known }) {
    this.address = address;
    this.hear = hear;
    this.lost = lost;
    this.known = known;
    /** @type {Map<string, FromBrowser>} the moves that are not answered yet, by ticket */
    this.pending = new Map();
    this.tries = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.silence = undefined;
    this.connect();
    for (const sign of ["online", "pageshow", "focus"]) addEventListener(sign, () => this.wake());
    addEventListener("offline", () => this.drop());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    setInterval(() => this.beat(), BEAT);
  }

  /** Send a move that must arrive exactly once; it is sent again after a lost connection. @param {Move} move */
  ask(move) {
    const ticket = crypto.getRandomValues(new Uint32Array(3)).join("-"), message = { ...move, ticket };
    this.pending.set(ticket, message);
    this.send(message);
  }

  /** Send something that may be lost. @param {FromBrowser} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  connect() {
    clearTimeout(this.timer);
    this.close();
    const socket = (this.socket = new WebSocket(this.address));
    socket.onopen = () => this.send({ type: "hello", version: VERSION, known: this.known(), language });
    socket.onmessage = ({ data }) => socket === this.socket && this.receive(JSON.parse(data));
    socket.onclose = () => socket === this.socket && this.drop();
  }

  /** @param {FromServer} message */
  receive(message) {
    clearTimeout(this.silence);
    if (message.type === "welcome") this.greeted();
    if (message.type === "ack" || message.type === "refused") this.pending.delete(message.ticket ?? "");
    this.hear(message);
  }

  greeted() {
    this.tries = 0;
    this.lost(false);
    for (const message of this.pending.values()) this.send(message);
  }

  /** Note a lost connection at once, and try again soon. */
  drop() {
    this.close();
    this.lost(true);
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait * (0.8 + Math.random() * 0.4));
  }

  /** Come back from sleep: a socket that does not answer at once is replaced. */
  wake() {
    this.tries = 0;
    if (this.socket?.readyState === WebSocket.OPEN) this.beat(ANSWER);
    else if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  }

  beat(patience = 6_000) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), patience);
    this.send({ type: "ping" });
  }

  close() {
    clearTimeout(this.silence);
    if (!this.socket) return;
    this.socket.onclose = this.socket.onmessage = null;
    this.socket.close();
    this.socket = null;
  }
}
