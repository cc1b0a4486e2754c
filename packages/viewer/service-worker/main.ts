import type { BuiltFile } from './built-file.ts';
import { isolated } from './isolated.ts';
import { KeptBuild } from './kept-build.ts';

/**
 * The service worker of the built page. It isolates the page on hosts that cannot set headers, and keeps the files of
 * the build, so that the page works without a network.
 */
declare const self: ServiceWorkerGlobalScope;
/** Written here by the build. */
declare const BUILT_FILES: readonly BuiltFile[];

const build = new KeptBuild(BUILT_FILES);

self.addEventListener('install', (event) => {
  // The first one is wanted at once, for its headers; the page asks it to keep the files when it has drawn its first
  // picture. A later one has them all before it takes over.
  if (self.registration.active) event.waitUntil(build.keep(event));
  // A page of the earlier build may be open: what it still asks for stays until it is gone.
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

/** A page has time, and says which script it is made of. */
async function keepFor(event: ExtendableMessageEvent): Promise<void> {
  const { keep } = (event.data ?? {}) as { keep?: unknown };
  if (typeof keep !== 'string' || !build.has(keep)) return;
  await build.keep(event);
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length === 1) await build.forgetOthers(event);
}
