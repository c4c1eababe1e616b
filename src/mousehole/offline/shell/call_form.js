/** A call between two phones, short enough for a code: of a session description, what the other has to know. */

const CANDIDATE = /^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/i;
const LOCAL_NAME = /^[0-9a-f-]{36}\.local$/i; // what browsers call an address that they do not tell
const ANSWER = 1, KNOWN = 2; // flags
const NAMED = 1, IPV4 = 4, IPV6 = 6; // kinds of address
const PREFERRED = 2_130_706_431; // the priority of the first address

/**
 * @typedef {object} Keys the words by which two phones know each other's packets
 * @property {string} name
 * @property {string} word
 * @typedef {object} Call
 * @property {boolean} answer whether it answers another call
 * @property {Keys} keys of the phone that calls
 * @property {string} print of its certificate, in hexadecimal digits
 * @property {[address: string, port: number][]} places where it can be reached
 * @property {string} [to] the name of the call that it answers
 * @property {Keys} [yours] where the caller knows already who will answer, the keys that one answers with
 */

/** @param {string} sdp @param {string} name */
const field = (sdp, name) => new RegExp(`^a=${name}(.*)$`, "m").exec(sdp)?.[1].trim() ?? "";

/** What a description of this browser says. @param {string} sdp @returns {Call} */
export function callIn(sdp, answer = false) {
  const found = sdp.split(/\r?\n/).map((row) => CANDIDATE.exec(row)).filter(Boolean);
  return {
    answer,
    keys: { name: field(sdp, "ice-ufrag:"), word: field(sdp, "ice-pwd:") },
    print: field(sdp, "fingerprint:sha-256 ").replaceAll(":", "").toLowerCase(),
    places: found.map(([, address, port]) => [address, Number(port)]),
  };
}

/** Write a call as a description that a browser takes. @param {Omit<Call, "to" | "yours">} call */
export function description({ answer, keys, print, places }) {
  const rows = [
    "v=0",
    "o=- 1 1 IN IP4 127.0.0.1",
    "s=-",
    "t=0 0",
    "a=group:BUNDLE 0",
    "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
    "c=IN IP4 0.0.0.0",
    "a=mid:0",
    `a=ice-ufrag:${keys.name}`,
    `a=ice-pwd:${keys.word}`,
    `a=fingerprint:sha-256 ${print.toUpperCase().match(/../g)?.join(":")}`,
    `a=setup:${answer ? "active" : "actpass"}`,
    "a=sctp-port:5000",
    "a=max-message-size:262144",
    ...places.map(candidate),
  ];
  return { type: /** @type {RTCSdpType} */ (answer ? "answer" : "offer"), sdp: `${rows.join("\r\n")}\r\n` };
}

const candidate = ([address, port], at) =>
  `a=candidate:${at + 1} 1 udp ${PREFERRED - 256 * at} ${address} ${port} typ host`;

/** Write a call down. @param {Call} call */
export function written(call) {
  const bytes = [(call.answer ? ANSWER : 0) | (call.yours ? KNOWN : 0)];
  const text = (words) => bytes.push(words.length, ...new TextEncoder().encode(words));
  const keys = ({ name, word }) => (text(name), text(word));
  keys(call.keys);
  if (call.answer) text(call.to ?? "");
  if (call.yours) keys(call.yours);
  bytes.push(...bytesOf(call.print), call.places.length);
  for (const [address, port] of call.places) bytes.push(...place(address), port >> 8, port & 255);
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Read what somebody wrote; nothing if that is no call. @param {string} text @returns {Call | null} */
export function read(text) {
  try {
    const plain = atob(text.trim().replaceAll("-", "+").replaceAll("_", "/"));
    return taken(new Reader(Uint8Array.from(plain, (sign) => sign.charCodeAt(0))));
  } catch {
    return null;
  }
}

/** @param {Reader} from @returns {Call} */
function taken(from) {
  const flags = from.byte(), keys = from.keys();
  const to = flags & ANSWER ? from.text() : undefined, yours = flags & KNOWN ? from.keys() : undefined;
  const print = hex(from.bytes(32));
  /** @type {Call["places"]} */
  const places = Array.from({ length: from.byte() }, () => [from.address(), (from.byte() << 8) | from.byte()]);
  if (!from.done) throw new RangeError("more than a call");
  return { answer: Boolean(flags & ANSWER), keys, print, places, to, yours };
}

class Reader {
  /** @param {Uint8Array} given */
  constructor(given) {
    this.given = given;
    this.at = 0;
  }

  get done() {
    return this.at === this.given.length;
  }

  byte() {
    return this.bytes(1)[0];
  }

  bytes(count) {
    if (this.at + count > this.given.length) throw new RangeError("less than a call");
    return this.given.subarray(this.at, (this.at += count));
  }

  /** Signs that a browser makes keys of, and no others: they become part of a description. */
  text() {
    const found = new TextDecoder().decode(this.bytes(this.byte()));
    if (!/^[\w+/=-]*$/.test(found)) throw new RangeError("no key");
    return found;
  }

  keys() {
    return { name: this.text(), word: this.text() };
  }

  address() {
    const kind = this.byte();
    if (kind === IPV4) return [...this.bytes(4)].join(".");
    if (kind === IPV6) return hex(this.bytes(16)).match(/.{4}/g)?.join(":") ?? "";
    return `${hex(this.bytes(16)).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5")}.local`;
  }
}

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (digits) => digits.match(/../g).map((pair) => parseInt(pair, 16));

/** @param {string} address */
function place(address) {
  if (LOCAL_NAME.test(address)) return [NAMED, ...bytesOf(address.slice(0, 36).replaceAll("-", ""))];
  if (!address.includes(":")) return [IPV4, ...address.split(".").map(Number)];
  const [front, back = ""] = address.split("::"), groups = (part) => part.split(":").filter(Boolean);
  const [before, after] = [groups(front), groups(back)];
  const all = [...before, ...Array(8 - before.length - after.length).fill("0"), ...after];
  return [IPV6, ...bytesOf(all.map((group) => group.padStart(4, "0")).join(""))];
}
