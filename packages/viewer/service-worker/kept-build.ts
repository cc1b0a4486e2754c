import { PrecacheController } from 'workbox-precaching/PrecacheController.js';
import type { BuiltFile } from './built-file.ts';

/**
 * All files of one build, kept so that the page needs no network.
 *
 * Each is taken in only if it has the digest that it had when it was built, so that files of two builds never meet.
 * Until all of them are there, none is given out: the host may have another build by now.
 */
export class KeptBuild {
  readonly #precache = new PrecacheController();
  #whole: Promise<boolean> | undefined;

  constructor(files: readonly BuiltFile[]) {
    this.#precache.addToCacheList([...files]);
  }

  /** Fetches what is not kept yet, one file after the other. */
  async keep(event: ExtendableEvent): Promise<void> {
    if (await this.#isWhole()) return;
    // The controller takes files in while it is installed; here that may be later, when the page has time for it.
    const install = { type: 'install', waitUntil: (work: Promise<void>) => event.waitUntil(work) };
    await this.#precache.install(install as ExtendableEvent);
    this.#whole = undefined;
  }

  /** Forgets the files of earlier builds. */
  forgetOthers(event: ExtendableEvent): Promise<unknown> {
    return this.#precache.activate(event);
  }

  has(url: string): boolean {
    return this.#precache.getCacheKeyForURL(url) !== undefined;
  }

  /** The file, or that of an earlier build which a page that is still open may ask for. */
  async find({ url }: Request): Promise<Response | undefined> {
    const address = new URL(url);
    // The page reads its query itself: it is the same file.
    address.search = '';
    address.hash = '';
    const file = address.href.endsWith('/') ? `${address.href}index.html` : address.href;
    if (this.has(file))
      return (await this.#isWhole()) ? this.#precache.matchPrecache(file) : undefined;
    const cache = await caches.open(this.#precache.strategy.cacheName);
    return cache.match(file);
  }

  #isWhole(): Promise<boolean> {
    this.#whole ??= this.#countKept();
    return this.#whole;
  }

  async #countKept(): Promise<boolean> {
    const cache = await caches.open(this.#precache.strategy.cacheName);
    const kept = new Set((await cache.keys()).map(({ url }) => url));
    return [...this.#precache.getURLsToCacheKeys().values()].every((key) => kept.has(key));
  }
}
