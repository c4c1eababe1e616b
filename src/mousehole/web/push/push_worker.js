/** Shows that it is somebody's turn though no page is open, and leads to the table. */

self.addEventListener("install", () => self.skipWaiting());

self.addEventListener("push", (event) => {
  const { title, body, page } = event.data.json(), data = new URL(page, self.registration.scope).href;
  const icon = new URL("icon-192.png", self.registration.scope).href;
  event.waitUntil(Promise.all([
    self.registration.showNotification(title, { body, icon, data, tag: data }),
    self.navigator.setAppBadge?.(1),
  ]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Go to the table, in the page that shows it if there is one. @param {string} address */
async function open(address) {
  const pages = await self.clients.matchAll({ type: "window" });
  const shown = pages.find(({ url }) => url === address);
  return shown ? shown.focus() : self.clients.openWindow(address);
}
