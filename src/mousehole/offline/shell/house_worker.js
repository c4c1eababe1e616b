/** The house: Python with the saved games and the application, asked over a channel by pages and service worker. */

import { beginLife, reasonOf } from "./life.js";
import { deleted, fileSystem, openFiles } from "./saved_files.js";
import { solvedBoards } from "./solved_boards.js";

const GAMES = "mousehole.db";
const ME = crypto.randomUUID(); // tells this house from one in a tab that has just been closed
/** @type {any} */
let house;
/** @type {(given: unknown) => unknown} */
let toPython;
let closing = false; // what is asked now waits for the next house

onmessage = async ({ data }) => {
  if (data.type === "life") beginLife(data.name);
  if (data.type === "beat") postMessage({ type: "alive" });
  if (data.type === "start") await start(data);
  if (data.type === "thought") house.jobs.hear(data.number, data.text);
  if (data.type === "solved") house.jobs.solved(data.name, data.size);
  if (data.type === "far") house.jobs.progressed(data.number, data.done, data.total);
  if (data.type === "stop") {
    closing = true;
    await house?.close();
    for (const handle of Object.values(handles)) handle.close();
    postMessage({ type: "stopped" });
  }
};

/** @type {Record<string, FileSystemSyncAccessHandle>} */
let handles = {};
let home = ""; // the folder of the saved games, if there is one
let emptied = false; // whether the browser has deleted them since
let unreachable = false; // whether one of them could not be written

/** Write the shelf for the next visit, which sees it before Python is there; without room the old one has to do. */
async function remember(folder) {
  const page = await house.page_ahead("", navigator.languages.join(","));
  const answer = new Response(bytesOf(page), { headers: { "content-type": "text/html; charset=utf-8" } });
  await (await caches.open(folder)).put(new URL("early/last", import.meta.url), answer).catch(() => {});
}

/** Open the files with the games; a browser that refuses plays in memory. @param {string} folder */
async function openSaved(folder) {
  try {
    handles = await openFiles(folder, [GAMES, `${GAMES}-journal`]);
    home = folder;
  } catch (error) {
    if (["busy", "full"].includes(reasonOf(error))) throw error;
  }
}

async function start({ origin, folder, channel, sizes }) {
  try {
    await openSaved(folder);
    const empty = handles[GAMES]?.getSize() === 0, kept = home !== "";
    const { more, startPython } = await import("./python.js"); // large: the page hears before that this worker lives
    const python = await startPython(sizes, (part) => postMessage({ type: "far", part }), failed);
    toPython = (given) => python.toPy(given);
    bringWorkshop = () => more(python, "workshop.zip.xz");
    python.FS.mkdirTree("/saved");
    if (kept) python.FS.mount(fileSystem(python.FS, handles, trouble), {}, "/saved");
    const { open_house } = python.pyimport("mousehole.offline.browser_house");
    const line = new BroadcastChannel(channel);
    const tell = (name, kind, text) => toPage(line, name, kind, text);
    const ask = (number, kind, question) => postMessage({ type: "think", number, kind, question });
    const given = JSON.stringify({ ...origin, keeps: kept });
    house = await open_house(given, `/saved/${GAMES}`, tell, ask, () => unreachable);
    for (const { name, size } of await solvedBoards(folder).catch(() => [])) house.jobs.solved(name, size);
    line.onmessage = ({ data }) => data.to === "house" && (data.guest ? fromGuest : hear)(line, data);
    line.postMessage({ to: "all", kind: "here", house: ME });
    postMessage({ type: "open", empty, kept });
  } catch (error) {
    failed(error);
  }
}

async function failed(error) {
  console.warn(error);
  const gone = home && (await deleted(home, GAMES));
  postMessage({ type: "failed", reason: gone ? "gone" : reasonOf(error) });
}

/** Something could not be written. @param {"full" | "gone"} what */
function trouble(what) {
  if (what === "full") return postMessage({ type: "full" });
  unreachable = true;
  return look();
}

/** Look whether the games are still where they were; a browser that deletes them tells nobody. */
async function look() {
  if (!home || emptied || !(await deleted(home, GAMES))) return;
  emptied = true;
  postMessage({ type: "emptied" });
}

/** Live connections of guests on other phones. @type {Map<string, string>} */
const whose = new Map();
/** Guests that this house knows, once it does. @type {Map<string, Promise<void>>} */
const guests = new Map();

function toPage(line, name, kind, text) {
  const guest = whose.get(name);
  if (kind === "close") whose.delete(name);
  line.postMessage({ to: guest ? "guest" : "page", guest, name, kind, text, house: ME });
}

/** Requests that were taken: a service worker that heard nothing asks again. @type {Set<string>} */
const taken = new Set();

/** Know a guest, or let one speak who is known. */
async function fromGuest(line, told) {
  const { guest, kind, name, base } = told;
  if (kind === "guest" && !guests.has(guest)) guests.set(guest, house.welcome(guest, base));
  await guests.get(guest);
  if (kind === "guest" || !guests.has(guest)) return;
  if (kind === "open") whose.set(name, guest);
  await hear(line, told);
}

async function hear(line, { kind, name, text, head, body, guest = "" }) {
  if (closing) return;
  if (kind === "remember") await remember(line.name);
  else if (kind === "who") line.postMessage({ to: "all", kind: "here", house: ME });
  else if (kind !== "ask") (house.hear(name, kind, text ?? "", guest), look());
  else if (!taken.has(name)) {
    const to = guest ? "guest" : "service";
    taken.add(name);
    line.postMessage({ to, guest, kind: "taken", name, house: ME });
    line.postMessage({ to, guest, kind: "answer", name, ...(await answered(head, body, guest)) });
  }
}

/** A copy of bytes from Python, which lets go of them at once. */
function bytesOf(given) {
  const copy = given.toJs();
  given.destroy();
  return copy;
}

/** @type {() => Promise<void>} */
let bringWorkshop;
/** @type {Promise<void> | undefined} */
let workshop; // once somebody has asked for it

async function answered(head, body, guest) {
  try {
    if (head.path.startsWith("/workshop")) await (workshop ??= bringWorkshop().catch(again));
    const found = await house.answer(JSON.stringify(head), toPython(new Uint8Array(body ?? [])), guest);
    const answer = { head: JSON.parse(found.get(0)), body: bytesOf(found.get(1)) };
    found.destroy();
    if (head.path === "/upload" && answer.head.status === 200) postMessage({ type: "brought" });
    return answer;
  } catch (error) {
    return { head: { status: 500, headers: [] }, body: new TextEncoder().encode(String(error)) };
  }
}

/** What did not come is asked for again next time. @param {unknown} error @returns {never} */
function again(error) {
  workshop = undefined;
  throw error;
}
