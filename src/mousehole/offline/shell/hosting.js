/** The phone that is the house: other phones are its guests, each over a line of its own. */

import { description, read, written } from "./call_form.js";
import { closeAll, dialled, listening, newEnd, offered } from "./calling.js";
import { PeerLine } from "./peer_line.js";

/** @import { Call } from "./call_form.js" */
/** @import { End } from "./calling.js" */
/** @import { Message } from "./peer_line.js" */

const WAYS = 3; // ways back that a guest has in hand: one that was tried in vain may be of no use any more
const TRIES = 100; // to call a guest back that was lost: about ten minutes
const PATH = "/";

/**
 * @typedef {{ get: (name: string) => string | null, set: (name: string, value: string) => void }} Memory
 * @typedef {object} HostHearers
 * @property {() => void} unreached a phone took part, and no way leads to it
 * @property {() => void} came a phone is here, for the first time or again
 * @property {(here: number) => void} count how many phones are here now
 * @property {() => void} strange a phone came with another version
 */

/** Another phone, known by its certificate for as long as this page lives. */
class Guest {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {PeerLine | null} */
    this.line = null;
    this.path = PATH; // where it begins
    this.base = "";
    /** @type {Map<RTCPeerConnection, string>} */
    this.theirs = /** @type {string[]} */ ([]); // how to call it, where it listens
    this.ways = new Map(); // ends that wait to be called, and how
    /** @type {Set<string>} */
    this.live = new Set(); // its live connections
    /** @type {Map<string, Message | null>} */
    this.asked = new Map(); // what it asked and has not heard yet, with the answer once that is there
  }
}

export class Hosting {
  /** @param {string} name of the edition @param {string} build @param {Memory} memory @param {HostHearers} hear */
  constructor(name, build, memory, hear) {
    this.name = name;
    this.build = build;
    this.memory = memory;
    this.hear = hear;
    /** @type {Record<string, string>} */
    this.names = JSON.parse(memory.get(`${name} guests`) ?? "{}"); // of everybody who was here, by certificate
    /** @type {Map<string, Guest>} */
    this.guests = new Map();
    /** @type {{ end: End, call: Call, path: string } | null} */
    this.invitation = null;
    this.house = new BroadcastChannel(name);
    this.house.onmessage = ({ data }) => this.fromHouse(data);
  }

  /** How many phones are here. */
  get here() {
    return [...this.guests.values()].filter(({ line }) => line).length;
  }

  /** Invite a phone to a page: the call that it is to answer. @param {string} path */
  async invite(path) {
    this.invitation?.end.peer.close();
    const end = await newEnd(this.name), call = await offered(end);
    this.invitation = { end, call, path };
    return written(call);
  }

  /**
   * Take an answer; what is wrong with it comes back, if anything.
   * @param {string} text @returns {Promise<"" | "no code" | "another">}
   */
  async answered(text) {
    const answer = read(text), invitation = this.invitation;
    if (!answer?.answer) return "no code";
    if (!invitation || answer.to !== invitation.call.keys.name) return "another";
    this.invitation = null;
    const guest = this.guest(answer.print);
    guest.path = invitation.path;
    this.expect(guest, invitation.end);
    await invitation.end.peer.setRemoteDescription(description(answer));
    return "";
  }

  /** @param {string} name */
  guest(name) {
    const known = this.guests.get(name) ?? new Guest(name);
    this.guests.set(name, known);
    return known;
  }

  /** @param {Guest} guest @param {End} end */
  expect(guest, { peer, channel }) {
    channel.onopen = () => this.begin(guest, { peer, channel });
    peer.onconnectionstatechange = () => peer.connectionState === "failed" && this.renew(guest, peer);
  }

  /** @param {Guest} guest @param {End} end */
  begin(guest, { peer, channel }) {
    guest.ways.delete(peer);
    guest.line?.close();
    const line = new PeerLine(peer, channel, (told) => this.fromGuest(guest, told), () => this.lost(guest, line));
    guest.line = line;
  }

  /**
   * Call a guest where it listens: a phone that was out of its network for a moment listens nowhere any more itself,
   * but the others do.
   * @param {Guest} guest
   */
  async callBack(guest) {
    for (let tried = 0; !guest.line && tried < TRIES && guest.theirs.length; tried++) {
      const end = await dialled(this.name, guest.theirs[tried % guest.theirs.length]);
      if (end && guest.line) end.peer.close();
      else if (end) this.begin(guest, end);
    }
  }

  /** A way back that was tried in vain is of no use any more. @param {Guest} guest @param {RTCPeerConnection} peer */
  renew(guest, peer) {
    peer.close();
    const known = guest.ways.delete(peer);
    if (known && guest.line) this.giveWays(guest);
    if (!guest.line) this.hear.unreached();
  }

  /** Everybody who was here and is not. @returns {[print: string, name: string][]} */
  absent() {
    return Object.entries(this.names).filter(([print]) => !this.guests.get(print)?.line);
  }

  /** A code for somebody who was here before: nobody has to read an answer. @param {string} print */
  wayBack(print) {
    return this.listen(this.guest(print));
  }

  /** Be there for a guest that knows its keys. @param {Guest} guest */
  async listen(guest) {
    const { end, way } = await listening(this.name, guest.name);
    this.expect(guest, end);
    guest.ways.set(end.peer, way);
    return way;
  }

  /** Let a guest have ways back that need no further word. @param {Guest} guest */
  async giveWays(guest) {
    while (guest.ways.size < WAYS) await this.listen(guest);
    guest.line?.send({ kind: "ways", ways: [...guest.ways.values()] });
  }

  /** @param {Guest} guest @param {PeerLine} line */
  lost(guest, line) {
    if (guest.line !== line) return;
    guest.line = null;
    this.hangUp(guest);
    this.hear.count(this.here);
    this.callBack(guest);
  }

  /** @param {Guest} guest */
  hangUp(guest) {
    for (const name of guest.live) this.house.postMessage({ to: "house", kind: "close", name, guest: guest.name });
    guest.live.clear();
  }

  /** @param {Guest} guest @param {Message} told */
  fromGuest(guest, told) {
    if (told.kind === "hello") this.greet(guest, told);
    else if (told.kind === "ways") guest.theirs = told.ways;
    else if (told.kind === "got") guest.asked.delete(told.name);
    else if (told.kind === "ask") this.ask(guest, told);
    else if (told.kind === "who") this.house.postMessage({ to: "house", kind: "who" });
    else {
      if (told.kind === "open") guest.live.add(told.name);
      if (told.kind === "close") guest.live.delete(told.name);
      const { kind, name, text } = told;
      this.house.postMessage({ to: "house", kind, name, text, guest: guest.name });
    }
  }

  /** @param {Guest} guest @param {Message} told */
  greet(guest, { build, base }) {
    if (build !== this.build) {
      this.hear.strange();
      guest.line?.send({ kind: "strange" });
      return;
    }
    guest.base = base;
    this.hangUp(guest); // what it had open before it came back
    this.house.postMessage({ to: "house", kind: "guest", guest: guest.name, base });
    guest.line?.send({ kind: "welcome", path: guest.path });
    this.house.postMessage({ to: "house", kind: "who" });
    closeAll(guest.ways); // a network that was away for a moment has left them without an address
    this.giveWays(guest);
    this.hear.came();
    this.hear.count(this.here);
  }

  /** Ask the house once, however often the guest had to say it. @param {Guest} guest @param {Message} told */
  ask(guest, { name, head, body }) {
    const known = guest.asked.get(name);
    if (known) guest.line?.send(known);
    if (guest.asked.has(name)) return;
    guest.asked.set(name, null);
    if (head.method === "POST" && head.path.startsWith("/join/")) this.call(guest, body);
    this.house.postMessage({ to: "house", kind: "ask", name, head, body, guest: guest.name });
  }

  /** Remember the name with which somebody sat down. @param {Guest} guest @param {Message["body"]} body */
  call(guest, body) {
    const given = new URLSearchParams(new TextDecoder().decode(body ?? new Uint8Array())).get("name");
    this.names[guest.name] = given || this.names[guest.name] || "…";
    this.memory.set(`${this.name} guests`, JSON.stringify(this.names));
  }

  fromHouse({ to, guest: name, ...told }) {
    if (to === "all") this.tellAll(told);
    const guest = to === "guest" && this.guests.get(name);
    if (!guest) return;
    if (told.kind === "answer" && guest.asked.has(told.name)) guest.asked.set(told.name, told);
    if (told.kind === "close") guest.live.delete(told.name);
    guest.line?.send(told);
  }

  /** The house is there or has gone: a new one gets to know the guests first. */
  tellAll({ kind, house }) {
    for (const { line, name, base } of this.guests.values()) {
      if (!line) continue;
      if (kind === "here") this.house.postMessage({ to: "house", kind: "guest", guest: name, base });
      line.send({ kind, house });
    }
  }
}
