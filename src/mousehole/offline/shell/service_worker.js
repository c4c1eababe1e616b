/** Answers every request of a page: files from what is kept, pages from the house in its worker. */

const LIST = /*LIST*/ { build: "", files: {}, packed: {}, early: {}, sorry: {} };
const { build: BUILD, files: FILES, packed: PACKED, early: EARLY, sorry: SORRY } = LIST;
const BASE = new URL(self.registration.scope).pathname;
const KEPT = `mousehole ${BASE}`;
const LINE = new BroadcastChannel(`mousehole ${BASE}`);
const LAST = new URL(`${BASE}early/last`, location.origin).href; // the shelf as the house wrote it for the next visit
const STILL = new URL(`${BASE}early/still`, location.origin).href; // the table that was seen last, as it was
const MANIFEST = "manifest.webmanifest"; // there is one in each language
const READER = "jsqr.js"; // reads codes where a browser cannot itself
const LATER = /^(workshop\.|static\/[^/]+\/(workshop\/|pages\/workshop))/; // for those who draw adventures
const HANDED = new URL(`${BASE}early/handed`, location.origin).href; // a file that another app handed over
const AT_ONCE = "?early"; // asked by an outer page that has just been opened
const ANSWERS = 300; // milliseconds within which a house that is open says so
const SILENCE = 120_000; // milliseconds after which a page hears that nobody answers
const BODIED = new Set(["POST", "PUT", "PATCH"]);

/** @type {Map<string, { ask: any, taken: string, answer: (found: object) => void }>} `taken`: by which house */
const waiting = new Map();
/** @type {Set<(open: boolean) => void>} who waits to hear whether a house is open */
const asking = new Set();
let open = false;
let full = false; // whether a file could not be kept

self.addEventListener("install", (event) => {
  event.waitUntil(self.registration.active ? keepAll() : self.skipWaiting());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), forgetOld()]));
});

self.addEventListener("message", (event) => {
  if (event.data.type === "keep") event.waitUntil(keepAll().then(() => event.source?.postMessage(allKept())));
  if (event.data.type === "which") event.source?.postMessage({ type: "build", build: BUILD });
  if (event.data.type === "take over") self.skipWaiting();
  if (event.data.type === "let go") for (const request of waiting.values()) request.answer(null);
});

/** What a page hears when all files that can be kept are kept. */
const allKept = () => ({ type: full ? "full" : "kept", build: BUILD });

LINE.onmessage = ({ data }) => {
  if (data.kind === "here") {
    open = true;
    for (const told of asking) told(true);
    for (const request of waiting.values()) if (lost(request, data.house)) LINE.postMessage(request.ask);
  }
  if (data.kind === "away") open = false;
  const request = data.to === "service" && waiting.get(data.name);
  if (!request) return;
  if (data.kind === "taken") request.taken = data.house;
  if (data.kind === "answer") request.answer(data);
};

/** Whether a house should be asked: nobody was, or one that has ended since, and asking twice does no harm. */
const lost = ({ ask, taken }, house) => !taken || (taken !== house && ask.head.method === "GET");

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const path = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : url.pathname.slice(1);
  const name = fileOf(path);
  if (request.method === "POST" && path === "shared") event.respondWith(handedOver(request));
  else if (request.mode === "navigate" && request.destination === "document") event.respondWith(shell().catch(sorry));
  else if (request.method === "GET" && name) event.respondWith(file(name));
  else event.respondWith(page(request, path, url.search).catch(sorry));
});

/** What another app hands over: a link is opened, a file waits for the outer page. @param {Request} request */
async function handedOver(request) {
  const form = await request.formData(), file = form.get("file");
  const link = /#game=[\w-]+/.exec(`${form.get("url")} ${form.get("text")}`);
  if (file instanceof File) await (await caches.open(KEPT)).put(HANDED, new Response(file));
  return Response.redirect(`${BASE}${link ? link[0] : "#handed"}`, 303);
}

/** A page that says what is wrong where no other can be shown. */
function sorry() {
  const headers = { "content-type": "text/html; charset=utf-8" };
  return new Response(SORRY[language()], { status: 503, headers });
}

/** The outer page; the house may have been in the tab that asks for it, so whether one is open is asked again. */
function shell() {
  open = false;
  return file("index.html");
}

/** The file at a path, if there is one. @param {string} path */
function fileOf(path) {
  const name = path === MANIFEST ? `${language()}.${MANIFEST}` : path;
  return name in FILES || name in PACKED ? name : "";
}

const address = (name) => new URL(`${BASE}${name}`, location.origin).href;
const lies = (name) => (name in PACKED ? `${name}.packed` : name);
const keptAs = (name) => `${address(name)}?${FILES[lies(name)]}`;
const ALL = Object.keys(FILES).map((name) => name.replace(/\.packed$/, ""));

/** @typedef {{ answer: Response, kept: Promise<unknown> }} Arrival an answer, and when it is kept */
/** @type {Map<string, Promise<Arrival>>} */
const coming = new Map();

const keptAt = async (key) => (await caches.open(KEPT)).match(key);

/** A file as it is kept, or as it comes, checked by its hash. @param {string} name */
const file = async (name) => (await keptAt(keptAs(name))) ?? (await arriving(name)).answer.clone();

/** A file on its way, once for all who ask. @param {string} name @returns {Promise<Arrival>} */
function arriving(name) {
  const known = coming.get(name);
  if (known) return known;
  const arrival = fetched(name), gone = () => coming.delete(name);
  coming.set(name, arrival);
  arrival.then(({ kept }) => kept.then(gone), gone);
  return arrival;
}

/** @param {string} name @returns {Promise<Arrival>} */
async function fetched(name) {
  const ask = (cache) => fetch(address(lies(name)), { integrity: `sha256-${FILES[lies(name)]}`, cache });
  const came = await ask("no-cache").catch(() => ask("reload")); // a cache on the way may hold a torn one
  if (!came.ok || !came.body) throw new Error(`${name}: ${came.status}`);
  const answer = name in PACKED ? unpacked(came.body, PACKED[name]) : came;
  const copy = answer.clone(), cache = await caches.open(KEPT);
  return { answer, kept: cache.put(keptAs(name), copy).catch(noRoom) };
}

/** A full device still plays: what cannot be kept is fetched again. */
function noRoom() {
  full = true;
}

function unpacked(body, type) {
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });
}

/** Keep all but early pages in other languages, pictures that systems ask for, and what players fetch at first need. */
async function keepAll() {
  full = false;
  const early = Object.values(EARLY[language()] ?? {});
  const rest = /^(jsqr|early\/|icon-|screen-|\w+\.manifest|learned\/)/;
  const wanted = (name) => early.includes(name) || !(LATER.test(name) || rest.test(name));
  let came = false;
  for (const name of ALL.filter(wanted)) came = (await keep(name)) || came;
  if (came) return; // a first visit is long enough
  for (const name of ALL.filter((one) => LATER.test(one))) await keep(name);
  if (!("BarcodeDetector" in self)) await keep(READER);
}

/** Keep a file; whether it had to come for that. @param {string} name */
async function keep(name) {
  if (await keptAt(keptAs(name))) return false;
  await (await arriving(name)).kept;
  return true;
}

async function forgetOld() {
  const cache = await caches.open(KEPT), wanted = new Set(ALL.map(keptAs));
  for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
}

/** What the house answers; before it is open, some pages come as they were written beforehand. */
async function page(request, path, query) {
  const early = request.method === "GET" && EARLY[language()]?.[path];
  if (early && (query === AT_ONCE || !(await isOpen()))) return (path === "" && (await keptAt(LAST))) || file(early);
  const still = query === AT_ONCE && (await keptAt(STILL));
  if (still && still.headers.get("x-path") === path) return still;
  if (request.mode === "navigate") LINE.postMessage({ to: "shell", kind: "leaving" });
  const body = BODIED.has(request.method) ? await request.arrayBuffer() : null;
  const head = { method: request.method, path: `/${path}`, query: query.slice(1), headers: headersOf(request) };
  const found = await asked(head, body);
  if (!found) return sorry();
  return new Response(nothing(found.head.status) ? null : found.body, found.head);
}

const nothing = (status) => status === 204 || status === 304;

function headersOf(request) {
  const headers = [...request.headers];
  if (request.referrer) headers.push(["referer", request.referrer]);
  if (!request.headers.has("accept-language")) headers.push(["accept-language", navigator.languages.join(",")]);
  return headers;
}

const language = () => (navigator.languages.find((name) => name.slice(0, 2) in EARLY) ?? "en").slice(0, 2);

function isOpen() {
  if (open) return Promise.resolve(true);
  return new Promise((told) => {
    asking.add(told);
    LINE.postMessage({ to: "house", kind: "who" });
    setTimeout(() => told(asking.delete(told) && open), ANSWERS);
  });
}

/** Ask the house, however long it takes to open. @returns {Promise<any>} */
function asked(head, body) {
  const name = crypto.randomUUID(), ask = { to: "house", kind: "ask", name, head, body };
  return new Promise((answer) => {
    const late = setTimeout(answer, SILENCE);
    waiting.set(name, { ask, taken: "", answer: (found) => (clearTimeout(late), answer(found)) });
    LINE.postMessage(ask);
  }).finally(() => waiting.delete(name));
}
