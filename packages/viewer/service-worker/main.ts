import type { BuiltFile } from './built-file.ts';
import { isolated } from './isolated.ts';
import { KeptBuild } from './kept-build.ts';

/**
 * The service worker of the built page. It isolates the page on hosts that cannot set headers, and stores the files of
 * the build so that the page works without a network.
 */
declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build. */
declare const BUILT_FILES: readonly BuiltFile[];

const build = new KeptBuild(BUILT_FILES);

self.addEventListener('install', (event) => {
  // The first service worker starts at once, because its headers are needed. The page asks it to store the files after
  // the first picture. A later one stores all files before it takes over.
  if (self.registration.active) event.waitUntil(build.keep(event));
  // A page of the earlier build may still be open; the files it requests stay until it is closed.
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => event.waitUntil(keepFor(event)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answerTo(request));
});

async function answerTo(request: Request): Promise<Response> {
  return isolated((await build.find(request)) ?? (await fetch(request)));
}

/** Stores the files when a page asks for it, if the page's script belongs to this build. */
async function keepFor(event: ExtendableMessageEvent): Promise<void> {
  const { keep } = (event.data ?? {}) as { keep?: unknown };
  if (typeof keep !== 'string' || !build.has(keep)) return;
  await build.keep(event);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length === 1) await build.forgetOthers(event);
}
