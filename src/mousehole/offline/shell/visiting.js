/** The phone of a guest: its pages ask the house of another phone, over the line to it. */

import { read, written } from "./call_form.js";
import { answering, closeAll, dialled, listening, newEnd, opened } from "./calling.js";
import { PeerLine } from "./peer_line.js";

/** @import { End } from "./calling.js" */
/** @import { Message } from "./peer_line.js" */

const EARS = 2; // ends at which this phone listens, should the other one have to call
const PAUSE = 1_000; // between two
const ANSWERS = ["taken", "answer"]; // what the service worker waits for

/**
 * @typedef {object} GuestHearers
 * @property {(path: string) => void} welcome the line is there; for the first time, or again
 * @property {() => void} unreached the other phone took the answer, and no way leads there
 * @property {() => void} lost the line that was there
 * @property {() => void} strange the house has another version
 * @property {(ways: string[]) => void} ways back, to be kept
 */

export class Visiting {
  /** @param {string} name of the edition @param {{ build: string, base: string }} me @param {GuestHearers} hear */
  constructor(name, me, hear) {
    this.name = name;
    this.me = me;
    this.hear = hear;
    /** @type {PeerLine | null} */
    this.line = null;
    /** @type {string[]} */
    this.ways = [];
    /** @type {Map<RTCPeerConnection, string>} */
    this.ears = new Map(); // ends that wait to be called, and how
    /** @type {Map<string, Message>} */
    this.asked = new Map(); // what was asked and is not answered yet
    this.host = ""; // the certificate of the phone there
    this.house = ""; // the house there, while it is open
    this.greeted = false; // whether the phone there knows who is on this line
    this.coming = false; // whether a way back is looked for
    this.over = false;
    this.own = new BroadcastChannel(name);
    this.own.onmessage = ({ data }) => data.to === "house" && this.fromPage(data);
  }

  /** Whether a text calls for an answer. @param {string} text */
  static isCall(text) {
    return read(text)?.answer === false;
  }

  /** Answer a call: what the other phone has to read, if it does not know us. @param {string} text */
  async answer(text) {
    const call = read(text);
    if (!call || call.answer) return null;
    if (call.print !== this.host) this.asked.clear(); // it was asked of somebody else
    this.host = call.print;
    const end = await newEnd(this.name), mine = await answering(end, call);
    opened(end, 0).then((well) => (well ? this.begin(end) : this.hear.unreached()));
    return call.yours ? "" : written(mine);
  }

  /** Listen, should the phone of the house have to call. */
  async listen() {
    while (this.ears.size < EARS && this.line) {
      const { end, way } = await listening(this.name, this.host);
      this.ears.set(end.peer, way);
      end.channel.onopen = () => this.begin(end);
      end.peer.onconnectionstatechange = () => end.peer.connectionState === "failed" && this.deaf(end.peer);
    }
    this.line?.send({ kind: "ways", ways: [...this.ears.values()] });
  }

  /** An end that was called in vain hears nobody any more. @param {RTCPeerConnection} peer */
  deaf(peer) {
    peer.close();
    this.ears.delete(peer);
    this.listen();
  }

  /** Go back, by one way after the other, until one of them leads there. */
  async comeBack() {
    if (this.coming) return;
    this.coming = true;
    for (let tried = 0; !this.line && !this.over && this.ways.length; tried++) {
      const way = this.ways[tried % this.ways.length], end = await dialled(this.name, way);
      this.host = read(way)?.print ?? "";
      if (end && this.line) end.peer.close();
      else if (end) this.begin(end);
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    this.coming = false;
  }

  /** @param {End} end */
  begin({ peer, channel }) {
    this.ears.delete(peer);
    this.line?.close();
    const line = new PeerLine(peer, channel, (told) => this.fromHost(told), () => this.lost(line));
    this.line = line;
    this.greeted = false;
    line.send({ kind: "hello", ...this.me });
  }

  /** @param {PeerLine} line */
  lost(line) {
    if (this.line !== line) return;
    this.line = null;
    this.away();
    this.hear.lost();
    this.comeBack();
  }

  away() {
    this.house = "";
    this.own.postMessage({ to: "all", kind: "away" });
  }

  /** Ask nothing any more. */
  leave() {
    this.over = true;
    this.own.close();
    this.line?.close();
    this.line = null;
  }

  fromPage({ kind, name, text, head, body }) {
    if (kind === "who") return this.house && this.own.postMessage({ to: "all", kind: "here", house: this.house });
    if (kind === "remember") return undefined;
    const told = kind === "ask" ? { kind, name, head, body } : { kind, name, text };
    if (kind === "ask") this.asked.set(name, told);
    return this.line?.send(told);
  }

  /** @param {Message} told */
  fromHost(told) {
    const { kind } = told;
    if (kind === "welcome") this.welcome(told);
    else if (kind === "strange") (this.leave(), this.hear.strange());
    else if (kind === "ways") this.hear.ways((this.ways = told.ways));
    else if (!this.greeted) return;
    else if (kind === "here") this.own.postMessage({ to: "all", kind, house: (this.house = told.house) });
    else if (kind === "away") this.away();
    else this.own.postMessage({ ...told, to: ANSWERS.includes(kind) ? "service" : "page" });
    if (kind === "answer" && this.asked.delete(told.name)) this.line?.send({ kind: "got", name: told.name });
  }

  /** @param {Message} told */
  welcome({ path }) {
    this.greeted = true;
    closeAll(this.ears);
    this.listen();
    for (const ask of this.asked.values()) this.line?.send(ask); // the host knows which of them it has heard
    this.hear.welcome(path);
  }
}
