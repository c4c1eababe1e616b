/** The live channel: one ordered socket that comes back by itself and never loses or doubles a move. */

import { language } from "../ui/words.js";
import { isHere, openLine } from "./house_line.js";

/** @import { Line } from "./house_line.js" */
/** @import { FromBrowser, FromServer, Play, Refusal, ThrowDice, Undo } from "./wire.d.ts" */
/** @typedef {Omit<Play, "ticket"> | Omit<ThrowDice, "ticket"> | Omit<Undo, "ticket">} Move */
/**
 * @typedef {object} Handlers
 * @property {(message: FromServer) => void} hear each message
 * @property {(away: boolean, why?: string) => void} lost the connection goes and comes; the server may say why
 * @property {(text: string) => void} slow a move has to wait for a busy server
 * @property {() => number | null} known the last entry that came
 */

const VERSION = 2;
const BEAT = 20_000; // milliseconds between signs of life
const ANSWER = 1_500; // a waking socket that is silent for so long is taken for dead
const BUSY = 300; // milliseconds until a busy server is asked again, more each time
const CALM = 3; // times after which the wait is worth a word
const PATIENCE = 5_000; // a server that said it ends may be away for so long before anybody hears of it
const WAITS = [150, 400, 900, 1_800, 3_500, 6_000];

export class Live {
  /** @param {string} address @param {Handlers} handlers */
  constructor(address, { hear, lost, slow, known }) {
    this.address = address;
    this.hear = hear;
    this.lost = lost;
    this.slow = slow;
    this.known = known;
    /** @type {Map<string, FromBrowser>} the moves that are not answered yet, by ticket */
    this.pending = new Map();
    this.tries = 0;
    this.busy = 0; // times in a row that a move found the server busy
    this.within = 0; // milliseconds within which to come back, where the server has asked for that
    this.stopped = false; // this page may do nothing at the table any more
    /** @type {Line | null} */
    this.socket = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.silence = undefined;
    /** @type {number | undefined} */
    this.away = undefined;
    this.connect();
    for (const sign of ["online", "pageshow", "focus"]) addEventListener(sign, () => this.wake());
    if (!isHere()) addEventListener("offline", () => this.drop());
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

  /** Stay away for good. */
  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
    this.close();
  }

  connect() {
    clearTimeout(this.timer);
    this.close();
    if (this.stopped) return;
    const socket = (this.socket = openLine(this.address));
    socket.onopen = () => this.greet(this.known());
    socket.onmessage = ({ data }) => socket === this.socket && this.receive(JSON.parse(data));
    socket.onclose = ({ reason }) => socket === this.socket && this.drop(reason);
  }

  /**
   * Say hello; who knows nothing gets everything, a seat that looks its cards.
   * @param {number | null} known @param {number} [looks]
   */
  greet(known, looks) {
    this.send({ type: "hello", version: VERSION, known, language, looks });
  }

  /** @param {FromServer} message */
  receive(message) {
    clearTimeout(this.silence);
    if (message.type === "welcome") this.greeted();
    if (message.type === "refused" && message.reason === "busy" && this.later(message)) return;
    if (message.type === "gone") this.stop();
    if (message.type === "come_back") this.comeBack(message.within);
    if (message.type === "ack" || message.type === "refused") this.answered(message.ticket ?? "");
    this.hear(message);
  }

  /** @param {string} ticket */
  answered(ticket) {
    if (this.pending.delete(ticket)) this.busy = 0;
  }

  /** Send a move again that came to a busy server; after a while somebody hears of it. @param {Refusal} refusal */
  later({ ticket = "", text }) {
    const move = this.pending.get(ticket);
    if (!move) return false;
    this.busy += 1;
    if (this.busy > CALM) this.slow(text);
    const wait = BUSY * Math.min(this.busy, 5) * (0.5 + Math.random());
    setTimeout(() => this.pending.has(ticket) && this.send(move), wait);
    return true;
  }

  /** Leave a server that ends and come to the next one, quietly as long as that is quick. @param {number} within */
  comeBack(within) {
    this.within = 1_000 * within;
    clearTimeout(this.away);
    this.away = setTimeout(() => this.lost(true), this.within + PATIENCE);
    this.drop();
  }

  greeted() {
    this.tries = 0;
    this.within = 0;
    clearTimeout(this.away);
    this.lost(false);
    for (const message of this.pending.values()) this.send(message);
  }

  /** Note a lost connection at once, and try again soon. @param {string} why */
  drop(why = "") {
    this.close();
    if (this.stopped) return;
    if (!this.within) this.lost(true, why);
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)] * (0.8 + Math.random() * 0.4);
    const spread = this.tries ? 0 : this.within * Math.random();
    this.tries += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait + spread);
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
