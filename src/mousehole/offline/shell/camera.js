/** Codes read with the camera: by the browser itself where it can, otherwise by a reader that is fetched for it. */

const LOOK = 150; // milliseconds between two looks
const WIDE = 640; // pixels of a picture that the fetched reader looks at

/** @typedef {(video: HTMLVideoElement) => Promise<string>} Reading */

/** @returns {Promise<Reading>} */
async function reading() {
  const Detector = /** @type {any} */ (globalThis).BarcodeDetector;
  const kinds = (await Detector?.getSupportedFormats?.().catch(() => [])) ?? [];
  if (!kinds.includes("qr_code")) return fetchedReading();
  const detector = new Detector({ formats: ["qr_code"] });
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? "";
}

/** @returns {Promise<Reading>} */
async function fetchedReading() {
  await import(new URL("jsqr.js", import.meta.url).href);
  const read = /** @type {any} */ (globalThis).jsQR, canvas = document.createElement("canvas");
  const page = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    canvas.width = Math.min(WIDE, video.videoWidth);
    canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth);
    page.drawImage(video, 0, 0, canvas.width, canvas.height);
    const { data, width, height } = page.getImageData(0, 0, canvas.width, canvas.height);
    return read(data, width, height)?.data ?? "";
  };
}

/**
 * Show what the camera sees, and look for codes until one is taken.
 * @param {HTMLVideoElement} video @param {(text: string) => boolean} take @param {AbortSignal} until
 */
export async function look(video, take, until) {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  until.addEventListener("abort", stop);
  if (until.aborted) return stop();
  video.srcObject = stream;
  await video.play().catch(() => {}); // it was closed meanwhile
  const read = await reading();
  while (!until.aborted) {
    const text = video.videoWidth ? await read(video).catch(() => "") : "";
    if (text && take(text)) break;
    await new Promise((done) => setTimeout(done, LOOK));
  }
  return stop();
}
