/** How long the page waits for the service worker before it starts with a single thread, in ms. */
const PATIENCE_MS = 5000;
/**
 * A key in session storage. The page sets this key before it reloads to become isolated. If the key is set, the page
 * does not reload again.
 */
const RELOADED = 'skein-reloaded';

/**
 * Resolves when the page is isolated or cannot be isolated. If the host does not send the headers that isolate the
 * page, the service worker can add them. The page then reloads through the service worker, and the promise never
 * resolves.
 */
export const isolation: Promise<void> = import.meta.env.PROD ? isolate() : Promise.resolve();

/**
 * Stores all files of the page, so that the page works without a network. `script` is the address of the page's script.
 */
export async function keepOffline(script: string): Promise<void> {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (!import.meta.env.PROD || !canServe() || connection?.saveData) return;
  const worker = await started();
  worker?.postMessage({ keep: script });
}

async function isolate(): Promise<void> {
  // In a frame, the surrounding page decides.
  if (window.parent !== window || !canServe()) return;
  try {
    if (crossOriginIsolated) return sessionStorage.removeItem(RELOADED);
    if (sessionStorage.getItem(RELOADED)) return;
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    if ((await Promise.race([started(), late])) === undefined) return;
    sessionStorage.setItem(RELOADED, 'yes');
  } catch (error) {
    // The browser forbids it; the page shows that it has one thread, and why.
    console.warn(error);
    return;
  }
  location.reload();
  await new Promise(() => {});
}

function canServe(): boolean {
  return isSecureContext && 'serviceWorker' in navigator;
}

async function started(): Promise<ServiceWorker | undefined> {
  // While a service worker that controls the page is checking for an update, registering it again may never resolve in
  // Chromium 156.
  if (navigator.serviceWorker.controller) return navigator.serviceWorker.controller;
  await navigator.serviceWorker.register('./service-worker.js');
  return (await navigator.serviceWorker.ready).active ?? undefined;
}
