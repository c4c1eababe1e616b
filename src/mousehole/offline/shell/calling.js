/** What both ends of a line between two phones need: a certificate of one's own, a peer, and what it says of itself. */

import { callIn, description, read, written } from "./call_form.js";
import { channelOf } from "./peer_line.js";

/** @import { Call, Keys } from "./call_form.js" */

const YEAR = 31_536_000_000; // milliseconds
const GATHERED = 2_000; // milliseconds after which addresses that were not found are done without
const KIND = { name: "ECDSA", namedCurve: "P-256", expires: YEAR };
const TRIED = 6_000; // milliseconds that a way is tried
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** @typedef {{ peer: RTCPeerConnection, channel: RTCDataChannel }} End one end of a line */

/** Keys for the next call. @returns {Keys} */
export const newKeys = () => ({ name: signs(8), word: signs(24) });

const signs = (count) => [...crypto.getRandomValues(new Uint8Array(count))].map((byte) => SIGNS[byte & 63]).join("");

/** @type {Promise<RTCCertificate> | undefined} */
let mine;

/** The certificate of this browser, by which other phones know it again. @param {string} name of the edition */
export function certificate(name) {
  mine ??= kept(name).catch(() => RTCPeerConnection.generateCertificate(KIND)); // where nothing is kept
  return mine;
}

/** @param {string} name @returns {Promise<RTCCertificate>} */
async function kept(name) {
  const books = await asked(Object.assign(indexedDB.open(`${name} phone`), { onupgradeneeded: made }));
  const found = await asked(books.transaction("own").objectStore("own").get("certificate"));
  if (found && found.expires > Date.now() + YEAR / 12) return found;
  const fresh = await RTCPeerConnection.generateCertificate(KIND);
  await asked(books.transaction("own", "readwrite").objectStore("own").put(fresh, "certificate"));
  return fresh;
}

/** @param {Event} event */
const made = ({ target }) => /** @type {any} */ (target).result.createObjectStore("own");

/** @param {IDBRequest} request @returns {Promise<any>} */
const asked = (request) =>
  new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

/** One end of a line, which asks no server for its address. @param {string} name @returns {Promise<End>} */
export async function newEnd(name) {
  const peer = new RTCPeerConnection({ certificates: [await certificate(name)], iceServers: [] });
  return { peer, channel: channelOf(peer) };
}

/**
 * Whether this phone can be reached at all. A browser tells every address only to a page that may use the camera, and
 * without that permission no address of a phone that is the hotspot itself: it is asked for there.
 * @param {string} name
 */
export async function isReachable(name) {
  if (await hasPlaces(name)) return true;
  const camera = await navigator.mediaDevices?.getUserMedia({ video: true }).catch(() => null);
  const found = camera ? await hasPlaces(name) : false;
  camera?.getTracks().forEach((track) => track.stop());
  return found;
}

/** @param {string} name */
async function hasPlaces(name) {
  const end = await newEnd(name), { places } = await offered(end);
  end.peer.close();
  return places.length > 0;
}

/** Be there to be called: what the other phone has to know. @param {End} end @returns {Promise<Call>} */
export async function offered({ peer }) {
  await peer.setLocalDescription(await peer.createOffer());
  await gathered(peer);
  return callIn(peer.localDescription?.sdp ?? "");
}

/** Answer a call: what the caller has to know, unless it gave the keys for that. @param {End} end @param {Call} call */
export async function answering({ peer }, call) {
  await peer.setRemoteDescription(description(call));
  const { type, sdp = "" } = await peer.createAnswer();
  await peer.setLocalDescription({ type, sdp: call.yours ? withKeys(sdp, call.yours) : sdp });
  if (!call.yours) await gathered(peer);
  return { ...callIn(peer.localDescription?.sdp ?? "", true), to: call.keys.name };
}

/** @param {string} sdp @param {Keys} keys */
const withKeys = (sdp, { name, word }) =>
  sdp.replace(/^a=ice-ufrag:.*$/m, `a=ice-ufrag:${name}`).replace(/^a=ice-pwd:.*$/m, `a=ice-pwd:${word}`);

/** @param {RTCPeerConnection} peer @returns {Promise<void>} */
const gathered = (peer) =>
  new Promise((done) => {
    const look = () => peer.iceGatheringState === "complete" && done();
    peer.onicegatheringstatechange = look;
    setTimeout(done, GATHERED);
    look();
  });

/**
 * Be there for a phone whose certificate is known: it is told beforehand how to call, with keys to answer with, and
 * nothing has to be carried back.
 * @param {string} name @param {string} print @returns {Promise<{ end: End, way: string }>}
 */
export async function listening(name, print) {
  const end = await newEnd(name), call = await offered(end), yours = newKeys();
  await end.peer.setRemoteDescription(description({ answer: true, keys: yours, print, places: [] }));
  return { end, way: written({ ...call, yours }) };
}

/** Listen there no more. @param {Map<RTCPeerConnection, string>} ends */
export function closeAll(ends) {
  for (const peer of ends.keys()) peer.close();
  ends.clear();
}

/** Call a phone that listens. @param {string} name @param {string} way @returns {Promise<End | null>} */
export async function dialled(name, way) {
  const call = read(way), end = await newEnd(name);
  const answered = call && (await answering(end, call).then(() => true, () => false));
  if (answered && (await opened(end, TRIED))) return end;
  end.peer.close();
  return null;
}

/** Wait until a line is open. @param {End} end @param {number} time in milliseconds @returns {Promise<boolean>} */
export const opened = ({ peer, channel }, time) =>
  new Promise((done) => {
    if (channel.readyState === "open") done(true);
    channel.onopen = () => done(true);
    peer.onconnectionstatechange = () => peer.connectionState === "failed" && done(false);
    if (time) setTimeout(() => done(false), time);
  });
