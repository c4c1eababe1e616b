/** Messages between two phones: whole ones, in order, of any size, over a data channel. */

const PIECE = 60_000; // bytes
const ENOUGH = 1_000_000; // bytes on their way, after which the rest waits
const MORE = 1, LAST = 0;
const BEAT = 2_000; // milliseconds between two signs of life
const SILENT = 8_000; // after which a line is lost

/** How both sides make their channel, without a word about it. @param {RTCPeerConnection} peer */
export const channelOf = (peer) => peer.createDataChannel("house", { negotiated: true, id: 0 });

/** @typedef {{ kind: string, body?: ArrayBuffer | Uint8Array | null, [more: string]: any }} Message */

export class PeerLine {
  /**
   * @param {RTCPeerConnection} peer @param {RTCDataChannel} channel that is open
   * @param {(message: Message) => void} hear @param {() => void} lost
   */
  constructor(peer, channel, hear, lost) {
    this.peer = peer;
    this.channel = channel;
    this.hear = hear;
    this.lost = lost;
    /** @type {Uint8Array[]} */
    this.pieces = []; // of a message that is still coming
    /** @type {Uint8Array[]} */
    this.waiting = []; // to be sent
    this.heard = performance.now();
    this.over = false;
    channel.binaryType = "arraybuffer";
    channel.bufferedAmountLowThreshold = ENOUGH / 2;
    channel.onbufferedamountlow = () => this.flush();
    channel.onmessage = ({ data }) => this.take(new Uint8Array(data));
    channel.onclose = () => this.end();
    peer.onconnectionstatechange = () => ["failed", "closed"].includes(peer.connectionState) && this.end();
    this.beat = setInterval(() => this.live(), BEAT);
  }

  /** @param {Message} message */
  send({ body, ...rest }) {
    const head = new TextEncoder().encode(JSON.stringify(rest)), more = new Uint8Array(body ?? []);
    const whole = new Uint8Array(4 + head.length + more.length);
    new DataView(whole.buffer).setUint32(0, head.length);
    whole.set(head, 4);
    whole.set(more, 4 + head.length);
    for (let at = 0; at < whole.length; at += PIECE) {
      const part = whole.subarray(at, at + PIECE), piece = new Uint8Array(part.length + 1);
      piece[0] = at + PIECE < whole.length ? MORE : LAST;
      piece.set(part, 1);
      this.waiting.push(piece);
    }
    this.flush();
  }

  flush() {
    while (this.waiting.length && this.channel.readyState === "open" && this.channel.bufferedAmount < ENOUGH) {
      this.channel.send(/** @type {Uint8Array<ArrayBuffer>} */ (this.waiting.shift()));
    }
  }

  /** @param {Uint8Array} piece */
  async take(piece) {
    this.heard = performance.now();
    this.pieces.push(piece.subarray(1));
    if (piece[0] === MORE) return;
    const size = this.pieces.reduce((sum, part) => sum + part.length, 0), whole = new Uint8Array(size);
    let at = 0;
    for (const part of this.pieces.splice(0)) (whole.set(part, at), (at += part.length));
    const head = 4 + new DataView(whole.buffer).getUint32(0);
    const message = JSON.parse(new TextDecoder().decode(whole.subarray(4, head)));
    if (message.kind !== "beat") this.hear({ ...message, body: whole.slice(head) });
  }

  live() {
    if (performance.now() - this.heard > SILENT) this.end();
    else this.send({ kind: "beat" });
  }

  /** Say no more; who is there still hears what was sent. */
  close() {
    this.over = true;
    clearInterval(this.beat);
    this.channel.onclose = this.peer.onconnectionstatechange = null;
    this.peer.close();
  }

  end() {
    if (this.over) return;
    this.close();
    this.lost();
  }
}
