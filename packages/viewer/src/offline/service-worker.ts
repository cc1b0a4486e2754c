/** How long the page waits for threads before it begins with one, ms. */
const PATIENCE_MS = 5000;
/** Kept while the page loads once more to be isolated, so that it does so once. */
const RELOADED = 'skein-reloaded';

/**
 * Where the host sets no headers that isolate the page, the service worker does, once the page loads through it. Settles
 * when the page is as isolated as it will be; never when it loads once more.
 */
export const isolation: Promise<void> = import.meta.env.PROD ? isolate() : Promise.resolve();

/** Has all files of the page kept, so that it needs no network; `script` is the one of the page. */
export async function keepOffline(script: string): Promise<void> {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (!import.meta.env.PROD || !canServe() || connection?.saveData) return;
  const worker = await started();
  worker?.postMessage({ keep: script });
}

async function isolate(): Promise<void> {
  // In a frame the page around it decides.
  if (window.parent !== window || !canServe()) return;
  try {
    if (crossOriginIsolated) return sessionStorage.removeItem(RELOADED);
    if (sessionStorage.getItem(RELOADED)) return;
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    if ((await Promise.race([started(), late])) === undefined) return;
    sessionStorage.setItem(RELOADED, 'yes');
  } catch (error) {
    // Forbidden by the browser: the page says that it has one thread, and why.
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
  // Chromium 156 may never answer when one that serves the page is registered again while its update is looked for.
  if (navigator.serviceWorker.controller) return navigator.serviceWorker.controller;
  await navigator.serviceWorker.register('./service-worker.js');
  return (await navigator.serviceWorker.ready).active ?? undefined;
}
