/** Messages to this browser though no page is open: subscribed for as long as somebody wishes them. */

import { at } from "../wire/house_line.js";

/** Ask the browser's push service for messages, and tell the house where; without either, nothing changes. */
export async function subscribe() {
  const worker = "PushManager" in globalThis ? navigator.serviceWorker : null;
  const told = worker && (await fetch(at("/push/key.json")));
  const { key = "" } = told?.ok ? await told.json() : {};
  if (!worker || !key) return;
  const { pushManager } = await ready(await worker.register(at("/push_worker.js")));
  const known = await pushManager.getSubscription();
  if (known && !sameKey(known, key)) await known.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await fetch(at("/push"), { method: "POST", body: JSON.stringify(made) });
}

/** Wish no more messages. */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker?.getRegistration();
  const known = await registration?.pushManager?.getSubscription();
  await known?.unsubscribe();
  if (known) await fetch(at("/push/end"), { method: "POST" });
}

/** Wait until a worker is at work. @param {ServiceWorkerRegistration} registration */
async function ready(registration) {
  const coming = registration.installing ?? registration.waiting;
  if (coming && !registration.active) {
    await new Promise((done) =>
      coming.addEventListener("statechange", () => coming.state === "activated" && done(null))
    );
  }
  return registration;
}

/** Whether a subscription is with this house. @param {PushSubscription} known @param {string} key */
function sameKey({ options }, key) {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return text === key;
}
